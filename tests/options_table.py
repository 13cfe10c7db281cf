"""Generate ``docs/options.md`` from the games' option declarations: ``python -m tests.options_table``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from geoclass import games, i18n

PAGE = Path(__file__).parents[1] / "docs" / "options.md"
HEAD = """# The options of the games

Every option is in the form of a new game, under *More choices* if few need it; in a terminal it is
`geoclass simulate GAME --option NAME=VALUE`, in Python `games.new("countries", players, options={"hand": 5})`. What is
not given is as published. A value is written as JSON, or as plain words: `--option deck_filter=Africa`,
`--option categories=forest_pct,co2_mt`. Countries and cities can be typed by their names, in French or English:
`--option 'deck_filter=Kenya, Peru, Viêt Nam, …'`.
"""


def page(lang: str = "en") -> str:
    return "\n".join([HEAD, *(line for game in games.OWN for line in _game(game, lang))])


def _game(game: str, lang: str) -> Iterator[str]:
    yield from (
        f"## {i18n.text(f'{game}.name', lang)} (`{game}`)",
        "",
        "| option | | it is | published |",
        "|---|---|---|---|",
    )
    declared = games.game_type(game).options
    for name, option in declared.items():
        published = "" if option.published is None else f"`{_short(option.published)}`"
        yield f"| `{name}` | {declared.label(name, lang)} | {declared.must(name, lang)} | {published} |"
    presets = games.game_type(game).presets
    for name, given in presets.items():
        if given:
            yield from ("", f"Preset `{name}`: `{json.dumps(given)}`")
    yield ""


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
