"""The projector in a browser compared with bare Panel pages in the same run: time to load, time to show a move."""

import asyncio
from typing import Any

from bokeh.core.json_encoder import serialize_json
from bokeh.document import Document
from bokeh.protocol import Protocol

from benchmarks._live import Served, bare, chromium, classroom, p95, report
from benchmarks._screens import PAUSE, Clicks, Projector, visible
from geoclass import charts, data, games
from geoclass.charts.rowmap import RowMap
from geoclass.games.countries import tables as countries_tables

REPEATS = 4  # of opening a page; the best counts, as other work on the machine can only slow it down
WARM, MOVES = 12, 40  # a session creates some things once, such as its first map, in the first moves: listed apart
FIRST = "countries"


def run() -> None:
    document, patch = _map()
    report("the world map in a document", document / 1000, 160, unit="kB")
    report("recolouring it", patch / 1000, 3, unit="kB")
    asyncio.run(_browser())


async def _browser() -> None:
    async with bare() as base, classroom() as ours, chromium() as browser:
        seen, drawn, first = {}, {}, {}
        figure = await _page(browser, f"{base.address}/figure", ".bk-Canvas")
        click, rested = await _clicks(browser, base)
        for game in [FIRST, *(name for name in games.GAMES if name != FIRST)]:
            stage = Projector(browser, ours, game)
            seen[game] = await _page(browser, stage.address, ".surface[data-ready]")
            drawn[game], first[game] = await _moves(stage)
            figure = min(figure, await _page(browser, f"{base.address}/figure", ".bk-Canvas"))
        report(f"{FIRST}, page seen in a fresh browser: to a bare figure", seen[FIRST] / figure, 1.6)
        report(f"{FIRST}, a move until it is drawn, p95: to a bare click", drawn[FIRST] / click, 0.5)
        for game in games.GAMES:
            if game != FIRST:
                report(f"{game}, page seen: to {FIRST}", seen[game] / seen[FIRST], 1.5)
                report(f"{game}, a move until it is drawn, p95: to {FIRST}", drawn[game] / drawn[FIRST], 1.5)
        print(f"  a bare click after a pause: {rested / click:.2f} × one in a row of clicks")
        once = ", ".join(f"{game} {time / click:.1f} ×" for game, time in first.items())
        print(f"  slowest of a session's first {WARM} moves, to a bare click: {once}")


def _map() -> tuple[int, int]:
    """The size of a reveal's map in a page's document, and of the update for the next reveal, in bytes."""
    document, changes, world = Document(), [], RowMap()
    cards = countries_tables.deck()
    world.shade(_shades("median_age", cards[:12]), "fr")
    document.add_root(world.plot)
    whole = len(serialize_json(document.to_json()))
    document.on_change(changes.append)
    world.shade(_shades("population", cards[20:32]), "fr")
    return whole, len(Protocol().create("PATCH-DOC", changes).content_json)


def _shades(column: str, cards: list[str]) -> dict[str, str]:
    figures, classes = data.values(column), charts.classes(column)
    return {card: classes.colour(figures[card]) for card in cards}


async def _page(browser: Any, address: str, selector: str) -> float:
    return min([await visible(browser, address, selector) for _ in range(REPEATS)])


async def _clicks(browser: Any, base: Served) -> tuple[float, float]:
    """The p95 of consecutive clicks, and of clicks after a pause, which Nagle's algorithm does not delay."""
    app = await Clicks(browser, base).open()
    times, rested = [await app.click() for _ in range(MOVES)], []
    for _ in range(MOVES):
        await asyncio.sleep(PAUSE)
        rested.append(await app.click())
    await app.close()
    return p95(times), p95(rested)


async def _moves(stage: Projector) -> tuple[float, float]:
    """The p95 of moves, and the slowest of the first ones."""
    await stage.open()
    times = [await stage.move() for _ in range(WARM + MOVES)]
    await stage.close()
    return p95(times[WARM:]), max(times[:WARM])
