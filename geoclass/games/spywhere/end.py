"""The end of a game of Spywhere: who was who, points step by step, suspicions, and the six real countries."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from geoclass import charts, data, i18n
from geoclass.games.spywhere.tables import NEEDED
from geoclass.ui.kit.screen import Reveal, Scene, ScreenState

if TYPE_CHECKING:
    from geoclass.games.spywhere.board import Board

FIGURES = ("population", "area_km2", "population_density", "median_age", "gdp_per_capita_usd")
GROWN = 6  # products shown per country
MILLION = 10**6  # a row is written in millions if all its figures are at least that


class EndScene(TypedDict):
    """Common to all parts."""

    title: str
    unfinished: str  # a notice if the game was closed early
    said: str
    file: str


class Passports(EndScene):
    kind: Literal["spywhere.passports"]
    seat: int | None
    teams: list[Scene]  # seat, name, turned, now, passports, laid
    nobody: str
    tried: str
    cover: str


class Points(EndScene):
    kind: Literal["spywhere.points"]
    step: int
    heads: list[str]
    rows: list[Scene]  # seat, name, own, cards, right, bonus, total, won, sum


class Tell(EndScene):
    kind: Literal["spywhere.tell"]
    lead: str
    legend: list[str]
    lines: list[Scene]  # seat, name, showed, text, verdict
    ask: str
    questions: list[str]


class Countries(EndScene):
    kind: Literal["spywhere.countries"]
    labels: list[str]
    units: list[str]
    grows: str
    fits: str
    countries: list[Scene]  # cards with seat, grows, fits, in_play, figures
    notes: list[str]
    source: str


class OnTheMap(EndScene):
    kind: Literal["spywhere.map"]
    countries: list[Scene]  # cards with seat
    ask: str
    questions: list[str]
    source: str


class Over(TypedDict):
    kind: Literal["spywhere.over"]
    title: str
    text: str
    winners: list[int]  # or the leaders of a game closed early
    heads: list[str]
    rows: list[Scene]  # as in Points, with found_by, found
    ask: str
    questions: list[str]
    own: str
    file: str


Part = Passports | Points | Tell | Countries | OnTheMap


def parts(reveal: Reveal) -> list[tuple[str, int]]:
    """The steps of a reveal: part and progress in it."""
    passports = [("passports", seat) for seat in range(len(reveal["passports"]))]
    return [*passports, *(("points", n) for n in range(3)), ("tell", 0), ("countries", 0), ("map", 0)]


def shown_part(reveal: Reveal, step: int) -> tuple[str, int]:
    """The part and progress of a step; parts opened from the history are complete."""
    if "part" in reveal:
        return str(reveal["part"]), 99
    steps = parts(reveal)
    return steps[min(step, len(steps) - 1)]


def _shown(screen: ScreenState, part: str, title: str, said: str = "") -> EndScene:
    unfinished = screen.own("unfinished") if screen.closed else ""
    return {"title": title, "unfinished": unfinished, "said": said or title, "file": screen.file(part)}


def _passports(board: "Board", screen: ScreenState, reveal: Reveal, turned: int) -> Passports:
    """Passports up to seat *turned*, each with the identification cards laid before it."""
    teams = [
        {
            "seat": seat,
            "name": screen.team(seat),
            "turned": seat <= turned,
            "now": seat == turned,
            "passports": [board.card(screen, iso) for iso in isos] if seat <= turned else [],
            "laid": [
                {"seat": i["seat"], "name": screen.team(i["seat"])}
                | (board.card(screen, i["nationality"]) | {"right": i["right"]} if seat <= turned else {})
                for i in reveal["identifications"]
                if i["target"] == seat
            ],
        }
        for seat, isos in enumerate(reveal["passports"])
    ]
    now = min(turned, len(teams) - 1)
    who = [data.Country(iso) for iso in reveal["passports"][now]]
    everybody = turned >= len(teams)
    title = screen.own("was_who") if everybody else screen.own("was", team=screen.team(now), countries=who)
    return {
        **_shown(screen, "passports", title),
        "kind": "spywhere.passports",
        "seat": None if everybody else now,
        "teams": teams,
        "nobody": screen.own("tried_by_nobody"),
        "tried": screen.own("tried_as"),
        "cover": screen.own("passport"),
    }


def _points(board: "Board", screen: ScreenState, reveal: Reveal, step: int) -> Points:
    rows = []
    for p in reveal["points"]:
        seat = p["seat"]
        rows.append(
            {
                "seat": seat,
                "name": screen.team(seat),
                "own": [board.card(screen, iso) for iso in reveal["passports"][seat]],
                "cards": screen.own("points.n_cards", n=p["cards"]),
                "right": screen.own("points.n_right", n=p["right"], cards=p["cards"], times=p["times"]),
                "bonus": f"+ {p['bonus']}",
                "total": i18n.number(p["total"], screen.lang),
                "won": screen.game["result"] is not None and seat in screen.game["result"]["winners"],
                "sum": " + ".join(str(p[k]) for k in ("cards", "times", "bonus")),
            }
        )
    title = screen.own(f"points.step_{min(step, 2)}")
    totals = [f"{row['name']} {row['total']}" for row in rows]
    return {
        **_shown(screen, "points", title, screen.text("tell.scores", scores=totals) if step >= 2 else ""),
        "kind": "spywhere.points",
        "step": min(step, 2),
        "heads": [screen.own(f"points.{k}") for k in ("team", "cards", "right", "bonus", "total")],
        "rows": rows,
    }


def _tell(board: "Board", screen: ScreenState, reveal: Reveal, _step: int) -> Tell:
    lines = []
    for tell in reveal["tell"]:
        own = reveal["passports"][tell["seat"]]
        lines.append(
            {
                "seat": tell["seat"],
                "name": screen.team(tell["seat"]),
                "showed": tell["showed"],
                "text": " ".join(
                    screen.text(
                        "spywhere.stage.tell.line",
                        dish=board.card(screen, c)["dish"],
                        took=tell["took"][c],
                        gave=tell["gave"][c],
                    )
                    for c in own
                ),
                "verdict": screen.own(f"tell.{_verdict(tell)}"),
            }
        )
    title = screen.own("tell.title")
    told = " ".join(f"{li['name']}: {li['text']} {li['verdict']}" for li in lines)
    return {
        **_shown(screen, "tell", title, f"{title}. {told}"),
        "kind": "spywhere.tell",
        "lead": screen.own("tell.lead"),
        "legend": [screen.own(f"tell.{k}") for k in ("gave", "took", "own", "clue")],
        "lines": lines,
        "ask": screen.text("stage.ask"),
        "questions": _questions(screen, reveal, ("showed", "hidden"))[:1],
    }


def _verdict(tell: Mapping[str, Any]) -> str:
    return "showed" if tell["showed"] else "hid" if any(tell["gave"].values()) else "none"


def _countries(board: "Board", screen: ScreenState, reveal: Reveal, _step: int) -> Countries:
    title = screen.own("countries.title")
    isos = [c["card"] for c in reveal["countries"]]
    rows = [_row(screen, data.column(name), isos) for name in FIGURES]
    countries = [
        board.card(screen, c["card"])
        | {"seat": c["seat"], "grows": _grows(c, screen.lang), "fits": _fits(screen, c), "in_play": c["in_play"]}
        | {"figures": [row["figures"][i] for row in rows]}
        for i, c in enumerate(reveal["countries"])
    ]
    told = " ".join(f"{c['name']}: {c['fits']['text']}" for c in countries)
    return {
        **_shown(screen, "countries", title, f"{title}. {told}"),
        "kind": "spywhere.countries",
        "labels": [row["label"] for row in rows],
        "units": [row["unit"] for row in rows],
        "grows": screen.own("countries.grows"),
        "fits": screen.own("countries.fits"),
        "countries": countries,
        "notes": data.remarks(isos, FIGURES, screen.lang),
        "source": _source(screen),
    }


def _row(screen: ScreenState, column: data.Column, isos: list[str]) -> Scene:
    """A figure of each country in a common format, with unit and the years of these figures."""
    lang, values = screen.lang, [data.values(column.name).get(iso) for iso in isos]
    known = [value for value in values if value is not None]
    millions = not column.sides and min(known, default=0) >= MILLION

    def written(value: float | None) -> str:
        if value is None:
            return "–"
        if not millions:
            return i18n.number(value, lang) if value >= MILLION else charts.short(column, value, lang)
        return i18n.number(value / MILLION, lang, "#,##0" if value >= 100 * MILLION else "#,##0.0")

    unit = screen.own("countries.millions", unit=column.unit[lang]) if millions else column.short_unit[lang]
    return {
        "label": column.label[lang],
        "unit": ", ".join(filter(None, (unit, _years(column, isos)))),
        "figures": [written(value) for value in values],
    }


def _years(column: data.Column, isos: list[str]) -> str:
    """The years of the figures shown."""
    frame = data.years()
    years = sorted(set(frame[column.name].reindex(isos).dropna())) if column.name in frame else []
    return "–".join(dict.fromkeys(str(year) for year in (years[0], years[-1]))) if years else column.year


def _grows(country: Mapping[str, Any], lang: str) -> list[Scene]:
    """The main products, with those needed for the dish marked and always included."""
    needed = {product for products in NEEDED.get(country["dish"], {}).values() for product in products}
    named = zip(data.products(country["card"], "en"), data.products(country["card"], lang), strict=True)
    found: list[Scene] = [
        {"name": name, "needed": english in needed, "at": at} for at, (english, name) in enumerate(named)
    ]
    return [p for p in found if p["needed"] or p["at"] < GROWN]


def _fits(screen: ScreenState, country: Mapping[str, Any]) -> Scene:
    """Whether the dish can be made from the country's farm products, and which it grows or lacks."""
    grown, needed = data.products(country["card"], "en"), NEEDED.get(country["dish"])
    if not needed or not grown:
        return {"fits": None, "text": screen.own("countries.judge")}
    has: dict[bool, list[str]] = {True: [], False: []}
    for need, products in needed.items():
        has[not set(products).isdisjoint(grown)].append(screen.own(f"need.{need}"))
    key = "all" if not has[False] else "some" if has[True] else "none"
    return {"fits": key, "text": screen.own(f"countries.{key}", grown=has[True], missing=has[False])}


def _on_the_map(board: "Board", screen: ScreenState, reveal: Reveal, _step: int) -> OnTheMap:
    return {
        **_shown(screen, "map", screen.own("map.title")),
        "kind": "spywhere.map",
        "countries": [board.card(screen, c["card"]) | {"seat": c["seat"]} for c in reveal["countries"]],
        "ask": screen.text("stage.ask"),
        "questions": _questions(screen, reveal, ("population",)),
        "source": _source(screen),
    }


PARTS: Mapping[str, Callable[["Board", ScreenState, Reveal, int], Part]] = {
    "passports": _passports,
    "points": _points,
    "tell": _tell,
    "countries": _countries,
    "map": _on_the_map,
}


def end_scene(board: "Board", screen: ScreenState) -> Over:
    """The last page: the winners, or the leaders of a game closed early."""
    reveal, closed = screen.game["reveal"], screen.closed
    winners = screen.standing["leaders"] if closed else screen.game["result"]["winners"]
    names = [screen.team(s) for s in winners]
    points, who = _points(board, screen, reveal, 2), _passports(board, screen, reveal, 99)
    found = {team["seat"]: [i["seat"] for i in team["laid"] if i["right"]] for team in who["teams"]}
    rows = [
        row
        | {
            "found_by": found[row["seat"]],
            "found": screen.own("end.found_by", teams=[screen.team(s) for s in found[row["seat"]]])
            if found[row["seat"]]
            else screen.own("end.found_by_nobody"),
        }
        for row in points["rows"]
    ]
    level = closed and len(names) == len(rows)
    title = "level" if level else "leads" if closed else "title"
    return {
        "kind": "spywhere.over",
        "title": screen.own(f"end.{title}", teams=names, n=len(names)),
        "text": screen.own(f"end.{screen.ending}"),
        "winners": [] if level else winners,
        "heads": [screen.own(f"end.{k}") for k in ("team", "who", "found_head", "sum", "total")],
        "rows": sorted(rows, key=lambda row: -int(screen.game["scores"][row["seat"]])),
        "ask": screen.text("stage.ask"),
        "questions": _questions(screen, reveal, ("dish",)),
        "own": "" if screen.seat is None else screen.own("end.own_sum", **reveal["points"][screen.seat]),
        "file": screen.file(),
    }


def _questions(screen: ScreenState, reveal: Reveal, keys: tuple[str, ...]) -> list[str]:
    return [screen.ask(q) for q in reveal["questions"] if q["key"].rpartition(".")[2] in keys]


def _source(screen: ScreenState) -> str:
    source = data.sources().get(data.column("population").source)
    edition = data.EDITION_TITLE[screen.lang]
    return i18n.text("ui.source", screen.lang, title=source.title, edition=edition) if source else ""
