"""Whole games played by bots in rooms of this process, whose server shows every position."""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from bokeh.server.server import Server

from geoclass import bots, games
from geoclass.rooms import Hall, Room
from geoclass.ui import live, serve
from geoclass.ui.kit.parts import board_of
from tests.ports import free_port

FRENCH = "Bleus, Oranges, Verts, Roses, Azurs, Gris, Jaunes, Violets, Bruns, Rouges, Blancs, Noirs"
ENGLISH = "Blues, Oranges, Greens, Pinks, Sky Blues, Greys, Yellows, Violets, Browns, Reds, Whites, Blacks"
NAMES = {"fr": FRENCH.split(", "), "en": ENGLISH.split(", ")}
LEVELS = ("keen", "pupil", "geographer")


@contextmanager
def classroom(folder: Path) -> Iterator[tuple[Hall, str]]:
    """The hall in *folder*, and the address of a server in a thread that shares it."""
    before = os.environ.copy()
    os.environ |= {"GEOCLASS_DATA_DIR": str(folder), "GEOCLASS_ADDRESSES": "http://geoclass.local:5006"}
    live.hall.cache_clear()
    port, ready, made = free_port(), Event(), list[Server]()

    def run() -> None:
        asyncio.set_event_loop(asyncio.new_event_loop())
        made.append(serve.make(port, serve.LOOPBACK, [f"{serve.LOOPBACK}:{port}"]))
        made[0].start()
        made[0].io_loop.add_callback(ready.set)
        made[0].io_loop.start()

    thread = Thread(target=run, daemon=True)
    thread.start()
    if not ready.wait(60):
        raise TimeoutError("the server did not start")
    live.hall().bot_delay = 1e6  # bots' moves are played by the tests
    try:
        yield live.hall(), f"http://{serve.LOOPBACK}:{port}"
    finally:
        made[0].io_loop.add_callback(made[0].io_loop.stop)
        thread.join(20)
        os.environ.clear()
        os.environ.update(before)
        live.hall.cache_clear()


class Lesson:
    """A room in which bots play one game, step by step."""

    def __init__(
        self,
        hall: Hall,
        game: str,
        teams: int,
        lang: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 7,
        long_names: Sequence[str] = (),
    ) -> None:
        self.game, self.lang = game, lang
        self.room: Room
        names = [*long_names, *NAMES[lang]][:teams]
        self.room, self.token = hall.open(game, names, lang, dict(options or {}))
        self.phones = [self.room.join(seat) for seat in range(teams)]
        self.room.control(self.token, "start", seed=seed)
        self.players = [bots.make(game, LEVELS[seat % 3], seed) for seat in range(teams)]

    @property
    def address(self) -> str:
        return f"/{self.game}?room={self.room.code}&token={self.token}&lang={self.lang}"

    @property
    def view(self) -> dict[str, Any]:
        return self.room.view(self.token)

    def goes_on(self) -> bool:
        """Take the next step of a reveal, or play a move of the team on turn; false when everything is over."""
        view = self.view
        if view["room"]["showing"]:
            more = view["room"]["step"] + 1
            last = more >= board_of(self.game).steps(view["game"]["reveal"])
            self.room.control(self.token, "next", **({} if last else {"step": more}))
        elif view["room"]["phase"] == "over":
            return False
        else:
            seat = view["game"]["actors"][0]
            seen = self.room.peek(self.token, seat)
            move = self.players[seat].choose(seen["game"], seen["legal"])
            self.room.submit(self.token, {**move, "seat": seat}, f"tap{self.room.version}")
        return True

    def until(self, *, showing: bool = False, over: bool = False, step: int = 0) -> "Lesson":
        """Go on until something is shown up to *step*, or until the game is over and fully shown."""
        for _ in range(3000):
            now = self.view["room"]
            if showing and now["showing"] and now["step"] >= step:
                break
            if over and now["phase"] == "over" and not now["showing"]:
                break
            if not self.goes_on():
                break
        return self


def most(game: str) -> int:
    return games.game_type(game).teams[-1]
