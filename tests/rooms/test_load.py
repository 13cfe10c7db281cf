"""Taps have priority: pages and files are built beside them, one at a time (S6, S8)."""

import asyncio
import base64
import json
import threading

import pytest

from benchmarks._attacks import Attack
from geoclass import i18n
from geoclass.data import own
from geoclass.ui import application, guard, turns
from geoclass.ui.explore_files import TOLD
from tests.rooms.classroom import Device, gather, run
from tests.rooms.panels import PanelPage
from tests.rooms.wire import WAIT, fetched, log_of

# S6: pages are built outside the event loop, one at a time


def test_S6_a_tap_is_answered_before_the_pages_that_were_asked_for_earlier(server, room):
    opened, teacher = room
    order = []

    async def page(n):
        await Attack(server.port, "", WAIT).get("/explore", f"127.0.1.{n + 1}")
        order.append("page")

    async def taps(device):
        await device.until(lambda: device.view)
        pages = [asyncio.create_task(page(n)) for n in range(8)]
        while "page" not in order:  # the first is ready: seven are being built or waiting
            await asyncio.sleep(0.01)
        for _ in range(3):
            await device.ask(type="control", action="pause", what={})
            await device.ask(type="control", action="resume", what={})
        order.append("taps")
        await asyncio.gather(*pages)

    device = Device(server, opened.code, teacher)
    run(gather([device], taps(device)))
    assert order.index("taps") < len(order) - 1, order  # and not only after the last page


def test_S6_pages_come_in_turns_between_addresses_and_one_at_a_time():
    running, order, all_wait = [], [], threading.Event()

    async def all_of_them():
        lane = turns.Turns("test")

        def work(name):
            assert all_wait.wait(WAIT)
            running.append(name)
            assert len(running) == 1
            order.append(name)
            running.pop()

        asked = ["a1", "a2", "a3", "a4", "b1", "c1"]
        jobs = [asyncio.create_task(lane.run(lambda name=name: work(name), name[0])) for name in asked]
        await asyncio.sleep(0)
        assert lane.waiting == len(asked) - 1
        all_wait.set()
        await asyncio.gather(*jobs)
        assert lane.waiting == 0

    run(all_of_them())
    assert order == ["a1", "a2", "b1", "c1", "a3", "a4"]


def test_S6_what_was_begun_is_ended_before_another_page_is_begun():
    order = []

    async def all_of_them():
        lane = turns.Turns("test")

        async def page(name):
            await lane.run(lambda: order.append(f"{name} built"), name)
            await lane.run(lambda: order.append(f"{name} written"), ahead=True)

        await asyncio.gather(*map(page, "abc"))

    run(all_of_them())
    assert order.index("a written") < order.index("c built")
    assert order[-1] == "c written"


def test_S6_work_that_fails_or_is_given_up_leaves_the_turn_to_the_next():
    async def all_of_them():
        lane = turns.Turns("test")
        first = asyncio.create_task(lane.run(lambda: 1 / 0))
        given_up = asyncio.create_task(lane.run(lambda: "given up"))
        last = asyncio.create_task(lane.run(lambda: "done"))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(ZeroDivisionError):
            await first
        return await last

    assert run(all_of_them()) == "done"


def test_S6_an_address_that_asks_for_too_many_pages_is_told_so_in_its_language_and_others_are_served(server):
    async def many():
        asking = Attack(server.port, "", WAIT)
        return await asyncio.gather(*(asking.get("/home?lang=fr", "127.0.6.1") for _ in range(turns.BURST + 20)))

    answers = run(many())
    pages = [b" 200 " in answer[:20] for answer in answers]
    assert guard.UNSEEN <= sum(pages) < len(pages)  # the limit: unused pages are discarded after a while
    page = answers[pages.index(False)]
    assert b" 429 " in page[:20]
    assert i18n.text("serve.busy", "fr") in page.decode()
    assert b'http-equiv="refresh"' in page
    assert b"Retry-After" in page
    assert b" 200 " in fetched(server, "/home", "127.0.6.2")[:20]


def test_S6_pages_that_are_looked_at_are_not_counted_so_a_class_behind_one_address_is_served(server):
    async def one_after_another():
        pages = [await PanelPage(f"{server.url}/home", source="127.0.6.3").open() for _ in range(guard.UNSEEN + 2)]
        await asyncio.gather(*(page.close() for page in pages))
        return all(page.document for page in pages)

    assert run(one_after_another())


def test_S6_a_page_built_beside_the_loop_works(server):
    async def open_it():
        page = await PanelPage(f"{server.url}/explore?lang=fr").open()
        await page.touch({"do": "figure", "value": "population"})
        await asyncio.wait_for(page.changed.wait(), WAIT)
        await page.close()

    run(open_it())
    assert "Traceback" not in log_of(server)


def test_a_page_that_is_being_drawn_when_the_table_moves_on_shows_it_all_the_same(server, room):
    """Panel treats changes between sending a document and its drawing as part of that document."""
    opened, teacher = room

    async def look():
        page = PanelPage(f"{server.url}/countries?room={opened.code}&token={opened.screen(teacher, 'projector')}")
        await page.fetch()
        opened.control(teacher, "pause")
        await page.arrive()
        async with asyncio.timeout(WAIT):
            while '\\"paused\\":\\"' not in json.dumps(page.told):
                await page.changed.wait()
                page.changed.clear()
        await page.close()

    run(look())


def test_S6_what_many_pages_leave_is_collected_once_and_beside_the_loop(monkeypatch):
    """A garbage collection blocks every thread."""
    done = threading.Event()
    collected = []

    def collect():
        collected.append(threading.current_thread().name)
        done.set()

    monkeypatch.setattr(application.gc, "collect", collect)
    monkeypatch.setattr(application, "REST", 0.01)

    async def end():
        for _ in range(30):
            application.give_back_soon()
        await asyncio.to_thread(done.wait, WAIT)
        done.clear()
        application.give_back_soon()  # later ones get another collection
        await asyncio.to_thread(done.wait, WAIT)

    run(end())
    assert len(collected) == 2
    assert all(name.startswith("pages") for name in collected)


# S8: a wrong file


def test_S8_a_tap_is_answered_while_a_wrong_file_is_looked_into(server, room):
    opened, teacher = room
    lines = "\n".join(f"Nulpar {n};x" for n in range(900))
    file = base64.b64encode(f"pays;café\n{lines}".encode()).decode()

    async def upload(device):
        await device.until(lambda: device.view)
        page = await PanelPage(f"{server.url}/explore?lang=fr&tab=data", server.as_teacher).open()
        page.changed.clear()
        await page.touch({"do": "load", "value": file})
        await device.ask(type="control", action="pause", what={})
        await device.ask(type="control", action="resume", what={})
        async with asyncio.timeout(WAIT):
            while more not in json.dumps(page.told, ensure_ascii=False):
                page.changed.clear()
                await page.changed.wait()
        await page.close()

    more = i18n.text("explore.own.more", "fr", n=own.PROBLEMS + 1 - TOLD)  # and that the rest was not checked
    device = Device(server, opened.code, teacher)
    run(gather([device], upload(device)))
