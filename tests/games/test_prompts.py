"""Prompts to everybody while others play, and their right answers."""

import pytest

from geoclass import bots, data, games
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
