"""Frames sent while a prompt or vote is open: none to any phone, stage or projector reveals its truth or its tally.

The same lesson is run with other figures, or other answers, on a real server. Until the vote closes, the frames to all
screens are identical byte for byte, except for codes, keys and ids of taps.
"""

import asyncio
import json
import re
from contextlib import suppress
from itertools import cycle

from geoclass import data, games
from geoclass.games.countries.tables import deck
from tests.rooms.classroom import Device, run
from tests.rooms.panels import WAIT, PanelPage

TEAMS = ["Ana", "Ben", "Chloé", "Dan"]
MEANINGLESS = [
    (re.compile(r'"(qr|tap|id|token)": "[^"]*"'), r'"\1": ""'),
    (re.compile(r'\\"(qr)\\":\\"[^"]*\\"'), r"\1"),
    (re.compile(r'"version": \d+'), ""),  # the number of rows in a frame
]


def luck(step):
    """A teacher's own figure, rising or falling through the deck."""
    return "iso3,luck\n" + "".join(f"{iso},{step * n}\n" for n, iso in enumerate(deck()))


def countries(hall, step):
    """A row of four cards in a rising or falling figure; the class votes before it is turned."""
    data.load_own(luck(step))
    try:
        room, teacher = hall.open("countries", TEAMS, "fr", {"categories": ["luck"], "first": 0})
        room.control(teacher, "start", seed=7)
    finally:
        data.forget_own("luck")
    room.control(teacher, "voting", on=True)
    for tap in range(3):
        legal = room.view(teacher)["teacher"]["legal"]
        room.submit(teacher, legal[next(iter(legal))][0], f"t{tap}")
    return room, teacher


def spywhere(hall, passports):
    """A game of Spywhere in which two of the other teams may have swapped passports."""
    room, teacher = hall.open("spywhere", TEAMS, "fr")
    setup = games.new("spywhere", TEAMS, 7).log["setup"]
    room._write("start", {"setup": setup | {"passports": passports}})
    return room, teacher


class Lesson:
    """A room with four phones, the teacher's stage and the projector's window."""

    def __init__(self, server, room, teacher, phones):
        self.server, self.room, self.teacher = server, room, teacher
        self.phones = [Device(server, room.code, token) for token in phones]
        self.pages, self.late = [], []

    async def __aenter__(self):
        self.lines = [asyncio.create_task(phone.run()) for phone in self.phones]
        game = self.room.view(self.teacher)["room"]["game"]
        stage = await self.page(f"{game}?room={self.room.code}&lang=fr&token={self.teacher}")
        await stage.touch({"do": "projector", "tap": "window"})
        there = rf"{game}\?room=[^\"]+"
        await self.until(lambda: re.search(there, json.dumps(stage.heard)))
        address = re.search(there, json.dumps(stage.heard))[0]
        await self.page(address)
        await self.until(lambda: all(phone.scene for phone in self.phones))
        await self._follow()
        return self

    async def _follow(self):
        """Wait until every page is subscribed: a new one may miss a change."""
        for name in cycle(("Dora", "Dan")):
            self.forget()
            await self.told(self.room.control(self.teacher, "rename", seat=3, name=name))
            with suppress(TimeoutError):
                await self.until(lambda said=name: all(said in json.dumps(page.heard[-1:]) for page in self.pages), 3)
                if name == "Dan":
                    break
        self.forget()

    async def __aexit__(self, *_):
        for line in self.lines:
            line.cancel()
        await asyncio.gather(*self.lines, return_exceptions=True)
        for page in self.pages:
            await page.close()

    async def page(self, address):
        page = await PanelPage(f"{self.server.url}/{address}", self.server.as_teacher).open()
        self.pages.append(page)
        return page

    async def come_late(self):
        """Open a second projector window; the content of its page."""
        game, token = self.room.view(self.teacher)["room"]["game"], self.room.screen(self.teacher, "projector")
        page = await self.page(f"{game}?room={self.room.code}&lang=fr&token={token}")
        self.pages.remove(page)
        await page.close()
        self.late.append({self.plain(scene) for scene in _scenes(page.document)})

    async def until(self, true, seconds=WAIT):
        async with asyncio.timeout(seconds):
            while not true():
                await asyncio.sleep(0.02)

    def forget(self):
        for phone in self.phones:
            phone.frames.clear()
        for page in self.pages:
            page.heard.clear()
        self.late.clear()

    async def told(self, version):
        """Wait until every phone has received this version."""
        await self.until(lambda: all(phone.version >= version for phone in self.phones))

    async def answer(self, number, answer, vote=1):
        phone, asked = self.phones[number], self.room.view(self.teacher)["prompt"]["id"]
        reply = await phone.ask(type="answer", prompt=asked, vote=vote, answer=answer)
        assert reply["type"] == "played", reply

    async def shown(self, **fields):
        """Wait until the latest scene of every page has these fields, so that no page skips a step."""
        wanted = [f'"{name}":{json.dumps(value)}' for name, value in fields.items()]

        def shows(page):
            latest = "".join(list(_scenes(page.heard))[-1:])
            return all(field in latest for field in wanted)

        await self.until(lambda: all(shows(page) for page in self.pages))

    def captured(self):
        """All frames by screen, each once, without ids that differ between lessons. A phone's own answer is sent to
        that phone only."""
        found = []
        for phone in self.phones:
            frames = [json.loads(frame) for frame in phone.frames]
            found.append({self.plain({k: v for k, v in frame.items() if k != "mine"}) for frame in frames})
        found += [{self.plain(frame) for frame in page.heard} for page in self.pages]
        return [*found, *self.late]

    def plain(self, frame):
        text = json.dumps(frame, ensure_ascii=False)
        for code in (self.room.code, " ".join(self.room.code)):  # written, and spelled out for screen readers
            text = text.replace(code, "CODE")
        for pattern, instead in MEANINGLESS:
            text = pattern.sub(instead, text)
        return text


def _scenes(found):
    """The scenes in a document, as JSON texts."""
    if isinstance(found, str) and found.startswith('{"') and '"board"' in found:
        yield found
    for part in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from _scenes(part)


async def vote(server, step, said):
    """A whole vote: the frames sent while it was open, and those sent afterwards."""
    room, teacher = countries(server.hall, step)
    phones = [room.join(seat=seat) for seat in range(4)]
    async with Lesson(server, room, teacher, phones) as lesson:
        actor = room.view(teacher)["game"]["actors"][0]
        off = [seat for seat in range(4) if seat != actor]
        await lesson.answer(off[0], {"say": said, "sure": True})  # while a team is on turn
        await lesson.told(room.submit(teacher, {"seat": actor, "move": "doubt"}, "d"))
        await lesson.shown(phase="first", answered=1)
        for n, seat in enumerate(off[1:], 2):
            await lesson.answer(seat, {"say": said, "sure": False})
            await lesson.shown(answered=n)
        asked = room.view(teacher)["prompt"]["id"]
        room.control(teacher, "hands", prompt=asked, vote=1, counts={said: 17})
        await lesson.shown(answered=3 + 17)
        await lesson.told(room.control(teacher, "vote_talk", seconds=None))
        await lesson.shown(phase="talk")
        await lesson.come_late()
        await lesson.told(room.control(teacher, "vote_again"))
        await lesson.shown(phase="second", answered=0)
        await lesson.answer(off[0], {"say": said, "sure": True}, vote=2)
        await lesson.shown(phase="second", answered=1)
        await lesson.come_late()
        while_open = lesson.captured()
        lesson.forget()
        await lesson.told(room.control(teacher, "vote_close"))
        await lesson.shown(kind="countries.reveal")
        return while_open, lesson.captured()


def test_neither_the_truth_nor_the_tally_of_an_open_vote_travels(server):
    first, others, truth = (run(vote(server, *given)) for given in ((1, "right"), (1, "wrong"), (-1, "right")))
    for told in (others, truth):
        for screen, (one, other) in enumerate(zip(first[0], told[0], strict=True)):
            assert one, f"screen {screen} was told nothing"
            assert one == other, f"screen {screen}: {one ^ other}"
    for told in (others, truth):  # control: once the vote has closed, every screen shows the difference
        assert all(one != other for one, other in zip(first[1], told[1], strict=True))


async def pads(server, passports, named):
    room, teacher = spywhere(server.hall, passports)
    phones = [room.join(seat=seat) for seat in range(4)]
    room.control(teacher, "admit")  # each into the team it chose
    async with Lesson(server, room, teacher, [phones[0], phones[3]]) as lesson:
        options = room.view(teacher)["prompt"]["options"]
        await lesson.answer(0, {"say": {"1": options[named], "2": options[-1]}})
        legal = room.view(teacher)["teacher"]["legal"]
        await lesson.told(room.submit(teacher, legal[next(iter(legal))][0], "t"))
        await lesson.answer(0, {"say": {"1": options[named]}})
        await lesson.until(lambda: all(page.heard for page in lesson.pages))
        while_open = lesson.captured()
        lesson.forget()
        room.control(teacher, "end")
        for step in range(4):
            await lesson.told(room.control(teacher, "next", step=step))
        await lesson.shown(kind="spywhere.passports")
        return while_open, lesson.captured()


def test_neither_passports_nor_pads_travel_before_they_are_opened(server):
    own, others = [["ITA"], ["FRA"], ["JPN"], ["MEX"]], [["ITA"], ["JPN"], ["FRA"], ["MEX"]]
    first, named, dealt = (run(pads(server, *given)) for given in ((own, 0), (own, 1), (others, 0)))
    for told in (named, dealt):
        for screen, (one, other) in enumerate(zip(first[0], told[0], strict=True)):
            assert one, f"screen {screen} was told nothing"
            assert one == other, f"screen {screen}: {one ^ other}"
    assert all(one != other for one, other in zip(first[1], dealt[1], strict=True))  # control
