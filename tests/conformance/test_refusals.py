"""Malformed and illegal moves and bad setups: each is refused with a sentence, and nothing changes."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from geoclass import games
from geoclass.games.rng import Rng
from tests.conformance.plays import CASES, play, start, views

DEEP = json.loads("[" * 900 + "]" * 900)
RULES = Path(__file__).parents[2] / "docs" / "rules"
JUNK = [
    None,
    True,
    False,
    -1,
    0,
    1,
    1.0,
    2.5,
    10**30,
    "",
    "ISL",
    "ISL ",
    "isl",
    "é\u0000",
    [],
    ["ISL"],
    [1],
    {},
    {"a": 1},
    float("nan"),
]
KEYS = [
    "seat",
    "move",
    "card",
    "at",
    "cards",
    "rank",
    "text",
    "country",
    "population",
    "routes",
    "off",
    "take",
    "city",
    "x",
    "",
]
SENTENCE = re.compile(r"^[A-ZÀÉÊ“«].*[.!?)]$", re.S)


def _refused(game: games.Game, move: object) -> bool:
    """Whether *game* refuses *move*; assert that the reason is a sentence in both languages."""
    try:
        game.play(move)
    except games.IllegalMove as refusal:
        why = refusal
    else:
        return False
    for lang in ("fr", "en"):
        assert SENTENCE.match(why.text(lang)), why.text(lang)
        assert "{" not in why.text(lang)
    assert why.text("fr") != why.text("en")
    return True


def _fuzzed(rng: Rng, legal: list[games.Move], teams: int) -> object:
    """A slightly or badly wrong move."""
    if rng.below(12) == 0:
        return rng.choice([*JUNK, [], "place", {1: 2}, {"seat": 0}, {"move": "doubt"}])
    move = dict(rng.choice(legal))
    for _ in range(1 + rng.below(2)):
        match rng.below(6):
            case 0:
                move[rng.choice(list(move) or KEYS)] = rng.choice(JUNK)
            case 1:
                move.pop(rng.choice(list(move) or KEYS), None)
            case 2:
                move[rng.choice(KEYS)] = rng.choice(JUNK)
            case 3:
                move["seat"] = rng.below(teams + 2) - 1
            case 4:
                move["move"] = rng.choice(
                    [
                        "place",
                        "doubt",
                        "guess",
                        "estimate",
                        "answer",
                        "judge",
                        "play",
                        "pass",
                        "fly",
                        "stay",
                        "exchange",
                        "eliminate",
                        "identify",
                        "end",
                        "done",
                        "start",
                        "undo",
                        "_begin",
                        "__init__",
                    ]
                )
            case _:
                for key, value in move.items():
                    if isinstance(value, list):
                        move[key] = [*value, *value][: rng.below(2 * len(value) + 1)]
                    elif type(value) is int and key != "seat":
                        move[key] = value + rng.choice([-100, -1, 1, 100])
    return move


@pytest.mark.parametrize("name", games.GAMES)
def test_malformed_and_illegal_moves_are_refused_with_a_sentence_and_change_nothing(name):
    rng, refused = Rng(8, "fuzz"), 0
    for seed, teams in product(range(20), games.game_type(name).teams):
        if refused >= 2000:
            return
        live = start(name, teams, seed)
        for _ in play(live, seed, 60):
            if live.result:
                break
            before, log = views(live), live.log
            for _ in range(12):
                if not _refused(live, _fuzzed(rng, live.legal(live.actors[0]), teams)):
                    live = games.replay(log)  # by chance it was legal
                else:
                    refused += 1
            assert views(live) == before
            assert live.log == log
    pytest.fail(f"only {refused} moves were refused")


@pytest.mark.parametrize("name", games.GAMES)
def test_is_legal_says_of_any_move_what_play_would_do_and_changes_nothing(name):
    rng, answers = Rng(9, "fuzz"), []
    for seed, teams in product(range(3), games.game_type(name).teams):
        live = start(name, teams, seed)
        for _ in play(live, seed, 30):
            if live.result:
                break
            listed = live.legal(live.actors[0])
            before, log = views(live), live.log
            for move in (_fuzzed(rng, listed, teams), _fuzzed(rng, listed, teams), rng.choice(listed), None, []):
                answers.append(live.is_legal(move))
                assert (views(live), live.log) == (before, log)
                assert answers[-1] is not _refused(games.replay(log), move)
    assert True in answers
    assert False in answers


@pytest.mark.parametrize("name", games.GAMES)
def test_a_move_out_of_turn_is_refused_by_the_rule_of_who_moves(name):
    rules = (RULES / f"{name}.md").read_text("utf-8")
    live = start(name, games.game_type(name).teams[-1], 5)
    for _ in play(live, 5, 60):
        for seat in range(len(live.players)) if live.actors else ():
            if seat not in live.actors:
                with pytest.raises(games.IllegalMove) as refusal:
                    live.play(live.legal(live.actors[0])[0] | {"seat": seat})
                assert refusal.value.key == live.through.get(live.phase, "games.not_your_turn")
                assert f"- **{refusal.value.rule}** " in rules


@pytest.mark.parametrize("name", games.GAMES)
def test_nothing_can_be_played_when_the_game_is_over(name):
    live = start(name, games.game_type(name).teams[0], 4)
    last = [move for move, _ in play(live, 4)][-1]
    for move in (last, {"seat": 0, "move": last["move"]}):
        assert _refused(live, move)


@pytest.mark.parametrize("seat", [-1, 99, True, 1.0, "0"])
def test_a_view_of_no_seat_is_refused(seat):
    for name in games.GAMES:
        live = start(name, games.game_type(name).teams[0], 4)
        with pytest.raises(games.IllegalMove):
            live.view(seat)
        assert live.legal(seat) == []


def test_a_refusal_quotes_no_more_than_a_line_of_what_was_sent():
    for name in games.GAMES:
        live = start(name, games.game_type(name).teams[0], 4)
        for move in ({"seat": 0, "move": "x" * 10**6}, live.legal(live.actors[0])[0] | {"card": "y" * 10**6}):
            with pytest.raises(games.IllegalMove) as refusal:
                live.play(move)
            assert len(refusal.value.text("fr")) < 400


def test_nothing_to_undo_is_refused():
    for game, teams in CASES:
        with pytest.raises(games.IllegalMove):
            start(game, teams, 1).undo()


@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": "Ana"},
        {"players": ["Ana", 7, "Ben"]},
        {"players": ["Ana", " ", "Ben"]},
        {"players": ["Ana", "\ud800", "Ben"]},
        {"players": ["x"] * 13},
        {"seed": "7"},
        {"seed": True},
        {"seed": 1.0},
        {"seed": 10**5000},
        {"options": {"hand": 10**5000}},
        {"options": {"values": {"FRA": 10**5000}}},
        {"options": []},
        {"options": {"no such": 1}},
        {"options": {"hand": "5"}},
        {"options": {"hand": True}},
        {"deck": "ISL"},
        {"deck": ["ISL"]},
        {"deck": [1] * 200},
        {"deck": ["XXX"] * 200},
        {"deck": (card for card in ["ISL"])},
        {"deck": [(card for card in ["ISL"])]},
        {"deck": DEEP},
        {"edition": "1492"},
        {"edition": 2022},
        {"edition": 10**5000},
        {"edition": DEEP},
        {"something": 1},
        {10**5000: 1},
        {"options": {10**5000: 1}},
        {"game": 10**5000},
        {"game": DEEP},
    ],
)
def test_a_bad_setup_is_refused_with_a_sentence(name, change):
    setup = {"game": name, "players": ["Ana", "Ben", "Chloé"], "seed": 1, "options": {}} | change
    with pytest.raises(games.BadSetup) as refusal:
        games.replay({"setup": setup, "moves": []})
    for lang in ("fr", "en"):
        assert SENTENCE.match(refusal.value.text(lang)), refusal.value.text(lang)


@pytest.mark.parametrize(
    "log",
    [
        None,
        [],
        {},
        {"setup": {}},
        {"setup": [], "moves": []},
        {"setup": {"game": "chess"}, "moves": []},
        {"setup": {"game": []}, "moves": []},
        {"setup": {"game": "countries"}, "moves": {}},
    ],
    ids=str,
)
def test_what_is_not_a_log_is_refused(log):
    with pytest.raises(games.BadSetup):
        games.replay(log)


def test_an_option_of_every_game_refuses_junk_with_a_sentence():
    for name in games.GAMES:
        engine = games.game_type(name)
        for option in engine.options:
            for junk in (object, float("nan"), -5, "no such thing", ["no such thing"], {"no": "such"}, [[]], 10**9):
                if option in ("max_rounds",) and junk == 10**9:
                    continue
                with pytest.raises(games.BadSetup) as refusal:
                    games.new(name, players=["Ana", "Ben", "Chloé"], seed=1, options={option: junk})
                for lang in ("fr", "en"):
                    assert SENTENCE.match(refusal.value.text(lang))


def test_options_are_written_into_the_setup():
    for game, teams in CASES:
        live = start(game, teams, 1)
        assert live.log["setup"]["options"].keys() == games.game_type(game).options.keys()
        assert json.loads(json.dumps(live.log)) == live.log
