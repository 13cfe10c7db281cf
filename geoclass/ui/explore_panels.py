"""The content of Explore's panels as plain, translated values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import quantiles
from typing import Any

from geoclass import charts, data, i18n
from geoclass.charts.axis import axis
from geoclass.charts.points import CONTINENTS, link, linked
from geoclass.charts.ranks import ranked
from geoclass.charts.strips import factor, strip
from geoclass.data.tables import plain
from geoclass.maps.classes import classes
from geoclass.maps.tokens import class_colours
from geoclass.ui.explore_map import routes_of
from geoclass.ui.explore_state import BRIEF, State

Panel = dict[str, Any]
ALWAYS = ("population", "gdp_per_capita_usd", "life_expectancy", "fertility_rate", "area_km2", "urban_pct")
STRIPS = 4  # in the overview
FLIGHTS = 12  # named on a country's page


def figures(lang: str) -> dict[str, dict[str, str]]:
    """The figures for a select, grouped by theme, the teacher's own first."""
    listed = {_word("own_group", lang): own(lang)} if own(lang) else {}
    listed |= {i18n.text(f"data.theme.{k}", lang): _sorted(v, lang) for k, v in data.themes() if k != "own"}
    labels = iter(distinct([label for group in listed.values() for _, label in group]))
    return {theme: {next(labels): name for name, _ in group} for theme, group in listed.items()}


def own(lang: str) -> list[tuple[str, str]]:
    """The figures that a teacher has loaded, with their labels."""
    return _sorted([name for name in data.figures() if data.column(name).source == "own"], lang)


def distinct(labels: Sequence[str]) -> list[str]:
    """Make labels unique, as a select needs."""
    before: Counter[str] = Counter()
    found = []
    for label in labels:
        before[label] += 1
        found.append(label if before[label] == 1 else f"{label} ({before[label]})")
    return found


def continents(lang: str) -> list[tuple[str, str]]:
    """The continents, sorted by name."""
    return sorted(((name, _continent(name, lang)) for name in CONTINENTS), key=lambda c: c[1])


def sources(lang: str) -> list[tuple[str, str]]:
    """The title and publisher of every source."""
    keys = [f"explore.origin.{key}" for key in data.sources()]
    return [(i18n.text(f"{key}.title", lang), i18n.text(f"{key}.by", lang)) for key in keys]


def said(state: State, lang: str) -> str:
    """A sentence naming the chosen countries."""
    names = [data.Country(iso) for iso in state.countries]
    key = "said" if names else "none_chosen"
    return i18n.text(f"explore.{key}", lang, **({"n": len(names), "countries": names} if names else {}))


def _word(key: str, lang: str) -> str:
    return i18n.text(f"explore.word.{key}", lang)


def _sorted(columns: Sequence[str], lang: str) -> list[tuple[str, str]]:
    """Figures with labels, in the language's alphabetical order."""
    labels = [(name, data.column(name).label[lang]) for name in columns]
    return sorted(labels, key=lambda label: plain(label[1]))


def looked_for(typed: str, lang: str) -> list[str]:
    """Countries matching typed text by any name in either language, exact matches first."""
    wanted = plain(typed)
    found = [(iso, name) for iso, name, every in _countries(lang) if f" {wanted}" in f" {every}"] if wanted else []
    return [iso for iso, _ in sorted(found, key=lambda country: plain(country[1]) != wanted)]


def names(lang: str) -> list[str]:
    """The names of all countries."""
    return [name for _, name, _ in _countries(lang)]


@cache
def _countries(lang: str) -> Sequence[tuple[str, str, str]]:
    """All countries by name: code, name, and the text to search in."""
    known, others = data.attribute("continent"), data.attribute("other_names")
    both = [(iso, " ".join(data.Country(iso).words(each) for each in i18n.LANGUAGES)) for iso in known]
    also = {iso: str(i18n.sentences(lang).get(f"explore.also.{iso}", "")) for iso in known}
    named = sorted((plain(data.Country(iso).words(lang)), iso, every) for iso, every in both)
    return tuple(
        (
            iso,
            data.Country(iso).words(lang),
            plain(f"{iso} {data.attribute('iso2')[iso]} {every} {others.get(iso, '').replace('|', ' ')} {also[iso]}"),
        )
        for _, iso, every in named
    )


def _continent(name: str, lang: str) -> str:
    return i18n.text(f"tell.continent.{name}", lang)


def board(state: State, lang: str) -> Panel:
    """The map's heading and legend, the ranking, the question."""
    return _board(data.column(state.figure), state.steps, state.where, lang)


@cache
def _board(column: data.Column, steps: str, where: str, lang: str) -> Panel:
    shades, every, among = classes(column.name, steps=steps), ranked(column.name), State(where=where).among()
    ranks = [rank for rank in every if among is None or rank.iso in among]
    palette = class_colours()
    low, high = every[-1].value, every[0].value
    whole = all(rank.value % 1 == 0 for rank in every)
    decimals = 0 if whole or high >= 1000 else min(column.decimals, 1 if high >= 10 else 2)
    unit = column.unit[lang]
    counted = "explore.ranking.unit" if unit else "explore.ranking.count"
    return {
        "title": column.label[lang],
        "unit": ", ".join(part for part in (unit, column.year) if part),
        "note": column.note[lang],
        "legend": [
            {"colour": f"var(--class-{palette.index(colour) + 1})", "text": text, "end": end}
            for colour, text, end in zip(shades.colours, shades.labels(lang), [*_ends(shades, lang), ""], strict=True)
        ],
        "others": [("hatched", _word("no_data", lang)), ("crossed", _word("disputed", lang))],
        "rows": [
            (
                rank.iso,
                i18n.number(rank.rank, lang),
                charts.short(column, rank.value, lang, decimals=decimals),
                round(rank.value / high, 4) if low >= 0 < high else None,  # no bars where values are negative
                f"var(--class-{palette.index(shades.colour(rank.value)) + 1})",
            )
            for rank in ranks
        ],
        "counted": _in(i18n.text(counted, lang, unit=unit, n=len(ranks)), where, lang),
        "questions": list(column.prompts[lang]),
        "source": i18n.text("explore.source", lang, origin=column.origin(lang)),
    }


def rows(board: Mapping[str, Any], state: State, typed: str, every: bool, lang: str) -> list[Any]:
    """Rows of the ranking: first, chosen and last (None for a gap), or all, or those matching *typed*."""
    ranks = [] if board.get("empty") else board["rows"]
    if plain(typed):
        found = set(looked_for(typed, lang))
        return [row for row in ranks if row[0] in found]
    if every or state.large == "ranking" or len(ranks) <= BRIEF + 1:
        return list(ranks)
    if state.tab == "games":
        return [row for n, row in enumerate(ranks) if n < BRIEF or row[0] in state.countries]
    free = max(3, BRIEF - sum(row[0] in state.countries for row in ranks))
    first, last = -(-free // 2), len(ranks) - free // 2
    kept = [row if n < first or n >= last or row[0] in state.countries else None for n, row in enumerate(ranks)]
    return [row for row, before in zip(kept, [(), *kept], strict=False) if row or before]


def _ends(shades: charts.Classes, lang: str) -> list[str]:
    return [charts.short(shades.column, limit, lang, trim=True) for limit in shades.limits]


def _in(said: str, where: str, lang: str) -> str:
    """*said* with the name of the continent, if one is selected."""
    return i18n.text("explore.within", lang, said=said, where=_continent(where, lang)) if where else said


def plot(state: State, lang: str) -> Panel:
    """The texts around the scatter plot or the distribution."""
    column = data.column(state.figure)
    if not state.against:
        among = state.among()
        values = sorted(v for iso, v in data.values(state.figure).items() if among is None or iso in among)
        low, middle, high = quantiles(values, n=4) if len(values) > 1 else (values or [0]) * 3
        said = i18n.text(
            "explore.spread.said" if values else "explore.spread.none",
            lang,
            low=column.format(_round(column, low), lang),
            middle=column.format(_round(column, middle), lang),
            high=column.format(_round(column, high), lang),
        )
        said = _in(said, state.where, lang)
        brick = i18n.text("explore.spread.brick", lang)
        across = axis(state.figure).label(lang)
        return {"kind": "distribution", "title": column.label[lang], "said": said, "more": brick, "across": across}
    other = data.column(state.against)
    unit = column.unit[lang]
    return {
        "kind": "scatter",
        "title": f"{column.label[lang]} ({unit})" if unit else column.label[lang],
        "said": _in(link(state.against, state.figure, lang, state.among()), state.where, lang),
        "more": i18n.text("explore.link.warning", lang) if linked(state.against, state.figure, state.among()) else "",
        "across": axis(state.against).label(lang),
        "source": i18n.text("explore.source", lang, origin=other.origin(lang)),
    }


def _round(column: data.Column, value: float) -> float:
    """Round a value as its column does, large ones to three digits: the bounds of the middle half are not exact."""
    return round(value, column.decimals) if abs(value) < 10_000 else float(f"{value:.3g}")


def compared(state: State, lang: str) -> list[Panel]:
    """The chosen countries side by side: a few figures in the overview, all figures on the comparison page."""
    if not state.countries or state.tab not in ("map", "compare"):
        return []
    first = [name for name in (state.figure, state.against) if name]
    wanted = dict.fromkeys([*first, *(ALWAYS if state.tab == "map" else data.figures())])
    columns = [data.column(name) for name in wanted][: STRIPS if state.tab == "map" else None]
    return [_strip(column, state.countries, lang) for column in columns]


@cache
def _strip(column: data.Column, countries: tuple[str, ...], lang: str) -> Panel:
    name, found = column.name, strip(column.name, countries)
    names = [data.Country(iso) for iso in found.missing]
    missing = i18n.text("explore.no_value", lang)
    return {
        "id": name,
        "title": column.label[lang],
        "unit": column.short_unit[lang] or column.unit[lang],
        "ticks": "".join(f"M{1000 * at:.0f} 0V10" for at in found.ticks),
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
        "notes": data.remarks(countries, [name], lang),
        "factor": factor(name, countries, lang),
        "origin": i18n.text("explore.source", lang, origin=column.origin(lang)),
    }


def country(state: State, lang: str) -> Panel:
    """Everything the tables say about the latest country."""
    figures = tuple(map(data.column, data.figures()))
    return _country(state.country, figures, lang) if state.country and state.tab == "country" else {}


@cache
def _country(iso: str, figures: tuple[data.Column, ...], lang: str) -> Panel:
    def text(key: str, **more: Any) -> str:
        return i18n.text(f"explore.country.{key}", lang, **more)

    near = data.neighbours(iso)
    flights = routes_of(iso)
    summit = data.place_name(iso, "highest_point_m", lang)
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
        "figures": [_figure(iso, column, lang) for column in figures],
    }


def _figure(iso: str, column: data.Column, lang: str) -> Panel:
    name, value = column.name, data.values(column.name).get(iso)
    rank = next((r.rank for r in ranked(name) if r.iso == iso), None)
    found = strip(name, (iso,)).places
    year = _years().get((iso, name), column.year) if value is not None else ""
    return {
        "id": name,
        "title": column.label[lang],
        "text": i18n.text("explore.no_value", lang) if value is None else column.format(value, lang),
        "place": data.place_name(iso, name, lang),
        "note": data.note(iso, name, lang),
        "rank": i18n.text("explore.rank", lang, rank=rank, n=len(ranked(name))) if rank else "–",
        "year": year or "–",
        "at": round(found[0].at, 4) if found else None,
        "origin": i18n.text("explore.source", lang, origin=column.origin(lang)),
    }


@cache
def _years() -> Mapping[tuple[str, str], str]:
    """(country, column) → year, where there is one."""
    frame = data.years()
    return {(str(iso), str(name)): str(year) for name in frame for iso, year in frame[name].dropna().items()}
