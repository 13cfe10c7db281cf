"""Scenes of votes: no screen reveals an answer too early."""

import json
from functools import cache

import pytest

from geoclass import data, i18n, review
from geoclass.games import tell
from geoclass.rooms import Hall
from geoclass.ui.kit import clock, points, vote
from geoclass.ui.kit.parts import board_of
from geoclass.ui.phone.scenes import phone_scene
from geoclass.ui.states import screen_state
from tests.review import answered
from tests.rooms.test_votes import BARRIERS, at_a_barrier, right_answer
from tests.ui.lessons import Lesson

ANSWERS = {
    "countries": ({"say": "right", "sure": True}, {"say": "wrong", "sure": False}),
    "globalissimo": (lambda options: {"say": options}, lambda options: {"say": options[::-1]}),
    "couleurs": (lambda options: {"say": options[:1]}, lambda options: {"say": options[1:]}),
    "course": (lambda options: said(options, 0), lambda options: said(options, -1)),
    "spywhere": (lambda options: {"say": {"3": options[0]}}, lambda options: {"say": {"3": options[-1]}}),
}


def said(options, n):
    """The *n*-th of the distances, or of the countries flown over."""
    return {"say": options[n] if options[n].startswith("km") else [options[n]]}


def opened(hall, game):
    """A room with an open prompt, and an open vote if the game has votes."""
    room, teacher = hall.open(game, ["Ana", "Ben", "Chloé", "Dan"], options={"first": 0} if game == "countries" else {})
    phones = [room.join(seat=seat) for seat in range(4)]
    room.control(teacher, "start", seed=7)
    for tap in range(3):
        legal = room.view(teacher)["teacher"]["legal"]
        seat = next(iter(legal))
        room.submit(teacher, legal[seat][0], f"t{tap}")
    if game in ("countries", "globalissimo"):
        room.control(teacher, "voting", on=True)
        seat = room.view(teacher)["game"]["actors"][0]
        legal = room.view(teacher)["teacher"]["legal"][str(seat)]
        room.submit(teacher, {"seat": seat, "move": "doubt"} if game == "countries" else legal[0], "last")
    elif game != "spywhere":
        room.control(teacher, "vote")
    return room, teacher, phones


def shown(room, teacher, projector, phones, lang):
    """The scenes of every screen, as sent to browsers; phones without their own answers."""
    board = board_of(room.lobby()["game"])
    screens = [screen_state(room, token, lang) for token in (teacher, projector)]
    found = [[board.now(screen)[0], vote.vote_scene(screen), vote.console_actions(screen)] for screen in screens]
    found += [phone_scene(screen_state(room, token, lang), board) for token in phones]
    return json.dumps(found, ensure_ascii=False).replace(room.code, "CODE")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", ANSWERS)
def test_no_screen_tells_what_was_answered_while_it_is_open(tmp_path, game, lang):
    seen = []
    for n, answer in enumerate(ANSWERS[game]):
        room, teacher, phones = opened(Hall.at(tmp_path / str(n), bot_delay=60), game)
        projector, told = room.screen(teacher, "projector"), []
        for phone in phones[:3]:
            prompt = room.view(phone)["prompt"]
            room.answer(phone, prompt["id"], 1, answer(prompt["options"]) if callable(answer) else answer)
            told.append(shown(room, teacher, projector, phones, lang))
        if room.view(teacher)["vote"]:
            room.control(teacher, "vote_again")
            told.append(shown(room, teacher, projector, phones, lang))
        seen.append(told)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("about", BARRIERS)
def test_no_screen_tells_during_the_vote_what_a_team_answered_at_a_barrier(tmp_path, about, lang):
    seen = []
    for right in (True, False):
        room, teacher, phones = at_a_barrier(Hall.at(tmp_path / str(right), bot_delay=60), BARRIERS[about])
        projector = room.screen(teacher, "projector")
        (every, soon) = vote.console_actions(screen_state(room, teacher, lang))[:2]
        assert every["send"]["action"] == "voting"
        assert soon["text"] == i18n.text(f"globalissimo.prompt.{about}.soon", lang)
        room.control(teacher, soon["send"]["action"], **soon["send"]["what"])
        taken_back = vote.console_actions(screen_state(room, teacher, lang))[1]
        assert taken_back["send"]["what"] == {"on": False}
        answer = right_answer(room, teacher) if right else {"unknown": True}
        room.submit(phones[0], {"move": "answer", **answer}, "first")
        scene = vote.vote_scene(screen_state(room, teacher, lang))
        assert scene["held"] == i18n.text(f"globalissimo.prompt.{about}.held", lang, team="Ana")
        assert scene["steps"][-1] == i18n.text("vote.step.later", lang)
        told = [shown(room, teacher, projector, phones, lang)]
        room.control(teacher, "vote_talk", seconds=None)
        told.append(shown(room, teacher, projector, phones, lang))
        room.control(teacher, "vote_again")
        told.append(shown(room, teacher, projector, phones, lang))
        seen.append(told)
    assert seen[0] == seen[1]


def test_a_row_that_tells_a_single_cards_truth_too_has_a_page_for_each_vote(tmp_path):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open("countries", ["Ana", "Ben"], options={"first": 0})
    phones, board = [room.join(seat=seat) for seat in (0, 1)], board_of("countries")
    room.control(teacher, "start", seed=7)
    room.control(teacher, "vote")
    for say in ("more", "right"):
        room.answer(phones[0], room.view(teacher)["prompt"]["id"], 1, {"say": say})
        if say == "more":
            room.control(teacher, "vote_close")
            room.submit(teacher, room.view(teacher)["teacher"]["legal"]["0"][0], "lay")
    room.submit(teacher, {"seat": 1, "move": "doubt"}, "doubt")
    steps = board.steps(room.view(teacher)["game"]["reveal"])
    screen = screen_state(room, teacher, "en")
    assert board.all_steps(screen, screen.game["reveal"]) == steps + 2
    pages = []
    for step in range(steps - 1, steps + 2):
        room.control(teacher, "next", step=step)
        scene = board.now(screen_state(room, teacher, "en"))[0]
        pages.append((scene["beliefs"]["id"].split(".")[0], scene["believed"]))
        assert board.now(screen_state(room, phones[0], "en"))[0]["beliefs"]["id"].startswith("row.")
    assert pages == [("row", False), ("row", True), ("more", True)]


def test_a_vote_on_pads_is_two_columns_of_its_turn(tmp_path):
    room, teacher, phones = opened(Hall.at(tmp_path, bot_delay=60), "spywhere")
    board, options = board_of("spywhere"), room.view(teacher)["prompt"]["options"]
    room.answer(phones[0], room.view(teacher)["prompt"]["id"], 1, {"say": {"3": options[0]}})
    room.control(teacher, "vote")
    ask = vote.ask_scene(screen_state(room, phones[1], "en"))
    assert (ask["kind"], ask["vote"], ask["phase"]) == ("pad", 1, "first")
    room.control(teacher, "vote_again")
    room.answer(phones[0], room.view(teacher)["prompt"]["id"], 2, {"say": {"3": options[1]}})
    room.control(teacher, "vote_close")
    assert vote.ask_scene(screen_state(room, phones[1], "en"))["vote"] == 2
    room.control(teacher, "end")
    room.control(teacher, "next", step=board.steps(room.view(teacher)["game"]["reveal"]))
    beliefs = board.now(screen_state(room, teacher, "en"))[0]["beliefs"]
    assert len(beliefs["turns"]) == 2
    assert (beliefs["turns"][1], beliefs["talked"]) == ("", [1])
    assert all(len(row["shares"]) == 2 for row in beliefs["pads"])


def test_a_flag_without_a_name_has_none_in_its_question(tmp_path):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open("globalissimo", ["Ana", "Ben"], options={"flags_only": True})
    phone = room.join(seat=1)
    room.control(teacher, "start", seed=3)
    scene = vote.ask_scene(screen_state(room, phone, "en"))
    assert [option["text"] for option in scene["options"]] == [f"Flag {n}" for n in range(1, 6)]
    assert not any("name" in option for option in scene["options"])


@pytest.mark.parametrize("game", ANSWERS)
def test_P20_a_phone_off_turn_is_asked_something(tmp_path, game):
    """In whole games of four teams: at nearly every move of another team, with a text for each answer."""
    lesson = Lesson(Hall.at(tmp_path), game, 4, "en")
    board, asked, waited = board_of(game), 0, 0
    for _ in range(400):
        view = lesson.view
        others = sorted(set(range(4)) - set(view["game"]["actors"]))
        if view["room"]["phase"] == "playing" and not view["room"]["showing"] and others:
            scene = phone_scene(screen_state(lesson.room, lesson.phones[others[0]], "en"), board)
            assert scene["board"]["kind"] != "phone.lobby"
            waited += 1
            if ask := scene["ask"]:
                asked += 1
                assert ask["question"], ask
                assert ask["options"] or ask["kind"] == "place", ask
                assert ask["tabs"]["board"]
        if not lesson.goes_on():
            break
    assert waited > 20
    assert asked > 0.9 * waited, f"{asked} of {waited}"


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_screen_shows_the_countdown_and_the_teachers_sets_it(tmp_path, lang):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open("countries", ["Ana", "Ben"], options={"first": 0})
    phone, projector = room.join(seat=1), room.screen(teacher, "projector")
    room.control(teacher, "start", seed=3)

    def shown(token):
        return clock.clock_scene(screen_state(room, token, lang))

    assert shown(phone) is shown(projector) is None
    assert [b["send"]["what"]["seconds"] for b in shown(teacher)["buttons"]] == [30, 60, 120]
    room.control(teacher, "clock", **shown(teacher)["buttons"][1]["send"]["what"])
    for token in (phone, projector):
        assert 50 < shown(token)["left"] <= 60
        assert shown(token)["buttons"] == []
        assert shown(token)["label"] == i18n.text("vote.clock.label", lang)
    assert [b["send"]["what"]["seconds"] for b in shown(teacher)["buttons"]] == [30, None]
    assert clock.clock_actions(screen_state(room, projector, lang)) == []


def test_hands_are_offered_to_the_teacher_where_a_hand_is_an_answer(tmp_path):
    for n, (game, offered) in enumerate([("countries", True), ("globalissimo", False), ("couleurs", False)]):
        room, teacher, phones = opened(Hall.at(tmp_path / str(n), bot_delay=60), game)
        projector = room.screen(teacher, "projector")
        scene = vote.hands_scene(screen_state(room, teacher, "fr"))
        assert bool(scene) == offered
        assert vote.hands_scene(screen_state(room, projector, "fr")) is None
        actions = vote.console_actions(screen_state(room, teacher, "fr"))
        assert any(action.get("open") == "hands" for action in actions) == offered
        if scene:
            counts = {option["value"]: 17 for option in scene["options"]}
            room.control(teacher, "hands", prompt=scene["prompt"], vote=scene["vote"], counts=counts)
            told = shown(room, teacher, projector, phones, "fr")
            assert "17" not in told  # no screen gets counts by answer
            assert '"answered": 34' in told


def test_hands_wait_for_the_vote_where_they_would_help_the_team_on_turn(tmp_path):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open("countries", ["Ana", "Ben"], options={"first": 0})
    room.control(teacher, "start", seed=7)
    room.submit(teacher, room.view(teacher)["teacher"]["legal"]["0"][0], "t")
    screen = screen_state(room, teacher, "fr")
    assert vote.hands_scene(screen) is None
    assert not any(action.get("open") == "hands" for action in vote.console_actions(screen))


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_proposal_is_on_the_phones_of_its_team_in_words(tmp_path, lang):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open(
        "countries", ["Ana", "Ben"], options={"first": 0}, together=True
    )
    own, other = [room.join(seat=0) for _ in range(2)], room.join(seat=1)
    room.control(teacher, "start", seed=7)
    for phone in own:
        room.subscribe(phone, lambda _version: None)
    move = room.view(own[0])["legal"][0]
    room.submit(own[0], move, "t")
    board = board_of("countries")
    seen, unseen = (phone_scene(screen_state(room, token, lang), board) for token in (own[1], other))
    assert i18n.text("phone.proposal.theirs", lang, phone=1) == seen["proposal"]["words"]["theirs"]
    assert data.Country(move["card"]).words(lang) in seen["proposal"]["text"]
    assert unseen["proposal"] is None


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("countries", {"move": "place", "card": "KEN", "at": 3}, ["Kenya", "4"]),
        ("globalissimo", {"move": "answer", "text": "Nairobi"}, ["Nairobi"]),
        ("globalissimo", {"move": "answer", "country": "KEN"}, ["Kenya"]),
        ("spywhere", {"move": "identify", "target": 1, "nationality": "ITA"}, ["Ben", "Ital"]),
        ("couleurs", {"move": "pass"}, ["Ana"]),
    ],
)
def test_what_is_proposed_to_the_own_team_is_said_in_full(game, move, words, lang):
    view = {"game": game, "players": ["Ana", "Ben"], "options": {}}
    said = tell.proposed(view, move | {"seat": 0}, lang)
    assert all(word in said for word in words), said


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_points_are_shown_where_they_may_be(tmp_path, lang):
    room, teacher, phones = opened(Hall.at(tmp_path, bot_delay=60), "course")
    projector = room.screen(teacher, "projector")
    prompt = room.view(phones[0])["prompt"]
    room.answer(phones[0], prompt["id"], 1, {"say": prompt["options"][0]})
    assert points.points_actions(screen_state(room, teacher, lang)) == []
    room.control(teacher, "end")
    while room.view(teacher)["room"]["showing"]:
        room.control(teacher, "next")
    (show,) = points.points_actions(screen_state(room, teacher, lang))
    assert points.points_actions(screen_state(room, projector, lang)) == []
    room.control(teacher, "points", **show["send"]["what"])
    scene = points.points_scene(screen_state(room, projector, lang))
    assert [team["n"] for team in scene["teams"]] == room.view(projector)["points"]["teams"]
    own = phone_scene(screen_state(room, phones[0], lang), board_of("course"))["points"]
    assert own == i18n.text("vote.points.own", lang, n=room.view(phones[0])["points"]["own"])
    (hide,) = points.points_actions(screen_state(room, teacher, lang))
    assert hide["send"]["what"] == {"on": False}


def test_what_the_class_believed_of_passports_waits_until_they_are_open(tmp_path):
    room, teacher, phones = opened(Hall.at(tmp_path, bot_delay=60), "spywhere")
    prompt, board = room.view(phones[0])["prompt"], board_of("spywhere")
    room.answer(phones[0], prompt["id"], 1, {"say": {"3": prompt["options"][0]}})
    room.control(teacher, "end")
    last = board.steps(room.view(teacher)["game"]["reveal"]) - 1
    for step in range(last + 2):
        scenes = [board.now(screen_state(room, token, "fr"))[0] for token in (teacher, phones[0])]
        assert ["beliefs" in scene for scene in scenes] == [step >= last, step > last]
        if step <= last:  # nor can it be opened from the history meanwhile
            state = screen_state(room, teacher, "fr", past=0)
            assert not board.has_past(state)
            assert board.now(state)[0] == board.now(screen_state(room, teacher, "fr"))[0]
            room.control(teacher, "next", step=step + 1)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", ["couleurs", "course"])
def test_a_turn_in_passing_says_what_the_class_answered_and_a_phone_on_turn_what_it_said(tmp_path, game, lang):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open(game, ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    projector, board = room.screen(teacher, "projector"), board_of(game)
    room.control(teacher, "start", seed=8)

    def move(kinds):
        seat = room.view(teacher)["game"]["actors"][0]
        legal = room.view(teacher)["teacher"]["legal"][str(seat)]
        room.submit(teacher, next(m for m in legal if m["move"] in kinds), f"t{room.version}")

    while room.view(teacher)["game"]["phase"] == "start":
        move(("start",))
    soon = (room.view(teacher)["game"]["actors"][0] + 1) % 3
    prompt = room.view(teacher)["prompt"]
    answer = {"say": said(prompt["options"], 0)["say"] if game == "course" else prompt["options"][:1]}
    room.answer(phones[soon], prompt["id"], 1, answer)
    move(("play", "fly"))

    def passing(token):
        scene = board.now(screen_state(room, token, lang))[0]
        return (scene["last"] if game == "couleurs" else scene["flight"])["believed"]

    (told,) = room.beliefs(teacher, room.view(teacher)["game"]["reveal"])
    assert {passing(token) for token in (teacher, projector, *phones)} == {passing(teacher)}
    assert passing(teacher).endswith(i18n.text("vote.in_passing", lang, fact="", n=told["right"][0], of=1))
    scene = phone_scene(screen_state(room, phones[soon], lang), board)
    assert scene["ask"] is None  # it is on turn, and told all the same
    assert scene["told"]["truth"] == told["truth"]
    assert passing(teacher).startswith(scene["told"]["fact"])
    assert room.answer_before(phones[soon]) == answer


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("about", BARRIERS)
def test_a_barrier_just_solved_tells_each_screen_what_was_answered_and_the_history_the_ranking(tmp_path, about, lang):
    room, teacher, phones = at_a_barrier(Hall.at(tmp_path, bot_delay=60), BARRIERS[about])
    board, card = board_of("globalissimo"), room.view(teacher)["game"]["question"]["card"]
    asked = room.view(phones[2])["prompt"]
    wrong = next(iso for iso in asked.get("options", ("FRA", "DEU")) if iso != card)
    for phone, answer in ((phones[1], card), (phones[2], wrong)):
        room.answer(phone, asked["id"], 1, {"say": answer})
    room.submit(phones[0], {"move": "answer", **right_answer(room, teacher)}, "right")
    for token in (teacher, phones[2]):
        scene = board.now(screen_state(room, token, lang))[0]
        assert scene["kind"] == "globalissimo.answer"
        beliefs = scene["beliefs"]
        assert (beliefs["id"], beliefs["truth"], beliefs["n"], beliefs["right"]) == (
            asked["id"],
            {"say": card},
            [2],
            [1],
        )
        names = {option["value"]: option["text"] for option in beliefs["options"]}
        for value in (card, wrong):  # what a phone says and what is true have a name on it
            assert names[value] == (
                data.capital(value, lang) if about == "capital" else data.Country(value).words(lang)
            )
            assert names[value] in beliefs["summary"]
    assert room.answers(phones[2])[0] == {"say": wrong}
    room.control(teacher, "next", step=1)
    assert board.now(screen_state(room, teacher, lang))[0]["believed"]
    past = board.now(screen_state(room, teacher, lang, past=0))[0]
    assert past["kind"] == "globalissimo.reveal"
    assert "beliefs" not in past  # nobody had put the countries in order


# afterwards


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A game of each kind, ended by the bell, in which everybody answered."""

    @cache
    def play(game):
        hall = Hall.at(tmp_path_factory.mktemp(game), bot_delay=3600)
        return answered.Class(hall, game, 3, phones=8).play(20)

    return play


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", ANSWERS)
def test_the_end_page_says_what_most_believed_and_is_not_so(ended, game, lang):
    played = ended(game)
    screens = [played.teacher, played.room.screen(played.teacher, "projector"), *played.phones[:2]]
    found = [board_of(game).now(screen_state(played.room, token, lang))[0]["not_so"] for token in screens]
    assert found == [found[0]] * len(screens)
    claims = review.not_so(review.believed(played.room.log()), lang)
    assert [(one["said"], one["truth"]) for one in found[0]["claims"]] == [(one.said, one.truth) for one in claims]
    assert found[0]["text"] == " ".join(review.overall(review.believed(played.room.log()), lang))


def test_where_nobody_answered_the_end_page_says_nothing(tmp_path):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open("countries", ["Ana", "Ben"], options={"first": 0})
    room.control(teacher, "start", seed=7)
    assert "not_so" not in board_of("countries").now(screen_state(room, teacher, "en"))[0]
    room.control(teacher, "end")
    while room.view(teacher)["room"]["showing"]:
        room.control(teacher, "next")
    assert "not_so" not in board_of("countries").now(screen_state(room, teacher, "en"))[0]


@pytest.mark.parametrize("game", ANSWERS)
def test_a_past_reveal_shows_what_was_believed_of_it(ended, game):
    played, board = ended(game), board_of(game)
    past = [
        screen_state(played.room, played.teacher, "en", past=n) for n in range(len(played.room.history(played.teacher)))
    ]
    asked = {}
    for screen in past[: len(board.revealed(past[0]))]:
        scene = board.now(screen)[0]
        if "beliefs" in scene:
            asked[screen.past] = scene["beliefs"]["id"]
            assert scene["beliefs"]["summary"]
            assert scene["believed"] is False  # a button leads there
    assert asked
    assert len(set(asked.values())) == len(asked)  # each its own
