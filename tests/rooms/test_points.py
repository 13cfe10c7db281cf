"""Points for good predictions: shown to the team once the truth is known, in no result and no log."""

import json

import pytest

from geoclass import games
from geoclass.rooms import Hall
from tests.rooms.test_votes import begun, doubt, lay, say, why


def own(room, phone):
    told = room.view(phone)["points"]
    return told and told["own"]


def told_truth(room, teacher):
    return "right" if room.view(teacher)["game"]["reveal"]["right"] else "wrong"


def test_they_count_when_the_truth_has_been_shown(hall):
    room, teacher, phones = begun(hall)
    assert own(room, phones[0]) is None  # nobody has answered
    for phone, answer in zip(phones, ("right", "wrong", "right", "wrong"), strict=True):
        say(room, phone, {"say": answer})
    assert [own(room, phone) for phone in phones] == [0] * 4
    lay(room, phones, "more")  # the prompt is closed, its truth not revealed yet
    say(room, phones[0], {"say": "right"})
    say(room, phones[1], {"say": "wrong"})
    doubt(room, phones)
    say(room, phones[0], {"say": "right"})
    room.control(teacher, "vote_again")
    say(room, phones[0], {"say": "wrong"}, vote=2)  # the latest counts
    room.control(teacher, "vote_close")
    assert [own(room, phone) for phone in phones] == [0] * 4  # the board is shown first
    truths = [before(room, teacher, 3), told_truth(room, teacher)]
    room.control(teacher, "next")
    said = [("right", "wrong"), ("wrong", "wrong"), ("right", None), ("wrong", None)]
    right = [sum(a == b for a, b in zip(answers, truths, strict=True)) for answers in said]
    assert [own(room, phone) for phone in phones] == right
    assert sum(right) > 0
    again = Hall(room._store, bot_delay=60).room(room.code)
    assert [own(again, phone) for phone in phones] == right


def before(room, teacher, n):
    """Whether the row was right when it had *n* cards."""
    from geoclass.games.countries import prompts
    from geoclass.games.prompts import Prompt

    asked = Prompt.of(room.log()["votes"][0]["prompt"])
    assert len(asked.cards) == n
    return prompts.truth(asked, room.view(teacher)["game"]["reveal"])["say"]


def test_a_team_has_those_of_all_its_phones_and_undo_takes_them_back(hall):
    room, teacher, phones = begun(hall, voting=False)
    second = room.join(seat=1)
    for phone in (phones[1], second, phones[2]):
        say(room, phone, {"say": "right"})
    other = room.join(seat=2)
    say(room, other, {"say": "wrong"})
    doubt(room, phones)
    is_right = told_truth(room, teacher) == "right"
    room.control(teacher, "next")
    expected = [0, 2, 1, 0] if is_right else [0, 0, 1, 0]
    assert [own(room, phone) for phone in phones] == expected
    room.control(teacher, "undo")
    assert [own(room, phone) for phone in phones] == [0] * 4


def test_no_other_screen_is_told_before_the_teacher_wants_it_at_the_end(hall):
    room, teacher, phones = begun(hall)
    projector = room.screen(teacher, "projector")
    say(room, phones[1])
    room.control(teacher, "points", on=True)
    assert room.view(projector)["points"] is None
    room.control(teacher, "points", on=False)
    room.control(teacher, "end")
    while room.view(teacher)["room"]["showing"]:
        assert room.view(projector)["points"] is None
        room.control(teacher, "next")
    assert room.view(projector)["points"] is None
    room.control(teacher, "points", on=True)
    assert room.view(projector)["points"] == {"teams": [own(room, phone) for phone in phones]}
    room.control(teacher, "points", on=False)
    assert room.view(projector)["points"] is None
    room.control(teacher, "points", on=True)
    room.control(teacher, "again")
    assert room.view(projector)["points"] is None


def test_they_are_in_no_log_and_no_result(hall):
    room, teacher, phones = begun(hall)
    for phone in phones:
        say(room, phone)
    doubt(room, phones)
    room.control(teacher, "vote_close")
    room.control(teacher, "next")
    room.control(teacher, "points", on=True)
    log = room.log()
    assert "points" not in json.dumps(log)
    log.pop("votes")
    assert games.replay(log).log == log


def test_what_is_asked_again_tells_nothing_while_it_is_open(hall):
    """Two prompts in a row may be about the same nation: the first answer is not revealed before the second closes."""
    room, teacher = hall.open("couleurs", ["Ana", "Ben", "Chloé"])
    phone = room.join(seat=1)
    room.control(teacher, "start", seed=3)
    asked = room.view(phone)["prompt"]
    from geoclass.games.couleurs import prompts
    from geoclass.games.prompts import Prompt

    room.answer(phone, asked["id"], 1, {"say": prompts.truth(Prompt.of(asked), None)["say"]})
    assert own(room, phone) == 0
    state = room._state
    same = Prompt.of(asked | {"id": asked["id"] + ".later"})
    state._asked = (id(state.game), state.game.move_count, same)
    assert own(room, phone) == 0
    state._asked = None
    for tap in range(9):
        legal = room.view(teacher)["teacher"]["legal"]
        room.submit(teacher, legal[next(iter(legal))][0], f"t{tap}")
        if room.view(teacher)["prompt"]["facts"] != asked["facts"]:
            break
    assert own(room, phone) == 1


@pytest.mark.parametrize("what", [{"on": 1}, {"on": None}, {}, {"on": True, "x": 1}])
def test_only_the_teacher_shows_them_and_says_how(hall, what):
    room, teacher, phones = begun(hall)
    assert why(room.control, teacher, "points", **what) == "rooms.refused.bad_action"
    assert why(room.control, phones[0], "points", on=True) == "rooms.refused.not_teacher"


def test_a_pad_counts_once_as_it_was_left(hall):
    room, teacher = hall.open("spywhere", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=3)
    passports = [room.peek(teacher, seat)["game"]["passports"][seat] for seat in range(3)]
    for tap in range(3):
        prompt = room.view(phones[0])["prompt"]
        wrong = next(o for o in prompt["options"] if o not in passports[1])
        pad = {"1": wrong if tap < 2 else passports[1][0], "2": passports[2][0]}
        room.answer(phones[0], prompt["id"], 1, {"say": pad})
        legal = room.view(teacher)["teacher"]["legal"]
        room.submit(teacher, legal[next(iter(legal))][0], f"t{tap}")
    assert own(room, phones[0]) == 0
    room.control(teacher, "end")
    assert own(room, phones[0]) == 0  # passports are opened one by one
    while room.view(teacher)["room"]["showing"]:
        room.control(teacher, "next")
    assert own(room, phones[0]) == 2
