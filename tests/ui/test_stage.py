"""What the stage shows, without a browser: scenes are plain dicts made from what a token may see."""

import json
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from bokeh.document import Document
from panel.io.state import set_curdoc

from geoclass import bots, data, games, i18n
from geoclass.charts.countries import _frame, _labels, _meets
from geoclass.rooms import Hall, Refused, Room
from geoclass.ui import takeaway
from geoclass.ui.boards import Shown, board_type
from geoclass.ui.boards.base import latest_game
from geoclass.ui.boards.countries import CountriesBoard
from geoclass.ui.boards.countries_result import baseline
from geoclass.ui.boards.words import WordsBoard
from geoclass.ui.kit.surface import BOARDS, KIT, SCRIPTS, surface
from geoclass.ui.stage import Stage

TEAMS = ["Blues", "Oranges", "Greens"]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall.at(tmp_path, bot_delay=1000)


def test_what_is_touched_is_answered_in_a_tick_of_the_document_which_then_is_locked():
    """Figures may be changed only then; a message may come without the lock."""
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
    touched._handle_msg({"do": "lang"})  # in a notebook there is no server, and no tick to wait for
    assert answered == [{"do": "theme"}, {"do": "lang"}]


def begun(hall: Hall, game: str = "countries", **options: object) -> tuple[Room, str]:
    room, token = hall.open(game, TEAMS, "en", options)
    room.control(token, "start", seed=7)
    return room, token


def lay(room: Room, token: str, n: int) -> None:
    for k in range(n):
        view = room.view(token)
        room.submit(token, view["teacher"]["legal"][str(view["game"]["actors"][0])][0], f"tap{room.version}-{k}")


def test_no_figure_is_in_a_scene_before_the_reveal(hall: Hall):
    room, token = begun(hall, first=0, categories=["population"])
    lay(room, token, 4)
    scene = json.dumps(CountriesBoard("countries").play(Shown(room, token, "en")))
    for card in data.deck("countries"):
        assert str(data.values("population")[card]) not in scene
        assert i18n.number(data.values("population")[card], "en") not in scene


def test_a_projector_sees_the_row_and_can_do_nothing(hall: Hall):
    room, token = begun(hall, first=0)
    shown = Shown(room, room.screen(token, "projector"), "en")
    scene = CountriesBoard("countries").play(shown)
    assert scene["hand"]
    assert not scene["can"]
    assert not scene["doubt"]["can"]
    assert CountriesBoard("countries").play(Shown(room, token, "en"))["can"]


def test_what_is_being_chosen_is_kept_until_a_move_is_made(hall: Hall):
    room, token = begun(hall, first=0)
    screen = Stage(room, token, "en", CountriesBoard("countries"))
    turn = screen.scene()["turn"]
    room.join(seat=1)  # a phone comes in
    room.control(token, "rename", seat=1, name="Lynx")
    screen.shown.refresh()
    assert screen.scene()["turn"] == turn
    lay(room, token, 1)
    screen.shown.refresh()
    assert screen.scene()["turn"] != turn


def test_the_game_read_from_the_log_goes_on_and_goes_back_with_it(hall: Hall):
    room, token = begun(hall, first=0)
    lay(room, token, 2)
    game = latest_game(room)
    lay(room, token, 1)
    assert latest_game(room) is game  # only the new move was played
    assert game == games.replay(room.logs()[-1])
    room.control(token, "undo")
    assert latest_game(room) == games.replay(room.logs()[-1]) != game
    room.control(token, "end")
    room.control(token, "again")
    assert latest_game(room) == games.replay(room.logs()[-1])


def test_a_pause_takes_the_cards_out_of_the_hand(hall: Hall):
    room, token = begun(hall, first=0)
    room.control(token, "pause")
    scene = CountriesBoard("countries").play(Shown(room, token, "en"))
    assert not scene["can"]
    assert scene["turn"]["hint"] == "The game is paused."


def test_a_reveal_shows_the_row_as_laid_and_as_true(hall: Hall):
    room, token = begun(hall, first=0, categories=["population"])
    lay(room, token, 4)
    view = room.view(token)
    room.submit(token, {"seat": view["game"]["actors"][0], "move": "doubt"}, "doubt")
    shown = Shown(room, token, "en")
    board, reveal = CountriesBoard("countries"), shown.game["reveal"]
    scene = board.reveal(shown, reveal, 3)
    figure = data.values("population")
    true = [card["iso"] for card in scene["true"]]
    assert true == sorted(true, key=figure.__getitem__)
    assert [scene["laid"][card["from"]]["iso"] for card in scene["true"]] == true
    assert "(rule C6)" in scene["why"]
    assert "2022" in scene["source"]
    assert scene["questions"]
    assert board.history(shown)[0]["right"] is bool(reveal["right"])
    assert board.past(shown, 0) == reveal
    assert board.past(shown, 99) is None


def test_a_row_turned_again_after_an_undo_is_charted_anew(hall: Hall):
    room, token = begun(hall, first=0, categories=["population"])
    shown, board = Shown(room, token, "en"), CountriesBoard("countries")
    for laid in (3, 1):
        lay(room, token, laid)
        room.submit(token, {"seat": room.view(token)["game"]["actors"][0], "move": "doubt"}, f"doubt{laid}")
        shown.refresh()
        reveal = shown.game["reveal"]
        board.reveal(shown, reveal, 3)
        (pane,) = board.figures[0].objects
        names = [data.Country(card).words("en") for card in reveal["true_order"]]
        assert names in [layer.data_source.data.get("text") for layer in pane.object.renderers]
        room.control(token, "undo")


@pytest.mark.parametrize("ends", ["home", "max_rounds"])
def test_the_history_of_a_race_lists_each_flight_once(hall: Hall, ends: str):
    """Also the one that wins, which is shown with the end, and the last one before time is up, which is shown twice."""
    seed = {"home": 7, "max_rounds": 1}[ends]
    log = _raced({"max_rounds": 3} if ends == "max_rounds" else {}, ends, seed)
    room, token = hall.open("course", TEAMS, "en", log["setup"]["options"])
    room.control(token, "start", seed=log["setup"]["seed"])
    for n, move in enumerate(log["moves"]):
        room.submit(token, move, str(n))
    shown, board = Shown(room, token, "en"), board_type("course")("course")
    flown = [move for move in log["moves"] if move["move"] == "fly"]
    assert [entry["title"] for entry in board.history(shown)] == [TEAMS[move["seat"]] for move in flown]
    for index, move in enumerate(flown):
        reveal = board.past(shown, index)
        assert reveal is not None
        assert [leg["route"] for leg in reveal["legs"]] == move["routes"][: len(reveal["legs"])]
    assert board.past(shown, len(flown)) is None


def _raced(options: dict[str, object], ends: str, seed: int) -> games.Log:
    """A race that ended so, with a flight."""
    for more in range(200):
        game = games.new("course", TEAMS, seed + more, options)
        players = [bots.make("course", "keen", seat) for seat in range(len(TEAMS))]
        while game.actors:
            seat = game.actors[0]
            game.play(players[seat].choose(game.view(seat), game.legal(seat)))
        if game.ending == ends and game.log["moves"][-1]["move"] == "fly":
            return game.log
    raise AssertionError(ends)


def test_a_class_that_knows_all_does_as_well_as_the_geographer():
    game = games.new("countries", TEAMS, 3, {"first": 0, "hand": 3})
    while game.result is None:
        view, seat = game.view(None), game.actors[0]
        figure = data.values(view["category"])
        card = game.view(seat)["hands"][seat][0]
        at = sum(figure[laid["card"]] < figure[card] for laid in view["row"])
        game.play({"seat": seat, "move": "place", "card": card, "at": at})
    shares = baseline(game)
    assert shares["class"] == 1
    assert shares["random"] < shares["geographer"]


def test_names_on_the_map_do_not_cover_each_other():
    shown = data.map_columns()
    place = {iso: (x, y) for iso, x, y in zip(shown["iso3"], shown["x"], shown["y"], strict=True)}
    cards = ["FRA", "DEU", "BEL", "NLD", "CHE", "AUT", "ITA", "POL"]
    frame = _frame([place[card] for card in cards], 1.55)
    placed = _labels({data.Country(card).words("fr"): place[card] for card in cards}, frame, 700)
    pixel = (frame[1] - frame[0]) / 700
    boxes = []
    for name, (_, (x, y), _) in placed.items():
        wide = (len(name) * 13.2 + 8) * pixel
        boxes.append((x - wide / 2, x + wide / 2, y - 17 * pixel, y + 17 * pixel))
    assert not any(_meets(a, b) for a, b in combinations(boxes, 2))


def test_a_game_without_a_board_is_shown_in_words(hall: Hall):
    assert board_type("chess") is WordsBoard
    room, token = begun(hall, first=0)
    scene = WordsBoard("countries").play(Shown(room, token, "en"))
    assert scene["lines"]
    assert scene["moves"][0]["text"].startswith("Team Blues lays ")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_the_rules_mark_what_is_a_house_rule(lang: str):
    parts = CountriesBoard("countries").help(lang)["parts"]
    lines = [line for part in parts for line in part["lines"]]
    assert sum(line["house"] for line in lines) == 6
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
        takeaway.give(Shown(room, room.screen(token, "projector"), "en"), {"kind": "json"}, told.append, later)
    for asked in ({"kind": "exe"}, {"kind": "json", "game": 1}, {"kind": "json", "game": -1}, {"kind": "../json"}):
        with pytest.raises(Refused, match="not complete"):
            takeaway.give(Shown(room, token, "en"), asked, told.append, later)
    takeaway.give(Shown(room, token, "en"), {"kind": "json"}, told.append, later)
    assert done.wait(20)
    assert json.loads(b64decode(told[0]["file"]["content"])) == room.logs()[0]
    lobby, teacher = hall.open("countries", TEAMS, "en")
    assert takeaway.scene(Shown(lobby, teacher, "en")) is None


@pytest.mark.parametrize("game", games.GAMES)
def test_no_name_is_declared_twice_in_the_script_of_a_page(game):
    """The kit's files and a board's are one script: a second `walk` would leave the page blank."""
    parts = [KIT / f"{name}.js" for name in SCRIPTS] + [BOARDS / f"{name}.js" for name in board_type(game).scripts]
    text = "\n".join(part.read_text("utf-8") for part in parts)
    declared = Counter(re.findall(r"^(?:const|let|function|async function|class) (\w+)", text, re.MULTILINE))
    assert [name for name, times in declared.items() if times > 1] == []


def test_the_rules_and_words_go_to_a_screen_once_a_language(hall: Hall):
    room, token = begun(hall, first=0)
    screen = Stage(room, token, "en", CountriesBoard("countries"))
    frame, scene = screen.surface.frame, screen.surface.scene
    assert json.loads(frame)["help"]["parts"]
    lay(room, token, 1)
    screen._refresh()
    assert screen.surface.frame is frame
    assert screen.surface.scene != scene
    screen._asked({"do": "lang", "lang": "fr"})
    assert json.loads(screen.surface.frame)["lang"] == "fr"
