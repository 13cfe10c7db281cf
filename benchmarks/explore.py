"""Explore in Chromium: a change of figure beside a bare Bokeh recolouring, the page beside folium and plotly maps."""

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from gzip import compress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError

ROOT = Path(__file__).parents[1]
CHANGES, OPENINGS = 40, 3
FIGURES = ("population", "median_age")
BARE = """
from bokeh.io import curdoc
from bokeh.layouts import column
from bokeh.models import Button
from geoclass import charts, data
plot = charts.world_map("median_age", "en", sizing_mode="fixed", width=1170, height=380, aspect_ratio=None)
source = next(layer.data_source for layer in plot.renderers if layer.data_source.name == "areas")
fills = {name: [charts.classes(name).colour(v) if (v := data.values(name).get(iso)) is not None else "#F8F2E3"
                for iso in source.data["iso3"]] for name in ("population", "median_age")}
turn = ["median_age", "population"]
def recolour():
    turn.reverse()
    source.data["fill"] = fills[turn[0]]
button = Button(label="recolour")
button.on_click(recolour)
curdoc().add_root(column(button, plot))
"""
# From the touch until the new colours are painted: the frame after the one in which they are there.
CHANGE = """(what) => new Promise((done) => {
  const deep = (root) =>
    [...root.querySelectorAll("*")].flatMap((e) => [e, ...(e.shadowRoot ? deep(e.shadowRoot) : [])]);
  const all = deep(document), source = [...Bokeh.documents[0].all_models].find((m) => m.name === "areas");
  const fills = () => [...source.data.fill].slice(0, 60).join();
  const first = () => deep(document).find((e) => e.classList?.contains("rank-row"))?.textContent;
  const before = fills(), row = first(), start = performance.now();
  const select = all.find((e) => e.tagName === "SELECT" && [...e.options].some((o) => o.value === what));
  if (select) { select.value = what; select.dispatchEvent(new Event("change")); }
  else all.find((e) => e.tagName === "BUTTON").click();
  const look = () => fills() !== before && (!select || first() !== row)
    ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
  look();
})"""
FIRST_MAP = {
    "geoclass": """() => {
      const land = (c) => c.width > 300 && c.getContext("2d").getImageData(c.width / 2, c.height / 2, 1, 1).data[3] > 0;
      const walk = (root) => [...root.querySelectorAll("*")].some(
        (e) => (e.tagName === "CANVAS" && land(e)) || (e.shadowRoot && walk(e.shadowRoot)));
      return walk(document);
    }""",
    "plotly": "() => document.querySelectorAll('.choroplethlayer path').length > 150",
}
SENT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
# What plotly fetches from its makers before it draws any map: handed to it at once, and empty.
LAYERS = ("coastlines", "land", "ocean", "lakes", "rivers", "countries", "subunits")
NOTHING = {
    "type": "Topology",
    "arcs": [],
    "objects": {n: {"type": "GeometryCollection", "geometries": []} for n in LAYERS},
}


def run() -> None:
    browser_path = next((p for name in ("chromium", "google-chrome", "chrome") if (p := shutil.which(name))), None)
    if not browser_path:
        print("  Chromium is not on the PATH: nothing measured")
        return
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        place = Path(folder)
        (place / "bare.py").write_text(BARE, "utf-8")
        rivals = _rivals(place)
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        with _serving(ROOT / "apps" / "explore.py", place / "bare.py") as address:
            _changes(browser, address)
            _openings(browser, address, rivals)
        browser.close()


def _changes(browser: Any, address: str) -> None:
    """Both pages in turn, so that a busy machine slows both."""
    pages = {}
    for name, path in (("bare", "/bare"), ("explore", "/explore?lang=en")):
        pages[name] = browser.new_page(viewport={"width": 1920, "height": 1080})
        pages[name].goto(address + path)
        pages[name].wait_for_function(FIRST_MAP["geoclass"])
        pages[name].wait_for_timeout(1500)
    times: dict[str, list[float]] = {name: [] for name in pages}
    for turn in range(CHANGES):
        for name, page in pages.items():
            page.bring_to_front()
            times[name].append(page.evaluate(CHANGE, FIGURES[turn % 2]))
    p95 = {name: quantiles(found, n=20)[-1] for name, found in times.items()}
    for name, said in (("bare", "bare Bokeh recolouring"), ("explore", "figure changed: map and ranking")):
        print(f"  {said:34} {median(times[name]):7.1f} ms   p95 {p95[name]:7.1f} ms")
    print(f"  {'ratio of the p95 (goal: 2 at most)':34} {p95['explore'] / p95['bare']:7.2f} ×")
    for page in pages.values():
        page.close()


def _openings(browser: Any, address: str, rivals: dict[str, Path]) -> None:
    """Bytes sent, packed as a server packs them, and the time until land is seen in a browser that has seen nothing."""
    foreign: set[str] = set()

    def elsewhere(route: Any) -> None:
        foreign.add(route.request.url)
        if "topojson" in route.request.url or route.request.url.endswith("110m.json"):
            route.fulfill(json=NOTHING, headers={"Access-Control-Allow-Origin": "*"})
        else:
            route.abort()

    for name, url in {"geoclass": f"{address}/explore?lang=en", **{n: p.as_uri() for n, p in rivals.items()}}.items():
        times: list[float] = []
        weight = len(compress(rivals[name].read_bytes(), 6)) if name in rivals else 0
        foreign.clear()
        for _ in range(OPENINGS):
            context = browser.new_context(viewport={"width": 1920, "height": 1080})
            page = context.new_page()
            page.route(lambda u: not u.startswith((address, "file:", "data:", "blob:")), elsewhere)
            start = time.perf_counter()
            page.goto(url, wait_until="commit")
            if name in FIRST_MAP:
                page.wait_for_function(FIRST_MAP[name], polling="raf", timeout=120_000)
                times.append(time.perf_counter() - start)
            page.wait_for_load_state("load")
            weight = weight or page.evaluate(SENT)
            context.close()
        said = f"first map {median(times):5.2f} s" if times else "no map without other hosts"
        asked = f", {len(foreign)} files from other hosts" if foreign else ""
        print(f"  {name:34} {weight / 1000:7.0f} kB  {said}{asked}")


def _rivals(place: Path) -> dict[str, Path]:
    """The same map by others, as one file each; those that are not installed are left out."""
    from geoclass import data

    found = {}
    shapes = data.shapes(projected=False)[["geometry"]].join(data.countries()[["name_en", "median_age"]])
    try:
        import plotly.graph_objects as go

        outlines = json.loads(shapes.to_json())
        layer = go.Choropleth(geojson=outlines, locations=shapes.index, z=shapes["median_age"], text=shapes["name_en"])
        found["plotly"] = place / "plotly.html"
        go.Figure(layer).write_html(found["plotly"], include_plotlyjs=True)
    except ImportError:
        print("  plotly is not installed: pip install -e .[bench]")
    try:
        import folium

        world = folium.Map(location=(20, 10), zoom_start=2)
        table = shapes["median_age"].dropna().rename_axis("iso3").reset_index()
        folium.Choropleth(shapes.to_json(), table, ("iso3", "median_age"), key_on="feature.id").add_to(world)
        found["folium"] = place / "folium.html"
        world.save(found["folium"])
        found["geopandas.explore"] = place / "geopandas.html"
        shapes.reset_index().explore("median_age").save(found["geopandas.explore"])
    except ImportError as missing:
        print(f"  {missing.name} is not installed: pip install -e .[bench]")
    return {name: path for name, path in found.items() if path.exists()}


@contextmanager
def _serving(*apps: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "panel", "serve", *map(str, apps), "--port", str(port), "--address", "127.0.0.1"]
    command += ["--allow-websocket-origin", f"127.0.0.1:{port}", "--plugins", "geoclass.ui.plugin"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(address, timeout=60).close()
                break
            except (URLError, ConnectionError):
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(20)
