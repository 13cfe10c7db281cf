"""Two and four processes behind a real nginx, on a real Redis or a folder: whatever is killed, nothing acknowledged is
lost or doubled, and every phone reconnects by itself."""

import asyncio
import os
import random
import signal

import pytest

from geoclass import games
from geoclass.rooms import Hall
from tests.rooms.classroom import gather, pupil, run, teacher_control
from tests.rooms.school import Pupil, School

SOAK = bool(os.environ.get("GEOCLASS_SOAK"))
KILLS, REDIS_KILLS = (30, 10) if SOAK else (4, 2)
STOPPED = 30 if SOAK else 3  # seconds
TEAMS = 4


@pytest.fixture
def school(request, tmp_path):
    school = School(tmp_path, *request.param)
    try:
        yield school.wait()
    finally:
        school.kill()


def _at(*schools):
    return pytest.mark.parametrize("school", schools, indirect=True, ids=lambda at: f"{at[0]}-{at[-1]}")


@_at(("redis", True, 2), ("redis", True, 4), ("sqlite", True, 2))
def test_whatever_is_killed_the_class_plays_on(school):
    rng = random.Random(7)

    def kill_process():
        port = rng.choice(school.ports)
        school.kill_one(port)
        school.start_one(port)

    def kill_redis():
        school.redis.kill()
        school.redis.start()

    kills = [kill_process] * KILLS + [kill_redis] * (REDIS_KILLS if school.redis else 0)
    rng.shuffle(kills)
    _class_plays_on(school, kills, rng)


@_at(("redis", True, 2), ("sqlite", True, 2))
def test_a_process_that_stands_still_for_a_while_holds_up_its_own_phones_alone(school):
    rng, stopped = random.Random(3), school.processes[school.ports[0]]

    def stop():
        stopped.send_signal(signal.SIGSTOP)
        asyncio.get_running_loop().call_later(STOPPED, stopped.send_signal, signal.SIGCONT)

    _class_plays_on(school, [stop], rng)


def _class_plays_on(school, troubles, rng):
    room, token = school.hall.open("couleurs", [f"Team {n}" for n in range(TEAMS)])
    phones = [Pupil(school, room.code, room.join(seat=seat)) for seat in range(TEAMS)]
    teacher = Pupil(school, room.code, token)
    run(_play(phones, teacher, troubles, rng))
    rows = school.hall.store.rows(room.code)
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    stored = [(row.body["tap"].split(":")[1], row.n, row.body["move"]) for row in rows if row.kind == "move"]
    assert len({tap for tap, *_ in stored}) == len(stored)
    by_tap = {tap: (n, {k: v for k, v in move.items() if k != "seat"}) for tap, n, move in stored}
    taken = {tap: move for phone in phones for tap, move in phone.taken.items()}
    assert taken.items() <= by_tap.items()
    again = Hall.on(school.redis.url if school.redis else "", school.folder).room(room.code)
    result = games.replay(again.logs()[-1]).result
    assert result is not None
    assert [phone.view["game"]["result"] for phone in phones] == [result] * TEAMS
    assert "Traceback" not in (said := school.log.read_text()), said[-3000:]


async def _play(phones, teacher, troubles, rng):
    done = False

    async def play(phone, seat):
        while not done:
            await pupil(phone, "random", seat, pause=0.02)
            await phone.until(lambda: done or phone.view["room"]["phase"] == "playing", 240)

    async def lead():
        nonlocal done
        await teacher_control(teacher, "start")
        for make in troubles:
            if _over(teacher):
                await teacher_control(teacher, "again")
            played = teacher.version
            await teacher.until(lambda at=played: teacher.version > at + 2 or _over(teacher), 120)
            await asyncio.sleep(rng.random() * 0.3)
            make()
        if _over(teacher):
            await teacher_control(teacher, "again")
        await teacher.until(lambda: _over(teacher), 180)
        last, done = teacher.view["version"], True
        for phone in phones:
            await phone.until(lambda phone=phone: phone.version >= last, 60)
            phone.changed.set()

    await gather([*phones, teacher], *(play(phone, seat) for seat, phone in enumerate(phones)), lead())


def _over(device):
    return device.view["room"]["phase"] == "over"
