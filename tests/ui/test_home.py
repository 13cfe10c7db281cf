"""The home page without a browser: the form of a new game, its choices and its results."""

from pathlib import Path

import pytest

from geoclass import data, games, i18n
from geoclass.games.countries import tables as countries_tables
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
    assert [knob["name"] for knob in knobs.scene(game, lang)["knobs"]] == list(allowed)  # none is missing
    for knob in knobs.scene(game, lang)["knobs"]:
        option = allowed[knob["name"]]
        assert len(set(knob["values"])) == len(option.offers())
        for value in option.offers():
            given = [value] if knob["several"] else value
            assert given == option.usual or option.allows(given)


@pytest.mark.parametrize("game", games.GAMES)
def test_P3_what_the_form_offers_to_so_many_teams_can_be_played(game: str):
    engine = games.game_type(game)
    for teams in (engine.teams[0], engine.teams[-1]):
        for preset in knobs.scene(game, "en")["presets"]:
            fit = knobs.fitted(game, preset["set"], teams, "en")
            for name, places in fit["offered"].items():
                for place in places:
                    one = [place] if isinstance(preset["set"][name], list) else place
                    chosen = knobs.fitted(game, fit["set"] | {name: one}, teams, "en")
                    assert chosen["set"][name] == one
                    games.new(game, [str(n) for n in range(teams)], 1, knobs.options(game, chosen["set"]))


def test_P3_a_continent_takes_a_smaller_hand_and_is_not_offered_to_too_many_teams():
    published = knobs.scene("countries", "fr")["presets"][0]["set"]
    options = games.game_type("countries").options
    hands, decks = options["hand"].offers(), options["deck_filter"].offers()
    europe = published | {"deck_filter": decks.index("Europe")}
    fit = knobs.fitted("countries", europe, 4, "fr")
    assert [hands[i] for i in fit["offered"]["hand"]] == [3, 4]
    assert hands[fit["set"]["hand"]] == 4
    assert "Avec 4 cartes par équipe" in fit["note"]
    assert decks.index("Oceania") not in fit["offered"]["deck_filter"]
    crowd = knobs.fitted("countries", europe, 6, "fr")
    assert (crowd["set"], decks.index("Europe") in crowd["offered"]["deck_filter"]) == (published, False)
    assert "5 équipes au plus" in crowd["note"]
    assert crowd["offered"]["first"] == list(range(7))


@pytest.mark.parametrize("wrong", [{}, {"hand": 99}, {"hand": "7"}, {"categories": [0, 99]}, {"categories": 1}])
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


def test_a_teachers_own_figures_are_in_the_form_and_those_that_cannot_be_played_are_not_offered():
    deck = countries_tables.deck()
    luck = "".join(f"{iso},{n}\n" for n, iso in enumerate(deck))
    data.forget_own()
    try:
        data.load_own(f"iso3,Luck (points)\n{luck}")
        data.load_own("iso3,Tea (kg)\nIRL,2.2\nGBR,1.9\n")
        shown = knobs.scene("countries", "en")
        [knob] = [knob for knob in shown["knobs"] if knob["name"] == "categories"]
        own = [knob["values"].index(label) for label in ("Luck", "Tea")]
        chosen = shown["presets"][0]["set"] | {"categories": own[:1]}
        assert knobs.options("countries", chosen) == {"categories": ["luck"]}
        fit = knobs.fitted("countries", chosen, 4, "en")
        assert own[0] in fit["offered"]["categories"]
        assert own[1] not in fit["offered"]["categories"]
        game = games.new("countries", ["Ana", "Ben"], 1, knobs.options("countries", fit["set"]))
        assert game.log["setup"]["figures"]
    finally:
        data.forget_own()
