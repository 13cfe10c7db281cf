"""Couleurs du monde, rule by rule."""

from itertools import groupby, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoclass import data, games
from geoclass.games.couleurs import tables as couleurs_tables
from geoclass.games.couleurs.engine import fine_of
from geoclass.games.couleurs.tables import COASTS, board, may_start
from geoclass.games.rng import Rng

ISLANDS = ["ISL", "JAM", "JPN", "LKA", "MDG", "NZL", "PHL", "SGP"]
WORLD = board({"board": "world", "centre": None, "values": "links"})


def position(*hands, stock=(), **options):
    """A game with these hands (all of equal size) and this stock."""
    names = [f"Team {seat}" for seat in range(len(hands))]
    deck = [card for hand in hands for card in hand] + list(stock)
    return games.new("couleurs", names, seed=1, options={"hand": len(hands[0]), **options}, deck=deck)


def play(game, *cards):
    return game.play({"seat": game.actors[0], "move": "play", "cards": list(cards)})


def skip(game):
    return game.play({"seat": game.actors[0], "move": "pass"})


def refused(game, *cards):
    """The rule that refuses this chain."""
    before, log = game.view(None), game.log
    with pytest.raises(games.IllegalMove) as refusal:
        play(game, *cards)
    assert game.view(None) == before
    assert game.log == log
    return refusal.value.rule


def firsts(game):
    seat = game.actors[0]
    return {move["cards"][0] for move in game.legal(seat) if move["move"] == "play"}


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


# M9, D6


def test_M9_the_last_open_nation_of_a_corner_region_gets_25():
    nations = ["COL", "VEN", "BRA", *ISLANDS[1:4], *ISLANDS[5:8]]
    game = position(nations[:3], nations[3:6], nations[6:], board=nations, centre=["COL"], values="flat")
    events = play(game, "COL", "VEN", "BRA")
    assert events[1] == {"event": "region", "seat": 0, "region": "south-america", "points": 25}
    assert game.result["scores"][0] == 5 + 10 + 15 + 25 + 25  # and it went out


def test_M9_one_chain_may_complete_two_regions_and_others_give_nothing():
    nations = ["MNG", "RUS", "FIN", "NZL", "AUS", "LKA", "JAM", "EGY", "PAN"]
    game = position(nations[:3], nations[3:6], nations[6:], board=nations, centre=["RUS", "EGY", "PAN"], values="flat")
    play(game, "RUS", "FIN")
    assert game.view(None)["scores"] == [15 + 25, 0, 0]
    columns = ("population", "median_age", "gdp_per_capita_usd")
    figures = {"FIN": {column: data.values(column)["FIN"] for column in columns}}
    assert game.reveal["regions"] == [{"region": "europe", "points": 25, "figures": figures}]
    play(game, "NZL")
    assert game.view(None)["scores"][1] == 5  # Oceania is no corner region
    game = position(["MNG", "RUS", "FIN"], nations[3:6], nations[6:], board=nations, centre=["MNG"], values="flat")
    play(game, "MNG")
    play(game, "NZL")
    play(game, "JAM")
    play(game, "RUS", "FIN")
    assert game.result["scores"][0] == 5 + 5 + 10 + 25 + 25  # the far east holds only its centre nation: no bonus


def test_M9_not_before_the_last_and_counted_by_the_board_not_the_deck():
    nations = ["COL", "VEN", "BRA", "GUY", *ISLANDS[1:4], *ISLANDS[5:8]]
    game = position(["COL", "VEN", "BRA"], nations[4:7], nations[7:], board=nations, values="flat")
    play(game, "COL", "VEN", "BRA")  # Guyana has no card in this game
    assert game.result["scores"][0] == 5 + 10 + 15 + 25


def test_D6_centre_nations_belong_to_no_region_unless_the_centre_is_another():
    assert len(couleurs_tables.centre()) == 8
    assert WORLD.centre == tuple(sorted(couleurs_tables.centre()))
    assert not set(WORLD.centre) & {nation for nations in WORLD.corners.values() for nation in nations}
    assert "EGY" in WORLD.centre
    other = board({"board": "world", "centre": ["FRA"], "values": "links"})
    assert other.centre == ("FRA",)
    assert "EGY" in other.corners["africa"]
    assert "FRA" not in other.corners["europe"]
    assert other.anytime == {"FRA", *COASTS} | {a for a in other.nations if not other.links[a]}


def test_D6_a_short_board_keeps_the_world_s_centre_and_a_region_without_nations_gives_no_bonus():
    africa = board({"board": ["africa", "oceania"], "centre": None, "values": "links"})
    assert set(africa.centre) == set(couleurs_tables.centre()) & set(africa.nations)
    assert list(africa.corners) == ["africa"]
    assert "EGY" in africa.nations


# M10, D2, D3, D4


AFRICA, ASIA = ["EGY", "SDN", "TCD", "NGA"], ["CHN", "VNM", "LAO", "THA"]


def test_M10_it_ends_after_a_turn_that_leaves_no_stock_and_a_team_without_cards():
    game = position(AFRICA, ASIA, ISLANDS[:4], stock=["FRA", "BOL"], values="flat")
    play(game, *AFRICA)
    assert game.result is None
    play(game, *ASIA)
    assert game.result is None
    events = play(game, "ISL")  # draws the two that are left (D3)
    assert game.view(None)["stock_count"] == 0
    # of the two without cards, team 0 ran out first; team 2 still holds five
    assert game.result == {"winners": [0], "scores": [50 + 25, 50, 5 - 5 * 5]}
    assert game.view(None)["scores"] == [75, 50, -20]
    assert [event["event"] for event in events] == ["covered", "drew", "out", "left"]
    assert events[-1] == {"event": "left", "seat": 2, "cards": game.view(None)["hands"][2], "points": -25}
    assert game.ending == "out"
    assert game.actors == ()
    assert game.view(None)["phase"] == "over"
    assert len(game.view(None)["hands"][2]) == 5


def test_M10_a_team_that_has_drawn_again_is_no_longer_the_one_without_the_longest():
    game = position(AFRICA, ASIA, ISLANDS[:4], stock=["FRA", "BOL", "PRY", "ARG", "ECU", "PER", "CHL"], values="flat")
    play(game, *AFRICA)
    play(game, *ASIA)
    play(game, "ISL")  # draws 3, four are left
    skip(game)  # D2: team 0 draws those
    assert game.result == {"winners": [1], "scores": [50 - 5 - 20, 50 + 25, 5 - 30]}


def test_M10_a_pass_may_end_the_game_and_going_out_with_the_last_card_too():
    game = position(AFRICA, ASIA, ISLANDS[:4], stock=["FRA", "BOL"], values="flat")
    play(game, *AFRICA)
    skip(game)
    assert game.result["scores"] == [75, -10 - 30, -20]
    game = position(["ISL"], ["JPN"], ["FRA"], values="flat")
    play(game, "ISL")
    assert game.result == {"winners": [0], "scores": [30, -5, -5]}


def test_M10_cards_are_drawn_before_it_is_seen_who_is_out():
    game = position(["ISL"], ["JPN"], ["FRA"], stock=["BOL"], values="flat")
    play(game, "ISL")
    assert game.view(None)["hands"][0] == ["BOL"]
    assert game.result is None


def test_D2_a_team_without_cards_is_unable_while_there_is_a_stock():
    game = position(AFRICA, ISLANDS[:4], ISLANDS[4:], stock=[c for c in WORLD.nations if c not in AFRICA + ISLANDS])
    play(game, *AFRICA)
    play(game, "ISL")
    play(game, "MDG")
    score = game.view(None)["scores"][0]
    assert game.view(None)["hands"][0] == []
    assert game.legal(0) == [{"seat": 0, "move": "pass"}]
    skip(game)
    assert game.view(None)["scores"][0] == score - 5
    assert game.view(None)["refusals"] == [0, 0, 0]
    assert len(game.view(None)["hands"][0]) == 4


def test_D3_a_short_stock_gives_what_it_has():
    game = position(["ISL", "FRA"], ["JPN", "BOL"], ["NZL", "PRY"], stock=["ECU", "PER"])
    events = play(game, "ISL")
    assert events[-1] == {"event": "drew", "seat": 0, "cards": ["ECU", "PER"]}
    assert set(game.view(None)["hands"][0]) == {"FRA", "ECU", "PER"}


def test_D4_as_many_passes_as_teams_without_a_card_drawn_end_it_without_bonus():
    game = position(["ISL"], ["FRA"], ["NZL"], stock=["PER"], values="flat")
    skip(game)  # drew the last card: does not count
    for _ in range(3):
        assert game.result is None
        events = skip(game)
    # refused twice; unable once; refused once; each loses the value of its hand
    assert game.result == {"winners": [1], "scores": [-10 - 15 - 10, -5 - 5, -10 - 5]}
    assert events[1] == {"event": "stuck"}
    assert game.ending == "stuck"


def test_D4_a_card_played_starts_the_count_anew():
    game = position(["ISL", "FRA"], ["JPN", "BOL"], ["NZL", "PRY"], values="flat")
    skip(game)
    skip(game)
    play(game, "NZL")
    skip(game)
    skip(game)
    assert game.result is None
    assert skip(game)[0]["event"] == "unable"
    assert game.result["scores"] == [-25 - 10, -25 - 10, 5 - 5 - 5]


# D7


def test_D7_a_chain_is_all_legal_or_nothing_happens():
    game = position(["EGY", "LBY", "FRA"], ISLANDS[:3], ISLANDS[3:6], stock=ISLANDS[6:])
    assert refused(game, "EGY", "LBY", "FRA") == "M3"
    assert game.view(None)["covered"] == {}
    assert game.actors == (0,)


def test_D7_equal_points_share_the_victory():
    values = dict.fromkeys(WORLD.nations, 0) | {"CHN": 1, "THA": 6}
    game = position(AFRICA, ASIA, ISLANDS[:4], stock=["FRA", "BOL"], values=values)
    play(game, *AFRICA)  # 0, and 25 for going out
    play(game, *ASIA)  # 1 + 24
    play(game, "ISL")
    assert game.result == {"winners": [0, 1], "scores": [25, 25, 0]}


# an independent count of whole games


def referee(log):
    """The scores of a log, computed in a simple, slow way."""
    setup = log["setup"]
    teams, size = len(setup["players"]), setup["options"]["hand"]
    deck = list(setup["deck"])
    hands = [deck[s * size : (s + 1) * size] for s in range(teams)]
    stock = deck[teams * size :]
    covered, scores, refusals, out_since, idle = [], [0] * teams, [0] * teams, {}, 0
    for turn, move in enumerate(log["moves"]):
        seat = turn % teams
        assert move["seat"] == seat
        hand = hands[seat]
        able = [c for c in hand if c in WORLD.anytime or any(c in WORLD.links[d] for d in covered)]
        if move["move"] == "play":
            assert move["cards"][0] in able
            for k, card in enumerate(move["cards"]):
                assert k == 0 or card in data.links()[move["cards"][k - 1]]
                hand.remove(card)
                covered.append(card)
                scores[seat] += (k + 1) * WORLD.value[card]
                mates = WORLD.corners.get(WORLD.region.get(card), ())
                scores[seat] += 25 * (bool(mates) and all(mate in covered for mate in mates))
            draws, idle = {1: 3, 2: 2, 3: 1}.get(len(move["cards"]), 0), 0
        else:
            scores[seat] -= (10 if refusals[seat] == 0 else 15) if able else 5
            refusals[seat] += bool(able)
            assert refusals[seat] <= 2
            draws, idle = 4, 0 if stock else idle + 1
        hand += stock[:draws]
        stock = stock[draws:]
        if hand:
            out_since.pop(seat, None)
        else:
            out_since.setdefault(seat, turn)
        if (out_since and not stock) or idle == teams:
            assert turn == len(log["moves"]) - 1
            if out_since and not stock:
                scores[min(out_since, key=out_since.get)] += 25
            scores = [s - sum(WORLD.value[c] for c in hand) for s, hand in zip(scores, hands, strict=True)]
    return scores


@settings(max_examples=25)
@given(st.integers(0, 10**9), st.integers(3, 6), st.integers(0, 152))
def test_a_second_referee_comes_to_the_same_scores(seed, teams, short):
    rng = Rng(seed, "test")
    deck = rng.shuffled(WORLD.nations)[: max(9 * teams, short)]
    game = games.new("couleurs", [str(n) for n in range(teams)], seed=seed, deck=deck)
    while game.actors:
        game.play(rng.choice(game.legal(game.actors[0])))
        if len(game.log["moves"]) % 10 == 0 and game.actors:
            assert referee(game.log) == game.view(None)["scores"]
    assert referee(game.log) == game.result["scores"]


def test_legal_lists_every_one_card_chain_and_the_pass():
    game = games.new("couleurs", ["a", "b", "c"], seed=5)
    rng = Rng(5, "test")
    while game.actors:
        seat, view = game.actors[0], game.view(None)
        moves = game.legal(seat)
        singles = [m["cards"][0] for m in moves if m["move"] == "play" and len(m["cards"]) == 1]
        near = {b for a in view["covered"] for b in WORLD.links[a]}
        assert singles == [c for c in view["hands"][seat] if c in WORLD.anytime or c in near]
        assert singles == [c for c in view["hands"][seat] if may_start(WORLD, c, view["covered"])]
        assert ({"seat": seat, "move": "pass"} in moves) == (not singles or view["refusals"][seat] < 2)
        game.play(rng.choice(moves))


def test_legal_has_longer_chains_each_to_the_most_valuable_neighbour():
    values = {"EGY": 1, "LBY": 2, "SDN": 9, "TCD": 5}
    game = position(["EGY", "LBY", "SDN", "TCD"], ISLANDS[:4], ISLANDS[4:], values=values)
    chains = [["EGY"], ["EGY", "SDN"], ["EGY", "SDN", "TCD", "LBY"]]
    moves = [*({"seat": 0, "move": "play", "cards": chain} for chain in chains), {"seat": 0, "move": "pass"}]
    assert game.legal(0) == moves
    for last, longer in (("FRA", []), ("TCD", [["EGY", "SDN", "TCD"]])):
        game = position(["EGY", "SDN", last], ISLANDS[:3], ISLANDS[3:6], values=values)
        assert [move.get("cards") for move in game.legal(0)] == [["EGY"], ["EGY", "SDN"], *longer, None]
