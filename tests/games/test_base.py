"""The base of all games: how setups and moves are validated and stored."""

import pytest

from geoclass import bots, games, i18n, simulate, terminal
from geoclass.games import tell
from geoclass.games.base import LazyReveal
from geoclass.games.options import flag, one_of, texts, whole
from geoclass.games.refusals import IllegalMove, rule_name
from tests.conformance.plays import play

NAMES = ["Ana", "Ben", "Chloé"]
CARDS = ["EGY", "SDN", "TCD"]


def bad(**setup):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("couleurs", **{"players": NAMES, "seed": 1} | setup)
    return refusal.value.key.removeprefix("games.setup.")


def test_players_may_be_a_tuple_but_no_other_thing_in_place_of_a_list():
    assert games.new("couleurs", tuple(NAMES), 1) == games.new("couleurs", NAMES, 1)
    for players in ("Ana", {"Ana", "Ben", "Chloé"}, dict.fromkeys(NAMES), None, ["Ana", "Ben", ""], ["Ana", "Ben", 3]):
        assert bad(players=players) == "players"


@pytest.mark.parametrize(("seed", "right"), [(2**64 - 1, True), (1 - 2**64, True), (2**64, False), (-(2**64), False)])
def test_a_seed_has_up_to_64_bits(seed, right):
    if right:
        assert games.new("couleurs", NAMES, seed).log["setup"]["seed"] == seed
    else:
        assert bad(seed=seed) == "seed"


def test_without_a_seed_chance_picks_one_and_the_log_keeps_it():
    one, two = games.new("couleurs", NAMES), games.new("couleurs", NAMES)
    assert one.log["setup"]["seed"] != two.log["setup"]["seed"]
    assert games.replay(one.log).view(0) == one.view(0)


def test_a_setup_says_what_is_wrong_with_it():
    assert bad(players=NAMES[:2]) == "teams"
    assert bad(pile=[]) == "unknown_key"
    assert bad(options={"speed": 1}) == "unknown_option"
    assert bad(options={"hand": "9"}) == "bad_option"
    assert bad(options=[]) == "options"
    assert bad(edition="1492") == "edition"
    assert bad(deck="EGY", options={"hand": 1}) == "not_a_list"
    assert bad(deck=["EGY", "SDN", 1], options={"hand": 1}) == "not_a_list"
    assert bad(deck=["EGY", "SDN", "XXX"], options={"hand": 1}) == "unknown_card"
    assert bad(deck=["EGY", "SDN", "EGY"], options={"hand": 1}) == "card_twice"
    assert bad(deck=["EGY", "SDN"], options={"hand": 1}) == "too_few"
    with pytest.raises(games.BadSetup) as refusal:
        games.new("couleurs", NAMES, 1, {"hand": 1}, deck=CARDS[:2])
    assert refusal.value.params == {"order": "deck", "n": 2, "needed": 3}
    with pytest.raises(games.BadSetup) as refusal:
        games.new("couleurs", NAMES[:2], 1)
    assert refusal.value.params == {"low": 3, "high": 6, "n": 2}


def test_an_option_or_order_of_none_is_one_not_given():
    game = games.new("couleurs", NAMES, 1, {"hand": None, "centre": None}, deck=None)
    assert game == games.new("couleurs", NAMES, 1)
    assert (game.option["hand"], "deck" in game.log["setup"]) == (9, False)


def test_a_game_keeps_its_own_copy_of_what_it_was_given():
    players, options, deck = list(NAMES), {"hand": 1, "values": {"EGY": 7}}, list(CARDS)
    game = games.new("couleurs", players, 1, options, deck=deck)
    move = {"seat": 0, "move": "play", "cards": ["EGY"]}
    before, log = game.view(0), game.log
    players.clear(), deck.clear(), options["values"].clear()
    view = game.view(0)
    view["options"]["values"].clear()
    view["players"].clear()
    game.log["setup"]["players"].clear()
    assert (game.view(0), game.log) == (before, log)
    game.play(move)
    move["cards"].clear()
    assert game.log["moves"] == [{"seat": 0, "move": "play", "cards": ["EGY"]}]
    game.undo()
    assert (game.view(0), game.log) == (before, log)
    with pytest.raises(games.IllegalMove) as refusal:
        game.undo()
    assert refusal.value.key == "games.nothing_to_undo"


@pytest.mark.parametrize(
    ("move", "key"),
    [
        (["play"], "not_a_move"),
        ({"move": "pass"}, "seat"),
        ({"seat": 3, "move": "pass"}, "seat"),
        ({"seat": -1, "move": "pass"}, "seat"),
        ({"seat": False, "move": "pass"}, "seat"),
        ({"seat": 0}, "unknown_kind"),
        ({"seat": 0, "move": "fly"}, "unknown_kind"),
        ({"seat": 0, "move": ["pass"]}, "unknown_kind"),
        ({"seat": 0, "move": "pass", "cards": []}, "fields"),
        ({"seat": 0, "move": "play"}, "fields"),
        ({"seat": 0, "move": "play", "cards": ("EGY",)}, "fields"),
        ({"seat": 0, "move": "play", "cards": ["EGY", 1]}, "fields"),
        ({"seat": 0, "move": "play", "cards": "EGY"}, "fields"),
    ],
)
def test_a_malformed_move_says_what_is_wrong_with_it(move, key):
    game = games.new("couleurs", NAMES, 1, {"hand": 1}, deck=CARDS)
    with pytest.raises(games.IllegalMove) as refusal:
        game.play(move)
    assert refusal.value.key == f"games.malformed.{key}"
    assert refusal.value.rule is None
    assert game.log["moves"] == []


@pytest.mark.parametrize(("kind", "named"), [("fly", "fly"), (["pass"], "?")])
def test_an_unknown_kind_of_move_is_named_if_it_has_a_name(kind, named):
    with pytest.raises(games.IllegalMove) as refusal:
        games.new("couleurs", NAMES, 1).play({"seat": 0, "move": kind})
    assert refusal.value.params == {"move": named}


def test_only_a_seat_whose_turn_it_is_may_move_and_nobody_after_the_end():
    game = games.new("couleurs", NAMES, 1, {"hand": 1}, deck=CARDS)
    with pytest.raises(games.IllegalMove) as refusal:
        game.play({"seat": 1, "move": "pass"})
    assert (refusal.value.key, refusal.value.params) == ("games.not_your_turn", {"team": "Ben"})
    assert refusal.value.rule == "M2"
    assert (game.legal(1), game.legal(True), game.legal(3), game.legal(None)) == ([], [], [], [])
    with pytest.raises(games.IllegalMove) as refusal:
        game.view(3)
    assert refusal.value.key == "games.malformed.seat"
    game.play({"seat": 0, "move": "play", "cards": ["EGY"]})
    view = game.view(1)
    assert view["result"] == game.result == {"winners": [0], "scores": game.view(None)["scores"]}
    view["result"]["winners"].clear()
    assert game.result["winners"] == [0]
    with pytest.raises(games.IllegalMove) as refusal:
        game.play({"seat": 1, "move": "pass"})
    assert refusal.value.key == "games.over"


def test_a_refusal_names_a_rule_or_a_house_rule():
    assert rule_name("C5", "en") == "(rule C5)"
    assert rule_name("D2", "en") == "(house rule D2)"
    for lang in i18n.LANGUAGES:
        refusal = IllegalMove("countries.refused.nothing_to_doubt", rule="D2")
        assert refusal.text(lang).endswith(rule_name("D2", lang))
        assert IllegalMove("games.over").text(lang) == i18n.text("games.over", lang)


def test_a_refusal_quotes_eighty_letters_at_the_most():
    assert IllegalMove("games.over", card="x" * 80).params == {"card": "x" * 80}
    assert IllegalMove("games.over", card="x" * 81).params == {"card": "x" * 80 + "…"}


def test_what_options_may_be_is_strict_about_types():
    assert [v for v in (1, 2, 3, 4, True, 2.0, "2", None) if whole(2, 3)(v)] == [2, 3]
    assert [v for v in (1, "a", True, 1.0, "b", None) if one_of(1, "a")(v)] == [1, "a"]
    assert [v for v in (True, False, 1, 0, None, "") if flag(v)] == [True, False]
    assert [v for v in (["a"], ["a", "b"], [], ["a", "a"], ["a", 1], ("a",), "a", [["a"]]) if texts(v)] == [
        ["a"],
        ["a", "b"],
    ]


def test_games_are_equal_when_their_logs_are():
    one, two = (games.new("couleurs", NAMES, 1) for _ in range(2))
    assert one == two
    two.play(two.legal(0)[-1])
    assert one != two
    assert one != games.new("couleurs", NAMES, 2)
    assert one != one.log


@pytest.mark.parametrize("name", games.GAMES)
def test_say_and_ask_need_a_view_and_no_game(name):
    game = games.new(name, ["Ana", "Ben", "Zoé"], 3)
    for _, events in play(game, 3, 60):
        for thing in events:
            if f"{name}.event.{thing['event']}" in i18n.sentences("fr"):
                assert tell.say(game.view(None), thing, "fr") == game.say(thing, "fr")
        for question in (game.reveal or {"questions": []})["questions"]:
            assert tell.ask(game.view(0), question, "en") == game.ask(question, "en")


def test_a_card_laid_is_told_with_a_games_id_and_its_players_alone():
    view = {"game": "countries", "players": ["Ana", "Ben"]}
    told = tell.say(view, {"event": "placed", "seat": 1, "card": "ISL", "at": 0}, "en")
    assert "Ben" in told
    assert "Iceland" in told


def test_a_reveal_is_computed_once_and_each_caller_gets_a_copy():
    computed = []
    reveal = LazyReveal(lambda fact: computed.append(fact) or {"facts": [fact]}, 7)
    assert computed == []
    reveal.copy()["facts"].clear()
    assert reveal.copy() == {"facts": [7]}
    assert computed == [7]


# the other fields of a log


def test_R4_a_setup_names_its_rules_and_one_without_is_of_the_first_version():
    game = games.new("countries", ["Ana", "Ben"], 7)
    assert game.log["setup"]["rules"] == 1
    first = {name: value for name, value in game.log["setup"].items() if name != "rules"}
    assert games.replay({"setup": first, "moves": []}) == game


@pytest.mark.parametrize("rules", [2, 0, True, "1", None])
def test_R4_other_rules_are_refused_in_a_sentence(rules):
    setup = games.new("countries", ["Ana", "Ben"], 7).log["setup"] | {"rules": rules}
    with pytest.raises(games.OtherRules) as refusal:
        games.replay({"setup": setup, "moves": []})
    assert refusal.value.key == "games.setup.rules"
    assert refusal.value.text("fr") != refusal.value.text("en")


def test_R4_an_engine_says_which_older_rules_it_still_plays(monkeypatch):
    engine = games.game_type("countries")
    old = engine.new(["Ana", "Ben"], 7).log
    monkeypatch.setattr(engine, "rules", 2)
    assert engine.new(["Ana", "Ben"], 7).log["setup"]["rules"] == 2
    with pytest.raises(games.OtherRules):
        games.replay(old)
    monkeypatch.setattr(engine, "plays", range(1, 2))
    assert games.replay(old).setup["rules"] == 1


def _half_by_bots():
    game, brain = games.new("couleurs", ["Ana", "Ben", "Chloé"], 3), bots.make("couleurs", "random", 1)
    for index in range(6):
        seat = game.actors[0]
        game.play(brain.choose(game.view(seat), game.legal(seat)), bot=index % 2 == 1)
    return game


def test_T3_the_log_says_which_moves_were_a_bots():
    game = _half_by_bots()
    assert game.log["bots"] == [1, 3, 5]
    assert games.replay(game.log).log == game.log
    game.undo()
    assert game.log["bots"] == [1, 3]
    for _ in range(4):
        game.undo()
    assert "bots" not in game.log


@pytest.mark.parametrize("wrong", [{}, "1", [True], [[1]], ["1"]])
def test_T3_what_does_not_say_which_moves_were_a_bots_is_no_log(wrong):
    with pytest.raises(games.BadSetup):
        games.replay(_half_by_bots().log | {"bots": wrong})


def test_T3_simulated_games_and_the_bots_of_the_terminal_are_marked(monkeypatch):
    played = simulate._one("couleurs", ["random"] * 3, 1, 0, None).game
    assert played.log["bots"] == list(range(len(played.log["moves"])))
    game, brain = games.new("couleurs", ["Ana", "Ben", "Chloé"], 3), bots.make("couleurs", "random", 1)
    monkeypatch.setattr(terminal, "_your_move", lambda game: game.play(game.legal(0)[0]))
    while len(game.log["moves"]) < 6:
        terminal._turn(game, {1: brain, 2: brain})
    log = game.log
    assert log["bots"] == [index for index, move in enumerate(log["moves"]) if move["seat"] != 0]


@pytest.mark.parametrize("text", ["\ud800", "Par\udfffis"])
def test_S3_an_engine_takes_no_text_that_a_file_cannot_hold(text):
    game = games.new("globalissimo", ["Ana", "Ben"], 1)
    for seat in range(2):
        with pytest.raises(games.IllegalMove) as refusal:
            game.play({"seat": seat, "move": "answer", "text": text})
        assert refusal.value.key == "games.malformed.text"
    with pytest.raises(games.IllegalMove, match="cannot be stored"):
        games.new("couleurs", ["A", "B", "C"], 1).play({"seat": 0, "move": "play", "cards": ["FRA", text]})


@pytest.mark.parametrize("junk", [{"move": "a\ud800"}, {"edition": "\ud800"}, {"deck": ["\udfff"]}, {"\ud800": 1}])
def test_S3_a_refusal_can_be_written_to_a_file_whatever_it_quotes(junk):
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 (an illegal move or a bad setup)
        games.new("couleurs", NAMES, 1, **junk if "move" not in junk else {}).play({"seat": 0, **junk})
    for lang in i18n.LANGUAGES:
        assert "\ufffd" in refusal.value.text(lang).encode().decode()


def test_S7_a_game_says_whether_its_seats_hide_something():
    for name in games.GAMES:
        game, brain = games.new(name, ["Ana", "Ben", "Chloé"], 3), bots.make(name, "random", 1)
        differs = False
        for _ in range(12):
            views = [{k: v for k, v in game.view(seat).items() if k != "seat"} for seat in range(3)]
            differs = differs or views[0] != views[1]
            seat = game.actors[0]
            game.play(brain.choose(game.view(seat), game.legal(seat)))
        assert game.hidden == differs, name
