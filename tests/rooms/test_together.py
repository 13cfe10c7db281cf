"""A team decides together: a phone's proposal is played when enough of the others agree."""

import json

import pytest

from geoclass.rooms import Hall
from geoclass.rooms import together as together_module
from tests.rooms.test_votes import why


@pytest.fixture
def now(monkeypatch):
    at = [1_000_000.0]
    monkeypatch.setattr(together_module, "time", lambda: at[0])
    return at


def begun(hall, phones=3, others=1, **more):
    """A room with a team of *phones* connected phones on turn, and another team."""
    more = {"together": True} | more
    room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0}, **more)
    own = [room.join(seat=0) for _ in range(phones)]
    theirs = [room.join(seat=1) for _ in range(others)]
    room.control(teacher, "start", seed=7)
    for phone in (*own, *theirs):
        room.subscribe(phone, lambda _version: None)
    return room, teacher, own, theirs


def moves(room, phone):
    return [{k: v for k, v in move.items() if k != "seat"} for move in room.view(phone)["legal"]]


def propose(room, phone, n=0, tap="p"):
    return room.submit(phone, moves(room, phone)[n], f"{tap}{n}", room.view(phone)["choice"])


def proposal(room, phone):
    return room.view(phone)["proposal"]


def agree(room, phone, tap="a"):
    return room.agree(phone, proposal(room, phone)["id"], tap)


def played(room):
    return len(room.log()["moves"])


def test_by_default_a_phone_plays_at_once(hall):
    room, teacher, own, _ = begun(hall, together=False)
    assert room.view(teacher)["room"]["together"] is False
    propose(room, own[0])
    assert played(room) == 1


def test_a_lone_phone_plays_at_once_also_when_the_others_have_gone(hall):
    room, _, own, _ = begun(hall, phones=1)
    room.join(seat=0)  # has never connected
    propose(room, own[0])
    assert played(room) == 1


def test_a_proposal_is_seen_by_its_team_alone_and_changes_nothing(hall):
    room, teacher, own, theirs = begun(hall)
    before, projector = room.log(), room.screen(teacher, "projector")
    propose(room, own[0])
    assert room.log() == before
    for phone in own:
        seen = proposal(room, phone)
        assert (seen["move"]["move"], seen["phone"], seen["agreed"], seen["needed"]) == ("place", 1, [1], 2)
    for token in (*theirs, teacher, projector):
        assert proposal(room, token) is None
    assert room.view(own[1])["legal"]  # the others may propose something else


@pytest.mark.parametrize(("phones", "needed"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_it_is_played_when_half_of_the_team_agree_and_one_other_at_least(hall, phones, needed):
    room, _, own, _ = begun(hall, phones)
    propose(room, own[0])
    for n, phone in enumerate(own[1:needed], 2):
        assert played(room) == 0
        assert proposal(room, phone)["needed"] == needed
        agree(room, phone, f"a{n}")
    assert played(room) == 1
    assert proposal(room, own[0]) is None
    assert room.log()["moves"][0]["seat"] == 0
    assert "bots" not in room.log()


def test_the_same_move_on_another_phone_is_agreement(hall):
    room, _, own, _ = begun(hall)
    propose(room, own[0])
    propose(room, own[1], tap="q")
    assert played(room) == 1


def test_another_move_takes_the_place_of_the_first(hall):
    room, _, own, _ = begun(hall)
    propose(room, own[0])
    old = proposal(room, own[0])["id"]
    propose(room, own[1], 1)
    seen = proposal(room, own[2])
    assert (seen["phone"], seen["agreed"]) == (2, [2])
    at = room.version
    assert room.agree(own[2], old, "late") == at  # the proposal is void: nothing happens
    assert played(room) == 0
    agree(room, own[2])
    assert room.log()["moves"] == [seen["move"]]


def test_after_ten_seconds_the_phone_that_proposed_may_insist(hall, now):
    room, _, own, _ = begun(hall)
    propose(room, own[0])
    now[0] += 9
    assert why(agree, room, own[0]) == "rooms.refused.insists_early"
    assert proposal(room, own[0])["wait"] == 1
    now[0] += 1
    assert agree(room, own[0], "again") == room.version
    assert played(room) == 1


def test_others_need_not_wait_and_cannot_insist(hall, now):
    room, _, own, _ = begun(hall, phones=6)
    propose(room, own[0])
    now[0] += 100
    agree(room, own[1])
    at = room.version
    assert agree(room, own[1], "b") == at  # once is enough
    assert played(room) == 0
    assert proposal(room, own[2])["agreed"] == [1, 2]


def test_it_is_taken_back_by_the_phone_that_made_it_alone(hall):
    room, _, own, _ = begun(hall)
    propose(room, own[0])
    made, at = proposal(room, own[0])["id"], room.version
    assert room.withdraw(own[1], made, "w") == at
    room.withdraw(own[0], made, "w")
    assert proposal(room, own[1]) is None
    assert room.agree(own[1], made, "late") == room.version
    assert played(room) == 0
    propose(room, own[0], tap="again")
    assert proposal(room, own[1])["phone"] == 1


@pytest.mark.parametrize("end", ["teacher", "undo", "end", "again", "off", "bot"])
def test_it_is_void_when_there_is_something_else_to_choose(hall, end):
    room, teacher, own, theirs = begun(hall)
    for phone in (own[0], own[1]):  # a first move, so that there is something to undo
        propose(room, phone, tap=f"first{phone}")
    propose(room, theirs[0], tap="theirs")
    propose(room, own[0], tap="x")
    made = proposal(room, own[1])["id"]
    if end == "teacher":
        room.submit(teacher, room.view(teacher)["teacher"]["legal"]["0"][0], "t")  # the teacher plays for the team
        assert played(room) == 3
    elif end == "off":
        room.control(teacher, "together", on=False)
    elif end == "bot":
        room.control(teacher, "bot", seat=0, level="random")
        room.bot_turn()
    else:
        room.control(teacher, end)
    before = room.log()
    assert proposal(room, own[1]) is None
    assert room.agree(own[1], made, "late") == room.version
    assert room.log() == before


def test_a_doubt_that_a_team_agrees_on_opens_the_vote(hall):
    room, teacher, own, theirs = begun(hall)
    room.control(teacher, "voting", on=True)
    for phone in (own[0], own[1], theirs[0]):
        propose(room, phone, tap=f"x{phone}")
    room.submit(own[0], {"move": "doubt"}, "d")
    assert room.view(teacher)["vote"] is None
    room.submit(own[1], {"move": "doubt"}, "d")
    assert room.view(teacher)["vote"]["held"]["move"] == "doubt"


def test_what_the_rules_refuse_is_not_proposed(hall):
    room, _, own, theirs = begun(hall)
    before = room.version
    assert why(room.submit, own[0], {"move": "doubt"}, "d") == "countries.refused.nothing_to_doubt"
    assert why(room.submit, theirs[0], {"move": "place", "card": "FRA", "at": 0}, "d").startswith("games.")
    assert room.version == before


def test_the_same_tap_twice_is_one(hall):
    room, _, own, _ = begun(hall, phones=6)
    at = propose(room, own[0])
    assert propose(room, own[0]) == at
    first = agree(room, own[1])
    assert agree(room, own[1]) == first


def test_a_flood_of_proposals_ends(hall):
    room, _, own, _ = begun(hall)
    for n in range(together_module.MOST):
        propose(room, own[n % 2], n % 3, tap=f"f{n}.")
    before = room.version
    assert why(propose, room, own[1], 5, "more") == "rooms.refused.many_proposals"
    assert room.version == before


@pytest.mark.parametrize("bad", [None, "1", True, 1.0, [], {}])
def test_what_is_no_proposal_is_refused(hall, bad):
    room, teacher, own, _ = begun(hall)
    propose(room, own[0])
    for act in (room.agree, room.withdraw):
        assert why(act, own[1], bad, "x") == "rooms.refused.tap"
        assert why(act, own[1], 10**9, 7) == "rooms.refused.tap"
        assert why(act, teacher, 1, "x").startswith("rooms.refused.")
        assert act(own[1], 10**30, "y") == room.version
    assert played(room) == 0


def test_another_team_cannot_agree(hall):
    room, _, own, theirs = begun(hall)
    propose(room, own[0])
    assert room.agree(theirs[0], proposal(room, own[0])["id"], "x") == room.version
    assert played(room) == 0


def test_while_the_game_is_paused_nobody_agrees(hall):
    room, teacher, own, _ = begun(hall)
    propose(room, own[0])
    made = proposal(room, own[1])["id"]
    room.control(teacher, "pause")
    assert proposal(room, own[1]) is None
    assert why(room.agree, own[1], made, "x") == "rooms.refused.paused"
    room.control(teacher, "resume")
    agree(room, own[1])
    assert played(room) == 1


def test_a_restart_and_another_process_know_the_proposal(hall, tmp_path):
    room, teacher, own, _ = begun(hall)
    propose(room, own[0])
    other = Hall.at(tmp_path, bot_delay=60).room(room.code)
    assert other.view(teacher)["room"]["together"] is True
    assert proposal(other, own[1]) == proposal(room, own[1])
    other.agree(own[1], proposal(other, own[1])["id"], "x")
    assert room.view(teacher)["moves"] == 1


def test_the_teacher_changes_it_at_any_time(hall):
    room, teacher, own, _ = begun(hall, together=False)
    assert why(room.control, own[0], "together", on=True) == "rooms.refused.not_teacher"
    assert why(room.control, teacher, "together", on=1) == "rooms.refused.bad_action"
    room.control(teacher, "together", on=True)
    propose(room, own[0])
    assert played(room) == 0
    room.control(teacher, "together", on=False)
    propose(room, own[0], tap="now")
    assert played(room) == 1
    assert "proposal" not in json.dumps(room.log())
