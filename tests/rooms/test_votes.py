"""Votes: answers are stored, secret until the vote closes, and never moves of the game."""

import json
import time

import pytest

from geoclass import data, games
from geoclass.rooms import Hall, Refused
from geoclass.rooms.votes import CHANGES

BARRIERS = {"capital": 4, "place": 1}  # kind of the first barrier → seed
WRONG = {"say": "wrong", "which": None, "sure": False}


def begun(hall, laid=3, teams=("Ana", "Ben", "Chloé", "Dan"), voting=True):
    """A room with a row of *laid* cards and one connected phone per team."""
    room, teacher = hall.open("countries", list(teams), options={"first": 0})
    phones = [room.join(seat=seat) for seat in range(len(teams))]
    room.control(teacher, "start", seed=7)
    for phone in phones:
        room.subscribe(phone, lambda _version: None)
    if voting:
        room.control(teacher, "voting", on=True)
    for tap in range(laid - 1):
        lay(room, phones, tap)
    return room, teacher, phones


def on_turn(room, phones):
    (seat,) = room.view(phones[0])["game"]["actors"]
    return phones[seat]


def lay(room, phones, tap):
    phone = on_turn(room, phones)
    room.submit(phone, next(m for m in room.view(phone)["legal"] if m["move"] == "place"), f"t{tap}")


def doubt(room, phones):
    room.submit(on_turn(room, phones), {"move": "doubt"}, "doubt")


def say(room, phone, answer=WRONG, vote=1, prompt=None):
    return room.answer(phone, prompt or room.view(phone)["prompt"]["id"], vote, answer)


def why(act, *args, **kwargs):
    with pytest.raises(Refused) as refusal:
        act(*args, **kwargs)
    assert refusal.value.text("fr") != refusal.value.text("en")
    return refusal.value.key


def test_who_is_not_on_turn_is_asked_and_may_change_their_mind(hall):
    room, _, phones = begun(hall)
    first = room.view(phones[1])["prompt"]
    assert first["kind"] == "choice"
    assert first["options"] == ["right", "wrong"]
    assert len(first["cards"]) == 3
    say(room, phones[1], {"say": "right", "sure": True})
    say(room, phones[1], {"say": "wrong", "which": first["cards"][0], "sure": False})
    assert room.answers(phones[1])[0] == {"say": "wrong", "which": first["cards"][0], "sure": False}
    assert room.answers(phones[2]) == [None, None]
    lay(room, phones, "next")
    assert room.view(phones[1])["prompt"]["id"] != first["id"]
    assert why(say, room, phones[1], prompt=first["id"]) == "rooms.refused.asked_no_more"


def test_a_row_of_one_card_asks_how_the_top_of_the_pile_compares(hall):
    room, teacher, phones = begun(hall, laid=1)
    prompt = room.view(phones[1])["prompt"]
    assert prompt["about"] == "more"
    assert prompt["facts"]["card"] == room.view(teacher)["game"]["pile_top"]
    say(room, phones[1], {"say": "more"})


def test_the_same_answer_again_is_no_row(hall):
    room, _, phones = begun(hall)
    assert say(room, phones[1]) == say(room, phones[1]) == room.version


def test_a_doubt_waits_for_the_vote_and_is_played_when_it_closes(hall):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    view = room.view(phones[1])
    assert view["vote"]["phase"] == "first"
    assert view["vote"]["held"]["move"] == "doubt"
    assert view["reveals"] == 0
    assert not view["room"]["showing"]
    assert view["legal"] == []
    assert why(room.submit, phones[0], {"move": "doubt"}, "again") == "rooms.refused.voting"
    for phone in phones:
        say(room, phone, {"say": "right", "sure": True})
    assert why(say, room, phones[0], vote=2) == "rooms.refused.asked_no_more"
    room.control(teacher, "vote_talk", seconds=60)
    assert 58 <= room.view(teacher)["vote"]["left"] <= 60
    room.control(teacher, "vote_talk", seconds=30)
    assert 88 <= room.view(teacher)["vote"]["left"] <= 90
    room.control(teacher, "vote_talk", seconds=None)
    assert room.view(teacher)["vote"]["left"] is None
    assert why(say, room, phones[0]) == "rooms.refused.talking"
    room.control(teacher, "vote_again")
    assert why(room.control, teacher, "vote_talk") == "rooms.refused.voted_twice"
    assert why(say, room, phones[0], vote=1) == "rooms.refused.asked_no_more"
    for phone in phones[:3]:
        say(room, phone, {"say": "wrong", "sure": False}, vote=2)
    room.control(teacher, "vote_close")
    view = room.view(teacher)
    assert view["reveals"] == 1
    assert view["room"]["showing"]
    assert view["vote"] is None
    (told,) = room.beliefs(teacher, view["game"]["reveal"])
    assert told["n"] == [4, 3]
    assert told["moved"] == [["right", "wrong", 3]]
    assert told["said"] == [{"right": 4, "wrong": 0}, {"right": 0, "wrong": 3}]
    assert told["truth"]["say"] == ("right" if view["game"]["reveal"]["right"] else "wrong")
    assert room.answers(phones[3]) == [{"say": "right", "sure": True}, None]


def test_a_vote_can_be_left_at_any_moment(hall):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    say(room, phones[1])
    room.control(teacher, "vote_close", drop=True)
    assert room.view(teacher)["reveals"] == 1
    assert room.beliefs(teacher, room.view(teacher)["game"]["reveal"]) == []
    assert "votes" not in room.log()


def test_undo_takes_back_the_doubt_that_a_vote_holds(hall):
    room, teacher, phones = begun(hall)
    before = room.log()
    doubt(room, phones)
    room.control(teacher, "undo")
    assert room.view(teacher)["vote"] is None
    assert room.log() == before
    assert room.view(on_turn(room, phones))["legal"]


def test_without_the_teachers_wish_a_doubt_turns_the_row_at_once(hall):
    room, teacher, phones = begun(hall, voting=False)
    doubt(room, phones)
    assert room.view(teacher)["reveals"] == 1
    assert why(room.control, teacher, "vote_close") == "rooms.refused.no_vote"


def test_a_doubt_against_the_rules_opens_no_vote(hall):
    room, _, phones = begun(hall, laid=1)
    assert why(doubt, room, phones) == "countries.refused.nothing_to_doubt"


@pytest.mark.parametrize("at", ["first", "talk", "second"])
def test_a_restart_finds_the_vote_where_it_was(hall, tmp_path, at):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    say(room, phones[1])
    if at != "first":
        room.control(teacher, "vote_talk", seconds=600)
    if at == "second":
        room.control(teacher, "vote_again")
        say(room, phones[2], vote=2)
    code, seen = room.code, [room.view(phone) | {"room": None} for phone in phones]
    room.close()
    again = Hall.at(tmp_path, bot_delay=60).room(code)
    now = [again.view(phone) | {"room": None} for phone in phones]
    for view in (*seen, *now):
        view["vote"].pop("left")
    assert now == seen
    again.control(teacher, "vote_close")
    assert again.view(teacher)["reveals"] == 1


def test_a_room_that_cannot_be_opened_still_gives_the_game_with_its_votes_moves(hall):
    from geoclass.rooms.salvage import salvaged

    room, teacher, phones = begun(hall)
    doubt(room, phones)
    room.control(teacher, "vote_close")
    assert salvaged(room._store.rows(room.code)).logs == [games.replay(room.log()).log]


def test_the_log_is_the_same_with_and_without_votes(hall):
    logs = []
    for voting in (True, False):
        room, teacher, phones = begun(hall, voting=voting)
        if voting:
            say(room, phones[1])
        doubt(room, phones)
        if voting:
            for phone in phones:
                say(room, phone)
            room.control(teacher, "vote_again")
            for phone in phones:
                say(room, phone, vote=2)
            room.control(teacher, "vote_close")
        logs.append(room.log())
    votes = logs[0].pop("votes")
    assert logs[0] == logs[1]
    assert games.replay(logs[0] | {"votes": votes}).log == logs[1]
    assert [len(one["answers"]) for one in votes] == [4]
    assert "phone" not in json.dumps(votes)


def test_nothing_of_an_open_vote_is_told_but_how_many_have_answered(hall):
    """Until the vote closes, every screen gets the same frames whatever is answered; a phone knows its own answer."""
    seen = []
    for answers in (["right"] * 4, ["wrong"] * 4):
        room, teacher, phones = begun(hall, laid=5)
        projector, told = room.screen(teacher, "projector"), []
        doubt(room, phones)
        for vote in (1, 2):
            for phone, answer in zip(phones, answers, strict=True):
                say(room, phone, {"say": answer, "sure": True}, vote)
                told += [room.view(token) for token in (teacher, projector, *phones)]
                told.append(room.beliefs(projector, room.view(projector)["game"]["reveal"]))
            if vote == 1:
                room.control(teacher, "vote_again")
        assert not told[-1]
        code, keys = room.code, json.dumps(told)
        seen.append(keys.replace(code, "CODE"))
    assert seen[0] == seen[1]
    assert '"answered": 4' in seen[0]
    assert '"reveal": null' in seen[0]


def test_what_is_taken_away_meanwhile_has_no_answers_that_are_still_open(hall):
    """Neither to the open vote, nor about rows that the next doubt will turn over."""
    room, teacher, phones = begun(hall)
    for _ in range(2):
        for phone in phones[1:]:
            say(room, phone)
        lay(room, phones, f"more {room.version}")
    doubt(room, phones)
    say(room, phones[1])
    assert "votes" not in room.log()
    assert "votes" not in room.logs()[-1]
    room.control(teacher, "vote_close")
    assert len(room.log()["votes"]) == 3


@pytest.mark.parametrize("game", ["couleurs", "course"])
def test_where_no_reveal_tells_it_a_phone_is_told_the_truth_when_the_table_has_moved_on(hall, game):
    room, teacher = hall.open(game, ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=7)
    prompt = room.view(phones[1])["prompt"]
    said = {"say": prompt["options"][:1] if prompt["kind"] == "several" else prompt["options"][0]}
    say(room, phones[1], said)
    assert "before" not in room.view(phones[1])
    assert room.answer_before(phones[1]) is None
    while room.view(teacher)["prompt"]["id"] == prompt["id"]:
        legal = room.view(teacher)["teacher"]["legal"]
        room.submit(teacher, legal[next(iter(legal))][0], f"t{room.version}")
    before = room.view(phones[1])["before"]
    assert before["prompt"] == prompt
    assert set(before["truth"]["say"]) <= set(prompt["options"]) or before["truth"]["say"] in prompt["options"]
    assert room.answer_before(phones[1]) == said
    assert room.answer_before(phones[0]) is None
    assert "before" not in room.view(teacher)


def test_what_the_class_believed_of_a_nation_is_told_with_the_next_chain_and_with_no_pass_before_it(hall):
    room, teacher = hall.open("couleurs", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=7)

    def legal(kind):
        seat = room.view(teacher)["game"]["actors"][0]
        return [move for move in room.view(teacher)["teacher"]["legal"][str(seat)] if move["move"] == kind]

    def play(kind):
        room.submit(teacher, legal(kind)[0], f"t{room.version}")
        return room.beliefs(phones[0], room.view(phones[0])["game"]["reveal"])

    hand = room.view(teacher)["prompt"]
    say(room, phones[1], {"say": hand["options"][:1]})
    (told,) = play("pass")  # the next team is asked about a nation of its own
    assert told["prompt"] == hand
    assert play("play") == []
    asked = room.view(teacher)["prompt"]
    assert asked["id"] != hand["id"]
    say(room, phones[0], {"say": asked["options"][:1]})
    assert play("pass") == []
    while not legal("play"):
        assert play("pass") == []
    assert room.view(teacher)["prompt"] == asked  # still the same question, and the answer counts
    assert room.answers(phones[0])[0] == {"say": asked["options"][:1]}
    (told,) = play("play")
    assert told["prompt"] == asked
    assert told["n"] == [1]


def at_a_barrier(hall, seed):
    """Three teams with three points each: all of them stand before the same barrier, the first is asked."""
    room, teacher = hall.open("globalissimo", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=seed)
    game = room.view(teacher)["game"]
    value = data.values(game["category"])
    for seat, card in enumerate(game["open"][:3]):
        rank = 1 + sum(value[other] > value[card] for other in game["open"])
        room.submit(phones[seat], {"move": "estimate", "card": card, "rank": rank}, "estimate")
    room.control(teacher, "next")
    return room, teacher, phones


def right_answer(room, teacher):
    view = room.view(teacher)
    return {"text" if view["game"]["question"]["colour"] == "orange" else "country": view["teacher"]["answer"][0]}


@pytest.mark.parametrize("seed", BARRIERS.values(), ids=BARRIERS.keys())
def test_G9_at_a_barrier_nobody_is_told_before_the_question_is_solved_and_then_everybody_at_once(hall, seed):
    room, teacher, phones = at_a_barrier(hall, seed)
    prompt, card = room.view(phones[2])["prompt"], room.view(teacher)["game"]["question"]["card"]
    say(room, phones[2], {"say": card})
    say(room, phones[1], {"say": next(iso for iso in prompt.get("options", ("FRA", "DEU")) if iso != card)})
    room.submit(phones[0], {"move": "answer", "unknown": True}, "first")
    assert room.view(teacher)["prompt"] == prompt  # the next team is asked the same
    assert room.beliefs(teacher, room.view(teacher)["game"]["reveal"]) == []
    assert "votes" not in room.log()
    assert room.view(phones[2])["points"] == {"own": 0}
    room.submit(phones[1], {"move": "answer", **right_answer(room, teacher)}, "second")
    reveal = room.view(teacher)["game"]["reveal"]
    assert [asked["card"] for asked in reveal["solved"]] == [card]
    (told,) = room.beliefs(teacher, reveal)
    assert (told["prompt"], told["truth"], told["n"], told["right"]) == (prompt, {"say": card}, [2], [1])
    assert [room.answers(phone)[0] is not None for phone in phones] == [False, True, True]
    room.control(teacher, "next")
    assert room.view(phones[2])["points"] == {"own": 1}
    assert len(room.log()["votes"]) == 1


@pytest.mark.parametrize("seed", BARRIERS.values(), ids=BARRIERS.keys())
def test_G9_what_nobody_solves_is_told_when_the_round_is_over(hall, seed):
    room, teacher, phones = at_a_barrier(hall, seed)
    card = room.view(teacher)["game"]["question"]["card"]
    say(room, phones[2], {"say": card})
    for seat in range(3):
        assert room.beliefs(teacher, room.view(teacher)["game"]["reveal"]) == []
        room.submit(phones[seat], {"move": "answer", "unknown": True}, "unknown")
    reveal = room.view(teacher)["game"]["reveal"]
    assert reveal["unsolved"]["card"] == card
    (told,) = room.beliefs(teacher, reveal)
    assert told["truth"] == {"say": card}


def test_a_phone_is_told_its_pad_with_the_passports_whenever_it_last_wrote_on_it(hall):
    room, teacher = hall.open("spywhere", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=7)
    options = room.view(teacher)["prompt"]["options"]
    for turn, phone in enumerate(phones[:2]):
        say(room, phone, {"say": {"2": options[0]}})
        legal = room.view(teacher)["teacher"]["legal"]
        room.submit(teacher, legal[next(iter(legal))][0], f"t{turn}")
    room.control(teacher, "end")
    assert [room.answers(phone)[0] for phone in phones] == [{"say": {"2": options[0]}}] * 2 + [None]


def test_a_phone_is_told_no_count(hall):
    room, _, phones = begun(hall)
    doubt(room, phones)
    say(room, phones[1])
    assert "answered" not in room.view(phones[2])["vote"]


BAD = [
    None, 1, "wrong", [], {}, {"say": None}, {"say": "perhaps"}, {"say": "wrong", "which": "XXX"}, {"say": ["wrong"]},
    {"say": "right", "which": "FRA"}, {"say": "wrong", "sure": 1}, {"say": "wrong", "sure": "yes"}, {"say": {"a": 1}},
    {"say": "wrong", "more": "x"}, {"say": "w" * 100000}, {"say": True}, {"say": "wrong", "which": {"a": []}},
]  # fmt: skip


@pytest.mark.parametrize("answer", BAD, ids=lambda bad: repr(bad)[:30])
def test_a_malformed_answer_is_a_sentence_and_nothing_else(hall, answer):
    room, _, phones = begun(hall)
    before = room.version
    assert why(say, room, phones[1], answer) == "games.prompt.refused"
    assert room.version == before


@pytest.mark.parametrize("prompt", ["", "row.9.FRA", 7, None, ["x"], "x" * 100000])
@pytest.mark.parametrize("vote", [1, 2, 0, "1", None, True])
def test_an_answer_to_what_is_not_asked_is_refused(hall, prompt, vote):
    room, _, phones = begun(hall)
    before = room.version
    assert why(room.answer, phones[1], prompt, vote, WRONG) == "rooms.refused.asked_no_more"
    assert room.version == before


def test_a_flood_of_answers_ends(hall):
    room, _, phones = begun(hall)
    for n in range(CHANGES):
        say(room, phones[1], {"say": "right", "sure": bool(n % 2)})
    before = room.version
    assert why(say, room, phones[1]) == "rooms.refused.many_answers"
    assert room.version == before
    assert say(room, phones[2]) == before + 1


def test_only_phones_in_a_team_answer_and_only_a_teacher_leads_a_vote(hall):
    room, teacher, phones = begun(hall)
    prompt = room.view(phones[0])["prompt"]["id"]
    assert why(room.answer, teacher, prompt, 1, WRONG).startswith("rooms.refused.")
    late = room.join()
    assert why(room.answer, late, prompt, 1, WRONG) == "rooms.refused.waiting"
    for action in ("vote", "vote_talk", "vote_again", "vote_close"):
        assert why(room.control, phones[0], action) == "rooms.refused.not_teacher"


@pytest.mark.parametrize("what", [{"seconds": 0}, {"seconds": -1}, {"seconds": 10**9}, {"seconds": "5"}, {"x": 1}])
def test_a_talk_of_no_length_is_refused(hall, what):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    assert why(room.control, teacher, "vote_talk", **what) == "rooms.refused.bad_action"


def test_answers_wake_no_phone_and_screens_twice_a_second(hall):
    room, teacher, phones = begun(hall)
    doubt(room, phones)
    woken, counted = [], []
    room.subscribe(phones[0], woken.append)
    room.subscribe(teacher, counted.append)
    woken.clear()
    counted.clear()
    began = time.monotonic()
    for phone in phones:
        say(room, phone)
    until = time.monotonic() + 5
    while not counted and time.monotonic() < until:
        time.sleep(0.01)
    assert counted == [room.version]
    assert time.monotonic() - began >= 0.5
    assert woken == []
