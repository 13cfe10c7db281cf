"""Prompts to everybody while others play, and their right answers."""

import pytest

from geoclass import bots, data, games
from geoclass.games.countries import prompts as countries
from geoclass.games.countries.reveal import misplaced
from geoclass.games.course import prompts as course
from geoclass.games.course.reveal import Flight, after_flight
from geoclass.games.prompts import is_right


def asked_in_course(seed):
    """Every prompt of a race of three bots."""
    game = games.new("course", ["Ana", "Ben", "Chloé"], seed, {"max_rounds": 8})
    players = [bots.make("course", "pupil", seat) for seat in range(3)]
    while game.result is None:
        if prompt := course.prompt(game.view(None)):
            yield prompt
        seat = game.actors[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))


@pytest.mark.parametrize("seed", [1, 2])
def test_course_asks_how_far_and_what_lies_below_in_turn(seed):
    found = list(asked_in_course(seed))
    turns = list({prompt.id: prompt.about for prompt in found}.values())
    assert min(turns.count("far"), turns.count("over")) >= len(turns) // 3
    for prompt in found:
        true = course.truth(prompt, None)
        assert prompt.read({"say": true["say"]}) == {"say": true["say"]}
        assert is_right(prompt, {"say": true["say"]}, true)


@pytest.mark.parametrize("seed", [1, 2])
def test_below_a_flight_is_what_its_reveal_tells(seed):
    for prompt in asked_in_course(seed):
        if prompt.about != "over":
            continue
        here, there = prompt.facts["here"], prompt.facts["there"]
        name = next(name for name in data.routes().index if set(name.split("--")) == {here, there})
        over = after_flight(Flight(0, (here, there), (name,), ()))["over"]
        ends = {data.cities_by_id()[city].country for city in (here, there)}
        true = course.truth(prompt, None)["say"]
        assert 1 <= len(true) <= course.BELOW
        assert set(true) == (set(over) - ends) & set(prompt.options)
        assert len(prompt.options) == course.CHOICES
        assert not ends & set(prompt.options)


def row_truth(*cards, asked=None):
    """The truth of a prompt about *asked*, after the row *cards* was turned for population."""
    game = games.new("countries", ["Ana", "Ben"], 1, {"first": 0, "categories": ["population"]})
    view = game.view(None) | {"row": [{"card": card} for card in asked or cards]}
    values = data.values("population")
    row = [{"card": card, "value": values[card]} for card in cards]
    out = [cards[at] for at in misplaced([values[card] for card in cards], range(len(cards)))]
    return countries.truth(
        countries.prompt(view), {"kind": "row", "round": view["round"], "row": row, "misplaced": out}
    )


def test_a_card_that_may_be_named_is_in_a_smallest_correction():
    """One card far from its place puts all others in a wrong order with it: it alone is wrong."""
    assert row_truth("CHN", "ISL", "FRA", "DEU") == {"say": "wrong", "which": ["CHN"], "marked": ["CHN"]}
    assert row_truth("ISL", "DEU", "FRA", "CHN") == {"say": "wrong", "which": ["DEU", "FRA"], "marked": ["FRA"]}
    assert row_truth("ISL", "FRA", "DEU") == {"say": "right", "which": [], "marked": []}
    assert row_truth("CHN", "ISL", "FRA", asked=["ISL", "FRA"]) == {"say": "right", "which": []}
