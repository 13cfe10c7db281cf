"""Everybody answers: how often a phone off turn has an open prompt, and how much a voting class slows a move."""

import asyncio
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks._live import Class, Phone, Served, bare, chromium, classroom, p95, report
from benchmarks._screens import DEEP, PAUSE, TEACHER, Projector
from geoclass import bots, games
from geoclass.rooms import Hall
from tests.rooms.panels import PanelPage

TEAMS = 8  # or the most that the game allows
PHONES = 30  # of the class that plays whole games
TURNS = 400  # of a game, at most
VOTERS, WITHIN = 40, 5.0  # phones that answer, and within how many seconds
BLOCKS, MOVES = 4, 12  # blocks of moves with and without answers alternate, as other work on the machine varies
TAPS = 12
VOTES = 6  # complete ones: first vote, talk, second vote, truth
VOTED = "couleurs"  # a game in which a vote can be opened at any time
STEPS = (
    ("vote", "first"),
    ("vote_talk", "talk"),
    ("vote_again", "second"),
    ("vote_close", "shown"),
    ("vote_close", ""),
)
# Send a message from the teacher's device; milliseconds until the projector shows the vote in that phase.
STEP = (
    "([device, message, phase]) => new Promise((done) => {"
    + DEEP
    + """
  const at = () => { const band = deep(".vote-band"); return band ? band.dataset.phase : "" }
  const seen = new MutationObserver(() => { if (at() === phase) end(performance.now() - started) })
  const end = (time) => { seen.disconnect(); clearTimeout(late); done(time) }
  const late = setTimeout(() => end(null), 20000)
  seen.observe(deep(".surface"), {subtree: true, childList: true, attributes: true})
  const started = performance.now()
  window.devices[device].send(JSON.stringify({...message, tap: String(Math.random())}))
})"""
)


def run() -> None:
    for game in games.GAMES:
        if games.part(game, "prompts"):
            report(f"{game}: turns in which a phone off turn has nothing open", 100 * _idle(game), 5, "%")
    asyncio.run(_live())


def _idle(game: str) -> float:
    """The share of other teams' turns in which a phone has no prompt, over a whole game of bots."""
    with tempfile.TemporaryDirectory() as folder:
        teams = min(TEAMS, games.game_type(game).teams[-1])
        room, teacher = Hall.at(Path(folder), bot_delay=3600).open(game, [f"Équipe {n}" for n in range(teams)])
        phones = [room.join(seat=n % teams) for n in range(PHONES)]
        room.control(teacher, "start", seed=1)
        brains = [bots.make(game, "pupil", seat) for seat in range(teams)]
        turns = idle = 0
        for turn in range(TURNS):
            if room.view(teacher)["room"]["showing"]:
                room.control(teacher, "next")
            view = room.view(teacher)
            if view["room"]["phase"] == "over":
                break
            off = [phone for phone in phones[:teams] if not room.view(phone)["legal"]]  # a team's phones see the same
            turns += len(off)
            idle += sum(room.view(phone)["prompt"] is None for phone in off)
            seat = view["game"]["actors"][0]
            own = room.peek(teacher, seat)
            room.submit(teacher, brains[seat].choose(own["game"], own["legal"]), f"t{turn}")
        room.close()
        return idle / max(1, turns)


async def _live() -> None:
    async with bare() as base, classroom() as ours, chromium() as browser:
        report(f"{VOTERS} phones answer, tap to projector, p95: to without", await _moves(ours, browser), 1.5)
        report(f"{VOTERS} phones in a vote, its close to projector, middle: to quiet", await _votes(ours, browser), 1.5)
        to_all = await _to_all(ours, base)
        report(f"{VOTERS} phones answer, tap to all, p95: to a broadcast", to_all[True], 0.3)
        report("the same while nobody answers", to_all[False], 0.3)


class CurrentPrompt:
    """The current prompt, read once for all phones: real phones have a processor each."""

    def __init__(self, room: Any, teacher: str) -> None:
        self.room, self.teacher = room, teacher
        self.look()

    def look(self) -> None:
        self.prompt: Mapping[str, Any] | None = self.room.view(self.teacher)["prompt"]


async def _moves(ours: Served, browser: Any) -> float:
    """A move until the projector shows it, p95: while everybody else answers, to the same without answers."""
    stage = await Projector(browser, ours, "countries", hold=False).open()
    voters, current = await _voters(ours, stage), CurrentPrompt(stage.room, stage.teacher)
    times: dict[bool, list[float]] = {False: [], True: []}
    await stage.move()  # warm up
    for busy in (False, True) * BLOCKS:
        answering = [asyncio.create_task(_keeps_answering(current, phone)) for phone in voters if busy]
        for _ in range(MOVES):
            times[busy].append(await stage.move())
            current.look()
        await _cancel(answering)
    await _close(stage, voters)
    return p95(times[True]) / p95(times[False])


async def _votes(ours: Served, browser: Any) -> float:
    """Closing a vote until the projector shows it, median: while the last phones answer, to after all have answered."""
    stage = await Projector(browser, ours, VOTED).open()
    voters = await _voters(ours, stage)
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(VOTES):
        for busy in (False, True):
            while stage.room.view(stage.teacher)["prompt"] is None:  # each question is voted on once
                await stage.move()
            for action, phase in STEPS:
                message = {"type": "control", "action": action, "what": {}}
                took = await stage.page.evaluate(STEP, [TEACHER, message, phase])
                if took is None:
                    raise RuntimeError(f"the projector does not show {phase or 'the game'}")
                if phase in ("talk", "shown"):
                    times[busy].append(float(took))
                if phase in ("first", "second"):
                    prompt = stage.room.view(stage.teacher)["prompt"]
                    answers = asyncio.create_task(_all_answer(prompt, voters, 1 if phase == "first" else 2))
                    await (asyncio.sleep(0.8 * WITHIN) if busy else answers)
                    await asyncio.sleep(0 if busy else PAUSE)
                elif busy and phase == "talk":
                    await answers  # late ones are refused
            await answers
    await _close(stage, voters)
    return median(times[True]) / median(times[False])  # too few samples for a p95


async def _all_answer(prompt: Mapping[str, Any], voters: list[Phone], vote: int) -> None:
    """Each phone answers once, all of them within `WITHIN` seconds."""
    rng = random.Random(vote)
    waits = sorted(rng.uniform(0.0, WITHIN) for _ in voters)
    for before, wait, phone in zip([0.0, *waits], waits, voters, strict=False):
        await asyncio.sleep(wait - before)
        await _answer(phone, prompt, vote, rng)


async def _to_all(ours: Served, base: Served) -> dict[bool, float]:
    """A tap in a class that answers or not, p95: to a broadcast of a bare Panel app."""
    room = await Class(ours, VOTERS).open()
    pages = [await PanelPage(f"{base.address}/bare").open() for _ in range(VOTERS)]
    current, taps, broadcasts = CurrentPrompt(room.room, room.token), dict[bool, list[float]]({False: [], True: []}), []
    for busy in (False, True) * BLOCKS:
        answering = [asyncio.create_task(_keeps_answering(current, phone)) for phone in room.phones if busy]
        for _ in range(TAPS):
            taps[busy].append(await room.tap())
            current.look()
            for page in pages:
                page.changed.clear()
            started = perf_counter()
            await pages[0].click(pages[0].find("Button"))
            await asyncio.gather(*(page.changed.wait() for page in pages))
            broadcasts.append(perf_counter() - started)
        await _cancel(answering)
    await asyncio.gather(room.close(), *(page.close() for page in pages))
    return {busy: p95(times) / p95(broadcasts) for busy, times in taps.items()}


async def _voters(ours: Served, stage: Projector) -> list[Phone]:
    """Join more phones to the projector's room."""
    teams = len(stage.phones)
    phones = [Phone(ours, stage.room.code, n % teams) for n in range(VOTERS)]
    return list(await asyncio.gather(*(phone.open() for phone in phones)))


async def _keeps_answering(current: CurrentPrompt, phone: Phone) -> None:
    """Answer the current prompt every `WITHIN` seconds, starting at a random moment, until cancelled."""
    rng = random.Random(id(phone))
    await asyncio.sleep(rng.uniform(0.0, WITHIN))
    while True:
        if current.prompt:
            await _answer(phone, current.prompt, 1, rng)
        await asyncio.sleep(WITHIN)


async def _answer(phone: Phone, prompt: Mapping[str, Any], vote: int, rng: random.Random) -> None:
    one = rng.choice(prompt["options"])
    sure = {"sure": rng.random() < 0.5} if prompt.get("sure") else {}
    answer = {"say": [one] if prompt["kind"] == "several" else one} | sure
    await phone.say(type="answer", prompt=prompt["id"], vote=vote, answer=answer, tap=str(rng.random()))


async def _cancel(tasks: list["asyncio.Task[None]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _close(stage: Projector, voters: list[Phone]) -> None:
    await asyncio.gather(stage.close(), *(phone.close() for phone in voters))
