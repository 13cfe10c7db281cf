"""A sixth game, in a package of its own: one engine, one board, its sentences, one entry each. It plays in a room."""

import os
import subprocess
import sys
from textwrap import dedent

ENGINE = '''
from geoclass import data
from geoclass.games.base import Game, IllegalMove, Option, whole


class HigherOrLower(Game):
    """Two countries: which one has more people? The first team to three points wins."""

    id = "higher"
    teams = range(2, 4)
    options = {"points": Option(3, whole(1, 9))}
    moves = {"say": {"card": str}}

    def _begin(self):
        known = data.deck("countries")
        self._pile = self._order("deck", known, 2) or self._rng("deck").shuffled(known)
        self._points = [0] * len(self.players)
        self.phase, self.actors = "play", (0,)

    def _legal(self, seat):
        return [{"seat": seat, "move": "say", "card": card} for card in self._pile[:2]]

    def _play_say(self, seat, card):
        if card not in self._pile[:2]:
            raise IllegalMove("higher.refused.not_open")
        people = data.values("population")
        more = max(self._pile[:2], key=people.__getitem__)
        pair, self._pile = tuple(self._pile[:2]), self._pile[2:]
        self._points[seat] += card == more
        self._show(lambda: {"pair": list(pair), "more": more, "questions": []})
        self.actors = (self._after(seat),)
        if self._points[seat] == self.option["points"] or len(self._pile) < 2:
            best = max(self._points)
            self._over([s for s, points in enumerate(self._points) if points == best], self._points, "points")
        return [{"event": "said", "seat": seat, "card": card}]

    def _view(self, seat):
        return {"open": self._pile[:2]}

    def _scores(self):
        return list(self._points)

    def _worded(self, thing):
        return dict(thing) | {"card": data.Country(thing["card"])}
'''

BOARD = """
from geoclass.ui.boards.base import Board


class HigherBoard(Board):
    scripts = ("words",)

    def play(self, shown):
        return {"kind": "higher.play", "open": [shown.country(card) for card in shown.game["open"]]}
"""

SENTENCES = {
    "en": """
name = "Higher or lower"
move.say = "{team} says {card:the}."
refused.not_open = "This country is not open."
option.points = { label = "Points", must = "1 to 9" }
""",
    "fr": """
name = "Plus ou moins"
move.say = "{team} dit {card:the}."
refused.not_open = "Ce pays n’est pas ouvert."
option.points = { label = "Points", must = "1 à 9" }
""",
}

ENTRIES = """
[geoclass.games]
higher = sixth.engine:HigherOrLower
[geoclass.boards]
higher = sixth.board:HigherBoard
[geoclass.sentences]
higher = sixth.sentences
"""

PLAYED = """
import sys
from pathlib import Path
from geoclass import bots, games, i18n
from geoclass.games.tell import tell
from geoclass.rooms import Hall, Refused
from geoclass.simulate import simulate
from geoclass.ui.boards import Shown, board_type

room, teacher = Hall.at(Path(sys.argv[1]), bot_delay=60).open("higher", ["Ana", {"name": "Bot", "bot": "keen"}])
phone = room.join(seat=0)
room.control(teacher, "start", seed=1)
try:
    room.submit(phone, {"move": "say", "card": "XXX"}, "wrong")
except Refused as refusal:
    assert refusal.text("fr") == "Ce pays n’est pas ouvert."
board = board_type("higher")("higher")
tap = 0
while room.view(phone)["room"]["phase"] == "playing":
    assert len(board.play(Shown(room, teacher, "fr"))["open"]) == 2
    assert tell(room.view(phone)["game"], "fr")
    if not room.bot_turn():
        tap += 1
        move = room.view(phone)["legal"][0]
        assert "Ana dit " in games.replay(room.logs()[-1]).say(move, "fr")
        room.submit(phone, move, f"tap {tap}")
assert games.replay(room.logs()[-1]).result == room.view(phone)["game"]["result"]
assert board_type("countries").__name__ == "CountriesBoard"
assert sum(simulate("higher", 2, 5, 1, ["random"]).wins) == 5
print("played")
"""

IN_THE_TERMINAL = """
import sys
from geoclass import games
from geoclass.cli import main

names = [games.new("higher", ["Blues", "Oranges"], 1)._pile[2 * turn] for turn in range(20)]
sys.stdin = __import__("io").StringIO("fly\\n" + "\\n".join(names))
raise SystemExit(main(["play", "higher", "--teams", "2", "--seed", "1", "--lang", "en"]))
"""


def test_a_sixth_game_in_a_package_of_its_own_plays_in_a_room(tmp_path):
    package, info = tmp_path / "sixth", tmp_path / "sixth-1.0.dist-info"
    for folder in (package / "sentences" / "en", package / "sentences" / "fr", info):
        folder.mkdir(parents=True)
    for file in (package / "__init__.py", package / "sentences" / "__init__.py"):
        file.touch()
    (package / "engine.py").write_text(ENGINE)
    (package / "board.py").write_text(BOARD)
    for lang, words in SENTENCES.items():
        (package / "sentences" / lang / "higher.toml").write_text(words, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sixth\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(dedent(ENTRIES))

    def run(code):
        here = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
        return subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "rooms")],
            env=os.environ | {"PYTHONPATH": here, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    played = run(PLAYED)
    assert played.returncode == 0, played.stderr
    assert played.stdout.strip() == "played"

    in_the_terminal = run(IN_THE_TERMINAL)
    assert in_the_terminal.returncode == 0, in_the_terminal.stderr
    assert "“fly” is not in the list. Type a number from 1 to 2" in in_the_terminal.stdout
    assert "  1  Blues says " in in_the_terminal.stdout
    assert "The game is over." in in_the_terminal.stdout
