"""Scenes of every game: made from one screen's plain data only, JSON, of the declared type, and independent of what a
seat cannot know."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from geoclass import games, review
from geoclass.rooms import Hall, Room
from geoclass.rooms.votes import prompt_of
from geoclass.ui.console import Console, ConsoleScene
from geoclass.ui.kit.parts import board_of, figures_of
from geoclass.ui.kit.screen import ScreenState, StageFields
from geoclass.ui.kit.words import WordsBoard
from geoclass.ui.phone.scenes import PhoneScene, join_scene, phone_scene
from geoclass.ui.stage import Stage, StageScene
from tests.conformance import test_secrecy as secrecy
from tests.conformance.plays import play, start
from tests.ui.shapes import misfits, shapes

MOST = 30  # positions of a game to check, besides its end
LANGUAGES = ("fr", "en")


def plain(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


def state(game: games.Game, seat: int | None, lang: str, teacher: bool = False, **more: Any) -> ScreenState:
    """A screen's state made from a game: the content of `Room.view`, as plain data."""
    room = {
        "code": "BALTA",
        "at": "",
        "phase": "over" if game.result or game.closed else "playing",
        "paused": False,
        "locked": False,
    }
    room |= {"closed": game.hidden, "showing": game.reveal is not None, "step": 0, "game": game.id, "lang": lang}
    room |= {"voting": False, "vote_soon": False, "together": False}
    teams = [{"name": name, "bot": None, "phones": 1, "here": 1} for name in game.players]
    legal = {str(actor): game.legal(actor) for actor in game.actors}
    asked, told = prompt_of(game), {"phones": [], "faltered": [], "answered": False, "points_shown": False}
    view = {
        "version": 1,
        "role": "team" if seat is not None else "teacher" if teacher else "projector",
        "seat": seat,
        "wish": None,
        "choice": "",
        "room": room | {"free_names": False, "grow": False, "teams": teams} | more.pop("room", {}),
        "game": game.view(seat),
        "events": game.events,
        "moves": game.move_count,
        "reveals": game.reveal_count,
        "ending": game.ending,
        "legal": game.legal(seat) if seat is not None and seat in game.actors else [],
        "prompt": asked.plain if asked and game.reveal is None else None,
        "vote": None,
        "round": 1 if asked and game.reveal is None else None,
        "clock": None,
        "proposal": None,
        "points": None,
        "teacher": told | {"legal": legal, "answer": game.answer()} if teacher else None,
    }
    reveals, summary = partial(plain, game.reveals), partial(review.Summary, game.log)
    return ScreenState(plain(view), lang, fetch_reveals=reveals, fetch_summary=summary, **more)


def test_a_state_made_by_hand_is_what_a_room_tells(tmp_path: Path):
    room, teacher = Hall.at(tmp_path, bot_delay=1000).open("countries", ["A", "B"], "en", {"first": 0})
    phone = room.join(seat=0)
    room.control(teacher, "start", seed=1)
    game = games.replay(room.log())
    for token, seat in ((teacher, None), (phone, 0)):
        told, made = plain(room.view(token)), state(game, seat, "en", teacher=token == teacher).view
        assert told.keys() == made.keys()
        assert told["room"].keys() == made["room"].keys()
        for key in told.keys() - {"version", "room", "teacher", "choice"}:
            assert told[key] == made[key]


def screens(game: games.Game, lang: str) -> Iterator[ScreenState]:
    """The projector, the teacher's stage (also paused), and phones on turn and off turn."""
    yield state(game, None, lang)
    yield state(game, None, lang, teacher=True)
    for seat in {0, len(game.players) - 1, *game.actors[:1]}:
        yield state(game, seat, lang)
    yield state(game, None, lang, teacher=True, room={"paused": True})


def scenes(screen: ScreenState) -> Iterator[Any]:
    """Every scene that a board makes from a screen's state: the game, the steps of the reveal, the history, the end."""
    board = board_of(screen.game["game"])
    if screen.room["phase"] == "playing":
        yield board.play(screen)
    yield board.note(screen)
    yield board.said(screen)
    yield board.ground(screen)
    yield [board.has_past(screen), board.way_on(screen), board.teams(screen)]
    yield {str(seat): turn for seat, turn in board.curtains(screen).items()}
    yield board.history(screen)
    yield WordsBoard(board.game).play(screen)
    if reveal := screen.game["reveal"]:
        yield from (board.reveal(screen, reveal, step) for step in range(board.steps(reveal)))
    if screen.room["phase"] == "over":
        yield board.end(screen)
        for past, reveal in enumerate(board.revealed(screen)):
            opened = replace(screen, past=past, fetch_reveals=lambda: screen.reveals)
            yield from (board.now(replace(opened, page=page))[0] for page in range(board.steps(reveal)))


def many(game: str) -> Iterator[tuple[games.Game, str]]:
    """Positions of games with the fewest and the most teams, more of them early in the game, and their ends."""
    fewest, *_, most = games.game_type(game).teams
    for seed, teams in enumerate((fewest, most)):
        live, looked = start(game, teams, seed), 0
        yield live, LANGUAGES[0]
        for number, _ in enumerate(play(live, seed)):
            if live.result or (looked < MOST and (live.reveal or number % 5 == 0)):
                yield live, LANGUAGES[looked % 2]
                looked += 1


@cache
def kinds(game: str) -> dict[str, set[str]]:
    """Every kind of scene shown in a game, with the mismatches of its scenes."""
    known, found = shapes() | shapes(game), defaultdict[str, set[str]](set)
    for live, lang in many(game):
        for screen in screens(live, lang):
            for scene in scenes(screen):
                kind = scene.get("kind", "") if isinstance(scene, dict) else ""
                wrong = [] if plain(scene) == scene else [f"{screen.seat}: no plain data"]
                found[kind].update(wrong, misfits(scene, known.get(kind, Any), kind))
    return found


@pytest.mark.parametrize("game", games.GAMES)
def test_a_scene_is_plain_data_of_the_shape_written_down(game: str):
    assert {kind: wrong for kind, wrong in kinds(game).items() if wrong} == {}
    assert any(kind.endswith(".over") for kind in kinds(game))


@pytest.mark.parametrize("game", games.GAMES)
def test_every_kind_of_scene_is_written_down(game: str):
    assert kinds(game).keys() - shapes(game).keys() == {"", "words.play"}


@pytest.mark.parametrize("game", games.GAMES)
def test_a_phone_s_scene_is_its_board_s_with_what_surrounds_it(game: str):
    for live, lang in many(game):
        for seat in (0, len(live.players) - 1):
            screen = state(live, seat, lang)
            scene: Any = phone_scene(screen, board_of(game))
            assert list(misfits(scene, PhoneScene)) == []
            assert plain(scene) == scene
            _hosted(scene["board"], board_of(game).now(screen)[0])


def _hosted(shown: Any, scene: Any) -> None:
    """Assert that a screen shows its board's scene and adds only declared fields."""
    more = {key: value for key, value in shown.items() if key not in scene}
    assert list(misfits(more, StageFields)) == []
    assert shown == {**scene, **more}


# secrecy: hidden cards are re-dealt as in the tests of views, but scenes are compared

DEALS: list[Callable[[], None]] = [
    partial(secrecy.test_countries_the_pile_below_its_top, 4, 1),
    partial(secrecy.test_the_figures_before_they_are_turned, "countries", 6, 2),
    partial(secrecy.test_countries_a_guess_until_all_have_guessed, 3),
    partial(secrecy.test_spywhere_the_pile_the_hands_and_the_identification_cards_of_others, 3, 1),
    partial(secrecy.test_spywhere_the_pile_the_hands_and_the_identification_cards_of_others, 6, 2),
    *(partial(secrecy.test_spywhere_the_passports_of_others, seed) for seed in range(4)),
    partial(secrecy.test_the_figures_before_they_are_turned, "globalissimo", 3, 2),
    partial(secrecy.test_globalissimo_the_pile_and_the_coming_categories, 4, 1),
    partial(secrecy.test_couleurs_the_stock, 3, 1),
    partial(secrecy.test_course_the_stock_and_the_hands_of_others, 4, 1),
]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal.func.__name__.removeprefix('test_')}-{deal.args}")
def test_what_a_seat_cannot_know_changes_no_scene(deal: Callable[[], None], monkeypatch: pytest.MonkeyPatch):
    looked = 0

    def seen(game: games.Game, seat: int | None) -> list[Any]:
        nonlocal looked
        looked += 1
        teacher = [list(scenes(state(game, None, "fr", teacher=True)))] if seat is None else []
        return [list(scenes(state(game, seat, "en"))), *teacher]

    monkeypatch.setattr(secrecy, "_seen", seen)
    deal()
    assert looked > 3


# shared scenes


@pytest.fixture
def room(tmp_path: Path) -> tuple[Room, str]:
    teams = ["Blues", {"name": "Bot", "bot": "keen"}, "Greens"]
    return Hall.at(tmp_path, bot_delay=1000).open("spywhere", teams, "en", grow=True, free_names=True)


def test_the_scenes_of_no_game_have_their_shapes_all_through_a_lesson(room: tuple[Room, str]):
    lesson, teacher = room
    tokens = [lesson.join(seat=0), lesson.join(seat=2), lesson.screen(teacher, "projector")]
    kinds: set[str] = set()

    def look() -> None:
        stages = [
            Stage(lesson, token, "fr", board_of("spywhere"), figures_of("spywhere"), "spywhere")
            for token in (teacher, tokens[-1])
        ]
        console = Console(lesson, teacher, "en", "spywhere")
        phones = [phone_scene(ScreenState(plain(lesson.view(t)), "en"), board_of("spywhere")) for t in tokens[:-1]]
        told = [(stage.scene(), StageScene) for stage in stages] + [(console.scene(), ConsoleScene)]
        told += [(phone, PhoneScene) for phone in [*phones, join_scene(lesson.lobby(), "fr")]]
        for scene, shape in told:
            assert plain(scene) == scene
            assert list(misfits(scene, shape)) == []
            kind = scene["board"]["kind"]
            kinds.add(kind)
            if kind in shapes():
                assert list(misfits(scene["board"], shapes()[kind], kind)) == []
        for screen in (*stages, console):
            screen._leave()

    look()
    lesson.control(teacher, "start", seed=1)
    tokens.insert(0, lesson.join(seat=2))  # too late: it waits to be admitted
    look()
    for action in ("lock", "pause", "resume", "end"):
        lesson.control(teacher, action)
        look()
    lesson.control(teacher, "next", step=None)  # past the page shown at the bell
    look()
    shared = {"stage.lobby", "phone.lobby", "phone.join", "console.page"}
    assert kinds == shared | {"spywhere.play", "spywhere.own", "spywhere.passports", "spywhere.over"}
    assert shapes().keys() == shared | {"stage.sorry", "words.play"}


def test_a_wrong_scene_is_told():
    """Control: an extra key, a missing key, a wrong type, and the same nested."""
    shape = shapes("countries")["countries.over"]
    board, live = board_of("countries"), start("countries", 2, 1)
    for _ in play(live, 1):
        pass
    scene: Any = board.end(state(live, None, "en"))
    assert list(misfits(scene, shape)) == []
    for wrong in ({"secret": 1}, {"title": None}, {"marks": [1]}, {"winners": (0,)}, {"kind": "countries.play"}):
        assert len(list(misfits(scene | wrong, shape))) == 1
    del scene["file"]
    assert len(list(misfits(scene, shape))) == 1
