"""Thousands of phones in one process, as lightweight as possible, so that the server is what is measured: only the
version of a frame is parsed, and all rooms play the same precomputed game."""

import asyncio
import json
import os
import random
import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import Any

from geoclass.rooms import Hall, MemoryStore

GAME, TEAMS = "countries", 8
SETTINGS: dict[str, Any] = {"options": {"first": 0}, "hold": False}
SHOWN = re.compile(rb'\{"type":"scene","version":(\d+),"game":[^{]*"scene":\{"me"')  # to a phone that has joined
PATIENCE = 60  # seconds
SCHOOL = ("127.0.0.2", 0)  # all phones share one address, as those of a school do


def opened(hall: Hall) -> tuple[Any, str]:
    """A room whose game has begun, always with the same seed; and the teacher's token."""
    room, token = hall.open(GAME, [f"Équipe {n}" for n in range(TEAMS)], **SETTINGS)
    room.control(token, "start", seed=1)
    return room, token


@cache
def moves() -> list[tuple[int, dict[str, Any]]]:
    """The seats and moves of that game, without the last one: computing the results would distort the measurement."""
    rng, made = random.Random(1), []
    room, token = opened(Hall(MemoryStore(), bot_delay=3600))
    while legal := room.view(token)["teacher"]["legal"]:
        seat = min(legal)
        move = rng.choice(legal[seat])
        made.append((int(seat), {name: value for name, value in move.items() if name != "seat"}))
        room.submit(token, {**move, "seat": int(seat)}, f"tap{len(made)}")
    return made[:-1]


class PhoneSocket(asyncio.Protocol):
    """A phone's websocket."""

    def __init__(self, room: "Crowd", seat: int | None, token: str | None = None) -> None:
        self.room, self.seat, self.token, self.version = room, seat, token, 0
        self._received = bytearray()
        self._open = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        key = b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /phone/socket?room={self.room.code} HTTP/1.1",
            f"Host: {self.room.host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
        ]
        lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]
        transport.write("\r\n".join(lines).encode())

    def say(self, **message: Any) -> None:
        self._send(0x81, json.dumps(message).encode())

    def _send(self, first: int, payload: bytes) -> None:
        assert len(payload) < 65536
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        self._transport.write(bytes([first]) + size + b"\0\0\0\0" + payload)  # with a mask of zeros

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._open:
            head, end, rest = self._received.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self._open, self._received = True, rest
            self.say(type="hello", code=self.room.code, token=self.token, lang="fr")
            if self.token is None:
                self.say(type="join", code=self.room.code, seat=self.seat, lang="fr")
        at = 0
        while len(self._received) - at >= 2:
            size, head = self._received[at + 1], at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                size, head = int.from_bytes(self._received[head : head + wide], "big"), head + wide
            if len(self._received) < head + size:
                break
            if self._received[at] == 0x89:
                self._send(0x8A, bytes(self._received[head : head + size]))
            elif found := SHOWN.match(self._received, head, min(head + 120, head + size)):
                self._show(int(found[1]))
            at = head + size
        del self._received[:at]

    def _show(self, version: int) -> None:
        if version > self.version:
            self.version = version
            self.room.shown(version)

    def close(self) -> None:
        self._transport.close()


class Crowd:
    """A class of phones that play the game, one tap after another."""

    def __init__(self, hall: Hall, port: int, phones: int) -> None:
        self.host, self._port, self._phones = f"localhost:{port}", port, phones
        room, self._token = opened(hall)
        self.code, self.sockets, self._opened = room.code, list[PhoneSocket](), room.version
        self._played, self._taps = 0, 0
        self._awaited, self._missing = 0, 0
        self._all = asyncio.Event()

    async def open(self) -> "Crowd":
        """Connect all phones; wait until each shows the version in which all have joined."""
        phones = [PhoneSocket(self, n % TEAMS) for n in range(self._phones)]
        self.sockets = [*phones, PhoneSocket(self, None, self._token)]  # the last one is the teacher's
        for phone in self.sockets:
            factory = partial(_identity, phone)
            await asyncio.get_running_loop().create_connection(factory, "127.0.0.1", self._port, local_addr=SCHOOL)
        async with asyncio.timeout(PATIENCE):
            await self._at(self._opened + self._phones)
        return self

    async def _at(self, version: int) -> None:
        self._awaited, self._missing = version, sum(phone.version < version for phone in self.sockets)
        self._all.clear()
        if self._missing:
            await self._all.wait()

    def shown(self, version: int) -> None:
        """Count a phone that shows this version now."""
        if version == self._awaited:
            self._missing -= 1
            if not self._missing:
                self._all.set()

    async def tap(self, due: float) -> float:
        """Play the next move of the game; the seconds from *due* until the last phone shows it."""
        self._taps += 1
        if self._played == len(moves()):
            self._played = 0
            self.sockets[-1].say(type="control", action="again", what={"seed": 1}, tap=f"tap{self._taps}")
        else:
            seat, move = moves()[self._played]
            self._played += 1
            self.sockets[seat].say(type="move", move=move, tap=f"tap{self._taps}")
        async with asyncio.timeout(PATIENCE):
            await self._at(self._awaited + 1)
        return perf_counter() - due

    def close(self) -> None:
        for phone in self.sockets:
            phone.close()


def _identity(phone: PhoneSocket) -> PhoneSocket:
    return phone


def tree(pid: int) -> list[int]:
    """The ids of a process and of its children."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def cpu(pids: Sequence[int]) -> float:
    """The processor time of these processes so far, in seconds."""
    spent = [Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13] for pid in pids]
    return sum(int(part) for parts in spent for part in parts) / os.sysconf("SC_CLK_TCK")
