"""A static picture of a game for notebooks: its public view as HTML without scripts.

A game's module ``words`` may have ``pictured(view)``, which gives the cards and the map to draw; everything else is in
sentences.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import quote

from geoclass import data, games, i18n, maps
from geoclass.games import tell
from geoclass.maps import svg
from geoclass.maps.tokens import LIGHT, SANS, SERIF, TEAMS

HEAVIEST = 9_000  # bytes of a flag file; larger ones are left out, as notebooks store their output
COARSE = {"step": 40, "detail": 3000, "lines": False, "codes": False}  # of the map
BOX = f"font:16px/1.35 {SANS};color:{LIGHT['ink']};background:{LIGHT['table']};"
CHIP = (
    f"display:inline-flex;align-items:center;gap:8px;background:{LIGHT['sheet']};border-radius:12px;padding:4px 12px;"
)
ROW = "display:flex;flex-wrap:wrap;gap:8px;margin:10px 0;"


@dataclass(frozen=True)
class Still:
    """The cards and map of a game's picture."""

    cards: Sequence[tuple[str, Any, int | None]] = ()  # country, its name, its team's seat
    fills: Mapping[str, int] = field(default_factory=dict)  # country → seat
    ways: Sequence[tuple[str, str, int]] = ()  # city, city, seat


def as_html(game: Any, lang: str | None = None) -> str:
    """The public view of *game* as HTML."""
    lang, view = lang or i18n.language(), game.view(None)
    own = getattr(games.part(game.id, "words"), "pictured", None)
    still: Still = own(view) if own else Still()
    lines = [*tell.tell(view, lang), *tell.tell_reveal(view, lang)]
    told = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return (
        f'<div style="{BOX}border-radius:16px;padding:16px 20px;max-width:960px">'
        f'<div style="font:600 20px/1.2 {SERIF}">{escape(tell.headline(game, lang))}</div>'
        f"{_teams(view)}{_cards(still, lang)}{_map(still, lang)}"
        f'<ul style="margin:8px 0 0;padding-left:20px">{told}</ul></div>'
    )


def _teams(view: Mapping[str, Any]) -> str:
    scores = view["scores"] or [""] * len(view["players"])
    active = view["result"]["winners"] if view["result"] else view["actors"]
    named = [f"<b>{escape(name)}</b> {score}" for name, score in zip(view["players"], scores, strict=True)]
    chips = [
        f'<span style="{CHIP}{_ring(seat in active)}">{_badge(seat)}{name}</span>' for seat, name in enumerate(named)
    ]
    return f'<div style="{ROW}">{"".join(chips)}</div>'


def _ring(on: bool) -> str:
    return f"box-shadow:0 0 0 2px {LIGHT['ink']};" if on else ""


def _badge(seat: int) -> str:
    colour, letter = TEAMS[seat % len(TEAMS)]
    round_ = "width:24px;height:24px;border-radius:50%;text-align:center;font-weight:700;line-height:24px;flex:none"
    return f'<span style="{round_};background:{colour};color:{letter}">{"ABCDEFGHIJKL"[seat % 12]}</span>'


def _cards(still: Still, lang: str) -> str:
    def card(iso: str, named: Any, seat: int | None) -> str:
        text = escape(named.words(lang))
        return f'<span style="{CHIP}">{_flag(iso)}{text}{"" if seat is None else _badge(seat)}</span>'

    found = "".join(card(*one) for one in still.cards)
    return f'<div style="{ROW}">{found}</div>' if found else ""


def _flag(iso: str) -> str:
    drawn = data.flag(iso)
    if len(drawn) > HEAVIEST:
        return ""
    return f'<img alt="" style="width:32px;height:24px;border-radius:3px" src="data:image/svg+xml,{quote(drawn)}">'


def _map(still: Still, lang: str) -> str:
    if not still.fills and not still.ways:
        return ""
    cities = data.cities_by_id()
    routes = [maps.flight(cities[a], cities[b], f"seat{seat % len(TEAMS)}") for a, b, seat in still.ways]
    ends = dict.fromkeys(city for a, b, _ in still.ways for city in (a, b))
    fills = {iso: TEAMS[seat % len(TEAMS)][0] for iso, seat in still.fills.items()}
    world = maps.WorldMap(
        fills=fills,
        circles=fills,
        routes=routes,
        markers=[maps.city(cities[end]) for end in ends],
        said=i18n.text("games.still.map", lang),
        dot_km=140,
    )
    look = f' fill="{LIGHT["land"]}" stroke="{LIGHT["coast"]}" stroke-width=".6"'
    look += f' style="display:block;width:100%;background:{LIGHT["sea"]};border-radius:12px"'
    drawn = svg.draw(world, attributes=look, **COARSE)  # type: ignore[arg-type]
    for seat, (colour, _) in enumerate(TEAMS):
        way = f'fill="none" stroke="{colour}" stroke-width="3"'
        drawn = drawn.replace(f'class="way seat{seat}"', way)
    return drawn.replace('class="at"', f'fill="{LIGHT["ink"]}"')
