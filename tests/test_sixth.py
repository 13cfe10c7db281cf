"""A sixth game: the same folder in a separate package, named by one entry point and nowhere in our code."""

import re
import subprocess
import sys

import pytest

from geoclass import games, i18n
from tests.sixth import EXAMPLE, install

ROOT = EXAMPLE.parents[1]
CLI = "import sys; from geoclass.cli import main; raise SystemExit(main(sys.argv[1:]))"

IN_A_ROOM = """
import sys
from pathlib import Path
from geoclass import games
from geoclass.rooms import Hall, Refused
from geoclass.ui.home import Home
from geoclass.ui.kit.parts import board_of
from geoclass.ui.states import screen_state

room, teacher = Hall.at(Path(sys.argv[1]), bot_delay=60).open("higher", ["Ana", {"name": "Bot", "bot": "keen"}])
phone = room.join(seat=0)
room.control(teacher, "start", seed=1)
try:
    room.submit(phone, {"move": "say", "card": "XXX"}, "wrong")
except Refused as refusal:
    assert refusal.text("fr") == "Ce pays n’est pas l’un des deux."
board, kinds = board_of("higher"), set()
for tap in range(99):
    scene, reveal, _ = board.now(screen_state(room, phone, "fr"))
    kinds.add(scene["kind"])
    if reveal:
        room.control(teacher, "next")
    elif room.view(phone)["room"]["phase"] == "over":
        break
    elif not room.bot_turn():
        room.submit(phone, room.view(phone)["legal"][0], f"tap {tap}")
assert kinds == {"higher.play", "higher.reveal", "higher.over"}, kinds
log = room.logs()[-1]
assert games.replay(log).result == room.view(phone)["game"]["result"]
assert log["bots"] == list(range(1, len(log["moves"]), 2))
tile = next(tile for tile in Home().scene()["board"]["games"] if tile["id"] == "higher")
assert (len(tile["flags"]), [len(knob["values"]) for knob in tile["knobs"]]) == (2, [9, 34])
"""

REVIEWED = """
from io import BytesIO
from openpyxl import load_workbook
from geoclass import bots, games, review
from geoclass.review.report import report
from geoclass.simulate import play_out

game = games.new("higher", ["Ana", "Ben"], seed=5)
play_out(game, [bots.make("higher", "pupil", seat) for seat in range(2)])
log = review.parse(review.to_json(game.log))[0]
right = [shown["right"] for shown in game.reveals]
assert False in right and True in right
for lang, said in (("fr", "Paires bien jugées"), ("en", "Pairs judged right")):
    assert review.counted(log, lang).startswith(said)
    assert review.versus_bots(log, games=2).words(lang)[0].startswith(f"{said}, ")
    assert review.counted(log, lang) in report(log, lang)
    assert len(review.to_csv(log, lang).splitlines()) == 1 + len(right)
    sheets = load_workbook(BytesIO(review.to_xlsx(log, lang)))
    assert [len(list(sheet.rows)) for sheet in sheets] == [3, 2, 1 + len(right), 1 + len(right), 3, 2]
wrong = {shown["more"] for shown in game.reveals if not shown["right"]}
found = review.misconceptions(log)
assert set(found.index[found["wrong"] > 0]) == {(iso, "population") for iso in wrong}
assert review.surprises(log, "en")
"""

WITHOUT_PARTS = """
from geoclass import bots, games, review
from geoclass.review.report import report
from geoclass.simulate import play_out
from geoclass.ui.home import Home
from geoclass.ui.kit.parts import board_of, script, style

tile = next(tile for tile in Home().scene()["board"]["games"] if tile["id"] == "higher")
assert [preset["text"] for preset in tile["presets"]] == ["Published rules", "sprint"]
game = games.new("higher", ["Ana", "Ben"], seed=5)
play_out(game, [bots.make("higher", "keen", seat) for seat in range(2)])
assert type(board_of("higher")).__name__ == "WordsBoard"
assert not style("higher").strip() and "boards" not in script("higher")
assert review.misjudgements(game.log).empty and review.versus_bots(game.log).scores == {}
assert report(game.log, "fr") and review.to_xlsx(game.log, "en")
"""

FEWEST = """
name = "Higher or lower"
move.say = "{team}: {card}."
refused.not_open = "Not open."
question = { right = "How did you know?", wrong = "Why not?" }
option.points = { label = "Points", must = "1 to 9" }
option.figure = { label = "Figure", must = "a figure" }
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    return folder, install(folder)


def run(site, *command, typed=""):
    """The output of a Python that has the game installed."""
    done = subprocess.run(
        [sys.executable, *command], env=site[1], cwd=ROOT, input=typed, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_not_known_here_but_where_it_is_installed(site):
    assert "higher" not in games.GAMES
    code = "from geoclass import games; print(*games.GAMES)"
    assert run(site, "-c", code).split() == [*games.GAMES, "higher"]


def test_it_plays_in_a_room_with_a_bot_and_has_its_tile(site, tmp_path):
    run(site, "-c", IN_A_ROOM, str(tmp_path))


def test_it_is_reviewed_compared_and_exported(site):
    run(site, "-c", REVIEWED)


def test_it_passes_the_conformance_suite(site):
    """Except for what only our own games have: golden games and numbered rules."""
    chosen = "higher and not golden and not by_the_rule_of_who_moves"
    told = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "-k", chosen)
    assert int(re.search(r"(\d+) passed", told)[1]) > 50


def test_its_sentences_are_a_pair_and_its_form_is_worded(site):
    chosen = "say_the_same_things or typography or (higher and (option_and_move or engine_side or preset))"
    told = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_house.py", "-k", chosen)
    assert int(re.search(r"(\d+) passed", told)[1]) == 6


@pytest.mark.parametrize(("lang", "name"), [("fr", "Plus ou moins"), ("en", "Higher or lower")])
def test_it_is_simulated(site, lang, name):
    told = run(site, "-c", CLI, "simulate", "higher", "--games", "5", "--lang", lang)
    assert told.startswith(name)
    assert i18n.text("stage.level.geographer", lang).split()[-1] in told


def test_it_is_played_in_the_terminal(site):
    typed = "fly\n" + "1\n" * 40
    told = run(site, "-c", CLI, "play", "higher", "--teams", "2", "--seed", "1", "--lang", "en", typed=typed)
    assert "“fly” is not in the list. Type a number from 1 to 2" in told
    assert "Population: which country is ahead?" in told
    assert "  1  Team Blues says Pakistan." in told
    assert "  Pakistan: 242,923,845\u00a0people" in told
    assert "The game is over." in told


def test_what_it_leaves_out_is_done_without(tmp_path):
    """An engine and its sentences suffice: shown in words, played at random, exported without judgements."""
    env = install(tmp_path)
    for part in ("board.py", "board.js", "board.css", "bots.py", "review.py", "words.py"):
        (tmp_path / "higher" / part).unlink()
    for lang in i18n.LANGUAGES:
        (tmp_path / "higher" / f"{lang}.toml").write_text(FEWEST, "utf-8")
    engine = tmp_path / "higher" / "engine.py"
    engine.write_text(engine.read_text("utf-8").replace('"beginners"', '"sprint"'), "utf-8")
    run((tmp_path, env), "-c", WITHOUT_PARTS)


def test_the_docs_count_its_lines_rightly():
    told = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    counted = {name: int(n) for name, n in re.findall(r"^\| `(\w+\.\w+)` \| (\d+) \|", told, re.M)}
    files = [file for file in (EXAMPLE / "higher").iterdir() if file.is_file()]
    assert counted == {file.name: len(file.read_text("utf-8").splitlines()) for file in files}
