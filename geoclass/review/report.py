"""The report of a game, one printable A4 page without scripts and team names: map, surprises, result."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n, maps
from geoclass.charts.judged import NEVER, shade, shades
from geoclass.maps import svg
from geoclass.maps.tokens import CLASSES_LIGHT, LIGHT, SANS, SERIF, TEAMS
from geoclass.review.beliefs import believed as believed_in
from geoclass.review.claims import not_so, overall
from geoclass.review.counts import count, only_bots
from geoclass.review.edition import in_its_edition
from geoclass.review.exports import FIGURES, figures_chosen, figures_of, said_of
from geoclass.review.logs import anonymous
from geoclass.review.misjudged import misconceptions, misjudgements
from geoclass.review.parts import came_up, part, words
from geoclass.review.surprises import surprises
from geoclass.review.tables import figure_name, state
from geoclass.review.versus import CLASS, Comparison, versus_bots

if TYPE_CHECKING:
    import pandas as pd

LETTER = 27  # height of names on the map, as in the page's style
CIRCLE_KM = 140  # radius of a state too small to see
NAMED = 5  # countries with their names on the map
FEW = 8  # countries that can be listed

CAME_UP = (CLASSES_LIGHT[1], "came_up")


@in_its_edition
def report(log: games.Log, lang: str | None = None, occasion: Mapping[str, str] | None = None) -> str:
    """The page as self-contained HTML; *occasion*: when and for which class it was played (begun, group, label)."""
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
        occasion=escape(" · ".join([*said_of(occasion, lang).values(), i18n.text(f"review.state.{state(log)}", lang)])),
        map_title=_say("map.came_up_title" if none else "map.title", lang),
        map=world_svg(dict.fromkeys(came_up(game), CAME_UP[0]), [], lang, ways(game))
        if none
        else map_svg(by_country, lang),
        legend=_legend([NEVER, CAME_UP] if none else [NEVER, *((colour, word) for _, colour, word in shades())], lang),
        caption=_caption(log, none, lang),
        worst=_worst(judged, lang) or _those(game, lang),
        surprises_title=_say("report.surprises", lang),
        surprises=_surprises(log, lang),
        beliefs=_beliefs(log, lang),
        result_title=_say("report.result", lang),
        result=_result(game, lang),
        versus_title=_say("versus.title", lang),
        versus=_versus(versus_bots(log), lang),
        counted=_counted(log, lang),
        sources=_sources(log, lang),
    )


def _faces() -> str:
    """The two fonts, embedded in the page."""
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
    """The world with countries shaded by mean error; the most misjudged are named."""
    off = {str(iso): float(scale) for iso, scale in by_country["scale"].items()}
    worst = [iso for iso, scale in off.items() if scale > 0][:NAMED]
    return world_svg({iso: shade(scale) for iso, scale in off.items()}, worst, lang)


def ways(game: games.Game) -> list[maps.Route]:
    """The flights that a game shows on the map."""
    listed, cities = part(game.id, "ways"), data.cities_by_id()
    return [maps.flight(cities[a], cities[b]) for a, b in (listed(game) if listed else ())]


def world_svg(fills: Mapping[str, str], named: Sequence[str], lang: str, routes: Sequence[maps.Route] = ()) -> str:
    """The world with some countries filled and some named."""
    names = [data.Country(iso) for iso in named]
    said = i18n.text("review.map.label", lang, countries=names) if names else i18n.text("review.map.nothing", lang)
    size = maps.WORLD.wide / svg.STEP, maps.WORLD.high / svg.STEP
    labels = maps.named(maps.WORLD, *size, LETTER, maps.countries(named, lang))
    world = maps.WorldMap(fills=fills, circles=fills, routes=routes, labels=labels, said=said, dot_km=CIRCLE_KM)
    return svg.draw(world)


def _legend(entries: Sequence[tuple[str, str]], lang: str) -> str:
    words = [(colour, _say(f"map.{word}", lang)) for colour, word in entries]
    return "".join(f'<li><i style="background:{colour}"></i>{word}</li>' for colour, word in words)


# the words


def _worst(judged: "pd.DataFrame", lang: str) -> str:
    """The three most misjudged pairs of country and figure, with the truth."""
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


def _those(game: games.Game, lang: str) -> str:
    """The countries that a game was about, with some figures of each; empty if there are many."""
    isos = came_up(game)
    if not 0 < len(isos) <= FEW:
        return ""
    columns = [data.column(name) for name in FIGURES[:2]]
    lines = [
        (data.Country(iso).words(lang), " · ".join(c.format(data.values(c.name)[iso], lang) for c in columns))
        for iso in isos
    ]
    told = "".join(f"<li><b>{escape(name)}</b> <span>{escape(figures)}</span></li>" for name, figures in lines)
    return f"<h3>{_say('sheet.countries', lang)}</h3><ol>{told}</ol>"


def _surprises(log: games.Log, lang: str) -> str:
    none = "only_bots" if only_bots(log) else "report.no_surprise"
    told = [escape(sentence) for sentence in surprises(log, lang)] or [_say(none, lang)]
    return "".join(f"<li>{sentence}</li>" for sentence in told)


def _beliefs(log: games.Log, lang: str) -> str:
    """The majority's false beliefs; empty if nobody was asked."""
    believed = believed_in(anonymous(log))
    if not (told := overall(believed, lang)):
        return ""
    lines = [
        f"<li><p>{escape(claim.question)}</p>"
        f"<b>✕ {escape(claim.said)}</b> <em>{escape(i18n.text('vote.of', lang, n=claim.n, of=claim.of))}</em>"
        f'<div><i style="width:{100 * claim.share:.0f}%"></i></div><b>✓ {escape(claim.truth)}</b></li>'
        for claim in not_so(believed, lang, 3)
    ]
    title = escape(i18n.text("vote.claim.title" if lines else "vote.believed", lang))
    claims = f"<ol>{''.join(lines)}</ol>" if lines else ""
    return f'<section class="beliefs"><h2>{title}</h2><p>{escape(" ".join(told))}</p>{claims}</section>'


def _result(game: games.Game, lang: str) -> str:
    scores = game.view(None)["scores"]
    lines = []
    for seat, name in enumerate(game.players):
        colour, letter = TEAMS[seat % len(TEAMS)]
        won = bool(game.result) and seat in (game.result or {})["winners"]
        score = escape(words(game.id, "score_of", lang, n=scores[seat])) if scores else ""
        badge = f'<i style="background:{colour};color:{letter}">{escape(name)}</i>'
        lines.append(f"<li{' class=won' if won else ''}>{badge}<span>{score}</span>{'<b>★</b>' if won else ''}</li>")
    running = "" if game.result else f"<p>{_say('report.running', lang)}</p>"
    return f"<ul>{''.join(lines)}</ul>{running}"


def _versus(comparison: Comparison, lang: str) -> str:
    if not comparison.scores:
        return f"<p>{escape(comparison.words(lang)[0])}</p>"
    frame, most = comparison.frame(), comparison.most
    bars = []
    for who, row in frame.iterrows():
        low, width = 100 * row["low"] / most, 100 * (row["high"] - row["low"]) / most
        mean = comparison.means[str(who)]
        at = 100 * mean / most
        bars.append(
            f"<li{' class=us' if who == CLASS else ''}><span>{_say(f'player.{who}', lang)}</span>"
            f'<div><i style="left:{low:.1f}%;width:{width:.1f}%"></i><b style="left:{at:.1f}%"></b></div>'
            f"<em>{comparison.said(mean, lang)}</em></li>"
        )
    return f"<p>{escape(comparison.about(lang))}</p><ul>{''.join(bars)}</ul>"


def _caption(log: games.Log, none: bool, lang: str) -> str:
    """The caption of the map."""
    if none and only_bots(log):
        return _say("only_bots", lang)
    return _say("report.no_judgements" if none else "map.caption", lang)


def _counted(log: games.Log, lang: str) -> str:
    found = count(log)
    return escape(found.words(lang)) if found else ""


def _sources(log: games.Log, lang: str) -> str:
    columns, known = [data.column(name) for name in figures_of(log) or figures_chosen(log)], data.sources()
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
    brought = i18n.text("data.origin.class", lang)
    titles = [known[c.source].title if c.source in known else c.cited or brought for c in columns]
    used = list(dict.fromkeys(titles)) or [known["factbook"].title]
    used += [i18n.text(f"explore.origin.{name}.title", lang) for name in part(log["setup"]["game"], "SOURCES", ())]
    said = _say(
        f"report.{'sources' if figures else 'no_figures'}",
        lang,
        figures=figures,
        sources=used,
        map=i18n.text("explore.origin.natural-earth.title", lang),
    )
    return f"{said} {_say('report.edition', lang, edition=data.EDITION_TITLE[lang])}"
