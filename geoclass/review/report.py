"""A game on one page for the school's site or the wall: map, surprises, result; A4, no scripts, no names."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from string import Template
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n
from geoclass.charts.review import NEVER, shade, shades
from geoclass.charts.tokens import CLASSES_LIGHT, LIGHT, SANS, SERIF
from geoclass.review.exports import figures_of
from geoclass.review.logs import anonymous
from geoclass.review.misjudged import misconceptions, misjudgements
from geoclass.review.surprises import surprises
from geoclass.review.tables import figure_name
from geoclass.review.versus import CLASS, Comparison, versus_bots

if TYPE_CHECKING:
    import pandas as pd

WEST, EAST, SOUTH, NORTH = -16_700, 17_300, -6_900, 8_400  # km of Equal Earth, without Antarctica
STEP = 20  # km: what the map is rounded to
NAMED = 5  # countries with their names on the map
BOT_GAMES = 10

CAME_UP = (CLASSES_LIGHT[1], "came_up")
TEAMS = ("#0A4AA0", "#E39A0F", "#128060", "#DE7FB0", "#5AB8EC", "#33383E")  # by seat; pale ones have dark letters
DARK_LETTER = (1, 3, 4)


def report(log: games.Log, lang: str | None = None) -> str:
    """The page as HTML that needs nothing else."""
    lang = lang or i18n.language()
    game = games.replay(anonymous(log))
    judged = misjudgements(log)
    by_country = misconceptions(judged, by=["iso3"])
    none = by_country.empty
    page = Template((files("geoclass.review") / "report.html").read_text("utf-8"))
    return page.substitute(
        {name.replace("-", "_"): colour for name, colour in LIGHT.items()},
        serif=SERIF,
        sans=SANS,
        faces=_faces(),
        columns=2 if len(game.players) > 4 else 1,
        many=" many" if len(game.players) > 4 else "",
        lang=lang,
        game=escape(i18n.text(f"{game.id}.name", lang)),
        title=_say("report.title", lang),
        map_title=_say("map.came_up_title" if none else "map.title", lang),
        map=world_svg(dict.fromkeys(came_up(game), CAME_UP[0]), {}, lang, ways(game))
        if none
        else map_svg(by_country, lang),
        legend=_legend([NEVER, CAME_UP] if none else [NEVER, *((colour, word) for _, colour, word in shades())], lang),
        caption=_say("report.no_judgements" if none else "map.caption", lang),
        worst=_worst(judged, lang),
        surprises_title=_say("report.surprises", lang),
        surprises=_surprises(log, lang),
        result_title=_say("report.result", lang),
        result=_result(game, lang),
        versus_title=_say("versus.title", lang),
        versus=_versus(versus_bots(log, games=BOT_GAMES), lang),
        counted=_counted(judged, lang),
        sources=_sources(log, lang),
    )


def _faces() -> str:
    """The two typefaces, which travel inside the page."""
    named = {"Source Serif 4": "source-serif-4-latin-wght-normal", "Source Sans 3": "source-sans-3-latin-wght-normal"}
    static, faces = files("geoclass") / "ui" / "static", ""
    for family, name in named.items():
        letters = b64encode((static / f"{name}.woff2").read_bytes()).decode()
        source = f"url(data:font/woff2;base64,{letters}) format('woff2')"
        faces += f"@font-face{{font-family:'{family}';font-weight:200 900;src:{source}}}"
    return faces


def _say(key: str, lang: str, /, **params: Any) -> str:
    return escape(i18n.text(f"review.{key}", lang, **params))


# the map


def map_svg(by_country: "pd.DataFrame", lang: str) -> str:
    """The world, each country shaded by how far off it was; the worst are named."""
    off = {str(iso): float(scale) for iso, scale in by_country["scale"].items()}
    worst = [iso for iso, scale in off.items() if scale > 0][:NAMED]
    names = {iso: data.Country(iso).words(lang) for iso in worst}
    return world_svg({iso: shade(scale) for iso, scale in off.items()}, names, lang)


def came_up(game: games.Game) -> list[str]:
    """The countries that a game without judgements was about: covered, spied for, landed in."""
    view, cities = game.view(None), data.cities_by_id()
    landed = [cities[city].country for tour in view.get("tours", ()) for city in tour]
    return list(dict.fromkeys([*view.get("covered", ()), *view.get("nationalities", ()), *landed]))


def ways(game: games.Game) -> list[list[tuple[float, float]]]:
    """La course: the legs of the winners, as places on the map; cut where the map is."""
    winners, tours, cities = (game.result or {}).get("winners", ()), game.view(None).get("tours"), data.cities_by_id()
    legs = [leg for seat in winners for leg in pairwise(tours[seat])] if tours else []
    lines: list[list[tuple[float, float]]] = []
    for a, b in legs:
        lines.append([])
        for latitude, longitude in data.great_circle(cities[a], cities[b]):
            x, y = data.project(longitude, latitude)
            if lines[-1] and abs(x - lines[-1][-1][0]) > EAST:
                lines.append([])
            lines[-1].append((x, y))
    return lines


def world_svg(
    fills: Mapping[str, str], named: Mapping[str, str], lang: str, lines: Sequence[Sequence[tuple[float, float]]] = ()
) -> str:
    """The world with some countries filled and some named."""
    label = _say("map.label", lang, countries=list(named.values())) if named else _say("map.nothing", lang)
    drawn = [f'<path class="graticule" d="{_grid()}"/>']
    over = [f'<path class="way" d="{_path(line, close=False)}"/>' for line in lines]
    for iso, outline, x, y, tiny in _areas():
        fill = f' fill="{fills[iso]}"' if iso in fills else ""
        drawn.append(f'<path{fill} d="{outline}"/>')
        if tiny and fill:
            over.insert(0, f'<circle{fill} cx="{_x(x)}" cy="{_y(y)}" r="7"/>')
        if iso in named:
            over += [
                f'<path class="leader" d="M{_x(x)} {_y(y)}v-22"/><circle class="at" cx="{_x(x)}" cy="{_y(y)}" r="4"/>',
                f'<text x="{_x(x)}" y="{_y(y) - 26}" text-anchor="{_anchor(x)}">{escape(named[iso])}</text>',
            ]
    size = f"0 0 {_x(EAST)} {_y(SOUTH)}"
    return f'<svg viewBox="{size}" role="img" aria-label="{label}">{"".join(drawn + over)}</svg>'


@cache
def _areas() -> Sequence[tuple[str, str, float, float, bool]]:
    """Every area: code, outline, where its name goes, and whether it is too small to see."""
    shown, outlines = data.map_columns(), []
    for xs, ys in zip(shown["xs"], shown["ys"], strict=True):
        rings = [zip(rx, ry, strict=True) for px, py in zip(xs, ys, strict=True) for rx, ry in zip(px, py, strict=True)]
        outlines.append("".join(_path(ring) for ring in rings))
    return list(zip(shown["iso3"], outlines, shown["x"], shown["y"], shown["tiny"], strict=True))


@cache
def _grid() -> str:
    lines = zip(*data.graticule().values(), strict=True)
    return "".join(_path(zip(xs, ys, strict=True), close=False) for xs, ys in lines)


def _anchor(x: float) -> str:
    return "end" if x > EAST * 0.72 else "start" if x < WEST * 0.8 else "middle"


def _path(points: Any, close: bool = True) -> str:
    """An outline in whole steps; a point that rounds to the one before it is left out, and so is what becomes a dot."""
    way: list[tuple[int, int]] = []
    for x, y in points:
        here = _x(x), _y(y)
        if not way or here != way[-1]:
            way.append(here)
    if len(way) < (3 if close else 2):
        return ""
    moves = " ".join(f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(way))
    return f"M{way[0][0]} {way[0][1]}l{moves}{'z' if close else ''}".replace(" -", "-")


def _x(km: float) -> int:
    return round((km - WEST) / STEP)


def _y(km: float) -> int:
    return round((NORTH - km) / STEP)


def _legend(entries: Sequence[tuple[str, str]], lang: str) -> str:
    words = [(colour, _say(f"map.{word}", lang)) for colour, word in entries]
    return "".join(f'<li><i style="background:{colour}"></i>{word}</li>' for colour, word in words)


# the words


def _worst(judged: "pd.DataFrame", lang: str) -> str:
    """The three countries and figures most misjudged, with what is true."""
    found = misconceptions(judged)
    lines = []
    for iso, name in found.index[found["scale"] > 0][:3]:
        truth = ""
        if name in data.figures() and iso in data.values(name):
            truth = data.column(name).format(data.values(name)[iso], lang)
        elif name == "capital":
            truth = data.capital(iso, lang)
        country = escape(data.Country(iso).words(lang))
        told = " · ".join(escape(part) for part in (figure_name(name, lang), truth) if part)
        lines.append(f"<li><b>{country}</b> <span>{told}</span></li>")
    return f"<h3>{_say('report.worst', lang)}</h3><ol>{''.join(lines)}</ol>" if lines else ""


def _surprises(log: games.Log, lang: str) -> str:
    told = surprises(log, lang)
    return (
        "".join(f"<li>{escape(sentence)}</li>" for sentence in told) or f"<li>{_say('report.no_surprise', lang)}</li>"
    )


def _result(game: games.Game, lang: str) -> str:
    scores = game.view(None)["scores"]
    lines = []
    for seat, name in enumerate(game.players):
        colour, letter = TEAMS[seat % 6], LIGHT["ink"] if seat % 6 in DARK_LETTER else "#FFFFFF"
        won = bool(game.result) and seat in (game.result or {})["winners"]
        score = _say(f"score_of.{game.id}", lang, n=scores[seat]) if scores else ""
        badge = f'<i style="background:{colour};color:{letter}">{escape(name)}</i>'
        lines.append(f"<li{' class=won' if won else ''}>{badge}<span>{score}</span>{'<b>★</b>' if won else ''}</li>")
    running = "" if game.result else f"<p>{_say('report.running', lang)}</p>"
    return f"<ul>{''.join(lines)}</ul>{running}"


def _versus(comparison: Comparison, lang: str) -> str:
    if comparison.measure is None:
        return f"<p>{_say('versus.none', lang)}</p>"
    frame, most = comparison.frame(), comparison.most
    bars = []
    for who, row in frame.iterrows():
        low, width = 100 * row["low"] / most, 100 * (row["high"] - row["low"]) / most
        mean = 100 * row["mean"] / most
        bars.append(
            f"<li{' class=us' if who == CLASS else ''}><span>{_say(f'player.{who}', lang)}</span>"
            f'<div><i style="left:{low:.1f}%;width:{width:.1f}%"></i><b style="left:{mean:.1f}%"></b></div>'
            f"<em>{comparison.said(row['mean'], lang)}</em></li>"
        )
    return f"<p>{escape(comparison.about(lang))}</p><ul>{''.join(bars)}</ul>"


def _counted(judged: "pd.DataFrame", lang: str) -> str:
    about = judged[judged["column"] != ""]
    return _say("report.counted", lang, n=len(about), right=int(about["right"].sum())) if len(about) else ""


def _sources(log: games.Log, lang: str) -> str:
    columns, known = [data.column(name) for name in figures_of(log)], data.sources()
    figures = [
        i18n.text(
            f"review.report.{'figure' if c.year else 'undated'}",
            lang,
            label=c.words(lang),
            unit=c.words(lang, "unit"),
            year=c.year,
        )
        for c in columns
    ]
    used = list(dict.fromkeys(known[c.source].title for c in columns if c.source in known)) or [known["factbook"].title]
    if log["setup"]["game"] == "course":
        used.append(i18n.text("explore.origin.openflights.title", lang))
    said = _say(
        f"report.{'sources' if figures else 'no_figures'}",
        lang,
        figures=figures,
        sources=used,
        map=i18n.text("explore.origin.natural-earth.title", lang),
    )
    return f"{said} {_say('report.edition', lang, edition=data.EDITION_TITLE[lang])}"
