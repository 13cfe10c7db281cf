"""The server is killed during games: nothing acknowledged is lost or doubled, and every phone reconnects."""

import asyncio
import os
import random

import pytest

from geoclass import games
from geoclass.rooms import Hall, SqliteStore
from tests.rooms.classroom import Device, Server, gather, pupil, run, teacher_control

KILLS = 100 if os.environ.get("GEOCLASS_SOAK") else 10
TEAMS = 4


@pytest.mark.parametrize("game", ["couleurs"] if KILLS == 10 else ["couleurs", "course"])
def test_killed_at_random_moments_the_class_plays_on(tmp_path, game):
    server = Server(tmp_path, light=True)
    try:
        room, teacher_token = server.hall.open(game, [f"Team {n}" for n in range(TEAMS)])
        phones = [Device(server, room.code, room.join(seat=seat)) for seat in range(TEAMS)]
        teacher = Device(server, room.code, teacher_token)
        run(_play_through_kills(server, phones, teacher))
    finally:
        server.kill()
    rows = SqliteStore(tmp_path).rows(room.code)
    stored = [(row.body["tap"].split(":")[1], row.n, row.body["move"]) for row in rows if row.kind == "move"]
    assert len({tap for tap, *_ in stored}) == len(stored)
    by_tap = {tap: (n, {k: v for k, v in move.items() if k != "seat"}) for tap, n, move in stored}
    taken = {tap: move for phone in phones for tap, move in phone.taken.items()}
    assert taken.items() <= by_tap.items()
    assert len(stored) - len(taken) <= 1  # at most the last acknowledgement was lost with the server
    logs = Hall.at(tmp_path).room(room.code).logs()
    result = games.replay(logs[-1]).result
    assert result is not None
    assert [phone.view["game"]["result"] for phone in phones] == [result] * TEAMS
    assert min(phone.resumed for phone in phones) > KILLS


async def _play_through_kills(server, phones, teacher):
    rng = random.Random(4)
    killing = True

    async def play(phone, seat):
        while True:
            await pupil(phone, "random", seat, pause=0.005)
            if not killing:
                return
            await phone.until(lambda: phone.view["room"]["phase"] == "playing" or not killing, 60)

    async def lead():
        nonlocal killing
        await teacher_control(teacher, "start")
        for _ in range(KILLS):
            if teacher.view["room"]["phase"] == "over":
                await teacher_control(teacher, "again")
            played = teacher.version
            await teacher.until(lambda at=played: teacher.version > at + 2 or _over(teacher), 60)
            await asyncio.sleep(rng.random() * 0.3)
            server.kill()
            server.start()
        if _over(teacher):
            await teacher_control(teacher, "again")
        await teacher.until(lambda: teacher.resumed > KILLS, 60)
        killing = False
        await teacher.until(lambda: _over(teacher), 120)
        last = teacher.version
        for phone in phones:
            await phone.until(lambda phone=phone: phone.version == last, 20)
            phone.changed.set()

    await gather([*phones, teacher], *(play(phone, seat) for seat, phone in enumerate(phones)), lead())


def _over(device):
    return device.view["room"]["phase"] == "over"
