"""A long-lived screen shows the same as a new one, whatever was played, undone, reopened, renamed, translated or
switched to dark mode meanwhile."""

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from geoclass import games
from geoclass.rooms import Hall, Refused, Room
from geoclass.ui.kit.parts import board_of, figures_of
from geoclass.ui.stage import Stage

OPTIONS = {"countries": {"hand": 3}, "globalissimo": {"rounds": 3}, "course": {"max_rounds": 4, "open_hands": True}}
TEAMS = ["Blues", "Oranges", "Greens"]
STEPS = 45


class Lesson:
    """Random events in a room and on one of its screens."""

    def __init__(self, room: Room, teacher: str, seed: int) -> None:
        self.room, self.teacher, self.rng = room, teacher, Random(seed)

    def happens(self, stage: Stage) -> None:
        rng, room = self.rng, self.room
        kinds = {
            self.goes_on: 16,
            self.taken_back: 4,
            lambda _: stage._do_lang({"lang": rng.choice(["fr", "en"])}): 1,
            lambda _: stage._do_theme({"dark": rng.random() < 0.5}): 1,
            lambda _: stage._do_past({"index": rng.choice([None, None, 0, 1]), "page": rng.choice([0, 0, 1])}): 2,
            lambda _: room.control(self.teacher, "rename", seat=0, name=f"Reds {rng.randrange(99)}"): 1,
            lambda _: room.control(self.teacher, "pause"): 1,
        }
        with suppress(Refused):  # nothing to undo or to continue
            rng.choices(list(kinds), list(kinds.values()))[0](stage)

    def taken_back(self, _: Stage) -> None:
        self.room.control(self.teacher, "undo")

    def goes_on(self, stage: Stage) -> None:
        """Play a move, take a step of a reveal, or start the next game."""
        view = self.room.view(self.teacher)
        if view["room"]["paused"]:
            self.room.control(self.teacher, "resume")
        elif view["room"]["phase"] == "over":
            self.room.control(self.teacher, "again")
        elif view["room"]["showing"]:
            more = view["room"]["step"] + 1
            last = more == stage.board.steps(view["game"]["reveal"])
            self.room.control(self.teacher, "next", **({} if last else {"step": more}))
        else:
            seat = self.rng.choice(view["game"]["actors"])
            legal = self.room.peek(self.teacher, seat)["legal"]
            kind = self.rng.choice(sorted({move["move"] for move in legal}))  # a doubt as often as a card
            move = self.rng.choice([move for move in legal if move["move"] == kind])
            self.room.submit(self.teacher, {**move, "seat": seat}, f"tap{self.room.version}")


@pytest.mark.parametrize("game", games.GAMES)
def test_it_shows_what_a_new_one_would(game: str, tmp_path: Path):
    room, teacher = Hall.at(tmp_path, bot_delay=1000).open(game, TEAMS, "en", OPTIONS.get(game, {}), hold=True)
    room.control(teacher, "start", seed=5)
    stage, lesson = _stage(room, teacher, "en", game), Lesson(room, teacher, 1)
    for _ in range(STEPS):
        lesson.happens(stage)
        stage._refresh()
        new = _stage(room, teacher, stage.lang, game)
        new.dark, new.past, new.page = stage.dark, stage.past, stage.page
        new.figures = figures_of(game)  # that have drawn nothing yet
        new._draw()
        assert stage._scene == new._scene
        assert stage._ground == new._ground
        for shown, wanted in zip(stage.figures.places, new.figures.places, strict=True):
            if shown.objects and wanted.objects:
                assert _drawn(shown.objects[0].object) == _drawn(wanted.objects[0].object)
        new._leave()


def _stage(room: Room, token: str, lang: str, game: str) -> Stage:
    return Stage(room, token, lang, board_of(game), figures_of(game), game)


def _drawn(plot: Any) -> Any:
    ranges = [(r.start, r.end) for r in (plot.x_range, plot.y_range)]
    return ranges, [{k: list(v) for k, v in layer.data_source.data.items()} for layer in plot.renderers]
