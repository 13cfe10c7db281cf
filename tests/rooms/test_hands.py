"""A show of hands: the class answers without phones."""

import pytest

from geoclass import games
from geoclass.rooms import Hall
from tests.rooms.test_votes import begun, doubt, say, why


def raise_hands(room, teacher, vote=1, **counts):
    return room.control(teacher, "hands", prompt=room.view(teacher)["prompt"]["id"], vote=vote, counts=counts)


def test_raised_hands_are_answers_of_the_class_in_both_votes(hall, tmp_path):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    raise_hands(room, teacher, right=3)
    assert room.view(teacher)["vote"]["answered"] == 3
    raise_hands(room, teacher, right=12, wrong=9)  # they replace the earlier ones
    say(room, phones[1], {"say": "wrong", "sure": True})
    view = room.view(teacher)["vote"]
    assert (view["answered"], view["of"]) == (22, 25)  # three phones more could answer
    room.control(teacher, "vote_again")
    raise_hands(room, teacher, vote=2, right=2, wrong=19)
    again = Hall.at(tmp_path, bot_delay=60).room(room.code)  # after a restart
    assert again.view(teacher)["vote"]["answered"] == 21
    room.control(teacher, "vote_close")
    view = room.view(teacher)
    (told,) = room.beliefs(teacher, view["game"]["reveal"])
    assert told["n"] == [22, 21]
    assert told["said"] == [{"right": 12, "wrong": 10}, {"right": 2, "wrong": 19}]
    assert told["moved"] == []  # hands are not recognized
    assert told["sure"] == {"right": [0, 0], "wrong": [0, 0]}  # and have no confidence
    log = room.log()
    (votes,) = log.pop("votes")
    assert len(votes["answers"]) == 12 + 10 + 21
    assert [None, {"say": "right"}] in votes["answers"]
    assert log == games.replay(log).log  # not a move


def test_hands_can_be_corrected_down_to_none(hall):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    raise_hands(room, teacher, right=12, wrong=9)
    raise_hands(room, teacher, right=0, wrong=0)
    assert room.view(teacher)["vote"]["answered"] == 0
    room.control(teacher, "vote_close")
    assert room.log()["votes"][0]["answers"] == []


@pytest.mark.parametrize(
    "counts",
    [None, 3, [], {}, {"right": -1}, {"right": 1.5}, {"right": True}, {"right": "3"}, {"perhaps": 1}, {"right": None}],
)
def test_hands_that_cannot_be_counted_are_refused(hall, counts):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    prompt, before = room.view(teacher)["prompt"]["id"], room.version
    assert why(room.control, teacher, "hands", prompt=prompt, vote=1, counts=counts) == "rooms.refused.bad_action"
    assert room.version == before


def test_more_hands_than_a_school_has_are_refused(hall):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    assert why(raise_hands, room, teacher, right=100) == "rooms.refused.many_hands"


def test_hands_are_counted_by_the_teacher_for_what_is_open(hall):
    room, teacher, phones = begun(hall)
    prompt = room.view(teacher)["prompt"]["id"]
    hands = {"prompt": prompt, "vote": 1, "counts": {"right": 1}}
    assert why(room.control, phones[0], "hands", **hands) == "rooms.refused.not_teacher"
    assert why(room.control, teacher, "hands", **hands | {"vote": 2}) == "rooms.refused.asked_no_more"
    assert why(room.control, teacher, "hands", **hands | {"prompt": "row"}) == "rooms.refused.asked_no_more"
    assert why(room.control, teacher, "hands", **hands) == "rooms.refused.hands_early"  # everybody would see them
    doubt(room, phones)
    room.control(teacher, "vote_talk")
    assert why(room.control, teacher, "hands", **hands) == "rooms.refused.talking"


def test_of_an_order_hands_do_not_say_enough(hall):
    room, teacher = hall.open("globalissimo", ["Ana", "Ben"])
    room.control(teacher, "start", seed=3)
    asked = room.view(teacher)["prompt"]
    counts = {asked["options"][0]: 3}
    assert why(room.control, teacher, "hands", prompt=asked["id"], vote=1, counts=counts) == "rooms.refused.no_hands"
