"""The bots of La course autour du monde: each level wins more than the one below, and a race lasts a lesson."""

from itertools import combinations, pairwise
from statistics import median

import pytest

from geoclass import bots, data, games
from geoclass.games.course import tables as course_tables
from geoclass.games.course.bots import ALIKE, ALL, DEPTH, Good, Position, _legs, _ways, costs_home, prices
from geoclass.games.course.reveal import shortest
from geoclass.games.rng import Rng


def race(levels, seed, **options):
    """A race played out by bots of these levels, seat by seat."""
    game = games.new("course", [f"{level} {seat}" for seat, level in enumerate(levels)], seed, options)
    players = [bots.make("course", level, 10 * seed + seat) for seat, level in enumerate(levels)]
    while game.actors:
        seat = game.actors[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))
    return game


def wins(high, low, n, **options):
    """How many of *n* races between two *high* wins, taking turns at the seats."""
    won = 0.0
    for seed in range(n):
        levels = [high, low] if seed % 2 else [low, high]
        winners = race(levels, seed, **options).result["winners"]
        won += (levels.index(high) in winners) / len(winners)
    return won


@pytest.mark.parametrize(
    ("high", "low", "at_least"),
    [("pupil", "random", 9), ("keen", "pupil", 10), ("geographer", "pupil", 10)],
)
def test_each_level_beats_those_below(high, low, at_least):
    assert wins(high, low, 12) >= at_least


def test_the_geographer_beats_the_keen_pupil():
    assert wins("geographer", "keen", 60) >= 34


def test_the_geographer_beats_the_keen_pupil_in_a_lesson():
    assert wins("geographer", "keen", 80, network="short", max_rounds=18) >= 46


def test_four_geographers_take_ten_to_eighteen_rounds():
    rounds = [race(["geographer"] * 4, seed).view(None)["round"] for seed in range(25)]
    assert 10 <= median(rounds) <= 18


def test_the_short_network_is_shorter():
    rounds = [race(["geographer"] * 4, seed, network="short").view(None)["round"] for seed in range(12)]
    assert 3 <= median(rounds) <= 8


def position(city, home, visas, hand, slots=(None, None)):
    return Position(0, city, home, visas, list(hand), list(slots), course_tables.network())


def view(here):
    """The view that a position is seen in."""
    continents = ("Europe", "Asia", "America", "Africa", "Oceania")
    return {
        "seat": 0,
        "phase": "play",
        "cities": [here.city],
        "starts": [here.home],
        "visas": [[continent for i, continent in enumerate(continents) if here.visas >> i & 1]],
        "hand": here.hand,
        "slots": here.slots,
        "options": {"network": "full"},
    }


def test_a_tour_in_hand_is_flown():
    tour = shortest(course_tables.network(), "paris")["fewest_legs"]["cities"]
    routes = ["--".join(sorted(leg)) for leg in pairwise(tour)]
    here = position("paris", "paris", 1, [*sorted(routes), "lima--madrid", "buenos-aires--lima"])
    move = Good(3, Rng(1, "test")).choose(view(here), [])
    assert move["move"] == "fly"
    assert sorted(move["routes"]) == sorted(routes)


@pytest.mark.parametrize("level", [2, 3])
def test_a_missing_card_is_taken_from_a_slot(level):
    """All visas collected, in London, the ticket home to Paris open in slot B; no usable card in hand."""
    here = position("london", "paris", ALL, ["buenos-aires--lima", "lima--madrid", "lima--santiago"])
    here = here._replace(slots=["lima--sao-paulo", "london--paris"])
    move = Good(level, Rng(1, "test")).choose(view(here), [])
    assert move["move"] == "stay"
    assert move["take"] == ["slot_b", "stock"]
    assert set(move["off"]) < set(here.hand)


def test_the_plan_costs_what_its_legs_cost():
    """With every card in hand, the cheapest plan is the tour with the fewest legs."""
    here = position("tokyo", "tokyo", 2, course_tables.network())
    fewest = shortest(course_tables.network(), "tokyo")["fewest_legs"]["legs"]
    price = prices(here)
    assert costs_home(here, price)[2]["tokyo"] == pytest.approx(fewest * price["new-york--paris"])


def test_a_bot_copes_with_a_network_without_a_way_home():
    network = ["lima--madrid", "lima--santiago", "london--paris", "paris--rome", "darwin--sydney", "sydney--tokyo"]
    for level in ("pupil", "keen", "geographer"):
        game = race([level, level], 1, network=network, hand=2, max_rounds=5)
        assert game.ending == "max_rounds"


DENSE = ["--".join(sorted(pair)) for pair in combinations(sorted(data.cities_by_id())[:11], 2)]


def test_a_dense_hand_does_not_make_the_search_long():
    """Fifty-five flights between eleven cities contain millions of paths of seven legs."""
    cities = {city for route in DENSE for city in route.split("--")}
    start, *_ = sorted(cities)
    assert len(list(_ways(_legs(DENSE), start, 0))) <= DEPTH * len(cities) * (ALL + 1) * ALIKE < 20_000
    hands = [list(_ways(_legs(DENSE[:n]), start, 0)) for n in (20, 40, 55)]
    assert len(hands[0]) <= len(hands[1]) <= len(hands[2])


def test_the_bounded_search_brings_as_much_as_the_whole_one(monkeypatch):
    for seed in range(40):
        hand = Rng(seed, "hand").shuffled(course_tables.network())[:15]
        ends = {(city, visas) for _, city, visas in _ways(_legs(hand), "paris", 1)}
        with monkeypatch.context() as patch:
            patch.setattr("geoclass.games.course.bots.ALIKE", 10**9)
            assert ends == {(city, visas) for _, city, visas in _ways(_legs(hand), "paris", 1)}


def test_the_geographer_weighs_few_starts_however_many_there_are(monkeypatch):
    weighed = []
    whole = costs_home
    monkeypatch.setattr("geoclass.games.course.bots.costs_home", lambda *given: weighed.append(1) or whole(*given))
    game = games.new("course", ["Ana", "Ben"], 1, {"starts": sorted(data.cities_by_id())})
    assert Good(3, Rng(1, "test")).choose(game.view(0), game.legal(0)) in game.legal(0)
    assert len(weighed) <= 3


def looking(legs, seed, teams=4):
    """A lesson played by bots that look *legs* ahead: the game, and the share of turns in which they stay."""
    options = games.game_type("course").presets["lesson"]
    game = games.new("course", [f"Team {n}" for n in range(teams)], seed, options)
    players = [Good(1, Rng(seed, f"{seat}"), legs) for seat in range(teams)]
    moves = []
    while game.actors:
        seat = game.actors[0]
        moves.append(players[seat].choose(game.view(seat), game.legal(seat)))
        game.play(moves[-1])
    kinds = [move["move"] for move in moves if move["move"] != "start"]
    return game, kinds.count("stay") / len(kinds)


@pytest.mark.parametrize(("legs", "home", "stays"), [(1, 0.2, 0.85), (2, 0.9, 0.7), (3, 0.95, 0.65)])
def test_P19_who_looks_two_legs_ahead_comes_home_in_most_lessons(legs, home, stays):
    played = [looking(legs, seed) for seed in range(30)]
    assert sum(game.ending == "home" for game, _ in played) >= home * len(played)
    assert median(share for _, share in played) <= stays
