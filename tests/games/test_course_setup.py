"""La course autour du monde: options and setups, views and sentences, the reveal."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoclass import data, games
from geoclass.games.course import tables as course_tables
from geoclass.games.course.reveal import shortest, visa_bit
from tests.games.course_table import NAMES, RING, TOUR, cards, fly, start, stay, table, world_tour

# options and setups


def test_option_open_hands_shows_all_hands_to_all():
    game = games.new("course", NAMES[:2], seed=1, options={"open_hands": True})
    for seat in (None, 0, 1):
        assert game.view(seat)["hands"] == [game.view(0)["hand"], game.view(1)["hand"]]
    assert game.view(None)["hand"] is None
    assert games.new("course", NAMES[:2], seed=1).view(0)["hands"] is None


def test_option_starts_and_a_start_without_a_visa():
    game = games.new("course", NAMES[:2], seed=1, options={"starts": ["honolulu", "darwin", "cairo", "lima"]})
    start(game, "honolulu")
    assert game.view(None)["visas"][0] == []
    stay(game, game.view(0)["hand"][:2])
    start(game, "darwin")
    assert game.view(None)["visas"][1] == ["Oceania"]


def test_option_network_short_or_a_list():
    short = games.new("course", NAMES[:2], seed=1, options={"network": "short"})
    assert short.view(0)["stock_count"] + 30 == len(course_tables.network("short"))
    own = ["darwin--paris", "lima--tokyo", "cairo--darwin"]  # no real routes, but cities of the table
    game = games.new("course", NAMES[:2], seed=1, options={"network": own, "hand": 1})
    assert {*game.view(0)["hand"], *game.view(1)["hand"]} < set(own)


def test_option_network_in_whatever_order_is_the_same_game():
    one, two = (games.new("course", NAMES[:2], 1, {"network": list(own), "hand": 3}) for own in (RING, RING[::-1]))
    assert one.view(0)["hand"] == two.view(0)["hand"]


def test_options_at_their_limits():
    game = games.new("course", NAMES[:2], seed=1, options={"hand": 54, "max_rounds": 1000})
    assert (game.view(None)["hand_counts"], game.view(None)["stock_count"]) == ([54, 54], 0)
    for options in ({"hand": 55}, {"max_rounds": 1001}):
        with pytest.raises(games.BadSetup) as why:
            games.new("course", NAMES[:2], seed=1, options=options)
        assert why.value.key == "games.setup.bad_option"
    with pytest.raises(games.BadSetup) as why:
        games.new("course", NAMES[:2], seed=1, options={"hand": 7, "network": RING})
    assert (why.value.key, why.value.params) == ("course.setup.small_network", {"n": 12, "needed": 14})


@pytest.mark.parametrize(
    "options",
    [
        {"hand": 0},
        {"hand": True},
        {"hand": 5.0},
        {"hand": 54, "network": "short"},
        {"starts": ["paris", "tokyo"]},
        {"starts": ["paris", "paris", "tokyo"]},
        {"starts": ["paris", "tokyo", "atlantis"]},
        {"starts": "paris"},
        {"max_rounds": 0},
        {"open_hands": 1},
        {"network": "long"},
        {"network": []},
        {"network": ["paris--new-york"], "hand": 1},
        {"network": ["paris--paris"], "hand": 1},
        {"network": ["new-york--paris"], "hand": 1},
        {"network": ["new-york--paris", "new-york--paris"], "hand": 1},
        {"network": [*RING, "atlantis--paris"], "hand": 1},
        {"network": [1]},
        {"speed": 3},
    ],
)
def test_bad_options(options):
    with pytest.raises(games.BadSetup) as why:
        games.new("course", NAMES[:2], seed=1, options=options)
    assert why.value.text("fr") != why.value.text("en")


@pytest.mark.parametrize(
    "deck", [cards(29), [*cards(30), cards(1)[0]], [*cards(30), "darwin--paris"], "paris", [1] * 40]
)
def test_bad_decks(deck):
    with pytest.raises(games.BadSetup):
        games.new("course", NAMES[:2], seed=1, deck=deck)


def test_a_shorter_deck_is_played_alone():
    game = games.new("course", NAMES[:2], seed=1, deck=cards(33))
    assert game.view(None)["stock_count"] == 3


# views and sentences


def test_views_hide_hands_and_the_stock():
    game = games.new("course", NAMES[:3], seed=2)
    hands = [game.view(seat)["hand"] for seat in range(3)]
    assert game.view(None)["hand"] is None
    for seat in range(3):
        shown = str(game.view(seat))
        assert not any(card in shown for card in course_tables.network() if card not in hands[seat])


def test_moves_and_events_in_words():
    game = table(["cairo--paris", "cairo--tehran"], RING[:2], stock=RING[2:6])
    said = [game.say(event, "fr") for event in start(game)]
    assert said == ["L’équipe Ana part de Paris.", "L’équipe Ana obtient le visa «\u00a0Europe\u00a0»."]
    said = [game.say(event, "fr") for event in fly(game, "cairo--paris")]
    assert said[0] == "L’équipe Ana s’envole\u00a0: Paris – Le Caire."
    start(game, "tokyo")
    assert game.say(game.legal(1)[-1], "en").startswith("Team Ben stays. Tickets discarded: New York – Paris")
    stay(game, RING[:2])
    assert game.say({"event": "stayed", "seat": 0, "city": "cairo"}, "fr") == "L’équipe Ana reste au Caire."
    game = games.new("course", NAMES[:2], seed=1, options={"max_rounds": 3, "hand": 40})
    while game.actors:
        move = game.legal(game.actors[0])[0]
        events = game.play(move)
        for question in (game.reveal or {"questions": []})["questions"]:
            assert game.ask(question, "fr") != game.ask(question, "en")
        for thing in (move, *events):
            assert game.say(thing, "fr") != game.say(thing, "en")


# the reveal


def test_reveal_of_a_flight():
    game = world_tour(*TOUR[:3])
    assert game.reveal is None
    fly(game, *TOUR[:3])
    reveal = game.view(None)["reveal"]
    km = [5834, 5434, 5514]
    assert [leg["km"] for leg in reveal["legs"]] == km
    assert reveal["km"] == sum(km)
    assert (reveal["share"], reveal["circumference_km"]) == (round(sum(km) / 40075, 4), 40075)
    assert [(leg["from"], leg["to"]) for leg in reveal["legs"]] == list(pairwise(reveal["cities"]))
    assert [leg["historic"] for leg in reveal["legs"]] == [False, True, True]
    assert reveal["visas"] == ["America", "Asia"]
    assert reveal["legs"][0]["over"][0] == "FRA"  # flown from Paris, though the card names New York first
    arrival = reveal["arrival"]
    assert (arrival["city"], arrival["country"], arrival["capitals"]) == (
        "tokyo",
        "JPN",
        [{"fr": "Tokyo", "en": "Tokyo"}],
    )
    assert arrival["figures"]["population"] == data.values("population")["JPN"]
    asked = {question["key"]: question for question in reveal["questions"]}
    assert (asked["course.question.historic"]["from"], asked["course.question.historic"]["to"]) == (
        "new-york",
        "anchorage",
    )
    assert {(q["from"], q["to"]) for key, q in asked.items() if key != "course.question.historic"} == {
        ("paris", "new-york")  # the longest leg
    }


@pytest.mark.parametrize(
    ("card", "keys"),
    [
        ("buenos-aires--santiago", []),  # neighbours by land: no sea to ask about
        ("london--paris", ["sea"]),
        ("honolulu--sydney", ["sea", "sun"]),
        ("paris--tokyo", ["bend", "over", "sun"]),
        ("cairo--tehran", ["over", "historic"]),
        ("cairo--paris", ["over"]),  # two hours of solar time apart
        ("paris--tehran", ["over", "sun"]),  # three
        ("cairo--new-york", ["over", "sun"]),  # 9.5° further north than New York
        ("beijing--frankfurt", ["bend", "over", "sun"]),  # 10.1° further north than Frankfurt
    ],
)
def test_questions_after_a_flight(card, keys):
    home = card.split("--")[0]
    game = table([card], RING[1:2], stock=RING[2:3], network=[card, *RING[1:3]], starts=[home, "rome", "lima"])
    start(game, home)
    fly(game, card)
    assert [question["key"].removeprefix("course.question.") for question in game.reveal["questions"]] == keys
    assert all(game.ask(question, "fr") != game.ask(question, "en") for question in game.reveal["questions"])


def test_reveal_names_the_countries_below_a_flight_that_is_in_no_table():
    card = "cairo--cape-town"
    assert card not in data.routes().index
    game = table([card], RING[1:2], stock=RING[2:3], network=[card, *RING[1:3]], starts=["cape-town", "rome", "lima"])
    start(game, "cape-town")
    fly(game, card)
    over = ["ZAF", "BWA", "NAM", "ZMB", "AGO", "COD", "CAF", "SSD", "SDN", "EGY"]
    assert game.reveal["over"] == over
    assert [q["key"] for q in game.reveal["questions"]] == ["course.question.over"]


@pytest.mark.parametrize(("card", "hours"), [("paris--tokyo", 9), ("new-york--tokyo", 10)])
def test_question_about_the_sun_counts_fifteen_degrees_an_hour_the_short_way_round(card, hours):
    game = table([card], RING[:1], stock=RING[1:2], network=[card, *RING[:3]], starts=["tokyo", "rome", "lima"])
    start(game, "tokyo")
    fly(game, card)
    assert [q["n"] for q in game.reveal["questions"] if q["key"] == "course.question.sun"] == [hours]


def ended(ana, ben):
    """The reveal after one round in which both start in Paris and fly these legs."""
    n = max(len(ana), len(ben))
    spare = cards(3 * n, [*ana, *ben])
    hands = [[*legs, *(spare.pop() for _ in range(n - len(legs)))] for legs in (ana, ben)]
    game = table(*hands, stock=spare[: 2 * n], max_rounds=1, network=sorted({*course_tables.network(), *ana, *ben}))
    for legs in (ana, ben):
        start(game)
        fly(game, *legs)
    assert game.ending == "max_rounds"
    return game.reveal, {q["key"].removeprefix("course.question."): q for q in game.reveal["questions"]}


def test_reveal_after_the_last_round_of_a_team_not_yet_home():
    away = [*TOUR[:8], "cairo--rome"]  # all five visas, and more kilometres than the best tour
    reveal, asked = ended(away, ["london--paris"])
    ana, ben = reveal["tours"]
    assert reveal["winners"] == [0]
    assert (ana["start"], ana["cities"][-1], ana["legs_home"], len(ana["visas"])) == ("paris", "rome", 1, 5)
    assert (ben["start"], ben["legs_home"]) == ("paris", 1)
    assert ana["km"] > reveal["shortest"]["paris"]["fewest_km"]["km"]
    assert list(reveal["shortest"]) == ["paris"]
    assert "best" not in asked  # the comparison is for a whole tour
    times = round(ana["km"] / 40075, 1)
    assert asked["circumference"] == {
        "key": "course.question.circumference", "seat": 0, "km": ana["km"], "times": times
    }  # fmt: skip
    assert times == 1.2
    assert "hardest" not in asked  # Ben lacks four alike


def test_reveal_compares_with_the_equator_only_who_flew_as_far():
    _, asked = ended(["london--paris"], ["paris--rome"])
    assert asked == {}


def test_reveal_asks_which_continent_most_teams_lack_if_it_is_one():
    _, asked = ended(TOUR[:3], ["cairo--paris"])  # Europe, America and Asia; Europe and Africa
    assert asked["hardest"]["continent"] == "Oceania"
    _, asked = ended(TOUR[:3], ["paris--rome"])  # now nobody has Africa either
    assert "hardest" not in asked


def test_R6_a_city_that_gives_no_visa_is_none_on_the_way_of_a_tour_either():
    assert [visa_bit(city) for city in ("honolulu", "auckland")] == [0, 0]
    assert len({visa_bit(city) for city in ("paris", "tokyo", "new-york", "cairo", "sydney")} - {0}) == 5


def test_reveal_asks_nothing_when_nobody_flew():
    game = table(RING[:2], RING[2:4], stock=RING[4:8], max_rounds=1)
    for off in (RING[:2], RING[2:4]):
        start(game)
        stay(game, off)
    assert [tour["km"] for tour in game.reveal["tours"]] == [0, 0]
    assert game.reveal["questions"] == []


def test_reveal_at_the_end():
    game = world_tour(*TOUR)
    fly(game, *TOUR)
    reveal = game.view(None)["reveal"]
    ana, ben = reveal["tours"]
    assert ana["cities"] == [
        "paris",
        "new-york",
        "anchorage",
        "tokyo",
        "honolulu",
        "sydney",
        "darwin",
        "singapore",
        "cairo",
        "paris",
    ]
    assert (ana["legs"], ana["km"]) == (9, sum(data.route(card).km for card in TOUR))
    assert ana["continents"] == ["Europe", "America", "Asia", "Oceania", "Africa"]
    assert ana["landed"] == ["FRA", "USA", "JPN", "AUS", "SGP", "EGY"]
    assert not set(ana["over"]) & set(ana["landed"])
    assert (ben["start"], ben["cities"], ben["km"]) == (None, [], 0)
    best = reveal["shortest"]["paris"]
    assert best["fewest_legs"]["legs"] <= best["fewest_km"]["legs"] <= ana["legs"]
    assert best["fewest_km"]["km"] <= best["fewest_legs"]["km"]
    assert reveal["flight"]["kind"] == "flight"
    assert game.reveal_count == 1  # the flight that wins is in the reveal of the end
    keys = [question["key"] for question in reveal["questions"]]
    assert keys == ["course.question.best", "course.question.circumference"]
    assert game.ask(reveal["questions"][0], "en").startswith("Team Ana needed 9 legs and 49,055\u00a0km.")


def test_reveal_asks_nobody_about_detours_who_made_none():
    ring = ["new-york--paris", "new-york--tokyo", "sydney--tokyo", "cairo--sydney", "cairo--paris"]
    spurs = ["london--paris", "madrid--paris", "moscow--paris", "paris--rome", "lisbon--paris"]  # useless in a tour
    game = table(ring, spurs, network=sorted([*ring, *spurs]))
    start(game)
    fly(game, *ring)
    assert game.reveal["tours"][0]["km"] == game.reveal["shortest"]["paris"]["fewest_km"]["km"]
    assert [q["key"] for q in game.reveal["questions"]] == ["course.question.circumference"]


def naive_fewest_legs(network, home):
    """A plain breadth-first search over city and set of visas."""
    visas = lambda city, had: had | ({course_tables.visa(city)} - {None})  # noqa: E731
    first = (home, visas(home, frozenset()))
    seen, queue = {first}, deque([(first, 0)])
    while queue:
        (city, had), legs = queue.popleft()
        if city == home and len(had) == 5:
            return legs
        for card in network:
            ends = card.split("--")
            if city in ends:
                there = ends[1 - ends.index(city)]
                state = (there, visas(there, had))
                if state not in seen:
                    seen.add(state)
                    queue.append((state, legs + 1))
    return None


def test_the_tour_of_fewest_kilometres_may_have_more_legs():
    """From Tokyo to Cairo by Honolulu and Sydney, or by Hong Kong, Singapore and Darwin."""
    far = ["honolulu--tokyo", "honolulu--sydney", "cairo--sydney"]
    near = ["hong-kong--tokyo", "hong-kong--singapore", "darwin--singapore", "cairo--darwin"]
    both = [*TOUR[:3], "cairo--paris"]
    best = shortest(tuple(sorted([*far, *near, *both])), "paris")
    for tour, legs in (("fewest_legs", [*both, *far]), ("fewest_km", [*both, *near])):
        assert (best[tour]["legs"], best[tour]["km"]) == (len(legs), sum(data.route(card).km for card in legs))


@given(
    st.sets(st.sampled_from(course_tables.network()), min_size=10),
    st.sampled_from(["paris", "new-york", "tokyo", "honolulu"]),
)
def test_the_shortest_tour_is_the_shortest(network, home):
    network = tuple(sorted(network))
    best = shortest(network, home)
    fewest = naive_fewest_legs(network, home)
    assert (best["fewest_legs"]["legs"] if best else None) == fewest
    if best:
        for tour in best.values():
            cards = ["--".join(sorted(pair)) for pair in pairwise(tour["cities"])]
            assert set(cards) <= set(network)
            assert (len(cards), sum(data.route(card).km for card in cards)) == (tour["legs"], tour["km"])
            assert tour["cities"][0] == tour["cities"][-1] == home
        assert best["fewest_km"]["km"] <= best["fewest_legs"]["km"]
