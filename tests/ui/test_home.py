"""The first page without a browser: what the form of a new game offers, and what it makes of it."""

from pathlib import Path

import pytest

from geoclass import games, i18n
from geoclass.rooms import Hall, Refused
from geoclass.ui import knobs


@pytest.mark.parametrize("game", games.GAMES)
def test_a_preset_of_the_form_is_the_preset_of_the_game(game: str):
    for preset in knobs.scene(game, "en")["presets"]:
        assert knobs.options(game, preset["set"]) == dict(knobs.presets(game)[preset["id"]])


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_value_of_every_option_is_allowed_and_has_words_of_its_own(game: str, lang: str):
    allowed = games.game_type(game).options
    for knob in knobs.scene(game, lang)["knobs"]:
        values = knobs.KNOBS[game][knob["name"]]
        assert len(set(knob["values"])) == len(values)
        for value in values:
            option = allowed[knob["name"]]
            given = [value] if knob["several"] else value
            assert given == option.default or option.allows(given)


@pytest.mark.parametrize("wrong", [{}, {"hand": 99}, {"hand": "7"}, {"categories": [0, 9]}, {"categories": 1}])
def test_what_the_form_cannot_send_is_refused(wrong: dict[str, object]):
    chosen = knobs.scene("countries", "en")["presets"][0]["set"]
    with pytest.raises(Refused):
        knobs.options("countries", {**chosen, **wrong} if wrong else {})


def test_a_seed_of_the_form_deals_the_first_game_and_not_the_next(tmp_path: Path):
    hall = Hall.at(tmp_path, bot_delay=1000)
    logs = []
    for _ in range(2):
        room, token = hall.open("countries", ["Ana", "Ben"], "en", {"first": 0}, seed=12)
        assert "seed" not in str(room.view(room.join(0)))
        room.control(token, "start")
        room.control(token, "again")
        logs.append([log["setup"]["seed"] for log in room.logs()])
    assert [first for first, _ in logs] == [12, 12]
    assert logs[0][1] != logs[1][1]
