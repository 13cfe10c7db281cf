"""La course autour du monde: the decisions, the examples of the rules, and the legal moves."""

from itertools import combinations

from geoclass import data, games
from geoclass.games.course import tables as course_tables
from geoclass.games.course.reveal import legs_between
from tests.games.course_table import NAMES, RING, TOUR, fly, refused, start, stay, table, world_tour

# the decisions


def test_D1_home_on_the_way_ends_the_flight_and_the_rest_stays_in_hand():
    legs = [*TOUR, "paris--rome"]
    game = world_tour(*legs)
    before = game.view(None)["stock_count"]
    fly(game, *legs)
    view = game.view(0)
    assert game.result["winners"] == [0]
    assert view["cities"][0] == "paris"
    assert view["hand"] == ["paris--rome"]
    assert view["stock_count"] == before
    assert view["laid_count"] == 9
    assert game.log["moves"][-1]["routes"] == legs


def test_D1_the_whole_way_must_be_legal():
    legs = [*TOUR, "paris--rome", "london--madrid"]
    game = world_tour(*legs)
    refused(game, "R5", move="fly", routes=legs)  # Rome to London or Madrid: a gap
    refused(game, "R5", move="fly", routes=[*TOUR, "lima--paris"])
    refused(game, "R5", move="fly", routes=[*TOUR, TOUR[0]])


def test_D1_home_passed_too_early_is_passed():
    """Paris – London – Rome – Paris – … : the first time there are not yet five visas."""
    legs = ["london--paris", "london--rome", "paris--rome", *TOUR]
    game = world_tour(*legs)
    fly(game, *legs)
    assert game.result["winners"] == [0]
    assert len(game.view(None)["tours"][0]) == 13


def test_D2_the_rest_of_oceania_gives_none_and_anchorage_is_america():
    cities = data.cities_by_id()
    assert {c.id for c in cities.values() if c.continent == "Oceania" and course_tables.visa(c.id)} == {
        "sydney",
        "darwin",
    }
    assert all(course_tables.visa(c.id) for c in cities.values() if c.continent != "Oceania")
    game = world_tour("honolulu--tokyo", "auckland--honolulu", home="tokyo")
    fly(game, "honolulu--tokyo", "auckland--honolulu")
    assert game.view(None)["visas"][0] == ["Asia"]
    game = world_tour("anchorage--paris")
    fly(game, "anchorage--paris")
    assert game.view(None)["visas"][0] == ["Europe", "America"]


def test_D3_slots_are_piles_first_card_in_a_second_in_b():
    game = table(RING[:2], RING[2:4], stock=RING[4:])
    start(game)
    stay(game, [RING[1], RING[0]])
    start(game)
    stay(game, RING[2:4])
    assert game.view(None)["slots"] == RING[2:4]
    stay(game, game.view(0)["hand"], ["slot_a", "stock"])
    assert game.view(0)["hand"][0] == RING[2]
    stay(game, game.view(1)["hand"], ["slot_a", "slot_b"])
    assert set(game.view(1)["hand"]) == set(RING[4:6])  # the card Ana laid off, not the ones under it


def test_D4_the_slots_under_the_tops_are_shuffled_in_last():
    game = table(RING[:2], RING[2:4], stock=RING[4:8])
    start(game)
    stay(game, RING[:2])
    start(game)
    stay(game, RING[2:4])
    assert game.view(None)["stock_count"] == 0
    off = game.view(0)["hand"]
    events = stay(game, off)
    assert {"event": "shuffled", "n": 4} in events  # two under each top
    view = game.view(0)
    assert view["slots"] == off
    assert view["stock_count"] == 2
    assert set(view["hand"]) < set(RING[:4])


def test_D4_nothing_left_gives_nothing_and_fewer_cards_are_laid_off():
    game = table(RING[:2], RING[2:4])
    start(game)
    stay(game, RING[:2])  # nothing to draw: both slots have one card each
    assert game.view(0)["hand"] == []
    start(game)
    stay(game, RING[2:4], ["slot_a", "stock"])  # under the tops: RING[1] alone
    assert game.view(1)["hand"] == [RING[0], RING[1]]
    assert "no ticket to discard" in refused(game, "D4", move="stay", off=[RING[0]], take=["stock", "stock"])
    assert {tuple(move["take"]) for move in game.legal(0)} >= {("stock", "stock"), ("slot_a", "slot_b")}
    assert all(move["off"] == [] for move in game.legal(0))
    assert [event["event"] for event in stay(game, [], ["stock", "slot_b"])] == ["stayed", "took"]
    assert game.view(0)["hand"] == [RING[3]]
    assert game.view(None)["slots"] == [RING[2], None]


def test_D4_one_card_goes_to_slot_a_and_still_two_are_taken():
    game = table(RING[:1], RING[1:2], stock=RING[2:5])
    start(game)
    refused(game, "D4", move="stay", off=[], take=["stock", "stock"])
    stay(game, RING[:1])
    view = game.view(0)
    assert view["slots"] == [RING[0], None]
    assert view["hand"] == RING[2:4]


def test_D4_an_empty_hand_flies_nowhere_and_draws_what_is_left():
    game = table(["london--paris"], ["cairo--tehran"])
    start(game)
    fly(game, "london--paris")  # the card laid is the new stock, and drawn again
    assert game.view(0)["hand"] == ["london--paris"]
    assert (game.view(0)["stock_count"], game.view(0)["laid_count"]) == (0, 0)


def test_D5_the_start_is_no_turn_by_itself():
    game = table(RING[:2], RING[2:4], stock=RING[4:])
    assert (game.phase, game.actors) == ("start", (0,))
    refused(game, "D5", move="fly", routes=["new-york--paris"])
    refused(game, "D5", move="stay", off=RING[:2], take=["stock", "stock"])
    start(game)
    assert (game.phase, game.actors) == ("play", (0,))
    fly(game, "new-york--paris")
    assert (game.phase, game.actors) == ("start", (1,))
    assert game.view(None)["cities"] == ["new-york", None]
    start(game)
    stay(game, RING[2:4])
    assert (game.phase, game.actors) == ("play", (0,))


def test_D6_after_the_last_round_most_visas_win():
    game = table(["london--paris", RING[1]], ["cairo--paris", RING[3]], stock=RING[4:7], max_rounds=1)
    start(game)
    fly(game, "london--paris")
    assert game.result is None  # a round is over when every team has had its turn
    start(game)
    events = fly(game, "cairo--paris")
    assert game.result == {"winners": [1], "scores": [1, 2]}
    assert events[-1] == {"event": "time_up", "winners": [1], "n": 1}
    assert game.ending == "max_rounds"
    assert game.reveal["flight"]["cities"] == ["paris", "cairo"]  # the last flight is shown like any other


def test_D6_no_flight_is_shown_when_the_last_team_stays():
    game = table(["london--paris", RING[1]], ["cairo--paris", RING[3]], stock=RING[4:7], max_rounds=1)
    start(game)
    fly(game, "london--paris")
    start(game)
    stay(game, ["cairo--paris", RING[3]])
    assert game.ending == "max_rounds"
    assert game.reveal["flight"] is None


def test_D6_then_the_fewest_legs_home_on_the_network_played():
    """Ana stands two legs from home, Ben one; Chloé too."""
    hands = (["london--paris", "london--rome"], ["london--madrid", "madrid--paris"], ["moscow--paris", "lima--madrid"])
    game = table(*hands, stock=RING[:4], max_rounds=1, network=sorted([*RING[:4], *hands[0], *hands[1], *hands[2]]))
    start(game)
    fly(game, "london--paris", "london--rome")
    start(game)
    fly(game, "madrid--paris")
    start(game)
    fly(game, "moscow--paris")
    assert game.result == {"winners": [1, 2], "scores": [1, 1, 1]}


def test_D6_legs_are_counted_one_by_one():
    """A line of cities: the further along it, the more legs home."""
    network = tuple(TOUR[:6])
    cities = ["paris", "new-york", "anchorage", "tokyo", "honolulu", "sydney", "darwin"]
    assert [legs_between(network, city, "paris") for city in cities] == [0, 1, 2, 3, 4, 5, 6]


def test_D6_more_visas_beat_any_way_home():
    hands = ["london--paris", "london--rome", RING[2]], ["moscow--paris", "lima--moscow", "cairo--lima"]
    for flight, result in (
        (hands[1][:1], {"winners": [1], "scores": [1, 1]}),  # one leg from home against Ana's two
        (hands[1], {"winners": [1], "scores": [1, 3]}),  # Africa and America
        ([], {"winners": [1], "scores": [1, 1]}),  # at home
    ):
        game = table(*hands, stock=RING[3:8], max_rounds=1, network=sorted([*RING[3:8], *hands[0], *hands[1]]))
        start(game)
        fly(game, "london--paris", "london--rome")
        start(game)
        fly(game, *flight) if flight else stay(game, hands[1][:2])
        assert game.result == result


def test_D6_a_shared_victory_after_the_default_sixty_rounds():
    game = games.new("course", NAMES[:2], seed=1)
    for turn in range(120):
        assert game.view(None)["round"] == turn // 2 + 1
        if game.phase == "start":
            start(game)
        stay(game, game.view(game.actors[0])["hand"][:2])
    assert game.result == {"winners": [0, 1], "scores": [1, 1]}
    assert game.view(None)["round"] == 60


def test_D6_a_home_that_the_network_does_not_join_is_furthest():
    game = table(
        ["london--paris", RING[1]],
        ["cairo--tehran", RING[3]],
        max_rounds=1,
        network=[*RING[:4], "london--paris", "cairo--tehran"],
        starts=["paris", "lima", "rome"],
    )
    start(game, "lima")
    stay(game, ["london--paris", RING[1]])
    start(game, "rome")
    stay(game, ["cairo--tehran", RING[3]])
    assert game.result["winners"] == [0, 1]  # both still at home
    assert legs_between(tuple(RING), "lima", "paris") == float("inf")


# the examples of the rules


def test_example_cairo_tehran():
    game = table(["cairo--tehran", "cairo--rome"], RING[:2], stock=RING[2:6], starts=["cairo", "paris", "tokyo"])
    start(game, "cairo")
    assert {"seat": 0, "move": "fly", "routes": ["cairo--tehran"]} in game.legal(0)
    fly(game, "cairo--tehran")
    assert game.view(None)["cities"][0] == "tehran"
    start(game)
    stay(game, RING[:2])
    refused(game, "R5", move="fly", routes=["cairo--rome"])


def test_example_paris_new_york_anchorage_tokyo_honolulu_sydney():
    game = world_tour(*TOUR[:5])
    fly(game, *TOUR[:3])
    visas = lambda: game.view(None)["visas"][0]  # noqa: E731
    assert visas() == ["Europe", "America", "Asia"]
    for leg, had in (("honolulu--tokyo", 3), ("honolulu--sydney", 4)):
        start(game) if game.phase == "start" else None
        stay(game, game.view(1)["hand"][:2])
        fly(game, leg)
        assert len(visas()) == had
    assert visas()[-1] == "Oceania"


def test_example_london_paris_rome_wins_in_paris():
    legs = [*TOUR[:8], "cairo--london", "london--paris", "paris--rome"]
    game = world_tour(*legs)
    fly(game, *legs)
    assert game.result["winners"] == [0]
    assert game.view(0)["cities"][0] == "paris"
    assert game.view(0)["hand"] == ["paris--rome"]


def test_the_examples_are_cards_of_the_full_network():
    named = {"new-york--paris", "anchorage--new-york", "anchorage--tokyo", "honolulu--tokyo", "honolulu--sydney"}
    assert named | {"cairo--tehran", "london--paris", "paris--rome"} <= set(course_tables.network())


# legal moves


def test_legal_has_every_leg_every_pair_and_every_way_to_take():
    game = games.new("course", NAMES[:4], seed=5)
    for turn in range(40):
        if game.phase == "start":
            start(game)
        seat = game.actors[0]
        view, legal = game.view(seat), game.legal(seat)
        stays = [move for move in legal if move["move"] == "stay"]
        legs = {move["routes"][0] for move in legal if move["move"] == "fly"}
        assert legs == {card for card in view["hand"] if view["cities"][seat] in card.split("--")}
        pairs = {frozenset(move["off"]) for move in stays}
        assert len(pairs) == len(stays) == len(view["hand"]) * (len(view["hand"]) - 1) // 2
        ways = {tuple(sorted(move["take"])) for move in stays}
        assert len(ways) == {0: 1, 1: 2, 2: 4}[sum(top is not None for top in view["slots"])]
        game.play(legal[turn * 7 % len(legal)])


def test_legal_covers_small_hands_and_half_empty_slots():
    """A hand of one to five cards; both slots, A alone, B alone or none with cards."""
    for size in range(1, 6):
        for slots in ([], ["slot_a"], ["slot_b"], ["slot_a", "slot_b"]):
            game = table(RING[:size], RING[size : 2 * size], stock=[RING[10]])
            start(game)
            for slot in slots:  # a position reached after a few turns with small hands
                game._slots[slot].append("darwin--paris")
            stays = [move for move in game.legal(0) if move["move"] == "stay"]
            ways = {("stock", "stock")} | {way for slot in slots for way in (("stock", slot), (slot, "stock"))}
            if len(slots) == 2:
                ways |= {("slot_a", "slot_b"), ("slot_b", "slot_a")}
            assert {tuple(move["take"]) for move in stays} == ways
            pairs = {frozenset(pair) for pair in combinations(RING[:size], min(2, size))}
            assert {frozenset(move["off"]) for move in stays} == pairs
