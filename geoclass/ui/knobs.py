"""Presets and options in the form of a new game.

The browser sends a value as its index in the option's list; a value typed by hand comes as ``{"own": …}`` and is parsed
by the option itself.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from geoclass import data, games, i18n
from geoclass.games.options import TEXT
from geoclass.games.setups import MustBe
from geoclass.rooms import Refused
from geoclass.simulate import minutes

Chosen = Mapping[str, Any]  # option → index of its value, indexes of several, or what was typed


def presets(game: str) -> dict[str, Mapping[str, Any]]:
    """The published rules and the game's other presets."""
    return {"published": {}} | {name: options for name, options in games.game_type(game).presets.items() if options}


def scene(game: str, lang: str) -> dict[str, Any]:
    """Presets with their values in words, and each option with all its values."""
    engine = games.game_type(game)
    return {
        "presets": [
            {
                "id": name,
                "text": _first(lang, f"home.preset.{name}", f"{game}.preset.{name}") or name,
                "about": _about(game, options, lang),
                "set": chosen(game, options, lang),
            }
            for name, options in presets(game).items()
        ],
        "knobs": [
            {
                "name": name,
                "label": engine.options.label(name, lang),
                "values": [option.says(value, lang) for value in option.offers()],
                "themes": option.themes(lang),
                "several": option.several,
                "by_hand": [[way, *_way(game, name, way, lang)] for way in option.by_hand],
                "typed": [_typed(option, value, lang) for value in option.offers()] if TEXT in option.by_hand else [],
                "front": option.front,
            }
            for name, option in engine.options.items()
        ],
    }


def _way(game: str, name: str, way: str, lang: str) -> tuple[str, str]:
    """The label and input type of a way to enter a value by hand."""
    said = [_first(lang, f"{game}.typed.{name}.{part}", f"home.typed.{way}.{part}") or "" for part in ("label", "hint")]
    return said[0], said[1]


def _typed(option: Any, value: Any, lang: str) -> str:
    """A value as it would be typed, for a teacher to begin with."""
    return str(option.typed(value, lang)) if type(value) is dict else ""


def options(game: str, chosen: Chosen) -> dict[str, Any]:
    """Convert the form's choices to options, without those at their published value. Raises `Refused`."""
    engine = games.game_type(game)
    if not isinstance(chosen, Mapping) or not chosen or not chosen.keys() <= set(engine.options):
        raise Refused("rooms.refused.bad_action")
    found = {name: _value(engine.options[name], at) for name, at in chosen.items()}
    return {name: found[name] for name in engine.options if name in found and found[name] != engine.options[name].usual}


def _value(option: Any, at: Any) -> Any:
    try:
        if isinstance(at, Mapping):
            value = option.read(at["own"])
            if not option.by_hand or not option.allows(value):
                raise Refused("home.refused.typed", must=MustBe(option.owner.game, option.name))
            return value
        values = option.offers()
        places = at if option.several else [at]
        if not places or not all(type(place) is int and 0 <= place < len(values) for place in places):
            raise IndexError
        return [values[place] for place in places] if option.several else values[at]
    except data.DataError as unknown:
        raise Refused(unknown.key, **unknown.params) from None
    except (KeyError, IndexError, TypeError):
        raise Refused("rooms.refused.bad_action") from None


def chosen(game: str, given: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Convert options to the form's choices."""
    engine = games.game_type(game)
    return {name: _chosen(engine, name, given, lang) for name in engine.options}


def _chosen(engine: type[games.Game], name: str, given: Mapping[str, Any], lang: str) -> Any:
    """The index of an option's value, or the text that would be typed for it."""
    option, value = engine.options[name], given.get(name)
    value, values = option.usual if value is None else value, list(option.offers())
    if option.several:
        return [values.index(one) for one in value]
    return values.index(value) if value in values else {"own": option.typed(value, lang)}


def proposed(game: str, teams: int, lesson: int) -> str:
    """The first preset that fits a lesson of so many minutes with so many teams, else the shortest."""
    taken = {name: minutes for name, minutes in estimates(game, teams).items() if minutes is not None}
    fits = [name for name, minutes in taken.items() if minutes <= lesson]
    return fits[0] if fits else min(taken, key=lambda name: taken[name])


def proposal(game: str, teams: int, lesson: int, fewest: int) -> tuple[int, str, dict[str, Any]]:
    """Teams, preset and options that fit a lesson: try the published rules, then other presets, smaller hands, and
    fewer teams down to *fewest*; if nothing fits, take the shortest for all the teams."""
    for n in range(teams, min(fewest, teams) - 1, -1):
        name = proposed(game, n, lesson)
        for options in _smaller(game, name, n):
            if minutes(game, n, options) <= lesson:
                return n, name, options
    name = proposed(game, teams, lesson)
    return teams, name, next(_smaller(game, name, teams))


def proposable(game: str, teams: int) -> list[dict[str, Any]]:
    """All options that `proposal` may choose from: how long they take ships with the game."""
    return [
        options
        for name, taken in presets(game).items()
        if games.game_type(game).fitted(taken, teams) is not None
        for options in _smaller(game, name, teams)
    ]


def _smaller(game: str, preset: str, teams: int) -> Iterator[dict[str, Any]]:
    """Yield the options of a preset, then the same with ever smaller hands, if it has hands."""
    engine = games.game_type(game)
    options = engine.fitted(presets(game)[preset], teams) or {}
    yield options
    hand = engine.options.get("hand")
    if hand is not None and hand.usual is not None:
        for fewer in range(options.get("hand", hand.usual) - 1, min(hand.offers()) - 1, -1):
            yield options | {"hand": fewer}


def estimates(game: str, teams: int) -> dict[str, int | None]:
    """Preset → minutes for so many teams; None if it does not work for them."""
    engine = games.game_type(game)
    fits = {name: engine.fitted(options, teams) for name, options in presets(game).items()}
    return {name: None if fit is None else minutes(game, teams, fit) for name, fit in fits.items()}


def timed(game: str, chosen: Chosen, teams: int, lesson: int, lang: str) -> dict[str, Any]:
    """The duration of the choice and of each preset, in words, and whether they fit the lesson."""

    def said(taken: int, where: str = "home") -> dict[str, Any]:
        fits = taken <= lesson
        text = i18n.text(f"{where}.{'fits' if fits else 'too_long'}", lang, n=taken, lesson=lesson)
        return {"fits": fits, "text": text}

    by_preset = estimates(game, teams)
    return {
        "time": said(minutes(game, teams, options(game, chosen))),
        "times": {name: None if taken is None else said(taken, "home.preset") for name, taken in by_preset.items()},
    }


def fitted(game: str, chosen: Chosen, teams: int, lang: str, changed: str = "") -> dict[str, Any]:
    """The form for so many teams: choices adjusted to fit, the values that remain possible, and why a teacher's choice
    was adjusted. What was *changed* last is kept if possible. Raises `Refused` if something typed does not fit, so that
    it can be corrected."""
    engine, wanted = games.game_type(game), options(game, chosen)
    fits = settled(engine, wanted, teams, changed)
    why = None if fits == wanted else engine.why_not(wanted, teams)
    if why and any(isinstance(at, Mapping) and name not in fits for name, at in chosen.items()):
        raise Refused.like(why)
    return {
        "set": {name: _chosen(engine, name, fits, lang) for name in engine.options if name in chosen},
        "offered": {name: offered(engine, fits, name, teams) for name in engine.options},
        "note": why.text(lang) if why else "",
    }


def settled(engine: type[games.Game], wanted: Mapping[str, Any], teams: int, changed: str = "") -> dict[str, Any]:
    """The wanted options, or those of them that can be combined for so many teams."""
    fits = engine.fitted(wanted, teams)
    if fits is not None:
        return fits
    fits = engine.fitted({}, teams) or {}
    order = [*wanted][::-1]
    order.sort(key=lambda name: name != changed)
    for name in order:
        more = engine.fitted(fits | {name: wanted[name]}, teams)
        fits = fits if more is None else more
    return fits


def offered(engine: type[games.Game], fits: Mapping[str, Any], name: str, teams: int) -> list[int]:
    """The indexes of an option's values that can be combined with the other options."""
    option = engine.options[name]
    now = fits.get(name, option.usual)

    def goes(value: Any) -> bool:
        given = [*now, *(() if value in now else [value])] if option.several else value
        found = engine.fitted({**fits, name: given}, teams)
        return found is not None and found.get(name, option.usual) == given

    return [place for place, value in enumerate(option.offers()) if goes(value)]


def _about(game: str, given: Mapping[str, Any], lang: str) -> str:
    """The options of a preset in words."""
    if not given:
        return i18n.text("home.preset.as_published", lang)
    declared = games.game_type(game).options
    said = [
        i18n.text("home.preset.option", lang, label=declared.label(name, lang), value=declared[name].says(value, lang))
        for name, value in given.items()
    ]
    return " · ".join(said)


def _first(lang: str, *keys: str) -> str | None:
    """The first of these sentences that exists."""
    return next((i18n.text(key, lang) for key in keys if key in i18n.sentences(lang)), None)
