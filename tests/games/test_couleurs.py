"""Couleurs du monde, rule by rule (M1–M8)."""

from itertools import groupby, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoclass import games
from geoclass.games.couleurs.engine import fine_of
from tests.games.couleurs_table import ISLANDS, WORLD, firsts, play, position, refused, skip

# M1


def test_M1_nine_open_cards_each_sorted_by_region_and_seat_0_begins():
    game = games.new("couleurs", ["a", "b", "c", "d"], seed=3)
    view = game.view(2)
    assert [len(hand) for hand in view["hands"]] == [9] * 4
    assert view["stock_count"] == 152 - 36
    assert view["actors"] == [0]
    assert view["phase"] == "play"
    assert view["covered"] == {}
    assert game.view(None)["hands"] == game.view(0)["hands"] == view["hands"]
    for hand in view["hands"]:
        regions = [region for region, _ in groupby(WORLD.region.get(card) for card in hand)]
        assert len(regions) == len(set(regions))


def test_M1_a_deck_is_dealt_a_hand_at_a_time_from_the_top():
    game = position(["EGY", "ISL"], ["FRA", "JPN"], ["COL", "JAM"], stock=["NZL", "LKA", "PHL", "SGP"])
    assert [set(hand) for hand in game.view(None)["hands"]] == [{"EGY", "ISL"}, {"FRA", "JPN"}, {"COL", "JAM"}]
    play(game, "EGY")
    assert set(game.view(None)["hands"][0]) == {"ISL", "NZL", "LKA", "PHL"}
    assert game.view(None)["stock_count"] == 1


def test_M1_a_hand_is_sorted_by_region_the_centre_first():
    game = position(["CHL", "EGY", "ARG", "COL"], ISLANDS[:4], ISLANDS[4:])
    assert game.view(None)["hands"][0] == ["COL", "EGY", "ARG", "CHL"]


@pytest.mark.parametrize("teams", [2, 7])
def test_M1_three_to_six_teams(teams):
    with pytest.raises(games.BadSetup):
        games.new("couleurs", [str(n) for n in range(teams)], seed=1)


# M2, M3


def example():
    """Saudi Arabia, Jordan and Iraq are covered; team 1 is to play."""
    game = position(
        ["IRQ", "JOR", "SAU", "ISL", "JPN", "NZL"],
        ["CHN", "YEM", "IRN", "PAK", "AFG", "FRA"],
        ["LKA", "MDG", "PHL", "SGP", "JAM", "BOL"],
        centre=["IRQ", "CHN"],
    )
    play(game, "IRQ", "JOR", "SAU")
    return game


def test_M2_the_example_a_centre_nation_yemen_or_iran_and_on_not_france():
    assert firsts(example()) == {"CHN", "YEM", "IRN"}
    for chain in (["CHN"], ["YEM"], ["IRN", "PAK", "AFG"], ["IRN", "AFG", "CHN", "PAK"]):
        game = example()
        play(game, *chain)
        assert [c for c, seat in game.view(None)["covered"].items() if seat == 1] == chain
    assert refused(example(), "FRA") == "M2"
    assert refused(example(), "PAK", "IRN") == "M2"


def test_M2_the_first_card_may_touch_a_nation_that_anybody_covered():
    game = position(["EGY", "ISL"], ["LBY", "FRA"], ["TUN", "JPN"])
    play(game, "EGY")
    assert firsts(game) == {"LBY"}
    play(game, "LBY")
    assert firsts(game) == {"TUN", "JPN"}


def test_M2_the_refusal_names_the_first_card():
    with pytest.raises(games.IllegalMove) as refusal:
        play(example(), "FRA", "CHN")
    assert "France" in refusal.value.text("en")
    assert "China" not in refusal.value.text("en")


@pytest.mark.parametrize(
    ("chain", "rule"),
    [
        ([], "M2"),
        (["EGY", "EGY"], "M2"),
        (["EGY", "LBY", "EGY"], "M2"),
        (["FRA"], "M2"),
        (["LBY"], "M2"),
        (["EGY", "SDN"], "M2"),  # another team’s card
        (["XXX"], "M1"),
        (["EGY", "egy"], "M1"),
        (["EGY", "FRA"], "M3"),
        (["EGY", "TUN"], "M3"),
        (["ISL", "EGY"], "M4"),
    ],
)
def test_M2_M3_chains_that_are_refused(chain, rule):
    game = position(
        ["EGY", "LBY", "TUN", "FRA", "ISL"], ["SDN", "JPN", "NZL", "LKA", "JAM"], ["BOL", "MDG", "PHL", "SGP", "PER"]
    )
    assert refused(game, *chain) == rule


def test_M3_each_card_is_joined_to_the_card_just_played():
    hands = ["EGY", "LBY", "SDN", "TCD"], ISLANDS[:4], ISLANDS[4:]
    assert refused(position(*hands), "EGY", "LBY", "EGY") == "M2"
    assert refused(position(*hands), "EGY", "TCD") == "M3"
    assert refused(position(*hands), "EGY", "LBY", "TCD", "EGY") == "M2"
    game = position(*hands)
    play(game, "EGY", "LBY", "SDN", "TCD")  # no limit
    assert list(game.view(None)["covered"]) == ["EGY", "LBY", "SDN", "TCD"]


def test_M3_a_chain_may_not_go_on_from_an_earlier_card_of_it():
    game = position(["EGY", "LBY", "ISR", "BOL"], ISLANDS[:4], ISLANDS[4:])
    assert refused(game, "EGY", "LBY", "ISR") == "M3"  # Israel touches Egypt, not Libya


# M4, M5, D1


def test_M4_an_island_may_be_the_very_first_card_and_nothing_follows():
    game = position(["ISL", "GBR", "NLD"], ["FRA", "DEU", "BEL"], ["JPN", "KOR", "CHN"])
    assert refused(game, "ISL", "GBR") == "M4"
    play(game, "ISL")
    assert refused(game, "FRA") == "M2"


def test_M4_islands_are_those_of_the_board_played():
    game = position(["PNG"], ["AUS"], ["NZL"], board=["oceania"])
    assert firsts(game) == {"PNG"}  # its one neighbour, Indonesia, is not on this board
    assert "PNG" not in WORLD.anytime


def test_M5_a_chain_goes_on_from_great_britain_and_through_the_caribbean_three():
    game = position(["GBR", "NLD", "BEL"], ["HTI", "CUB", "DOM"], ["JPN", "NZL", "LKA"], stock=["ISL", "JAM"])
    play(game, "GBR", "NLD", "BEL")
    play(game, "HTI", "CUB", "DOM")
    assert set(game.view(None)["covered"]) == {"GBR", "NLD", "BEL", "HTI", "CUB", "DOM"}


@pytest.mark.parametrize("order", list(permutations(["CUB", "HTI", "DOM"])))
def test_M5_cuba_haiti_and_the_dominican_republic_in_any_order(order):
    play(position(["HTI", "CUB", "DOM"], ["GBR", "NLD", "BEL"], ["JPN", "NZL", "LKA"]), *order)


def test_D1_great_britain_and_the_caribbean_three_start_at_any_time_but_not_ireland():
    game = position(
        ["GBR", "CUB", "HTI", "DOM", "IRL", "NLD"], [*ISLANDS[:6]], ["PHL", "SGP", "FRA", "DEU", "BEL", "CHE"]
    )
    assert firsts(game) == {"GBR", "CUB", "HTI", "DOM"}
    play(game, "GBR", "IRL")


# M6, M8


@pytest.mark.parametrize(("chain", "draws"), [(1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_M6_the_longer_the_chain_the_fewer_cards_are_drawn(chain, draws):
    cards = ["EGY", "LBY", "SDN", "TCD", "NGA"]
    game = position(cards, ["FRA", "DEU", "BEL", "CHE", "NLD"], ["BOL", "PER", "CHL", "ARG", "PRY"], stock=ISLANDS)
    play(game, *cards[:chain])
    assert len(game.view(None)["hands"][0]) == 5 - chain + draws
    assert game.view(None)["stock_count"] == len(ISLANDS) - draws


def test_M8_the_example_values_4_2_7_score_29_and_draw_1():
    values = {"EGY": 4, "SDN": 2, "TCD": 7}
    game = position(["EGY", "SDN", "TCD"], ISLANDS[:3], ISLANDS[3:6], stock=ISLANDS[6:], values=values)
    events = play(game, "EGY", "SDN", "TCD")
    assert game.view(None)["scores"] == [4 + 4 + 21, 0, 0]
    assert events[0] == {"event": "covered", "seat": 0, "cards": ["EGY", "SDN", "TCD"], "points": 29}
    assert len(game.view(None)["hands"][0]) == 1


@given(st.lists(st.sampled_from(WORLD.nations), unique=True))
def test_M8_points_are_the_sum_of_the_sums_from_each_card_on(cards):
    values = [WORLD.value[card] for card in cards]
    assert WORLD.points(cards) == sum(sum(values[k:]) for k in range(len(values)))


# M7


def test_M7_the_example_two_refusals_cost_10_and_15_a_third_is_refused_unable_costs_5():
    game = position(["EGY", "FRA", "BOL", "PRY", "ARG"], ISLANDS[:5], [*ISLANDS[5:], "AUS", "GBR"])
    for fines, refusals in ((-10, 1), (-25, 2)):
        skip(game)
        assert game.view(None)["scores"][0] == fines
        assert game.view(None)["refusals"] == [refusals, 0, 0]
        play(game, game.view(1)["hands"][1][0])
        play(game, game.view(2)["hands"][2][0])
    assert {"seat": 0, "move": "pass"} not in game.legal(0)
    before = game.view(None)
    with pytest.raises(games.IllegalMove) as refusal:
        skip(game)
    assert refusal.value.rule == "M7"
    assert game.view(None) == before
    play(game, "EGY")
    for _ in (1, 2):
        play(game, game.view(None)["hands"][game.actors[0]][0])
    score = game.view(None)["scores"][0]
    assert game.legal(0) == [{"seat": 0, "move": "pass"}]
    skip(game)
    assert game.view(None)["scores"][0] == score - 5
    assert game.view(None)["refusals"] == [2, 0, 0]


def test_M7_a_pass_draws_four_and_being_unable_is_no_refusal():
    game = position(["FRA"], ["EGY"], ["CHN"], stock=ISLANDS)
    assert skip(game)[0] == {"event": "unable", "seat": 0, "points": -5}
    assert len(game.view(None)["hands"][0]) == 5
    assert game.view(None)["refusals"] == [0, 0, 0]
    assert skip(game)[0] == {"event": "refused", "seat": 1, "points": -10}
    assert game.view(None)["refusals"] == [0, 1, 0]
    assert game.view(None)["stock_count"] == 0


def test_M7_the_price_of_a_pass_that_a_screen_tells_beforehand():
    assert [fine_of(True, refused) for refused in range(3)] == [10, 15, 15]  # of a third card, which is refused
    assert [fine_of(False, refused) for refused in range(3)] == [5, 5, 5]
