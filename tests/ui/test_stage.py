"""The stage without a browser: scenes are plain dicts made from a token's view."""

import json
import weakref
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from bokeh.core.types import ID
from bokeh.document import Document
from bokeh.server.contexts import BokehSessionContext
from bokeh.server.session import ServerSession
from panel.io.state import set_curdoc
from tornado.ioloop import IOLoop

from geoclass import bots, data, games, i18n
from geoclass.games.countries import tables as countries_tables
from geoclass.rooms import Hall, Refused, Room
from geoclass.ui import takeaway
from geoclass.ui.kit import parts
from geoclass.ui.kit.parts import board_of, figures_of
from geoclass.ui.kit.surface import surface
from geoclass.ui.kit.words import WordsBoard
from geoclass.ui.stage import Stage
from geoclass.ui.states import screen_state

TEAMS = ["Blues", "Oranges", "Greens"]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall.at(tmp_path, bot_delay=1000)


def test_what_is_touched_is_answered_in_a_tick_of_the_document_which_then_is_locked():
    """Figures may be changed only while it is locked; a message may arrive without the lock."""
    answered: list[dict[str, Any]] = []
    touched = surface("home")(answered.append)
    document, context = Document(), SimpleNamespace()
    document._session_context = lambda: context  # type: ignore[assignment]
    with set_curdoc(document):
        touched._handle_msg({"do": "theme"})
        touched._handle_msg("nonsense")
    assert answered == []
    (tick,) = document.session_callbacks
    tick.callback()
    touched._handle_msg({"do": "lang"})  # in a notebook there is no server, so no tick to wait for
    assert answered == [{"do": "theme"}, {"do": "lang"}]


def begun(hall: Hall, game: str = "countries", **options: object) -> tuple[Room, str]:
    room, token = hall.open(game, TEAMS, "en", options)
    room.control(token, "start", seed=7)
    return room, token


def stage(room: Room, token: str, lang: str = "en") -> Stage:
    game = room.view(token)["room"]["game"]
    return Stage(room, token, lang, board_of(game), figures_of(game), game)


def lay(room: Room, token: str, n: int) -> None:
    for k in range(n):
        view = room.view(token)
        room.submit(token, view["teacher"]["legal"][str(view["game"]["actors"][0])][0], f"tap{room.version}-{k}")


def test_no_figure_is_in_a_scene_before_the_reveal(hall: Hall):
    room, token = begun(hall, first=0, categories=["population"])
    lay(room, token, 4)
    scene = json.dumps(board_of("countries").play(screen_state(room, token, "en")))
    for card in countries_tables.deck():
        assert str(data.values("population")[card]) not in scene
        assert i18n.number(data.values("population")[card], "en") not in scene


def test_a_projector_sees_the_row_and_can_do_nothing(hall: Hall):
    room, token = begun(hall, first=0)
    shown = screen_state(room, room.screen(token, "projector"), "en")
    scene = board_of("countries").play(shown)
    assert scene["hand"]
    assert not scene["can"]
    assert not scene["doubt"]["can"]
    assert board_of("countries").play(screen_state(room, token, "en"))["can"]


def test_what_is_being_chosen_is_kept_until_a_move_is_made(hall: Hall):
    room, token = begun(hall, first=0)
    screen = stage(room, token)
    turn = screen.scene()["turn"]
    room.join(seat=1)  # a phone joins
    room.control(token, "rename", seat=1, name="Lynx")
    screen.redraw()
    assert screen.scene()["turn"] == turn
    lay(room, token, 1)
    screen.redraw()
    assert screen.scene()["turn"] != turn


def test_a_pause_takes_the_cards_out_of_the_hand(hall: Hall):
    room, token = begun(hall, first=0)
    room.control(token, "pause")
    scene = board_of("countries").play(screen_state(room, token, "en"))
    assert not scene["can"]
    assert scene["turn"]["hint"] == "The game is paused."


def test_a_reveal_shows_the_row_as_laid_and_as_true(hall: Hall):
    room, token = begun(hall, first=0, categories=["population"])
    lay(room, token, 4)
    view = room.view(token)
    room.submit(token, {"seat": view["game"]["actors"][0], "move": "doubt"}, "doubt")
    shown = screen_state(room, token, "en")
    board, reveal = board_of("countries"), shown.game["reveal"]
    scene = board.reveal(shown, reveal, 3)
    figure = data.values("population")
    true = [card["iso"] for card in scene["true"]]
    assert true == sorted(true, key=figure.__getitem__)
    assert [scene["laid"][card["from"]]["iso"] for card in scene["true"]] == true
    assert "(rule C6)" in scene["why"]
    assert "2022" in scene["source"]
    assert scene["questions"]
    assert board.history(shown)[0]["right"] is bool(reveal["right"])
    assert board.past(replace(shown, past=0)) == reveal
    assert board.past(replace(shown, past=99)) is None


def test_a_row_turned_again_after_an_undo_is_charted_anew(hall: Hall):
    room, token = begun(hall, first=0, categories=["population"])
    board, figures = board_of("countries"), figures_of("countries")
    for laid in (3, 1):
        lay(room, token, laid)
        room.submit(token, {"seat": room.view(token)["game"]["actors"][0], "move": "doubt"}, f"doubt{laid}")
        shown = screen_state(room, token, "en")
        reveal = shown.game["reveal"]
        figures.show(shown, board.reveal(shown, reveal, 3)["kind"], reveal, 3)
        (pane,) = figures.places[0].objects
        names = [data.Country(card).words("en") for card in reveal["true_order"]]
        assert names in [layer.data_source.data.get("text") for layer in pane.object.renderers]
        room.control(token, "undo")


@pytest.mark.parametrize("ends", ["home", "max_rounds"])
def test_the_history_of_a_race_lists_each_flight_once(hall: Hall, ends: str):
    """Including the winning flight, shown with the end, and the last one before time is up, shown twice."""
    seed = {"home": 7, "max_rounds": 1}[ends]
    log = _raced({"max_rounds": 3} if ends == "max_rounds" else {}, ends, seed)
    room, token = hall.open("course", TEAMS, "en", log["setup"]["options"])
    room.control(token, "start", seed=log["setup"]["seed"])
    for n, move in enumerate(log["moves"]):
        room.submit(token, move, str(n))
    shown, board = screen_state(room, token, "en"), board_of("course")
    flown = [move for move in log["moves"] if move["move"] == "fly"]
    assert [entry["title"] for entry in board.history(shown)] == [TEAMS[move["seat"]] for move in flown]
    for index, move in enumerate(flown):
        reveal = board.past(replace(shown, past=index))
        assert reveal is not None
        assert [leg["route"] for leg in reveal["legs"]] == move["routes"][: len(reveal["legs"])]
    assert board.past(replace(shown, past=len(flown))) is None


def _raced(options: dict[str, object], ends: str, seed: int) -> games.Log:
    """A race that ended as *ends* says, with a flight."""
    for more in range(200):
        game = games.new("course", TEAMS, seed + more, options)
        players = [bots.make("course", "keen", seat) for seat in range(len(TEAMS))]
        while game.actors:
            seat = game.actors[0]
            game.play(players[seat].choose(game.view(seat), game.legal(seat)))
        if game.ending == ends and game.log["moves"][-1]["move"] == "fly":
            return game.log
    raise AssertionError(ends)


def test_a_class_that_knows_all_is_said_to_have_laid_all_right(hall: Hall):
    room, token = begun(hall, first=0, hand=3)
    while (view := room.view(token))["room"]["phase"] != "over":
        if view["room"]["showing"]:
            room.control(token, "next")
            continue
        seat, figure = view["game"]["actors"][0], data.values(view["game"]["category"])
        card = view["game"]["hands"][seat][0]
        at = sum(figure[laid["card"]] < figure[card] for laid in view["game"]["row"])
        room.submit(token, {"seat": seat, "move": "place", "card": card, "at": at}, f"tap{room.version}")
    scene = board_of("countries").end(screen_state(room, token, "en"))
    shares = [bar["share"] for bar in scene["compare"]["bars"]]
    assert shares[0] == 1
    assert shares[0] >= max(shares[1:]) > min(shares[1:])
    assert scene["none_wrong"]


def test_a_game_without_a_board_is_shown_in_words(hall: Hall):
    room, token = begun(hall, first=0)
    scene = WordsBoard("countries").play(screen_state(room, token, "en"))
    assert scene["lines"]
    assert scene["moves"][0]["text"].startswith("Team Blues lays ")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_the_rules_mark_what_is_a_house_rule(lang: str):
    parts = board_of("countries").help(lang)["parts"]
    lines = [line for part in parts for line in part["lines"]]
    assert sum(line["house"] for line in lines) == 6
    assert any(line["text"].endswith("\u00a0(C6)") for line in lines)  # as refusals cite it
    assert all(part["title"] and part["lines"] for part in parts)


def test_only_the_teacher_takes_a_room_s_games_away_and_only_of_that_room(hall: Hall):
    room, token = begun(hall, first=0)
    lay(room, token, 2)
    told: list[Mapping[str, Any]] = []
    done = Event()

    def later(act: Callable[[], None]) -> None:
        act()
        done.set()

    with pytest.raises(Refused, match="Only the teacher"):
        takeaway.give(room, room.screen(token, "projector"), "en", {"kind": "json"}, told.append, later)
    for asked in ({"kind": "exe"}, {"kind": "json", "game": 1}, {"kind": "json", "game": -1}, {"kind": "../json"}):
        with pytest.raises(Refused, match="incomplete"):
            takeaway.give(room, token, "en", asked, told.append, later)
    takeaway.give(room, token, "en", {"kind": "json"}, told.append, later)
    assert done.wait(20)
    assert json.loads(b64decode(told[0]["file"]["content"])) == room.logs()[0]
    lobby, _ = hall.open("countries", TEAMS, "en")
    assert takeaway.scene(lobby, "en") is None


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("kit", [parts.SHARED, parts.HOSTED])
def test_no_name_is_declared_twice_in_the_script_of_a_page(game: str, kit: tuple[str, ...]):
    """The kit's files form one script, a board's another: a name declared twice would leave the page blank."""
    for text in (parts.kit_script(kit), parts.script(game)):
        declared = Counter(parts.names_in(text))
        assert [name for name, times in declared.items() if times > 1] == []


def test_a_board_on_a_phone_has_the_kit_s_map_only_if_it_draws_one():
    assert "function worldMap" not in parts.drawn_script("countries")
    assert parts.drawn_script("countries") == parts.drawn_script("spywhere") == ""
    assert "function worldMap" in parts.kit_script(parts.DRAWN)


def test_a_screen_whose_session_has_ended_is_told_nothing(hall: Hall):
    """Bokeh clears the document before it reports the end of the session; a move may be shown in between."""
    room, token = begun(hall)
    document = Document()
    context = BokehSessionContext(ID("one"), SimpleNamespace(application_context=None), document)  # type: ignore[arg-type]
    document._session_context = weakref.ref(context)
    session = ServerSession(ID("one"), document, io_loop=IOLoop(make_current=False))
    context._set_session(session)
    context._request = SimpleNamespace(arguments={}, cookies={}, headers={})  # type: ignore[assignment]
    with set_curdoc(document):
        screen = stage(room, token)
    screen._wake(2)
    assert len(document.session_callbacks) == 1
    session.destroy()
    screen._woken = False
    screen._wake(3)  # Bokeh would raise, as the document has no callbacks left


def test_the_rules_and_words_go_to_a_screen_once_a_language(hall: Hall):
    room, token = begun(hall, first=0)
    screen = stage(room, token)
    frame, scene = screen.surface.frame, screen.surface.scene
    assert json.loads(frame)["help"]["parts"]
    lay(room, token, 1)
    screen._refresh()
    assert screen.surface.frame is frame
    assert screen.surface.scene != scene
    screen._asked({"do": "lang", "lang": "fr"})
    assert json.loads(screen.surface.frame)["lang"] == "fr"


def test_a_curtain_shows_a_team_s_own_screen_and_only_while_it_may_be_open(hall: Hall):
    room, token = begun(hall, "spywhere")
    screen, told = stage(room, token), []
    screen.surface.tell = told.append  # type: ignore[method-assign]
    seat = room.view(token)["game"]["actors"][0]
    for asked in ((seat + 1) % 3, None, str(seat), 99):
        screen._asked({"do": "peek", "seat": asked})
    assert told == []
    screen._asked({"do": "peek", "seat": seat})
    (behind,) = [message["behind"] for message in told]
    assert behind["board"]["kind"] == "spywhere.own"
    assert behind["board"]["passports"][0]["iso"] == room.peek(token, seat)["game"]["passports"][seat][0]
    room.control(token, "pause")
    screen.redraw()
    screen._asked({"do": "peek", "seat": seat})
    assert len(told) == 1


def test_a_page_of_the_history_is_asked_for_with_the_reveal(hall: Hall):
    room, token = begun(hall, first=0)
    lay(room, token, 2)
    room.submit(token, {"seat": room.view(token)["game"]["actors"][0], "move": "doubt"}, "doubt")
    room.control(token, "next")
    screen = stage(room, token)
    assert screen.scene()["board"]["kind"] == "countries.play"
    screen._asked({"do": "past", "index": 0, "page": 2})
    assert (screen.shown.past, screen.shown.page) == (0, 2)
    assert screen.scene()["board"]["kind"] == "countries.reveal"
    assert screen.scene()["board"]["next"]["send"] == {"do": "past", "index": None}
    screen._asked({"do": "past", "index": None, "page": "x"})
    assert (screen.shown.past, screen.shown.page) == (None, 0)
