"""Couleurs du monde: corner regions, the end (M9, M10), and whole games counted by a second referee."""

from hypothesis import given, settings
from hypothesis import strategies as st

from geoclass import data, games
from geoclass.games.couleurs import tables as couleurs_tables
from geoclass.games.couleurs.tables import COASTS, board, may_start
from geoclass.games.rng import Rng
from tests.games.couleurs_table import AFRICA, ASIA, ISLANDS, WORLD, play, position, refused, skip

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
