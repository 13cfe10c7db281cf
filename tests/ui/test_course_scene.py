"""The scenes of La course, made from a view: a team's moves, the map, and nothing that a seat may not know."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from geoclass import bots, data, games
from geoclass.games.course import tables as course_tables
from geoclass.maps import great_circle
from geoclass.rooms import Hall
from geoclass.ui.kit.parts import board_of
from geoclass.ui.kit.screen import ScreenState
from geoclass.ui.states import screen_state

TEAMS = ["Blues", "Oranges"]
DEALT = ["sydney--tokyo", "paris--tokyo", "cairo--paris", "lima--paris", "new-york--paris", "lima--new-york"]
BOARD = board_of("course")


def begun(options: dict[str, Any], deck: list[str] | None = None, starts: bool = True) -> games.Game:
    game = games.new("course", TEAMS, 1, options, **({"deck": deck} if deck else {}))
    if starts:
        game.play({"seat": 0, "move": "start", "city": "paris"})
    return game


def state(game: games.Game, seat: int | None, lang: str = "en", role: str = "team") -> ScreenState:
    """A screen's state as a room would make it, after a round trip through JSON."""
    teams = [{"name": name, "bot": None, "phones": 0, "here": 0} for name in game.players]
    room = {"code": "BALTA", "game": "course", "lang": lang, "teams": teams, "locked": False, "paused": False}
    view = {
        "role": role,
        "seat": seat,
        "room": room | {"phase": "over" if game.result else "playing", "showing": False, "step": 0},
        "game": game.view(seat),
        "events": game.events,
        "moves": game.move_count,
        "reveals": game.reveal_count,
        "ending": game.ending,
        "legal": [] if seat is None else game.legal(seat),
        "teacher": {"legal": {str(s): game.legal(s) for s in game.actors}} if role == "teacher" else None,
    }
    return ScreenState(json.loads(json.dumps(view)), lang)


def scene(game: games.Game, seat: int | None, lang: str = "en", role: str = "team") -> dict[str, Any]:
    shown, _, _ = BOARD.now(state(game, seat, lang, role))
    return json.loads(json.dumps({"board": shown, "said": BOARD.said(state(game, seat, lang, role))}))


def hand(game: games.Game, seat: int = 0) -> dict[str, Any]:
    return scene(game, seat)["board"]["hand"]


# a team's moves


def test_tickets_that_leave_from_here_come_first_then_by_city():
    found = hand(begun({"hand": 3, "network": DEALT}, DEALT))
    assert [[end["name"] for end in t["ends"]] for t in found["cards"]] == [
        ["Paris", "Cairo"],
        ["Paris", "Tokyo"],
        ["Sydney", "Tokyo"],
    ]
    assert [t["km"] for t in found["cards"]] == [data.route(t["card"]).km for t in found["cards"]]  # type: ignore[union-attr]


def test_visas_are_gained_where_the_team_has_none():
    found = hand(begun({"hand": 3, "network": DEALT}, DEALT))
    assert found["gains"] == {"sydney": "Oceania", "tokyo": "Asia", "cairo": "Africa"}  # not Europe: it began in Paris


@pytest.mark.parametrize(("held", "off"), [(3, 2), (1, 1)])
def test_D4_how_many_are_laid_off_and_taken_is_what_the_moves_say(held: int, off: int):
    found = hand(begun({"hand": held, "network": DEALT}))
    assert (found["off"], found["take"], found["open"]) == (off, 2, [])
    assert found["stay"] == {2: "Stay: change two tickets", 1: "Stay: change one ticket, take two"}[off]


def test_a_slot_opens_when_something_lies_there():
    game = begun({"hand": 2, "network": DEALT})
    game.play({"seat": 0, "move": "stay", "off": game.view(0)["hand"], "take": ["stock", "stock"]})
    game.play({"seat": 1, "move": "start", "city": "paris"})
    assert hand(game, 1)["open"] == ["slot_a", "slot_b"]
    assert not hand(game, 0)["can"]


def test_before_the_start_the_cities_to_start_from_are_offered():
    found = hand(begun({}, starts=False))
    assert [start["id"] for start in found["starts"]] == ["paris", "new-york", "tokyo"]
    assert found["here"] is None


# the base map, which phones get too


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("network", ["full", "short"])
def test_the_ground_is_small_and_holds_each_route_as_a_plane_flies_it(network: str, lang: str):
    ground = BOARD.ground(state(begun({"network": network}), None, lang))
    assert len(json.dumps(ground, ensure_ascii=False)) < 30_000
    assert BOARD.ground(state(begun({"network": network}), 0, lang)) is ground  # sent once
    cities = data.cities_by_id()
    assert set(ground["routes"]) == set(course_tables.network(network))
    for card, d in ground["routes"].items():
        drawn = _lines(d)
        pieces = great_circle(*(cities[city] for city in card.split("--")))
        assert len(drawn) == len(pieces)
        for line, piece in zip(drawn, pieces, strict=True):
            for x, y in piece:
                assert min(_off((x, -y), a, b) for a, b in pairwise(line)) < 25, card


def _lines(d: str) -> list[list[tuple[int, int]]]:
    """The points of a path given in relative steps."""
    found = []
    for part in d.split("M")[1:]:
        numbers = [int(n) for n in re.findall(r"-?\d+", part)]
        points = [(numbers[0], numbers[1])]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            points.append((points[-1][0] + dx, points[-1][1] + dy))
        found.append(points)
    return found


def _off(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of a point from the line through two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return float(((p[0] - a[0] - t * dx) ** 2 + (p[1] - a[1] - t * dy) ** 2) ** 0.5)


# secrecy


def _raced(deck: list[str], moves: int, **options: Any) -> games.Game:
    """A race of bots after *moves* moves."""
    game = games.new("course", TEAMS, 1, {"hand": 5, "max_rounds": 40, **options}, deck=deck)
    players = [bots.make("course", "keen", seat) for seat in range(2)]
    for _ in range(moves):
        seat = game.actors[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))
    return game


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_is_hidden_makes_no_difference_to_a_scene(lang: str):
    deck = list(course_tables.network())
    game = _raced(deck, 9)
    moves = game.log["moves"]
    shown = {card for move in moves for card in (*move.get("off", ()), *move.get("routes", ()))}
    for seat, role in ((None, "projector"), (None, "teacher"), (0, "team"), (1, "team")):
        own = set(game.view(seat)["hand"]) if seat is not None else set()
        places = [n for n, card in enumerate(deck) if card not in shown | own]
        other = deck.copy()
        for place, n in zip(places, reversed(places), strict=True):
            other[place] = deck[n]
        again = games.replay({"setup": game.log["setup"] | {"deck": other}, "moves": moves})
        assert again.view(0)["hand"] != game.view(0)["hand"] or again.view(1)["hand"] != game.view(1)["hand"]
        told, twin = scene(game, seat, lang, role), scene(again, seat, lang, role)
        if role == "teacher":  # legal moves reveal the hand: no scene may use them
            assert state(game, seat, lang, role).legal(game.actors[0]) != state(again, seat, lang, role).legal(
                again.actors[0]
            )
        assert told == twin


def test_open_hands_show_the_hand_of_the_team_on_turn_to_all_but_a_phone_shows_its_own():
    game = _raced(list(course_tables.network()), 2, open_hands=True)
    turn = game.actors[0]
    for seat, whose in ((None, turn), (0, 0), (1, 1)):
        board = scene(game, seat)["board"]
        assert board["seat"] == board["hand"]["seat"] == whose
        assert {t["card"] for t in board["hand"]["cards"]} == set(game.view(whose)["hand"])
        assert board["hand"]["can"] == (seat == turn)
    assert scene(game, None, role="teacher")["board"]["hand"]["can"]


# the history and the end


def _finished(options: dict[str, Any], ends: str, seed: int) -> games.Log:
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


@pytest.mark.parametrize(("ends", "seed"), [("home", 7), ("max_rounds", 1)])
def test_the_history_of_a_race_lists_each_flight_once(tmp_path: Any, ends: str, seed: int):
    """Including the winning flight, shown with the end, and the last one before time is up, shown twice."""
    log = _finished({"max_rounds": 3} if ends == "max_rounds" else {}, ends, seed)
    room, token = Hall.at(tmp_path, bot_delay=3600).open("course", TEAMS, "en", log["setup"]["options"])
    room.control(token, "start", seed=log["setup"]["seed"])
    for n, move in enumerate(log["moves"]):
        room.submit(token, move, str(n))
        if move["move"] == "fly" and room.view(token)["room"]["phase"] == "playing":
            flight = BOARD.play(screen_state(room, token, "en"))["flight"]
            reveal = BOARD.past(screen_state(room, token, "en", past=flight["index"]))
            assert reveal is not None
            assert reveal["cities"] == flight["cities"]
    flown = [move for move in log["moves"] if move["move"] == "fly"]
    shown = screen_state(room, token, "en")
    assert [entry["title"] for entry in BOARD.history(shown)] == [TEAMS[move["seat"]] for move in flown]
    for index, move in enumerate(flown):
        reveal = BOARD.past(screen_state(room, token, "en", past=index))
        assert reveal is not None
        assert [leg["route"] for leg in reveal["legs"]] == move["routes"][: len(reveal["legs"])]
    assert BOARD.past(screen_state(room, token, "en", past=len(flown))) is None


@pytest.mark.parametrize("ends", ["home", "max_rounds"])
def test_the_end_ranks_the_teams_and_tells_each_phone_its_own_tour(ends: str):
    log = _finished({"max_rounds": 3} if ends == "max_rounds" else {}, ends, 5)
    game = games.replay(log)
    assert game.result
    tours = game.view(None)["reveal"]["tours"]
    board = scene(game, None)["board"]
    assert [t["seat"] for t in board["teams"]][: len(game.result["winners"])] == game.result["winners"]
    assert board["own"] is None
    for seat in range(2):
        own = scene(game, seat)["board"]["own"]
        assert bool(own) == bool(tours[seat]["legs"])
        assert not own or f"{tours[seat]['km']:,}" in own[0]


def _flown(*routes: str) -> dict[str, Any]:
    """The scene of a flight from Paris."""
    deck = [*routes, "dakar--sydney", "lima--tokyo", "lima--paris", "paris--tokyo", "cairo--rome", "delhi--rome"]
    game = begun({"hand": 3, "network": deck}, deck)
    game.play({"seat": 0, "move": "fly", "routes": list(routes)})
    flight: dict[str, Any] = scene(game, None)["board"]["flight"]
    return flight


def test_T14_the_answer_is_of_the_leg_that_was_asked_about_without_its_ends():
    flight = _flown("cairo--paris", "cairo--nairobi")
    [question] = [q for q in flight["questions"] if "fly over" in q]
    answer = flight["answers"][flight["questions"].index(question)]
    assert question.startswith("From Cairo to Nairobi")
    assert answer.startswith("Cairo – Nairobi: ")
    over = answer.removeprefix("Cairo – Nairobi: ").removesuffix(".")
    assert "Sudan" in over
    assert not {"Egypt", "Kenya", "France"} & set(re.split(", and |, | and ", over))
    assert f"over {len(re.split(', and |, | and ', over))} countr" in question


def test_T14_greenland_is_named_when_it_is_flown_over():
    flight = _flown("los-angeles--paris")
    assert any("Greenland (Denmark)" in answer for answer in flight["answers"])


def test_P19_a_stay_is_told_on_every_screen_and_rounds_are_counted():
    game = begun({"network": "hubs", "max_rounds": 18})
    game.play({"seat": 0, "move": "stay", "off": game.view(0)["hand"][:2], "take": ["stock", "stock"]})
    for seat in (None, 0, 1):
        found = scene(game, seat)
        assert found["board"]["news"] == "Team Blues stays in Paris and changes tickets."
        assert found["board"]["news"] in found["said"]
        assert found["board"]["round"] == "Round 1 of 18"


def test_P19_what_a_team_needs_to_come_home_is_there_to_plan_with():
    found = hand(begun({"network": "hubs"}))
    assert (found["home"], found["missing"]) == ("paris", 4)
    ground = BOARD.ground(state(begun({"network": "hubs"}), 0, "fr"))
    assert ground["cities"]["cairo"]["dead_end"] == "Ensuite, aucun de vos billets ne repart du Caire."
    assert ground["cities"]["nairobi"]["gap"] == "Ce billet ne part pas de Nairobi."


def test_P26_one_of_the_starts_is_chosen():
    assert "Paris, New York, or Tokyo" in scene(begun({}, starts=False), None)["board"]["begin"]["hint"]
    assert "Paris, New York ou Tokyo" in scene(begun({}, starts=False), None, "fr")["board"]["begin"]["hint"]
