"""The command line."""

import json
from itertools import cycle

import pytest

from geoclass import data, games, i18n
from geoclass.cli import main
from geoclass.games.countries import tables as countries_tables
from geoclass.rooms import lessons


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
        (("simulate", "countries", "--option", "nothing=1"), "deck_filter"),
        (("simulate", "countries", "--option", "hand"), "--option hand="),
        (("simulate", "countries", "--teams", "99999999"), "2 to 12 teams, not 99,999,999"),
        (("simulate", "countries", "--teams", "2", "--bots", "keen,keen,keen"), "3 levels"),
        (("simulate", "countries", "--teams", "9" * 5000), "2 to 12 teams"),
        (("play", "countries", "--bots", "genius"), "pupil, keen, geographer"),
        (("play", "countries", "--bots", "keen,keen,keen"), "2 bots"),
        (("play", "countries", "--teams", "99999999"), "2 to 12 teams, not 99,999,999"),
        (("play", "countries", "--teams", "0"), "2 to 12 teams, not 0"),
        (("play", "countries", "--teams", "-4"), "2 to 12 teams, not -4"),
        (("play", "chess"), "countries, globalissimo"),
        (("play", "countries", "--teams", "many"), "“many” is not a whole number"),
        (("play",), "GAME"),
        (("fly",), "simulate, replay"),
        (("replay", "a.json", "--frob"), "--frob"),
        (("replay", "a.json", "--frob"), "[--json]"),
        (("rooms", "list", "--frob"), "[--data-dir FOLDER]"),
        (("replay", "."), "folder"),
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
    assert code == 0
    told = [line for line in out.splitlines() if not line.startswith(" ")]
    for number, line in enumerate(told[: len(game.log["moves"])], 1):
        assert line.startswith(f"{number}. ")
        assert len(line) > len(f"{number}. ") + 10
    assert "{" not in out


def test_replay_gives_every_view_as_json(capsys, finished):
    path, game = finished("spywhere")
    _, out, _ = _run(capsys, "replay", str(path), "--json")
    steps = [json.loads(line) for line in out.splitlines()]
    assert len(steps) == len(game.log["moves"]) + 1
    assert steps[-1]["views"]["projector"] == game.view(None)
    assert steps[-1]["views"]["1"] == game.view(1)


def test_replay_tells_what_came_of_a_move(capsys, finished):
    path, game = finished("countries")
    _, out, _ = _run(capsys, "replay", str(path))
    assert "   Team Team 0 lays" in out
    assert " right of " in out or " left of " in out
    assert "   The row is wrong." in out
    assert "in the right order, from less to more:" in out
    assert ("The row is right!" in out) == (game.ending == "last_card")


def test_replay_takes_what_export_takes(capsys, finished, tmp_path):
    """A byte order mark, and the list of logs that a room exports."""
    path, game = finished("couleurs")
    other, _ = finished("spywhere")
    both = tmp_path / "room.json"
    both.write_text(json.dumps([json.loads(path.read_text()), json.loads(other.read_text())]), "utf-8-sig")
    code, out, err = _run(capsys, "replay", str(both))
    assert code == 0
    assert "passport" in out
    assert "2 games" in err
    code, out, _ = _run(capsys, "replay", str(both), "--game", "1")
    assert code == 0
    assert f"{len(game.log['moves'])}. " in out
    assert _run(capsys, "replay", str(both), "--game", "3")[0] == 2


@pytest.mark.parametrize(
    "move",
    [
        5,
        None,
        [],
        {},
        {"seat": 9, "move": "doubt"},
        {"seat": "a", "move": "doubt"},
        {"seat": 0, "move": 7},
        {"seat": 0, "move": "place"},
        {"seat": 0, "move": "place", "card": ["FRA"], "at": "x"},
        {"seat": 0, "move": "place", "card": "XXX", "at": 0},
    ],
)
def test_a_bad_move_gets_a_sentence_that_names_the_file(capsys, finished, move):
    path, game = finished("countries")
    path.write_text(json.dumps({"setup": game.setup, "moves": [move]}))
    code, out, err = _run(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert err.startswith("countries.json: ")
    assert "move 1" in err


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"setup": {"game": "countries"}, "moves": [' + "[" * 200_000,
        '{"setup": {"game": ["countries"]}, "moves": []}',
        '{"setup": {"game": "countries", "seed": ' + "9" * 5000 + ', "players": ["A", "B"]}, "moves": []}',
        '{"setup": {"game": "countries"}, "moves": 5}',
        '{"setup": {"game": "countries"}, "moves": null}',
        '{"setup": {"game": "countries"}}',
    ],
    ids=range(7),
)
def test_a_log_out_of_shape_gets_a_sentence(capsys, tmp_path, text):
    path = tmp_path / "shape.json"
    path.write_text(text)
    code, _, err = _run(capsys, "replay", str(path))
    assert code == 2
    assert err.startswith("shape.json: ")


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
    assert "move 3" in err


@pytest.mark.parametrize("name", games.GAMES)
def test_a_game_against_bots_in_the_terminal(capsys, monkeypatch, name):
    """Always choose the first option by its number, and France on the map, until the game is over."""
    said = cycle(["1", "France"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(said))
    options = {"countries": ["--option", "hand=3"], "course": ["--option", "max_rounds=4"]}.get(name, [])
    code, out, _ = _run(capsys, "play", name, "--seed", "5", "--bots", "keen, random", *options, lang="fr")
    assert code == 0
    assert "Vous êtes l’équipe Bleus (A)." in out
    assert "La partie est terminée." in out


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("command", ["", "serve", "rooms", "simulate", "replay", "export", "play"])
def test_help_is_in_the_language_with_defaults(capsys, lang, command):
    code, out, _ = _run(capsys, *[command] * bool(command), "--help", lang=lang)
    assert code == 0
    assert ("this help" in out) == (lang == "en")
    assert ("cette aide" in out) == (lang == "fr")
    if command in ("simulate", "play"):
        assert "(default: " in out or "(par défaut\u00a0: " in out
        assert "couleurs" in out


def test_without_a_command_the_commands_are_named(capsys, monkeypatch):
    monkeypatch.setenv("GEOCLASS_LANG", "fr")
    assert main([]) == 2
    assert "Il manque\u00a0: COMMANDE." in capsys.readouterr().err


def test_the_folder_of_rooms_may_come_last(capsys, tmp_path):
    for argv in (["rooms", "--data-dir", str(tmp_path), "list"], ["rooms", "list", "--data-dir", str(tmp_path)]):
        assert _run(capsys, *argv)[:2] == (0, "There are no rooms.\n")
    assert list(tmp_path.iterdir())


def test_the_language_may_come_before_the_command(capsys):
    assert main(["--lang", "fr", "play", "chess"]) == 2
    assert "Il n’y a pas de jeu" in capsys.readouterr().err
    assert main(["--lang", "fr", "replay", "nulle-part.json"]) == 2
    assert "il n’y a ni fichier ni dossier de ce nom" in capsys.readouterr().err
    assert main(["--lang", "de", "play", "countries"]) == 2
    assert "fr (French) and en (English)" in capsys.readouterr().err


def test_endings_and_levels_are_said_in_words(capsys):
    argv = ("simulate", "couleurs", "--teams", "3", "--games", "2", "--bots", "good, random")
    out = _run(capsys, *argv, lang="fr")[1]
    assert "géographe" in out
    assert "hasard" in out
    assert "une équipe sans cartes" in out


COFFEE = "Pays;Coffee (kg)\n" + "\n".join(f"{iso};{n}" for n, iso in enumerate(countries_tables.deck(), 1)) + "\n"


@pytest.fixture
def no_figures():
    data.forget_own()
    yield
    data.forget_own()


@pytest.mark.usefixtures("no_figures")
def test_own_figures_are_added_listed_played_with_and_removed(capsys, tmp_path):
    file, folder = tmp_path / "coffee.csv", ["--lang", "en", "--data-dir", str(tmp_path / "kept")]
    file.write_text(COFFEE, "utf-8")
    assert main(["figures", "list", *folder]) == 0
    assert "geoclass figures add" in capsys.readouterr().out
    assert main(["figures", "add", str(file), *folder]) == 0
    assert capsys.readouterr().out == f"coffee: Coffee, {len(countries_tables.deck())} countries\n"
    data.forget_own()  # as in a new process
    asked = ["simulate", "countries", "--games", "2", "--json", "--option", "categories=coffee,population"]
    assert main([*asked, *folder]) == 0
    data.forget_own()
    assert main([*asked, "--data-dir", str(tmp_path)]) == 2
    assert "categories" in capsys.readouterr().err
    assert main(["figures", "remove", "coffe", *folder]) == 2
    assert "coffee" in capsys.readouterr().err
    assert main(["figures", "remove", "coffee", *folder]) == 0
    assert not list((tmp_path / "kept" / "figures").iterdir())


@pytest.mark.usefixtures("no_figures")
def test_figures_are_looked_at_without_being_added(capsys, tmp_path):
    file, folder = tmp_path / "coffee.csv", ["--dry-run", "--lang", "en", "--data-dir", str(tmp_path / "kept")]
    file.write_text("country;Coffee (kg)\nFinland;12\nNorway;9,9\n", "utf-8")
    assert main(["figures", "add", str(file), *folder]) == 0
    out = capsys.readouterr().out
    assert "Coffee (kg): 2 countries, from 9.9\u00a0kg (Norway) to 12\u00a0kg (Finland)" in out
    assert "France" in out
    file.write_text("country;Coffee (kg)\nDeutschland;12\nNorway;9,9\n", "utf-8")
    assert main(["figures", "add", str(file), *folder]) == 2
    assert "Germany" in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()


@pytest.mark.usefixtures("no_figures")
def test_lessons_are_imported_listed_exported_and_removed(capsys, tmp_path):
    folder = ["--lang", "en", "--data-dir", str(tmp_path / "kept")]
    lesson = lessons.prepared("First steps", "countries", [{"name": "Ana"}, {"name": "Ben"}], {}, "en", seed=1)
    (tmp_path / "lesson.json").write_text(lesson.text(), "utf-8")
    assert main(["lessons", "list", *folder]) == 0
    assert main(["lessons", "import", str(tmp_path / "lesson.json"), *folder]) == 0
    assert main(["lessons", "list", *folder]) == 0
    assert f"{lesson.id}  First steps: Countries, 2 teams" in capsys.readouterr().out
    assert main(["lessons", "export", lesson.id, "--to", str(tmp_path / "again.json"), *folder]) == 0
    assert lessons.read((tmp_path / "again.json").read_bytes()) == lesson
    assert main(["lessons", "remove", lesson.id, *folder]) == 0
    assert main(["lessons", "remove", lesson.id, *folder]) == 2
    (tmp_path / "lesson.json").write_text("{}", "utf-8")
    assert main(["lessons", "import", str(tmp_path / "lesson.json"), *folder]) == 2
    assert main(["lessons", "import", str(tmp_path / "none.json"), *folder]) == 2


@pytest.mark.usefixtures("no_figures")
def test_bad_figures_are_refused_in_sentences_and_nothing_is_kept(capsys, tmp_path):
    folder = ["--lang", "en", "--data-dir", str(tmp_path / "kept")]
    (tmp_path / "bad.csv").write_text("iso3,tea\nFrence,1\n", "utf-8")
    assert main(["figures", "add", str(tmp_path / "bad.csv"), *folder]) == 2
    assert "France" in capsys.readouterr().err
    assert main(["figures", "add", str(tmp_path / "none.csv"), *folder]) == 2
    assert not (tmp_path / "kept").exists()
    (tmp_path / "kept" / "figures").mkdir(parents=True)
    (tmp_path / "kept" / "figures" / "00000000.json").write_text('{"00000000": {}}', "utf-8")
    assert main(["figures", "list", *folder]) == 0  # a damaged file is reported, the others are listed
    assert "00000000.json" in capsys.readouterr().err
