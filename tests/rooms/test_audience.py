"""The sockets that follow a room are updated one by one, with yields to other tasks in between."""

import asyncio
import json

from geoclass.rooms import Hall
from geoclass.ui.kit.screen import NO_GROUND
from geoclass.ui.phone import audience as audience_module
from geoclass.ui.phone.audience import Audience
from geoclass.ui.phone.scenes import phone_scene
from tests.rooms.classroom import run


class Follower:
    lang, ground = "en", NO_GROUND

    def __init__(self, token, told=lambda: None):
        self.token, self.told, self.frames = token, told, []

    @property
    def versions(self):
        return [frame["version"] for frame in self.frames if frame["type"] == "scene"]

    def say(self, frame):
        self.frames.append(json.loads(frame))
        self.told()
        return True


async def until(condition):
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0)


def test_who_is_told_while_the_room_changes_is_told_the_latest_too(tmp_path):
    room, teacher = Hall.at(tmp_path).open("countries", ["A", "B"])

    async def lesson():
        audience = Audience(room)
        first = Follower(room.join(seat=0), lambda: room.control(teacher, "lock") if len(first.versions) == 1 else None)
        followers = [first, Follower(room.join(seat=1))]
        for follower in followers:
            audience.enter(follower)
            room.subscribe(follower.token, audience.wake)
        room.control(teacher, "rename", seat=0, name="Owls")
        await until(lambda: all(follower.versions[-1:] == [room.version] for follower in followers))
        return [follower.versions for follower in followers]

    told = run(lesson())
    assert [versions[-1] for versions in told] == [room.version] * 2
    assert all(versions == sorted(versions) for versions in told)


def test_others_have_their_turn_before_all_are_told(tmp_path):
    room, teacher = Hall.at(tmp_path).open("countries", ["A", "B"])
    order = []

    async def projector():
        await asyncio.sleep(0)  # Bokeh's tick runs one iteration later
        order.append("projector")

    async def lesson():
        audience, loop = Audience(room), asyncio.get_running_loop()
        for phone in range(5):
            audience.enter(Follower(room.join(seat=phone % 2), lambda: order.append("phone")))
        leave = room.subscribe(teacher, lambda _version: loop.create_task(projector()) and None)
        room.subscribe(room.join(seat=0), audience.wake)
        room.control(teacher, "lock")
        await until(lambda: order.count("phone") == 5 and "projector" in order)
        leave()

    run(lesson())
    assert order.index("projector") <= 1


def test_a_follower_who_leaves_meanwhile_is_told_no_more(tmp_path):
    room, _teacher = Hall.at(tmp_path).open("countries", ["A", "B"])

    async def lesson():
        audience = Audience(room)
        one, other = Follower(room.join(seat=0)), Follower(room.join(seat=1))
        one.told, other.told = lambda: audience.leave(other), lambda: audience.leave(one)
        for follower in (one, other):
            audience.enter(follower)
        audience.wake(room.version)
        await until(lambda: one.versions or other.versions)
        for _turn in range(100):  # in which the other would be updated
            await asyncio.sleep(0)
        return len(one.versions) + len(other.versions)

    assert run(lesson()) == 1


def test_what_stays_all_game_long_is_told_once_and_before_the_first_scene_of_the_game(tmp_path):
    room, teacher = Hall.at(tmp_path).open("spywhere", ["A", "B", "C"])
    follower = Follower(room.join(seat=0))
    waits = Follower(None)

    async def lesson():
        audience = Audience(room)
        audience.tell(follower)
        room.control(teacher, "start", seed=1)
        for _ in range(3):
            audience.tell(follower)
            audience.tell(waits)
            room.control(teacher, "rename", seat=0, name="Owls")

    run(lesson())
    assert [bool(frame.get("ground")) for frame in follower.frames] == [False, True, False, False]
    assert follower.frames[1]["ground"]["dishes"]
    assert [frame["game"] for frame in follower.frames if frame["type"] == "scene"] == [None, *["spywhere"] * 3]
    assert [frame["scene"]["board"]["kind"] for frame in waits.frames] == ["phone.join"] * 3


def test_who_is_removed_is_told_that_it_has_gone(tmp_path):
    room, teacher = Hall.at(tmp_path).open("countries", ["A", "B"])
    follower = Follower(room.join(seat=0))

    async def lesson():
        room.control(teacher, "remove", number=room.view(teacher)["teacher"]["phones"][0]["number"])
        Audience(room).tell(follower)

    run(lesson())
    assert [frame["type"] for frame in follower.frames] == ["gone"]


def test_a_board_that_fails_for_one_seat_leaves_the_others_told(tmp_path, monkeypatch, caplog):
    room, _teacher = Hall.at(tmp_path).open("countries", ["A", "B", "C"])
    followers = [Follower(room.join(seat=seat)) for seat in range(3)]

    def fails(screen, board):
        if screen.seat == 1:
            raise RuntimeError("a board that is broken")
        return phone_scene(screen, board)

    async def lesson():
        audience = Audience(room)
        for follower in followers:
            audience.enter(follower)
        audience.wake(room.version)
        await until(lambda: followers[0].frames and followers[2].frames)

    monkeypatch.setattr(audience_module, "phone_scene", fails)
    run(lesson())
    assert [len(follower.frames) for follower in followers] == [1, 0, 1]
    assert "a board that is broken" in caplog.text


def test_those_who_are_told_together_cost_one_look_at_the_store(tmp_path, monkeypatch):
    room, teacher = Hall.at(tmp_path).open("countries", [f"Team {n}" for n in range(8)])
    asked, rows, notes = [], room._store.rows, room._store.notes
    monkeypatch.setattr(room._store, "rows", lambda *what: asked.append("rows") or rows(*what))
    monkeypatch.setattr(room._store, "notes", lambda *what: asked.append("notes") or notes(*what))

    async def lesson():
        audience, followers = Audience(room), [Follower(room.join(seat=n % 8)) for n in range(16)]
        for follower in followers:
            audience.enter(follower)
        room.control(teacher, "start", seed=1)
        asked.clear()
        audience.wake(room.version)
        await until(lambda: all(follower.versions == [room.version] for follower in followers))

    run(lesson())
    assert sorted(asked) == ["notes", "rows"]
