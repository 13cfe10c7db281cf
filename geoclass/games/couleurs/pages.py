"""Scenes of a turn of Couleurs du monde: the panel beside the map, and the pages with details."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NotRequired, TypedDict

from geoclass import charts, data, i18n
from geoclass.games.couleurs.engine import UNABLE
from geoclass.games.couleurs.reveal import COMPARED
from geoclass.games.couleurs.tables import board as board_of
from geoclass.games.couleurs.words import Region
from geoclass.ui.kit import vote
from geoclass.ui.kit.screen import Reveal, Scene, ScreenState

MOST = 7  # bars in a comparison
SHADED = "median_age"  # the figure that shades a region's map; population would only show size


class Page(TypedDict):
    """The parts that only some pages have."""

    title: str
    detail: str
    chain: list[Scene]  # see `_chain`
    map: str
    questions: list[str]
    sum: NotRequired[str]  # of a chain
    note: NotRequired[str]  # of the best chain
    compare: NotRequired[Scene | None]  # of the chain played: title, unit, bars, source
    notes: NotRequired[list[str]]
    region: NotRequired[str]  # of a region, like the following
    head: NotRequired[list[str]]
    rows: NotRequired[list[Scene]]  # countries with figures
    fills: NotRequired[dict[str, str]]
    legend: NotRequired[Scene]  # title, classes
    source: NotRequired[str]


class TurnScene(Page):
    kind: Literal["couleurs.reveal"]
    page: Literal["chain", "region", "best"]
    seat: int
    covered: dict[str, int]
    onward: list[str]
    tabs: list[Scene]  # text, send, here
    ask: str
    file: str


def pages(reveal: Reveal) -> list[str]:
    """The pages of a turn: the chain, each region it completed, the best chain possible."""
    regions = [region["region"] for region in reveal["regions"]]
    return ["chain", *regions, *(["best"] if _made(reveal) < _could(reveal) else [])]


def _made(reveal: Reveal) -> int:
    return int(reveal["points"] + sum(region["points"] for region in reveal["regions"]))


def _could(reveal: Reveal) -> int:
    return int(reveal["best"]["points"]) if reveal["best"] else 0


def told(screen: ScreenState, reveal: Reveal) -> str:
    """The turn in sentences."""
    seat = reveal["seat"]
    events: list[dict[str, Any]] = []
    if reveal["chain"]:
        cards = [step["card"] for step in reveal["chain"]]
        events.append({"event": "covered", "seat": seat, "cards": cards, "points": reveal["points"]})
    else:
        kind = "unable" if reveal["fine"] == UNABLE else "refused"
        events.append({"event": kind, "seat": seat, "points": -reveal["fine"]})
    events += [{"event": "region", "seat": seat, **{k: r[k] for k in ("region", "points")}} for r in reveal["regions"]]
    if reveal["drawn"]:
        events.append({"event": "drew", "seat": seat, "cards": reveal["drawn"]})
    events += reveal["end"] or []
    return " ".join(screen.say(event) for event in events)


def listed(screen: ScreenState, reveal: Reveal, index: int) -> Scene:
    """The turn as an entry of the history."""
    if reveal["chain"]:
        text = ", ".join(data.Country(step["card"]).words(screen.lang) for step in reveal["chain"])
    else:
        text = screen.own("passed")
    if screen.teacher and pages(reveal)[-1] == "best":
        text += f" · {screen.own('could', n=_could(reveal))}"
    points = _signed(_made(reveal) - reveal["fine"])
    return {"index": index, "title": f"{screen.team(reveal['seat'])} {points}", "text": text, "right": None}


def passing(screen: ScreenState, reveal: Reveal, index: int) -> Scene:
    """The panel of the latest turn, with a link to details where these may be opened."""
    better = screen.teacher and pages(reveal)[-1] == "best"
    return {
        "seat": reveal["seat"],
        "team": screen.team(reveal["seat"]),
        "points": _signed(_made(reveal) - reveal["fine"]),
        "said": screen.own("passed") if not reveal["chain"] else "",
        "chain": _chain(screen, reveal["chain"], reveal["borders"]),
        "onward": reveal["onward"],
        "regions": [screen.own("completed", region=Region(r["region"]), n=r["points"]) for r in reveal["regions"]],
        "compared": _extremes(screen, reveal),
        "believed": vote.believed_line(screen, reveal),
        "look": screen.own("look") if screen.seat is None else "",
        "better": screen.own("better") if better else "",
        "pages": len(pages(reveal)),
        "index": index,
    }


def scene(screen: ScreenState, reveal: Reveal, step: int, index: int, covered: dict[str, int]) -> TurnScene:
    """One page of the turn of this *index*, with its map."""
    page = pages(reveal)[step]
    return {
        "kind": "couleurs.reveal",
        "page": "chain" if page == "chain" else "best" if page == "best" else "region",
        "seat": reveal["seat"],
        "covered": covered,
        "onward": [] if page == "best" else reveal["onward"],
        "tabs": _tabs(screen, pages(reveal), step),
        "ask": screen.text("stage.ask"),
        "file": screen.file(index + 1),
        **_page(screen, reveal, page),
    }


def _page(screen: ScreenState, reveal: Reveal, page: str) -> Page:
    if page == "chain":
        return _chain_page(screen, reveal)
    if page == "best":
        return _best_page(screen, reveal)
    return _region_page(screen, page, next(r for r in reveal["regions"] if r["region"] == page))


def _best_page(screen: ScreenState, reveal: Reveal) -> Page:
    best = reveal["best"]
    values = _values(screen, best["chain"])
    return {
        "title": screen.own("best_title", n=_could(reveal)),
        "detail": screen.own("best_detail", n=_made(reveal), team=screen.team(reveal["seat"])),
        "chain": _chain(screen, values, _borders(best["chain"])),
        "map": "",
        "questions": [],
        "sum": _sum(values, _could(reveal)),
        "note": "" if best["exact"] else screen.own("best_inexact"),
    }


def _chain_page(screen: ScreenState, reveal: Reveal) -> Page:
    team, around, compared = screen.team(reveal["seat"]), reveal["onward"], reveal["comparison"]
    points = _made(reveal) - reveal["fine"]
    title = "chain_title" if reveal["chain"] else "unable_title" if reveal["fine"] == UNABLE else "refused_title"
    better = [q for q in reveal["questions"] if not q["key"].endswith(".better")]
    return {
        "title": screen.own(title, team=team, n=abs(points)),
        "detail": told(screen, reveal),
        "chain": _chain(screen, reveal["chain"], reveal["borders"]),
        "sum": _sum(reveal["chain"], _made(reveal)),
        "compare": _compare(screen, reveal),
        "notes": data.remarks(compared["figures"], [compared["column"]], screen.lang) if compared else [],
        "map": screen.own("around", cards=[data.Country(a) for a in around]) if around else "",
        "questions": [screen.ask(question) for question in better],
    }


def _region_page(screen: ScreenState, region: str, done: Mapping[str, Any]) -> Page:
    columns = [data.column(name) for name in COMPARED]
    shades = charts.classes(SHADED, dark=screen.dark)
    figures: Mapping[str, Mapping[str, float | None]] = done["figures"]
    order = sorted(figures, key=lambda a: -(figures[a]["population"] or 0))

    def written(iso: str, column: data.Column) -> str:
        value = figures[iso][column.name]
        return "–" if value is None else charts.short(column, value, screen.lang)

    return {
        "title": screen.own("completed", region=Region(region), n=done["points"]),
        "detail": "",
        "chain": [],
        "map": "",
        "questions": [],
        "region": region,
        "head": [_heading(column, screen.lang) for column in columns],
        "rows": [screen.country(a) | {"figures": [written(a, column) for column in columns]} for a in order],
        "fills": {a: shades.colour(v) for a in order if (v := figures[a][SHADED]) is not None},
        "legend": {
            "title": f"{data.column(SHADED).label[screen.lang]} ({data.column(SHADED).unit[screen.lang]})",
            "classes": [[*shade] for shade in zip(shades.colours, shades.labels(screen.lang), strict=True)],
        },
        "notes": data.remarks(order, COMPARED, screen.lang),
        "source": " · ".join(f"{column.label[screen.lang]}, {column.year}" for column in columns)
        + f". {columns[0].origin(screen.lang)}",
    }


def _heading(column: data.Column, lang: str) -> str:
    label, unit = column.label[lang], column.short_unit[lang]
    return f"{label} ({unit})" if unit else label


def covered(turns: Sequence[Reveal]) -> dict[str, int]:
    """Nation → seat after these turns."""
    return {step["card"]: turn["seat"] for turn in turns for step in turn["chain"]}


def _tabs(screen: ScreenState, all_pages: Sequence[str], step: int) -> list[Scene]:
    """The tabs of the pages, for the teacher and in the history."""
    if len(all_pages) < 2 or not (screen.teacher or screen.past is not None):
        return []
    names = {"chain": screen.own("tab_chain"), "best": screen.own("better")}

    def send(page: int) -> Scene:
        if screen.past is None:
            return {"do": "control", "action": "next", "what": {"step": page}}
        return {"do": "past", "index": screen.past, "page": page}

    return [
        {"text": names.get(page) or screen.text(f"tell.region.{page}"), "send": send(i), "here": i == step}
        for i, page in enumerate(all_pages)
    ]


def _chain(screen: ScreenState, chain: Sequence[Reveal], borders: Sequence[Reveal]) -> list[Scene]:
    """The cards with their multipliers and the borders crossed."""
    km = {border["to"]: _km(screen, border["km"]) for border in borders}
    return [
        screen.country(s["card"]) | {k: s[k] for k in ("value", "times", "points")} | {"km": km.get(s["card"], "")}
        for s in chain
    ]


def _km(screen: ScreenState, km: float | None) -> str:
    return screen.own("by_sea") if km is None else f"{i18n.number(km, screen.lang)}\u00a0km"


def _values(screen: ScreenState, cards: Sequence[str]) -> list[dict[str, Any]]:
    value = board_of(screen.game["options"]).value
    return [{"card": c, "value": value[c], "times": k, "points": k * value[c]} for k, c in enumerate(cards, 1)]


def _borders(cards: Sequence[str]) -> list[dict[str, Any]]:
    return [{"to": b, "km": data.border_km().get((a, b))} for a, b in pairwise(cards)]


def _sum(chain: Sequence[Mapping[str, Any]], total: int) -> str:
    if not chain:
        return ""
    parts = [f"{step['value']}\u00a0×\u00a0{step['times']}" for step in chain]
    bonus = total - sum(step["points"] for step in chain)
    return f"{' + '.join(parts + ([str(bonus)] if bonus else []))} = {total}"


def _compare(screen: ScreenState, reveal: Reveal) -> Scene | None:
    """A figure of the nations in the chain, as bars from zero."""
    if not reveal["comparison"]:
        return None
    column = data.column(reveal["comparison"]["column"])
    figures: Mapping[str, float] = reveal["comparison"]["figures"]
    chain = {step["card"] for step in reveal["chain"]}
    largest = max(figures.values())
    kept = sorted(figures, key=lambda a: (a not in chain, -figures[a]))[:MOST]
    return {
        "title": column.label[screen.lang],
        "unit": column.unit[screen.lang],
        "bars": [
            screen.country(a)
            | {
                "share": max(0, figures[a]) / largest if largest > 0 else 0,
                "figure": charts.short(column, figures[a], screen.lang),
                "played": a in chain,
            }
            for a in sorted(kept, key=lambda a: -figures[a])
        ],
        "source": column.origin(screen.lang),
    }


def _extremes(screen: ScreenState, reveal: Reveal) -> str:
    """The same in a line: highest and lowest."""
    if not reveal["comparison"]:
        return ""
    column = data.column(reveal["comparison"]["column"])
    figures: Mapping[str, float] = reveal["comparison"]["figures"]
    high, low = (pick(figures, key=lambda a: figures[a]) for pick in (max, min))
    written = {k: charts.short(column, figures[a], screen.lang) for k, a in (("most", high), ("least", low))}
    return screen.own("extremes", category=column, high=data.Country(high), low=data.Country(low), **written)


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}"
