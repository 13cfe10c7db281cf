"""La course autour du monde, rule by rule (R1–R9)."""

import pytest

from geoclass import games
from tests.games.course_table import NAMES, RING, TOUR, fly, refused, start, stay, table, world_tour

HANDS = {2: 15, 3: 13, 4: 12, 5: 10, 6: 9}

# the rules


@pytest.mark.parametrize("teams", HANDS)
def test_R1_cards_each_and_stock_left(teams):
    view = games.new("course", NAMES[:teams], seed=3).view(0)
    assert view["hand_counts"] == [HANDS[teams]] * teams
    assert view["stock_count"] == {2: 78, 3: 69, 4: 60, 5: 58, 6: 54}[teams]
    assert view["slots"] == [None, None]
    assert view["laid_count"] == 0


@pytest.mark.parametrize("teams", [1, 7])
def test_R1_two_to_six_teams(teams):
    with pytest.raises(games.BadSetup):
        games.new("course", [*NAMES, "Gil"][:teams], seed=1)


def test_R1_hands_seat_by_seat_then_the_stock():
    game = table(RING[:2], RING[2:4], RING[4:6], stock=RING[6:9])
    assert [game.view(seat)["hand"] for seat in range(3)] == [RING[:2], RING[2:4], RING[4:6]]
    start(game)
    stay(game, RING[:2])
    assert game.view(0)["hand"] == RING[6:8]


@pytest.mark.parametrize(("city", "visa"), [("paris", "Europe"), ("new-york", "America"), ("tokyo", "Asia")])
def test_R2_the_start_gives_its_visa_at_once(city, visa):
    game = games.new("course", NAMES[:2], seed=1)
    assert [move["city"] for move in game.legal(0)] == ["paris", "new-york", "tokyo"]
    events = start(game, city)
    assert {"event": "visa", "seat": 0, "continent": visa} in events
    view = game.view(None)
    assert view["visas"] == [[visa], []]
    assert view["starts"] == view["cities"] == [city, None]
    assert view["scores"] == [1, 0]


def test_R2_other_cities_are_no_start():
    game = games.new("course", NAMES[:2], seed=1)
    assert "Paris, New York, or Tokyo" in refused(game, "R2", move="start", city="london")
    start(game)
    refused(game, "R2", move="start", city="tokyo")


def test_R3_seat_0_begins_and_play_goes_round():
    game = table(*(RING[2 * seat : 2 * seat + 2] for seat in range(3)), stock=RING[6:])
    order = []
    for _ in range(4):
        order.append(game.actors)
        if game.phase == "start":
            start(game, "paris")
        stay(game, game.view(game.actors[0])["hand"])
    assert order == [(0,), (1,), (2,), (0,)]
    with pytest.raises(games.IllegalMove):
        game.play({"seat": 0, "move": "stay", "off": [], "take": ["stock", "stock"]})


def test_R4_two_off_two_from_the_stock():
    game = table(RING[:3], RING[3:6], stock=RING[6:])
    start(game)
    events = stay(game, [RING[2], RING[0]])
    view = game.view(0)
    assert view["hand"] == [RING[1], RING[6], RING[7]]
    assert view["slots"] == [RING[2], RING[0]]
    assert view["stock_count"] == 4
    assert view["cities"][0] == "paris"
    assert {"event": "drew", "seat": 0, "n": 2} in events
    assert not any(card in str(events) for card in RING[6:])  # what is drawn stays hidden


@pytest.mark.parametrize(
    ("take", "hand"),
    [
        (["slot_a", "slot_b"], [RING[0], RING[1]]),
        (["slot_b", "slot_a"], [RING[0], RING[1]]),
        (["slot_a", "stock"], [RING[0], RING[8]]),
        (["stock", "slot_b"], [RING[1], RING[8]]),
        (["stock", "stock"], [RING[8], RING[9]]),
    ],
)
def test_R4_any_mix_of_slots_and_stock(take, hand):
    game = table(RING[:3], RING[3:6], stock=RING[6:])
    start(game)
    stay(game, RING[:2])  # the stock's top is now RING[8]
    start(game)
    stay(game, RING[3:5], take)
    view = game.view(1)
    assert sorted(view["hand"]) == sorted([RING[5], *hand])
    assert view["slots"] == RING[3:5]


def test_R4_everybody_sees_what_is_laid_off_and_taken_from_a_slot():
    game = table(["london--paris", *RING[1:4]], RING[4:8], stock=["cairo--paris", *RING[10:12]])
    start(game)
    fly(game, "london--paris")
    start(game)
    assert stay(game, RING[4:6])[:2] == [
        {"event": "stayed", "seat": 1, "city": "paris"},
        {"event": "laid_off", "seat": 1, "cards": RING[4:6]},
    ]
    assert stay(game, RING[1:3], ["slot_b", "slot_a"]) == [
        {"event": "stayed", "seat": 0, "city": "london"},
        {"event": "laid_off", "seat": 0, "cards": RING[1:3]},
        {"event": "took", "seat": 0, "cards": [RING[5], RING[4]]},
    ]


def test_R4_slot_tops_go_before_the_two_laid_off():
    """The card under the top cannot be taken, nor the one just laid off."""
    game = table(RING[:3], RING[3:6], stock=RING[6:])
    start(game)
    stay(game, RING[:2])
    start(game)
    stay(game, RING[3:5], ["slot_a", "stock"])
    assert game.view(None)["slots"] == RING[3:5]
    stay(game, game.view(0)["hand"][:2], ["slot_b", "slot_a"])
    assert {RING[3], RING[4]} <= set(game.view(0)["hand"])
    assert RING[1] not in game.view(0)["hand"]  # it lies under


def test_R4_refusals():
    game = table(RING[:3], RING[3:6], stock=RING[6:])
    start(game)
    two = RING[:2]
    refused(game, "R4", move="stay", off=[RING[0]], take=["stock", "stock"])
    refused(game, "R4", move="stay", off=RING[:3], take=["stock", "stock"])
    refused(game, "R4", move="stay", off=[RING[0], RING[0]], take=["stock", "stock"])
    refused(game, "R4", move="stay", off=[RING[0], RING[4]], take=["stock", "stock"])
    refused(game, "R4", move="stay", off=[RING[0], "atlantis--paris"], take=["stock", "stock"])
    refused(game, "R4", move="stay", off=two, take=["stock"])
    refused(game, "R4", move="stay", off=two, take=["stock", "stock", "stock"])
    refused(game, "R4", move="stay", off=two, take=["slot_a", "stock"])  # empty
    refused(game, "R4", move="stay", off=two, take=["slot_c", "stock"])
    stay(game, two)
    start(game)
    refused(game, "R4", move="stay", off=RING[3:5], take=["slot_a", "slot_a"])


def test_R5_an_unbroken_way_and_as_many_cards_drawn():
    hand = ["new-york--paris", "anchorage--new-york", "cairo--tehran"]
    game = table(hand, RING[3:6], stock=RING[6:11])
    start(game)
    events = fly(game, *hand[:2])
    view = game.view(0)
    assert view["cities"][0] == "anchorage"
    assert view["hand"] == ["cairo--tehran", RING[6], RING[7]]
    assert (view["stock_count"], view["laid_count"]) == (3, 2)
    assert view["tours"][0] == ["paris", "new-york", "anchorage"]
    assert events[0] == {
        "event": "flew",
        "seat": 0,
        "cities": ["paris", "new-york", "anchorage"],
        "routes": hand[:2],
    }


def test_R5_the_next_flight_leaves_from_where_the_last_one_ended():
    game = table(["london--paris", "london--rome"], RING[3:5], stock=RING[5:9])
    start(game)
    fly(game, "london--paris")
    start(game)
    stay(game, RING[3:5])
    assert fly(game, "london--rome")[0]["cities"] == ["london", "rome"]
    assert game.view(None)["tours"][0] == ["paris", "london", "rome"]


def test_R5_refusals():
    hand = ["new-york--paris", "anchorage--new-york", "cairo--tehran"]
    game = table(hand, RING[3:6], stock=RING[6:11])
    start(game)
    refused(game, "R5", move="fly", routes=[])
    assert "does not leave from Paris" in refused(game, "R5", move="fly", routes=["anchorage--new-york"])
    assert "does not leave from New York" in refused(
        game, "R5", move="fly", routes=["new-york--paris", "cairo--tehran"]
    )
    refused(game, "R5", move="fly", routes=["new-york--paris", "new-york--paris"])
    refused(game, "R5", move="fly", routes=["honolulu--tokyo"])  # Ben's
    refused(game, "R5", move="fly", routes=["paris--new-york"])


def test_R6_each_continent_gives_one_visa():
    game = world_tour("cairo--paris", "cairo--tehran", "tehran--tokyo", "beijing--tokyo")
    fly(game, "cairo--paris", "cairo--tehran", "tehran--tokyo", "beijing--tokyo")
    assert game.view(None)["visas"][0] == ["Europe", "Africa", "Asia"]


@pytest.mark.parametrize("city", ["sydney", "darwin"])
def test_R6_oceania_is_had_in_sydney_and_darwin(city):
    game = world_tour(f"{city}--tokyo", home="tokyo")
    fly(game, f"{city}--tokyo")
    assert game.view(None)["visas"][0] == ["Asia", "Oceania"]


def test_R7_back_the_other_way_and_two_teams_in_one_city():
    there, back = ["london--paris", "london--rome"], ["paris--rome", "london--madrid"]
    game = table([*there, back[0]], ["cairo--paris", "paris--tokyo", "london--new-york"], stock=RING[:3])
    start(game)
    fly(game, *there, back[0])  # a circle: Paris again
    start(game)
    assert game.view(None)["cities"] == ["paris", "paris"]
    assert game.view(None)["tours"][0] == ["paris", "london", "rome", "paris"]


def test_R8_laid_cards_become_the_stock_the_flight_just_laid_among_them():
    game = table(["new-york--paris", "anchorage--new-york"], RING[3:5], stock=["cairo--paris"])
    start(game)
    events = fly(game, "new-york--paris", "anchorage--new-york")
    view = game.view(0)
    assert {"event": "shuffled", "n": 2} in events
    assert "cairo--paris" in view["hand"]
    assert len(set(view["hand"]) & {"new-york--paris", "anchorage--new-york"}) == 1
    assert (view["stock_count"], view["laid_count"]) == (1, 0)


def test_R8_the_slots_stay_as_they_are_while_cards_are_laid():
    game = table(["london--paris", *RING[1:3]], RING[3:6], stock=[RING[6], RING[7]])
    start(game)
    stay(game, RING[1:3])  # the stock is empty now, and not refilled before a card is to be drawn
    assert game.view(None)["stock_count"] == 0
    start(game, "tokyo")
    fly(game, "honolulu--tokyo")
    view = game.view(1)
    assert view["slots"] == RING[1:3]
    assert "honolulu--tokyo" in view["hand"]


def test_R8_not_refilled_before_a_card_is_to_be_drawn():
    game = table(["london--paris", RING[1]], RING[3:5], stock=[RING[6]])
    start(game)
    assert not any(event["event"] == "shuffled" for event in fly(game, "london--paris"))
    assert (game.view(None)["stock_count"], game.view(None)["laid_count"]) == (0, 1)


def test_R9_five_visas_and_home_wins():
    game = world_tour(*TOUR)
    events = fly(game, *TOUR)
    assert game.result == {"winners": [0], "scores": [5, 0]}
    assert game.phase == "over"
    assert game.actors == ()
    assert events[-1] == {"event": "won", "seat": 0}
    assert game.ending == "home"
    assert game.view(0)["hand"] == []
    assert game.view(None)["laid_count"] == 9
    assert game.legal(0) == []


def test_R9_home_without_all_visas_is_a_stop_like_others():
    game = world_tour("london--paris", "london--rome", "paris--rome")
    fly(game, "london--paris", "london--rome", "paris--rome")
    assert game.result is None
    assert game.view(None)["cities"][0] == "paris"


def test_R9_home_is_ones_own_start():
    legs = [*TOUR[:8], "cairo--rome"]
    game = world_tour(*legs)
    fly(game, *legs)
    assert len(game.view(None)["visas"][0]) == 5
    assert game.result is None
