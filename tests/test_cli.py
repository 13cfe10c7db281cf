"""The command line, as its user types it."""

import json

import pytest

from geoclass import games
from geoclass.cli import _your_move, main


def _run(capsys, *argv, lang="en"):
    code = main([*argv, "--lang", lang])
    out = capsys.readouterr()
    return code, out.out, out.err


@pytest.fixture
def finished(tmp_path):
    """The log of a finished game, as a file."""

    def write(name):
        from geoclass import bots
        from geoclass.simulate import play_out

        teams = games.game_type(name).teams[0]
        game = games.new(name, [f"Team {n}" for n in range(teams)], seed=3)
        play_out(game, [bots.make(name, "random", seat) for seat in range(teams)])
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(game.log), "utf-8")
        return path, game

    return write


@pytest.mark.parametrize("game", games.GAMES)
def test_simulate_counts_and_gives_the_same_figures_again(capsys, game):
    argv = ("simulate", game, "--teams", "3", "--games", "3", "--seed", "1", "--bots", "good,random", "--json")
    code, out, _ = _run(capsys, *argv)
    report = json.loads(out)
    assert code == 0
    assert report["bots"] == ["good", "random", "random"]
    assert sum(report["wins"]) == pytest.approx(3, abs=0.05)
    assert len(report["scores"]) == 3
    assert report["moves"]["low"] <= report["moves"]["median"] <= report["moves"]["high"]
    assert sum(report["endings"].values()) == 3
    assert "" not in report["endings"]
    assert _run(capsys, *argv)[1] == out


def test_simulate_in_words_in_both_languages(capsys):
    argv = ("simulate", "couleurs", "--teams", "3", "--games", "2", "--bots", "random")
    assert "wins" in _run(capsys, *argv)[1]
    assert "gagne" in _run(capsys, *argv, lang="fr")[1]


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (("simulate", "countries", "--bots", "genius"), "genius"),
        (("simulate", "countries", "--teams", "99"), "99"),
        (("simulate", "countries", "--option", "hand=99"), "hand"),
        (("simulate", "countries", "--option", "nothing=1"), "nothing"),
        (("simulate", "countries", "--preset", "holiday"), "holiday"),
        (("simulate", "countries", "--games", "0"), "one game"),
        (("replay", "no-such-file.json"), "no-such-file.json"),
    ],
)
def test_bad_input_gets_a_sentence(capsys, argv, word):
    code, out, err = _run(capsys, *argv)
    assert code == 2
    assert word in err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", games.GAMES)
def test_replay_tells_each_move_in_words(capsys, finished, name, lang):
    path, game = finished(name)
    code, out, _ = _run(capsys, "replay", str(path), lang=lang)
    lines = out.splitlines()
    assert code == 0
    for number in range(1, len(game.log["moves"]) + 1):
        assert lines[number - 1].startswith(f"{number}. ")
        assert len(lines[number - 1]) > len(f"{number}. ") + 10
    assert "{" not in out


def test_replay_gives_every_view_as_json(capsys, finished):
    path, game = finished("spywhere")
    _, out, _ = _run(capsys, "replay", str(path), "--json")
    steps = [json.loads(line) for line in out.splitlines()]
    assert len(steps) == len(game.log["moves"]) + 1
    assert steps[-1]["views"]["projector"] == game.view(None)
    assert steps[-1]["views"]["1"] == game.view(1)


@pytest.mark.parametrize("text", ["", "[]", "{}", "not json", '{"setup": {"game": "chess"}, "moves": []}'])
def test_replay_of_what_is_no_log_gets_a_sentence(capsys, tmp_path, text):
    path = tmp_path / "log.json"
    path.write_text(text)
    code, _, err = _run(capsys, "replay", str(path))
    assert code == 2
    assert err.strip().endswith(".")


def test_replay_names_the_move_that_cannot_be_played(capsys, finished):
    path, game = finished("countries")
    log = game.log
    log["moves"][2] = {"seat": 0, "move": "place", "card": "XXX", "at": 0}
    path.write_text(json.dumps(log))
    code, _, err = _run(capsys, "replay", str(path))
    assert code == 2
    assert "Move 3" in err


@pytest.mark.parametrize("name", games.GAMES)
def test_a_game_against_bots_in_the_terminal(capsys, monkeypatch, name):
    """The first legal move each time, typed by its number, until the game is over."""
    monkeypatch.setattr("builtins.input", lambda _prompt: "1")
    options = {"countries": ["--option", "hand=3"], "course": ["--option", "max_rounds=4"]}.get(name, [])
    code, out, _ = _run(capsys, "play", name, "--seed", "5", "--bots", "keen", *options, lang="fr")
    assert code == 0
    assert "La partie est terminée." in out


def test_a_country_on_the_map_is_named_in_the_terminal(capsys, monkeypatch):
    game = games.new(
        "globalissimo",
        ["Ana", "Ben"],
        1,
        {"rounds": 1, "track": {"squares": 9, "barriers": [1]}},
        deck=["CHN", "USA", "BRA", "DEU", "CUB", "BOL"],
        category_order=["population"],
        barrier_order=["violet"],
    )
    game.play({"seat": 0, "move": "estimate", "card": "CHN", "rank": 1})
    game.play({"seat": 1, "move": "estimate", "card": "CUB", "rank": 1})
    monkeypatch.setattr("builtins.input", lambda _prompt: "answer BOL")
    assert _your_move(game)[0]["event"] == "right"
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_typed_move_a_wrong_one_and_the_way_out(capsys, monkeypatch):
    said = iter(["guess -1", "fly", "guess 5000000"])

    def answer(_prompt):
        try:
            return next(said)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    code, out, _ = _run(capsys, "play", "countries", "--seed", "5", "--teams", "2")
    assert code == 130
    assert "(house rule D4)" in out
    assert "no move called “fly”" in out
