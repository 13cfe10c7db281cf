"""What the panels of Explore say: plain values, in words already, that the browser draws."""

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import quantiles
from typing import Any

from geoclass import charts, data, i18n
from geoclass.charts.axis import axis
from geoclass.charts.classes import classes
from geoclass.charts.compare import factor, strip
from geoclass.charts.scatter import CONTINENTS, link, linked
from geoclass.charts.tokens import class_colours
from geoclass.ui.explore_map import routes_of
from geoclass.ui.explore_state import EXAMPLE, TABS, State
from geoclass.ui.kit.surface import flag_of

Panel = dict[str, Any]
ALWAYS = ("population", "gdp_per_capita_usd", "life_expectancy", "fertility_rate", "area_km2", "urban_pct")
STRIPS = 4  # in the overview
FLIGHTS = 12  # named on a country's page


def scene(lang: str, local: bool) -> Panel:
    """What stays while figures and countries change."""
    known = i18n.sentences(lang)
    figures = sorted(data.figures(), key=lambda name: data.column(name).label[lang].casefold())
    own = [name for name in figures if data.column(name).source == "own"]
    return {
        "lang": lang,
        "languages": [[code, i18n.text("ui.language_name", code)] for code in i18n.LANGUAGES],
        "words": {k.removeprefix("explore.word."): v for k, v in known.items() if k.startswith("explore.word.")},
        "title": i18n.text("explore.title", lang),
        "tabs": [[tab, i18n.text(f"explore.tab.{tab}", lang)] for tab in TABS],
        "figures": [[name, data.column(name).label[lang]] for name in figures if name not in own],
        "own": [[name, data.column(name).label[lang]] for name in own],
        "continents": [
            {
                "id": name,
                "text": _continent(name, lang),
                "marker": marker,
                "day": day,
                "night": night,
            }
            for name, (marker, day, night) in sorted(CONTINENTS.items(), key=lambda c: _continent(c[0], lang))
        ],
        "countries": _countries(lang),
        "local": local,
        "own_example": i18n.text("explore.own.example", lang),
        "examples": list(EXAMPLE),
        "sources": [
            [i18n.text(f"explore.origin.{key}.title", lang), i18n.text(f"explore.origin.{key}.by", lang)]
            for key in data.sources()
        ],
    }


@cache
def _countries(lang: str) -> Sequence[tuple[str, str, str]]:
    """Every country by name: code, name, flag."""
    known = data.attribute("continent")
    named = sorted((_plain(data.Country(iso).words(lang)), iso) for iso in known)
    return tuple((iso, data.Country(iso).words(lang), flag_of(iso)) for _, iso in named)


def _plain(name: str) -> str:
    from geoclass.data.tables import plain

    return plain(name)


def _continent(name: str, lang: str) -> str:
    return i18n.text(f"tell.continent.{name}", lang)


def board(state: State, lang: str) -> Panel:
    """The map's heading and legend, the ranking, the question."""
    return _board(data.column(state.figure), state.steps, lang)


@cache
def _board(column: data.Column, steps: str, lang: str) -> Panel:
    shades, ranks = classes(column.name, steps=steps), charts.ranking(column.name)
    palette = class_colours()
    low, high = ranks[-1].value, ranks[0].value
    whole = all(rank.value % 1 == 0 for rank in ranks)
    decimals = 0 if whole or high >= 1000 else min(column.decimals, 1 if high >= 10 else 2)
    unit = column.unit[lang]
    counted = "explore.ranking.unit" if unit else "explore.ranking.count"
    return {
        "title": column.label[lang],
        "unit": ", ".join(part for part in (unit, column.year) if part),
        "note": column.note[lang],
        "legend": [
            {"class": palette.index(colour) + 1, "text": text, "end": end}
            for colour, text, end in zip(shades.colours, shades.labels(lang), [*_ends(shades, lang), ""], strict=True)
        ],
        "others": ["no_data", "disputed"],
        "rows": [
            (
                rank.iso,
                i18n.number(rank.rank, lang),
                charts.short(column, rank.value, lang, decimals=decimals),
                round(rank.value / high, 4) if low >= 0 < high else None,  # no bars for what goes below zero
                palette.index(shades.colour(rank.value)) + 1,
            )
            for rank in ranks
        ],
        "counted": i18n.text(counted, lang, unit=unit, n=len(ranks)),
        "questions": list(column.prompts[lang]),
        "source": i18n.text("explore.source", lang, origin=column.origin(lang)),
    }


def _ends(shades: charts.Classes, lang: str) -> list[str]:
    return [charts.short(shades.column, limit, lang, trim=True) for limit in shades.limits]


def plot(state: State, lang: str) -> Panel:
    """What goes with the scatter, or with the distribution."""
    column = data.column(state.figure)
    if not state.against:
        values = sorted(data.values(state.figure).values())
        low, middle, high = quantiles(values, n=4) if len(values) > 1 else values * 3
        said = i18n.text(
            "explore.spread.said",
            lang,
            low=column.format(_round(column, low), lang),
            middle=column.format(_round(column, middle), lang),
            high=column.format(_round(column, high), lang),
        )
        brick = i18n.text("explore.spread.brick", lang)
        across = axis(state.figure).label(lang)
        return {"kind": "distribution", "title": column.label[lang], "said": said, "more": brick, "across": across}
    other = data.column(state.against)
    unit = column.unit[lang]
    return {
        "kind": "scatter",
        "title": f"{column.label[lang]} ({unit})" if unit else column.label[lang],
        "said": link(state.against, state.figure, lang),
        "more": i18n.text("explore.link.warning", lang) if linked(state.against, state.figure) else "",
        "across": axis(state.against).label(lang),
        "source": i18n.text("explore.source", lang, origin=other.origin(lang)),
    }


def _round(column: data.Column, value: float) -> float:
    """A value as its column writes it, large ones in three digits: the bounds of a half are no exact figures."""
    return round(value, column.decimals) if abs(value) < 10_000 else float(f"{value:.3g}")


def compared(state: State, lang: str) -> list[Panel]:
    """The chosen countries side by side: a few figures in the overview, all of them on their own page."""
    if not state.countries or state.tab not in ("map", "compare"):
        return []
    first = [name for name in (state.figure, state.against) if name]
    wanted = dict.fromkeys([*first, *(ALWAYS if state.tab == "map" else data.figures())])
    return [_strip(name, state.countries, lang) for name in list(wanted)[: STRIPS if state.tab == "map" else None]]


@cache
def _strip(name: str, countries: tuple[str, ...], lang: str) -> Panel:
    column, found = data.column(name), strip(name, countries)
    names = [data.Country(iso) for iso in found.missing]
    missing = i18n.text("explore.no_value", lang)
    return {
        "id": name,
        "title": column.label[lang],
        "unit": column.short_unit[lang] or column.unit[lang],
        "ticks": [round(at, 3) for at in found.ticks],
        "places": [
            {
                "iso": p.iso,
                "at": round(p.at, 4),
                "text": charts.short(column, p.value, lang, trim=True),
                "said": column.format(p.value, lang),
            }
            for p in found.places
        ],
        "missing": ", ".join(f"{country.words(lang)} ({missing})" for country in names),
        "factor": factor(name, countries, lang),
        "origin": i18n.text("explore.source", lang, origin=column.origin(lang)),
    }


def country(state: State, lang: str) -> Panel:
    """All that the tables know of the latest country."""
    return _country(state.country, data.figures(), lang) if state.country and state.tab == "country" else {}


@cache
def _country(iso: str, figures: tuple[str, ...], lang: str) -> Panel:
    def text(key: str, **more: Any) -> str:
        return i18n.text(f"explore.country.{key}", lang, **more)

    near = data.neighbours(iso)
    flights = routes_of(iso)
    summit = data.attribute("highest_point_name").get(iso, "")
    facts = [
        (text("capital"), data.capital(iso, lang) if data.capitals_of(iso) else text("no_capital")),
        (text("continent"), _continent(data.attribute("continent")[iso], lang)),
        (text("un"), text(data.attribute("un_status")[iso])),
        *([(text("summit"), summit)] if summit else []),
        *([(text("products"), ", ".join(grown))] if (grown := data.products(iso, lang)) else []),
    ]
    return {
        "iso": iso,
        "name": data.Country(iso).words(lang),
        "facts": facts,
        "neighbours": {
            "title": text("neighbours", n=len(near)) if near else text("no_neighbours"),
            "rows": [(b, text("border", country=data.Country(b), km=round(km))) for b, km in near.items()],
        },
        "flights": {
            "title": text("flights", n=len(flights)) if flights else text("no_flights"),
            "rows": [text("flight", route=r, km=r.km) for r in flights[:FLIGHTS]]
            + ([f"… (+ {len(flights) - FLIGHTS})"] if len(flights) > FLIGHTS else []),
        },
        "figures": [_figure(iso, name, lang) for name in figures],
    }


def _figure(iso: str, name: str, lang: str) -> Panel:
    column, value = data.column(name), data.values(name).get(iso)
    rank = next((r.rank for r in charts.ranking(name) if r.iso == iso), None)
    found = strip(name, (iso,)).places
    year = _years().get((iso, name), column.year) if value is not None else ""
    return {
        "id": name,
        "title": column.label[lang],
        "text": i18n.text("explore.no_value", lang) if value is None else column.format(value, lang),
        "rank": i18n.text("explore.rank", lang, rank=rank, n=len(charts.ranking(name))) if rank else "–",
        "year": year or "–",
        "at": round(found[0].at, 4) if found else None,
        "origin": i18n.text("explore.source", lang, origin=column.origin(lang)),
    }


@cache
def _years() -> Mapping[tuple[str, str], str]:
    """The year of every figure that has one, by country and column."""
    frame = data.years()
    return {(str(iso), str(name)): str(year) for name in frame for iso, year in frame[name].dropna().items()}
