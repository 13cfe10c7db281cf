"""Every prompt can be voted on, without helping the team on turn."""

import json

import pytest

from geoclass import games, review
from geoclass.rooms import Hall, SqliteStore
from tests.rooms.test_hands import raise_hands
from tests.rooms.test_votes import BARRIERS, at_a_barrier, begun, lay, right_answer, say, why

KINDS = pytest.mark.parametrize("seed", BARRIERS.values(), ids=BARRIERS.keys())


@pytest.fixture
def hall(tmp_path):
    return Hall(SqliteStore(tmp_path), bot_delay=60)


def vote(room, teacher, phones, first, second):
    """Answer the open vote, talk, answer again."""
    for phone, answer in zip(phones, first, strict=True):
        say(room, phone, answer)
    room.control(teacher, "vote_talk")
    room.control(teacher, "vote_again")
    for phone, answer in zip(phones, second, strict=True):
        say(room, phone, answer, vote=2)


@KINDS
def test_G9_at_a_barrier_the_class_votes_once_the_team_has_answered(hall, seed):
    room, teacher, phones = at_a_barrier(hall, seed)
    prompt, card = room.view(phones[2])["prompt"], room.view(teacher)["game"]["question"]["card"]
    other = next(iso for iso in prompt.get("options", ("FRA", "DEU")) if iso != card)
    assert why(room.control, teacher, "vote") == "rooms.refused.vote_later"
    room.control(teacher, "vote_soon", on=True)
    assert room.view(teacher)["vote"] is None  # the team may still answer alone
    room.submit(phones[0], {"move": "answer", "unknown": True}, "first")
    view = room.view(phones[1])
    assert view["vote"]["held"] == {"seat": 0, "move": "answer"}
    assert view["room"]["vote_soon"] is False
    vote(room, teacher, phones, [{"say": other}] * 3, [{"say": card}] * 3)
    room.control(teacher, "vote_close")
    view = room.view(teacher)
    assert view["game"]["question"]["card"] == card  # the answer was wrong: the next team is asked the same
    assert (view["prompt"], view["vote"]) == (None, None)
    assert why(say, room, phones[2], {"say": card}, prompt=prompt["id"]) == "rooms.refused.asked_no_more"
    assert why(room.control, teacher, "vote_soon", on=True) == "rooms.refused.nothing_asked"
    assert room.beliefs(teacher, view["game"]["reveal"]) == []
    assert "votes" not in room.log()
    assert room.view(phones[2])["points"] == {"own": 0}
    room.submit(phones[1], {"move": "answer", **right_answer(room, teacher)}, "second")
    (told,) = room.beliefs(teacher, room.view(teacher)["game"]["reveal"])
    assert (told["prompt"], told["n"], told["right"]) == (prompt, [3, 3], [0, 3])


@KINDS
def test_nobody_learns_from_the_vote_whether_the_teams_answer_is_right(hall, seed):
    seen = []
    for right in (True, False):
        room, teacher, phones = at_a_barrier(hall, seed)
        screens, told = [teacher, room.screen(teacher, "projector"), *phones], []
        room.control(teacher, "vote_soon", on=True)
        answer = right_answer(room, teacher) if right else {"unknown": True}
        room.submit(phones[0], {"move": "answer", **answer}, "first")
        for action in ("vote_talk", "vote_again"):
            told += [room.view(screen) for screen in screens]
            room.control(teacher, action, **({"seconds": None} if action == "vote_talk" else {}))
        told += [room.view(screen) for screen in screens]
        seen.append(json.dumps(told).replace(room.code, "CODE"))
    assert seen[0] == seen[1]


def test_a_verdict_of_the_teacher_is_held_too(hall):
    room, teacher = hall.open("globalissimo", ["Ana", "Ben"], options={"judge": "teacher"})
    phone = room.join(seat=1)
    room.control(teacher, "start", seed=4)
    while (view := room.view(teacher))["room"]["showing"] or not view["game"]["question"]:
        if view["room"]["showing"]:
            room.control(teacher, "next")
        else:
            legal = room.view(teacher)["teacher"]["legal"]
            room.submit(teacher, legal[next(iter(legal))][room.version % 3], f"t{room.version}")
    room.control(teacher, "vote_soon", on=True)
    seat = room.view(teacher)["game"]["actors"][0]
    room.submit(teacher, {"seat": seat, "move": "judge", "right": True}, "judge")
    assert room.view(phone)["vote"]["held"] == {"seat": seat, "move": "judge"}


def test_a_vote_wished_for_can_be_taken_back(hall):
    room, teacher, phones = at_a_barrier(hall, BARRIERS["capital"])
    room.control(teacher, "vote_soon", on=True)
    room.control(teacher, "vote_soon", on=False)
    room.submit(phones[0], {"move": "answer", "unknown": True}, "first")
    assert room.view(teacher)["vote"] is None
    assert why(room.control, teacher, "vote_soon", on=1) == "rooms.refused.bad_action"
    assert why(room.control, phones[0], "vote_soon", on=True) == "rooms.refused.not_teacher"


def test_votes_after_each_last_tile_leave_barriers_alone(hall):
    room, teacher, phones = at_a_barrier(hall, BARRIERS["capital"])
    room.control(teacher, "voting", on=True)
    room.submit(phones[0], {"move": "answer", "unknown": True}, "first")
    assert room.view(teacher)["vote"] is None


def test_D4_the_class_votes_on_a_population_after_the_last_guess(hall, tmp_path):
    room, teacher = hall.open("countries", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=7)
    room.control(teacher, "vote_soon", on=True)
    for n, phone in enumerate(phones):
        assert room.view(teacher)["vote"] is None
        room.submit(phone, {"move": "guess", "population": 1000 * n}, "guess")
    held = room.view(teacher)["vote"]["held"]
    assert held == {"seat": 2, "move": "guess"}
    vote(room, teacher, phones, [{"say": "size0", "sure": True}] * 3, [{"say": "size1"}] * 3)
    room = Hall.at(tmp_path, bot_delay=60).room(room.code)  # after a restart
    room.control(teacher, "vote_close")
    reveal = room.view(teacher)["game"]["reveal"]
    assert reveal["kind"] == "guess"
    (told,) = room.beliefs(teacher, reveal)
    assert (told["prompt"]["about"], told["n"]) == ("size", [3, 3])


def test_a_vote_on_a_single_card_is_shown_with_the_row_that_tells_its_truth(hall):
    room, teacher, phones = begun(hall, laid=1)
    single = room.view(teacher)["prompt"]
    room.control(teacher, "vote")
    raise_hands(room, teacher, more=4)
    vote(room, teacher, phones, [{"say": "more"}] * 4, [{"say": "less"}] * 4)
    room.control(teacher, "vote_close")
    assert room.view(teacher)["vote"] is None  # the figures wait for the row
    assert room.view(phones[0])["prompt"] is None
    assert room.beliefs(teacher, None) == []
    lay(room, phones, 0)
    say(room, phones[1], {"say": "right"})
    seat = room.view(teacher)["game"]["actors"][0]
    room.control(teacher, "voting", on=False)
    room.submit(teacher, {"seat": seat, "move": "doubt"}, "doubt")
    told = room.beliefs(teacher, room.view(teacher)["game"]["reveal"])
    assert [(one["prompt"]["about"], one["n"]) for one in told] == [("more", [8, 4]), ("row", [1])]
    assert told[0]["prompt"] == single


def test_without_a_vote_on_it_a_single_card_leaves_the_reveal_to_the_row(hall):
    room, teacher, phones = begun(hall, laid=1, voting=False)
    say(room, phones[3], {"say": "more"})
    lay(room, phones, 0)
    say(room, phones[3], {"say": "right"})
    seat = room.view(teacher)["game"]["actors"][0]
    room.submit(teacher, {"seat": seat, "move": "doubt"}, "doubt")
    (told,) = room.beliefs(teacher, room.view(teacher)["game"]["reveal"])
    assert told["prompt"]["about"] == "row"


@pytest.mark.parametrize("game", ["couleurs", "course"])
def test_once_a_vote_has_told_the_truth_nobody_answers_any_more(hall, game):
    room, teacher = hall.open(game, ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=7)
    prompt = room.view(teacher)["prompt"]
    answer = {"say": prompt["options"][:1] if prompt["kind"] == "several" else prompt["options"][0]}
    room.control(teacher, "vote")
    say(room, phones[1], answer)
    room.control(teacher, "vote_close")
    (told,) = room.beliefs(teacher, None)
    room.control(teacher, "vote_close")
    assert room.view(phones[1])["prompt"] is None
    assert why(say, room, phones[2], answer, prompt=prompt["id"]) == "rooms.refused.asked_no_more"
    assert why(room.control, teacher, "vote") == "rooms.refused.nothing_asked"
    assert told["n"] == [1]


def pads(room):
    return [[len(pair) for pair in one["answers"]] for one in room.log()["votes"]]


def test_pads_are_voted_on_at_any_moment_and_go_on_afterwards(hall, tmp_path):
    room, teacher = hall.open("spywhere", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=7)
    one, other = room.view(teacher)["prompt"]["options"][:2]

    def play():
        legal = room.view(teacher)["teacher"]["legal"]
        room.submit(teacher, legal[next(iter(legal))][0], f"t{room.version}")

    say(room, phones[0], {"say": {"2": one}})
    while room.view(teacher)["prompt"]["facts"]["turn"] < 2:
        play()
    room.control(teacher, "vote")
    assert room.view(teacher)["vote"]["answered"] == 1  # the pad of an earlier turn counts
    say(room, phones[1], {"say": {"2": one}})
    room.control(teacher, "vote_again")
    assert room.view(teacher)["vote"]["answered"] == 0
    assert room.answers(phones[0]) == [{"say": {"2": one}}, None]
    say(room, phones[1], {"say": {"2": other}}, vote=2)
    room = Hall.at(tmp_path, bot_delay=60).room(room.code)  # after a restart
    room.control(teacher, "vote_close")
    assert room.beliefs(teacher, None) == []
    assert room.view(phones[2])["round"] == 2
    say(room, phones[2], {"say": {"0": other}}, vote=2)  # a pad can always be changed
    play()
    play()
    say(room, phones[0], {"say": {"2": other}})
    assert room.answers(phones[2]) == [{"say": {"0": other}}, None]
    room.control(teacher, "end")
    told = room.beliefs(teacher, room.view(teacher)["game"]["reveal"])
    assert [one["n"] for one in told][:2] == [[1], [2, 3]]
    assert told[-1]["n"] == [3]
    assert told[1]["said"][0]["2"] == {one: 2}
    assert told[1]["said"][1]["2"] == {one: 1, other: 1}
    assert told[-1]["said"][0]["2"] == {other: 2}
    assert pads(room)[1] == [2, 2, 2]
    assert len(review.overall(review.believed(room.log()), "en")) == 2  # the talk of an earlier turn counts
    assert games.replay(room.log()).log == {k: v for k, v in room.log().items() if k != "votes"}


def test_a_dropped_vote_leaves_what_is_on_the_pads(hall):
    room, teacher = hall.open("spywhere", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=7)
    one, other = room.view(teacher)["prompt"]["options"][:2]
    say(room, phones[0], {"say": {"2": one}})
    room.control(teacher, "vote")
    room.control(teacher, "vote_again")
    say(room, phones[0], {"say": {"2": other}}, vote=2)
    room.control(teacher, "vote_close", drop=True)
    assert room.answers(phones[0]) == [{"say": {"2": other}}, None]
    assert room.view(phones[0])["round"] == 1
