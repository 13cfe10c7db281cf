"""What of a game a teacher can change in the form of a new game: presets, and options one by one.

The browser knows an option's values by their place in the list: what comes back can be nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from geoclass import data, games, i18n
from geoclass.games.countries import CONTINENTS, FIGURES
from geoclass.rooms import Refused

WORLD, FOUR = "world", ["africa", "europe", "far-east", "south-america"]
KNOBS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "countries": {
        "hand": range(3, 13),
        "deck_filter": (None, *CONTINENTS),
        "first": ("guess", 0),
        "categories": FIGURES,
    },
    "globalissimo": {
        "rounds": range(1, 11),
        "barriers": (True, False),
        "flags_only": (False, True),
        "judge": ("auto", "teacher"),
    },
    "couleurs": {"board": (WORLD, FOUR, ["europe"], ["africa"]), "hand": range(4, 13)},
    "spywhere": {"reshuffle_threes": (False, True)},
    "course": {"network": ("full", "short"), "max_rounds": (12, 18, 30, 60), "open_hands": (False, True)},
}
SEVERAL = ("categories",)  # of these values some are chosen, not one
Chosen = Mapping[str, Any]  # option → the place of its value, or the places of several


def presets(game: str) -> dict[str, Mapping[str, Any]]:
    """The published rules, and the game's presets that differ from them."""
    return {"published": {}} | {name: options for name, options in games.game_type(game).presets.items() if options}


def scene(game: str, lang: str) -> dict[str, Any]:
    """Presets with their values in words, and each option with all of its values."""
    return {
        "presets": [
            {
                "id": name,
                "text": i18n.text(f"home.preset.{name}", lang),
                "about": _about(game, options, lang),
                "set": {knob: _place(game, knob, options) for knob in KNOBS.get(game, {})},
            }
            for name, options in presets(game).items()
        ],
        "knobs": [
            {
                "name": name,
                "label": i18n.text(f"{game}.option.{name}.label", lang),
                "values": [_words(name, value, lang) for value in values],
                "several": name in SEVERAL,
            }
            for name, values in KNOBS.get(game, {}).items()
        ],
    }


def options(game: str, chosen: Chosen) -> dict[str, Any]:
    """The options as the form has them: only those that are not as published. Raises `Refused`."""
    found: dict[str, Any] = {}
    try:
        for name, values in KNOBS.get(game, {}).items():
            at = chosen[name]
            value = [values[i] for i in at] if name in SEVERAL else values[at]
            if value != games.game_type(game).options[name].default:
                found[name] = value
    except (KeyError, IndexError, TypeError):
        raise Refused("rooms.refused.bad_action") from None
    return found


def _place(game: str, name: str, given: Mapping[str, Any]) -> Any:
    values = list(KNOBS[game][name])
    value = given.get(name, games.game_type(game).options[name].default)
    return [values.index(one) for one in value] if name in SEVERAL else values.index(value)


def _about(game: str, given: Mapping[str, Any], lang: str) -> str:
    """The options of a preset in words."""
    if not given:
        fits = games.game_type(game).presets.get("lesson") == {}
        return i18n.text(f"home.preset.{'fits_a_lesson' if fits else 'as_published'}", lang)
    said = [
        i18n.text(
            "home.preset.option",
            lang,
            label=i18n.text(f"{game}.option.{name}.label", lang),
            value=_words(name, value, lang),
        )
        for name, value in given.items()
    ]
    return " · ".join(said)


def _words(name: str, value: Any, lang: str) -> str:
    """A value as the form says it."""
    if isinstance(value, bool):
        return i18n.text(f"home.{'yes' if value else 'no'}", lang)
    if isinstance(value, list):
        return i18n.text("home.value.list", lang, values=[i18n.text(f"couleurs.region.{one}", lang) for one in value])
    if value in CONTINENTS:
        return i18n.text(f"tell.continent.{value}", lang)
    if value in FIGURES:
        return data.column(value).label[lang]
    key = f"home.value.{name}.{value}".lower()
    return i18n.text(key, lang) if key in i18n.sentences(lang) else i18n.number(value, lang)
