"""The end of a game of Spywhere: who was who, points step by step, the tell, and the six real countries."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from geoclass import charts, data, i18n
from geoclass.ui.boards.base import Scene, Shown, latest_game

if TYPE_CHECKING:
    from geoclass.ui.boards.spywhere import SpywhereBoard

Reveal = Mapping[str, Any]
FIGURES = ("population", "area_km2", "population_density", "median_age", "gdp_per_capita_usd")
GROWN = 6  # products shown of a country
# What farms must give for a dish, in the words of `data.products`. What teachers type is for the class to judge.
INGREDIENTS: Mapping[str, frozenset[str]] = {
    "pizza": frozenset({"wheat", "tomatoes", "milk", "buffalo milk", "cheese", "olives"}),
    "cheese": frozenset({"milk", "goat milk", "sheep milk", "buffalo milk", "cheese"}),
    "sushi": frozenset({"rice", "fish"}),
    "tacos": frozenset({"maize", "tomatoes", "chillies and peppers", "peppers", "beans"}),
    "curry": frozenset(
        {"rice", "spices", "ginger", "chillies and peppers", "onions", "vegetables", "coconuts", "pulses"}
    ),
    "fries": frozenset({"potatoes"}),
}


def parts(reveal: Reveal) -> list[tuple[str, int]]:
    """The steps of a reveal: which part, and how far in it."""
    passports = [("passports", seat) for seat in range(len(reveal["passports"]))]
    return [*passports, *(("points", n) for n in range(3)), ("tell", 0), ("countries", 0), ("map", 0)]


def _passports(board: "SpywhereBoard", shown: Shown, reveal: Reveal, turned: int) -> Scene:
    """Passports up to seat *turned*; before each, the identification cards, which turn with it."""
    teams = [
        {
            "seat": seat,
            "name": shown.team(seat),
            "turned": seat <= turned,
            "now": seat == turned,
            "passports": [board.card(shown, iso) for iso in isos] if seat <= turned else [],
            "laid": [
                {"seat": i["seat"], "name": shown.team(i["seat"])}
                | (board.card(shown, i["nationality"]) | {"right": i["right"]} if seat <= turned else {})
                for i in reveal["identifications"]
                if i["target"] == seat
            ],
        }
        for seat, isos in enumerate(reveal["passports"])
    ]
    now = min(turned, len(teams) - 1)
    who = [data.Country(iso) for iso in reveal["passports"][now]]
    everybody = turned >= len(teams)
    title = (
        shown.text("stage_spywhere.was_who")
        if everybody
        else shown.text("stage_spywhere.was", team=shown.team(now), countries=who)
    )
    return {
        "kind": "spywhere.passports",
        "title": title,
        "seat": None if everybody else now,
        "teams": teams,
        "nobody": shown.text("stage_spywhere.tried_by_nobody"),
        "tried": shown.text("stage_spywhere.tried_as"),
        "cover": shown.text("stage_spywhere.passport"),
        "said": title,
    }


def _points(board: "SpywhereBoard", shown: Shown, reveal: Reveal, step: int) -> Scene:
    rows = []
    for p in reveal["points"]:
        seat = p["seat"]
        rows.append(
            {
                "seat": seat,
                "name": shown.team(seat),
                "own": [board.card(shown, iso) for iso in reveal["passports"][seat]],
                "cards": shown.text("stage_spywhere.points.n_cards", n=p["cards"]),
                "right": shown.text("stage_spywhere.points.n_right", n=p["right"], cards=p["cards"], times=p["times"]),
                "bonus": f"+ {p['bonus']}",
                "total": i18n.number(p["total"], shown.lang),
                "won": shown.game["result"] is not None and seat in shown.game["result"]["winners"],
                "sum": " + ".join(str(p[k]) for k in ("cards", "times", "bonus")),
            }
        )
    title = shown.text(f"stage_spywhere.points.step_{min(step, 2)}")
    totals = [f"{row['name']} {row['total']}" for row in rows]
    return {
        "kind": "spywhere.points",
        "step": min(step, 2),
        "title": title,
        "heads": [shown.text(f"stage_spywhere.points.{k}") for k in ("team", "cards", "right", "bonus", "total")],
        "rows": rows,
        "said": shown.text("tell.scores", scores=totals) if step >= 2 else title,
    }


def _tell(board: "SpywhereBoard", shown: Shown, reveal: Reveal, _step: int) -> Scene:
    lines = []
    for tell in reveal["tell"]:
        own = reveal["passports"][tell["seat"]]
        lines.append(
            {
                "seat": tell["seat"],
                "showed": tell["showed"],
                "text": " ".join(
                    shown.text(
                        "stage_spywhere.tell.line",
                        dish=board.card(shown, c)["dish"],
                        took=tell["took"][c],
                        gave=tell["gave"][c],
                    )
                    for c in own
                ),
                "verdict": shown.text(f"stage_spywhere.tell.{'showed' if tell['showed'] else 'hid'}"),
            }
        )
    title = shown.text("stage_spywhere.tell.title")
    return {
        "kind": "spywhere.tell",
        "title": title,
        "lead": shown.text("stage_spywhere.tell.lead"),
        "legend": [shown.text(f"stage_spywhere.tell.{k}") for k in ("gave", "took", "own", "clue")],
        "lines": lines,
        "ask": shown.text("stage.ask"),
        "questions": _questions(shown, reveal, ("showed", "hidden"))[:1],
        "said": f"{title}. " + " ".join(f"{shown.team(li['seat'])}: {li['text']} {li['verdict']}" for li in lines),
    }


def _countries(board: "SpywhereBoard", shown: Shown, reveal: Reveal, _step: int) -> Scene:
    title = shown.text("stage_spywhere.countries.title")
    columns = [data.column(name) for name in FIGURES]
    countries = [
        board.card(shown, c["card"])
        | {"seat": c["seat"], "grows": _grows(c, shown.lang), "fits": _fits(shown, c), "in_play": c["in_play"]}
        | {"figures": [_figure(column, c["card"], shown.lang) for column in columns]}
        for c in reveal["countries"]
    ]
    return {
        "kind": "spywhere.countries",
        "title": title,
        "labels": [column.label[shown.lang] for column in columns],
        "units": [", ".join(filter(None, (column.short_unit[shown.lang], column.year))) for column in columns],
        "grows": shown.text("stage_spywhere.countries.grows"),
        "fits": shown.text("stage_spywhere.countries.fits"),
        "countries": countries,
        "source": _source(shown),
        "said": f"{title}. " + " ".join(f"{c['name']}: {c['fits']['text']}" for c in countries),
    }


def _figure(column: data.Column, iso: str, lang: str) -> str:
    value = data.values(column.name).get(iso)
    return "–" if value is None else charts.short(column, value, lang)


def _grows(country: Mapping[str, Any], lang: str) -> list[Scene]:
    """The main products, those that the dish needs marked; a needed one is shown however far down the list it is."""
    needed = INGREDIENTS.get(country["dish"], frozenset())
    named = zip(data.products(country["card"], "en"), data.products(country["card"], lang), strict=True)
    found: list[Scene] = [
        {"name": name, "needed": english in needed, "at": at} for at, (english, name) in enumerate(named)
    ]
    return [p for p in found if p["needed"] or p["at"] < GROWN]


def _fits(shown: Shown, country: Mapping[str, Any]) -> Scene:
    grown = _grows(country, shown.lang)
    if country["dish"] not in INGREDIENTS or not grown:
        return {"fits": None, "text": shown.text("stage_spywhere.countries.judge")}
    fits = any(p["needed"] for p in grown)
    return {"fits": fits, "text": shown.text(f"stage_spywhere.countries.{'fit' if fits else 'no_fit'}")}


def _on_the_map(board: "SpywhereBoard", shown: Shown, reveal: Reveal, _step: int) -> Scene:
    title = shown.text("stage_spywhere.map.title")
    return {
        "kind": "spywhere.map",
        "title": title,
        "countries": [board.card(shown, c["card"]) | {"seat": c["seat"]} for c in reveal["countries"]],
        "ask": shown.text("stage.ask"),
        "questions": _questions(shown, reveal, ("population",)),
        "source": _source(shown),
        "said": title,
    }


PARTS: Mapping[str, Callable[["SpywhereBoard", Shown, Reveal, int], Scene]] = {
    "passports": _passports,
    "points": _points,
    "tell": _tell,
    "countries": _countries,
    "map": _on_the_map,
}


def result(board: "SpywhereBoard", shown: Shown) -> Scene:
    """The last page; a game that the teacher ended keeps its secrets."""
    reveal, done = shown.game["reveal"], shown.game["result"]
    if not reveal or not done:
        return {
            "kind": "spywhere.over",
            "title": shown.text("stage_spywhere.end.stopped"),
            "text": shown.text("stage_spywhere.end.stopped_text"),
            "winners": [],
            "rows": [],
            "log": board.log(shown),
            "questions": [],
            "file": f"geoclass-{shown.room.code}",
        }
    winners = [shown.team(s) for s in done["winners"]]
    points, who = _points(board, shown, reveal, 2), _passports(board, shown, reveal, 99)
    found = {team["seat"]: [i["seat"] for i in team["laid"] if i["right"]] for team in who["teams"]}
    rows = [
        row
        | {
            "found_by": found[row["seat"]],
            "found": shown.text("stage_spywhere.end.found_by", teams=[shown.team(s) for s in found[row["seat"]]])
            if found[row["seat"]]
            else shown.text("stage_spywhere.end.found_by_nobody"),
        }
        for row in points["rows"]
    ]
    return {
        "kind": "spywhere.over",
        "title": shown.text("stage_spywhere.end.title", teams=winners, n=len(winners)),
        "text": shown.text(f"stage_spywhere.end.{'pile_empty' if reveal['ended_by'] is None else 'all_tried'}"),
        "winners": done["winners"],
        "heads": [shown.text(f"stage_spywhere.end.{k}") for k in ("team", "who", "found_head", "sum", "total")],
        "rows": sorted(rows, key=lambda row: -int(done["scores"][row["seat"]])),
        "ask": shown.text("stage.ask"),
        "questions": _questions(shown, reveal, ("dish",)),
        "file": f"geoclass-{shown.room.code}",
    }


def _questions(shown: Shown, reveal: Reveal, keys: tuple[str, ...]) -> list[str]:
    game = latest_game(shown.room)
    return [game.ask(q, shown.lang) for q in reveal["questions"] if q["key"].rpartition(".")[2] in keys]


def _source(shown: Shown) -> str:
    source = data.sources().get(data.column("population").source)
    edition = data.EDITION_TITLE[shown.lang]
    return i18n.text("ui.source", shown.lang, title=source.title, edition=edition) if source else ""
