"""A turn of Couleurs du monde: in passing beside the map, and page by page for who looks closer."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from geoclass import charts, data, i18n
from geoclass.games.couleurs import UNABLE, Region
from geoclass.games.couleurs_board import board as board_of
from geoclass.games.couleurs_reveal import COMPARED
from geoclass.ui.boards.base import Scene, Shown, latest_game

if TYPE_CHECKING:
    from geoclass.ui.boards.couleurs import CouleursBoard

Reveal = Mapping[str, Any]
MOST = 7  # bars of a comparison
SHADED = "median_age"  # what a region's map is shaded by: heads would only show which nation is large


def pages(reveal: Reveal) -> list[str]:
    """What there is to look at: the chain, each region that it completed, the chain that could have been."""
    regions = [region["region"] for region in reveal["regions"]]
    return ["chain", *regions, *(["best"] if _made(reveal) < _could(reveal) else [])]


def _made(reveal: Reveal) -> int:
    return int(reveal["points"] + sum(region["points"] for region in reveal["regions"]))


def _could(reveal: Reveal) -> int:
    return int(reveal["best"]["points"]) if reveal["best"] else 0


def told(shown: Shown, reveal: Reveal) -> str:
    """The turn in sentences, as the engine says them."""
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
    game = latest_game(shown.room)
    return " ".join(game.say(event, shown.lang) for event in events)


def listed(shown: Shown, reveal: Reveal, index: int) -> Scene:
    """The turn as the history lists it."""
    if reveal["chain"]:
        text = ", ".join(data.Country(step["card"]).words(shown.lang) for step in reveal["chain"])
    else:
        text = shown.text("stage_couleurs.passed")
    if shown.teacher and pages(reveal)[-1] == "best":
        text += f" · {shown.text('stage_couleurs.could', n=_could(reveal))}"
    points = _signed(_made(reveal) - reveal["fine"])
    return {"index": index, "title": f"{shown.team(reveal['seat'])} {points}", "text": text, "right": None}


def passing(shown: Shown, reveal: Reveal, index: int) -> Scene:
    """What stands beside the map until the next team begins its chain."""
    more = pages(reveal)
    return {
        "seat": reveal["seat"],
        "team": shown.team(reveal["seat"]),
        "points": _signed(_made(reveal) - reveal["fine"]),
        "said": shown.text("stage_couleurs.passed") if not reveal["chain"] else "",
        "chain": _chain(shown, reveal["chain"], reveal["borders"]),
        "onward": reveal["onward"],
        "regions": [
            shown.text("stage_couleurs.completed", region=Region(r["region"]), n=r["points"]) for r in reveal["regions"]
        ],
        "compared": _extremes(shown, reveal),
        "look": shown.text("stage_couleurs.look"),
        "better": shown.text("stage_couleurs.better") if shown.teacher and more[-1] == "best" else None,
        "pages": len(more),
        "index": index,
    }


def scene(board: "CouleursBoard", shown: Shown, reveal: Reveal, step: int) -> Scene:
    """One page of a turn, with the map that belongs to it."""
    all_pages = pages(reveal)
    page = all_pages[step]
    turns = board.revealed(shown)
    index = len(turns) - 1 if shown.past is None else shown.past
    chain = reveal["best"]["chain"] if page == "best" else [s["card"] for s in reveal["chain"]]
    found: Scene = {
        "kind": "couleurs.reveal",
        "page": "region" if page not in ("chain", "best") else page,
        "seat": reveal["seat"],
        "covered": covered(turns[: index + 1]),
        "chain": [],
        "onward": [] if page == "best" else reveal["onward"],
        "tabs": _tabs(shown, all_pages, step),
        "ask": shown.text("stage.ask"),
        "questions": [],
        "file": f"geoclass-{shown.room.code}-{index + 1}",
        "map": "",
    }
    if page == "chain":
        return found | _chain_page(shown, reveal)
    if page == "best":
        values = _values(shown, chain)
        return found | {
            "title": shown.text("stage_couleurs.best_title", n=_could(reveal)),
            "detail": shown.text("stage_couleurs.best_detail", n=_made(reveal), team=shown.team(reveal["seat"])),
            "chain": _chain(shown, values, _borders(chain)),
            "sum": _sum(values, _could(reveal)),
            "note": "" if reveal["best"]["exact"] else shown.text("stage_couleurs.best_inexact"),
        }
    return found | _region_page(shown, page, next(r for r in reveal["regions"] if r["region"] == page))


def _chain_page(shown: Shown, reveal: Reveal) -> Scene:
    team = shown.team(reveal["seat"])
    points = _made(reveal) - reveal["fine"]
    title = "chain_title" if reveal["chain"] else "unable_title" if reveal["fine"] == UNABLE else "refused_title"
    better = [q for q in reveal["questions"] if not q["key"].endswith(".better")]
    return {
        "title": shown.text(f"stage_couleurs.{title}", team=team, n=abs(points)),
        "detail": told(shown, reveal),
        "chain": _chain(shown, reveal["chain"], reveal["borders"]),
        "sum": _sum(reveal["chain"], _made(reveal)),
        "compare": _compare(shown, reveal),
        "map": shown.text("stage_couleurs.around", cards=[data.Country(a) for a in reveal["onward"]])
        if reveal["onward"]
        else "",
        "questions": [latest_game(shown.room).ask(question, shown.lang) for question in better],
    }


def _region_page(shown: Shown, region: str, done: Mapping[str, Any]) -> Scene:
    columns = [data.column(name) for name in COMPARED]
    shades = charts.classes(SHADED, dark=shown.dark)
    figures: Mapping[str, Mapping[str, float | None]] = done["figures"]
    order = sorted(figures, key=lambda a: -(figures[a]["population"] or 0))

    def written(iso: str, column: data.Column) -> str:
        value = figures[iso][column.name]
        return "–" if value is None else charts.short(column, value, shown.lang)

    return {
        "title": shown.text("stage_couleurs.completed", region=Region(region), n=done["points"]),
        "detail": "",
        "region": region,
        "head": [
            f"{c.label[shown.lang]} ({c.short_unit[shown.lang]})" if c.short_unit[shown.lang] else c.label[shown.lang]
            for c in columns
        ],
        "rows": [shown.country(a) | {"figures": [written(a, column) for column in columns]} for a in order],
        "fills": {a: shades.colour(v) for a in order if (v := figures[a][SHADED]) is not None},
        "legend": {
            "title": f"{data.column(SHADED).label[shown.lang]} ({data.column(SHADED).unit[shown.lang]})",
            "classes": list(zip(shades.colours, shades.labels(shown.lang), strict=True)),
        },
        "source": " · ".join(f"{column.label[shown.lang]}, {column.year}" for column in columns)
        + f". {columns[0].origin(shown.lang)}",
    }


def covered(turns: Sequence[Reveal]) -> dict[str, int]:
    """Who had covered which nation after these turns."""
    return {step["card"]: turn["seat"] for turn in turns for step in turn["chain"]}


def _tabs(shown: Shown, all_pages: Sequence[str], step: int) -> list[Scene]:
    if len(all_pages) < 2 or not (shown.teacher or shown.past is not None):
        return []
    if shown.past is None:
        sends: list[Scene] = [{"do": "control", "action": "next", "what": {"step": i}} for i in range(len(all_pages))]
    else:
        sends = [{"do": "board", "page": i} for i in range(len(all_pages))]
    names = {"chain": "tab_chain", "best": "better"}
    return [
        {
            "text": shown.text(f"stage_couleurs.{names[page]}" if page in names else f"couleurs.region.{page}"),
            "send": send,
            "here": i == step,
        }
        for i, (page, send) in enumerate(zip(all_pages, sends, strict=True))
    ]


def _chain(shown: Shown, chain: Sequence[Mapping[str, Any]], borders: Sequence[Mapping[str, Any]]) -> list[Scene]:
    """The cards with their multipliers, each with the border it was reached over."""
    km = {border["to"]: _km(shown, border["km"]) for border in borders}
    return [
        shown.country(s["card"]) | {k: s[k] for k in ("value", "times", "points")} | {"km": km.get(s["card"], "")}
        for s in chain
    ]


def _km(shown: Shown, km: float | None) -> str:
    return shown.text("stage_couleurs.by_sea") if km is None else f"{i18n.number(km, shown.lang)}\u00a0km"


def _values(shown: Shown, cards: Sequence[str]) -> list[dict[str, Any]]:
    value = board_of(shown.game["options"]).value
    return [{"card": c, "value": value[c], "times": k, "points": k * value[c]} for k, c in enumerate(cards, 1)]


def _borders(cards: Sequence[str]) -> list[dict[str, Any]]:
    return [{"to": b, "km": data.border_km().get((a, b))} for a, b in pairwise(cards)]


def _sum(chain: Sequence[Mapping[str, Any]], total: int) -> str:
    if not chain:
        return ""
    parts = [f"{step['value']}\u00a0×\u00a0{step['times']}" for step in chain]
    bonus = total - sum(step["points"] for step in chain)
    return f"{' + '.join(parts + ([str(bonus)] if bonus else []))} = {total}"


def _compare(shown: Shown, reveal: Reveal) -> Scene | None:
    """One figure of the nations joined, as bars from zero."""
    if not reveal["comparison"]:
        return None
    column = data.column(reveal["comparison"]["column"])
    figures: Mapping[str, float] = reveal["comparison"]["figures"]
    chain = {step["card"] for step in reveal["chain"]}
    largest = max(figures.values())
    kept = sorted(figures, key=lambda a: (a not in chain, -figures[a]))[:MOST]
    return {
        "title": column.label[shown.lang],
        "unit": column.unit[shown.lang],
        "bars": [
            shown.country(a)
            | {
                "share": figures[a] / largest,
                "figure": charts.short(column, figures[a], shown.lang),
                "played": a in chain,
            }
            for a in sorted(kept, key=lambda a: -figures[a])
        ],
        "source": column.origin(shown.lang),
    }


def _extremes(shown: Shown, reveal: Reveal) -> str:
    """The same in a line: the most and the least of it."""
    if not reveal["comparison"]:
        return ""
    column = data.column(reveal["comparison"]["column"])
    figures: Mapping[str, float] = reveal["comparison"]["figures"]
    high, low = (pick(figures, key=lambda a: figures[a]) for pick in (max, min))
    written = {k: charts.short(column, figures[a], shown.lang) for k, a in (("most", high), ("least", low))}
    return shown.text(
        "stage_couleurs.extremes", category=column, high=data.Country(high), low=data.Country(low), **written
    )


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}"
