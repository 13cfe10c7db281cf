"""Couleurs du monde: values, boards and other options."""

import pytest

from geoclass import bots, data, games
from geoclass.games.couleurs.tables import COASTS, CORNERS, board, own_centre
from geoclass.simulate import play_out
from tests.games.couleurs_table import WORLD


def test_D5_values_are_nine_less_the_links_of_the_world_board_and_three_for_islands():
    for nation in WORLD.nations:
        links = len(WORLD.links[nation])
        assert WORLD.value[nation] == (max(1, 9 - links) if links else 3)
    assert WORLD.value["ISL"] == 3
    assert WORLD.value["PRT"] == 8
    assert WORLD.value["CHN"] == 1
    short = board({"board": ["oceania"], "centre": None, "values": "links"})
    assert short.value["PNG"] == WORLD.value["PNG"] == 8  # an island on this board, connected in the world


def test_D5_a_nation_outside_the_world_board_counts_its_links_to_it():
    assert "LUX" not in WORLD.nations
    here = board({"board": ["LUX", "FRA", "FJI"], "centre": None, "values": "links"})
    assert here.value == {"LUX": 9 - 3, "FRA": WORLD.value["FRA"], "FJI": 3}
    rich = board({"board": ["LUX", "FRA"], "centre": None, "values": "gdp_per_capita_usd"})
    assert rich.value["LUX"] == 10  # richer than the whole world board


def test_option_values_flat_a_table_or_tenths_of_a_column():
    flat = board({"board": "world", "centre": None, "values": "flat"})
    assert set(flat.value.values()) == {5}
    some = board({"board": "world", "centre": None, "values": {"FRA": 0, "EGY": 12}})
    assert some.value == WORLD.value | {"FRA": 0, "EGY": 12}
    tenths = board({"board": "world", "centre": None, "values": "population"}).value
    figures = data.values("population")
    by_size = sorted(WORLD.nations, key=figures.__getitem__)
    assert [tenths[a] for a in by_size] == [1 + 10 * i // 152 for i in range(152)]


def test_option_values_of_figures_loaded_anew_are_the_new_ones():
    def game(figures):
        data.load_own("pays;chance\n" + "\n".join(f"{a};{figure}" for a, figure in figures) + "\n")
        return games.new("couleurs", ["A", "B", "C"], 1, {"values": "chance"})

    nations = WORLD.nations
    try:
        rising = game([(a, i) for i, a in enumerate(nations)])
        assert (rising.board.value[nations[0]], rising.board.value[nations[-1]]) == (1, 10)
        data.forget_own()
        falling = game([(a, -i) for i, a in enumerate(nations)])
        assert (falling.board.value[nations[0]], falling.board.value[nations[-1]]) == (10, 1)
        assert games.replay(falling.log) == falling
        again = games.replay(rising.log)  # two editions in one process
        assert (again.board.value, again.log) == (rising.board.value, rising.log)
        assert falling.board.value != again.board.value
    finally:
        data.forget_own()


def test_option_values_of_a_column_with_ties_and_gaps():
    column = next(c for c in data.figures() if len(set(WORLD.nations) - data.values(c).keys()) > 0)
    figures = data.values(column)
    tenths = board({"board": "world", "centre": None, "values": column}).value
    for a in WORLD.nations:
        assert tenths[a] in range(1, 11)
        assert a in figures or tenths[a] == 5
        for b in WORLD.nations:
            if a in figures and b in figures and figures[a] <= figures[b]:
                assert tenths[a] <= tenths[b]


def test_option_values_of_a_column_that_the_world_board_has_no_figure_of():
    try:
        data.load_own("pays;sommets\nAND;5\nMCO;7\n")
        chosen = {"board": ["AND", "MCO", "FRA", "JAM"], "centre": None, "values": "sommets"}
        assert set(board(chosen).value.values()) == {1, 5}
    finally:
        data.forget_own()


class Words(str):
    """A subclass of str, which is not accepted as text."""


@pytest.mark.parametrize(
    "options",
    [
        {"board": "africa"},
        {"board": Words("world")},
        {"board": []},
        {"board": ["africa", "africa"]},
        {"board": ["africa", "FRA"]},
        {"board": ["XXX", "FRA"]},
        {"board": ["africa", 1]},
        {"board": ["VAT", "FRA"]},
        {"board": ["africa", ["FRA"]]},
        {"board": 7},
        {"board": ["FRA", "DEU", "BEL"], "hand": 1, "centre": []},  # no card could be played first
        {"board": ["EGY", "LBY", "SDN"], "hand": 1, "centre": []},
        {"board": ["south-america"], "hand": 5},  # twelve nations, three teams
        {"board": ["south-america"], "hand": 1, "centre": ["FRA"]},
        {"centre": ["XXX"]},
        {"centre": ["FRA", "FRA"]},
        {"centre": "FRA"},
        {"hand": 0},
        {"hand": 51},
        {"hand": 9.0},
        {"values": "nothing"},
        {"values": "name_fr"},
        {"values": {"XXX": 1}},
        {"values": {"FRA": -1}},
        {"values": {"EGY": 1, "FRA": -1}},
        {"values": {"FRA": 1001}},
        {"values": {"FRA": 1.0}},
        {"values": {"FRA": True}},
        {"values": [1]},
    ],
    ids=str,
)
def test_options_that_are_refused_with_a_sentence(options):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("couleurs", ["a", "b", "c"], seed=1, options=options)
    for lang in ("fr", "en"):
        assert "{" not in refusal.value.text(lang).replace(repr(options.get("values")), "")


def bad(**options):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("couleurs", ["a", "b", "c"], seed=1, options=options)
    return refusal.value


def test_options_at_their_limits():
    game = games.new("couleurs", ["a", "b", "c"], seed=1, options={"hand": 50, "values": {"FRA": 1000, "EGY": 0}})
    assert [len(hand) for hand in game.view(None)["hands"]] == [50, 50, 50]
    assert (game.board.value["FRA"], game.board.value["EGY"]) == (1000, 0)
    assert bad(hand=51).key == "games.setup.bad_option"
    small = bad(board=["south-america"], hand=5)
    assert (small.key, small.params) == ("couleurs.setup.small_board", {"n": 12, "needed": 15})


def test_option_centre_must_lie_on_the_board():
    off = bad(board=["south-america"], hand=1, centre=["BRA", "FRA"])
    assert off.key == "couleurs.setup.centre_off_board"
    assert "France" in off.text("en")


@pytest.mark.parametrize("deck", [["EGY", "FRA"], ["EGY"] * 3, ["EGY", "FRA", "FJI"], ["EGY", "FRA", "XXX"], "EGY"])
def test_decks_that_are_refused(deck):
    with pytest.raises(games.BadSetup):
        games.new("couleurs", ["a", "b", "c"], seed=1, options={"hand": 1}, deck=deck)


def test_option_board_a_list_of_nations_or_regions():
    assert board({"board": ["FRA", "EGY"], "centre": None, "values": "flat"}).nations == ("EGY", "FRA")
    regions = data.attribute("board_region")
    for corner in CORNERS:
        here = board({"board": [corner], "centre": None, "values": "flat"})
        assert set(here.nations) == {a for a in WORLD.nations if regions[a] == corner}
        assert set(here.region.values()) <= {corner}
        assert all(b in here.nations for near in here.links.values() for b in near)


# P4, D8: a small board has its own centre and stock

SMALL = (["europe"], ["africa"], ["africa", "europe", "far-east", "south-america"])


@pytest.mark.parametrize("regions", SMALL)
def test_D8_P4_a_small_board_has_eight_of_its_own_nations_as_centre(regions):
    game = games.new("couleurs", ["A", "B", "C"], 1, {"board": regions})
    centre, here = game.board.centre, game.board
    assert len(centre) == 8
    assert list(centre) == game.option["centre"] == own_centre(regions)  # the log names them
    assert set(centre) <= set(here.nations)
    assert not any(nation in COASTS or not here.links[nation] for nation in centre)
    near = {near for nation in centre for near in (nation, *here.links[nation])}
    linked = [nation for nation in here.nations if here.links[nation]]
    assert len(near) > len(linked) * 0.6  # most can be reached in one step


def test_D8_P4_the_world_keeps_its_centre_and_a_log_of_the_first_rules_plays_by_them():
    assert own_centre("world") is None
    assert games.new("couleurs", ["A", "B", "C"], 1).option["centre"] is None
    setup = {"game": "couleurs", "rules": 1, "players": ["A", "B", "C"], "seed": 1, "options": {"board": ["europe"]}}
    old = games.replay({"setup": setup, "moves": []})
    assert old.board.centre == ("RUS",)
    assert old.option["centre"] is None
    assert games.replay(old.log) == old


@pytest.mark.parametrize("teams", [3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["beginners", "lesson"])
def test_P4_the_first_team_can_begin_in_most_deals_and_there_is_a_stock(preset, teams):
    engine = games.game_type("couleurs")
    options = engine.fitted(engine.presets[preset], teams)
    names = [f"Team {seat}" for seat in range(teams)]
    passes = 0
    for seed in range(1000):
        game = games.new("couleurs", names, seed, options)
        passes += len(game.legal(0)) == 1
        assert game.view(None)["stock_count"] >= len(game.board.nations) / 3
    assert passes < 350


@pytest.mark.parametrize("teams", [3, 6])
@pytest.mark.parametrize("place", [["europe"], ["africa"], ["africa", "europe", "far-east", "south-america"]])
def test_P4_what_the_form_offers_begins_and_ends(place, teams):
    engine = games.game_type("couleurs")
    options = engine.fitted({"board": place}, teams)
    game = games.new("couleurs", [f"Team {seat}" for seat in range(teams)], 2, options)
    play_out(game, [bots.make("couleurs", "pupil", seat) for seat in range(teams)])
    assert game.ending == "out"


def test_P4_what_so_many_teams_cannot_play_is_not_offered():
    engine = games.game_type("couleurs")
    assert engine.fitted({"board": ["south-america"]}, 3) is None
    assert engine.fitted({"board": ["europe"]}, 6) == {"board": ["europe"], "hand": 4}
    assert engine.fitted({}, 6) == {}
