"""Those who follow a room by socket are told one after another, others having their turn in between."""

import asyncio
import json

from geoclass.rooms import Hall
from geoclass.ui.phone.audience import Audience


class Follower:
    lang = "en"

    def __init__(self, token, told=lambda: None):
        self.token, self.told, self.versions = token, told, []

    def say(self, frame):
        self.versions.append(json.loads(frame)["version"])
        self.told()


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
        await asyncio.sleep(0.2)
        return [follower.versions for follower in followers]

    told = asyncio.run(lesson())
    assert [versions[-1] for versions in told] == [room.version] * 2
    assert all(versions == sorted(versions) for versions in told)


def test_others_have_their_turn_before_all_are_told(tmp_path):
    room, teacher = Hall.at(tmp_path).open("countries", ["A", "B"])
    order = []

    async def projector():
        await asyncio.sleep(0)  # Bokeh's own tick comes a round later
        order.append("projector")

    async def lesson():
        audience, loop = Audience(room), asyncio.get_running_loop()
        for phone in range(5):
            audience.enter(Follower(room.join(seat=phone % 2), lambda: order.append("phone")))
        room.subscribe(teacher, lambda _version: loop.create_task(projector()) and None)
        room.subscribe(room.join(seat=0), audience.wake)
        room.control(teacher, "lock")
        await asyncio.sleep(0.2)

    asyncio.run(lesson())
    assert order.count("phone") == 5
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
        await asyncio.sleep(0.2)
        return len(one.versions) + len(other.versions)

    assert asyncio.run(lesson()) == 1
