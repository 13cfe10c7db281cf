"""Measurements in a browser, timed by the page's own clock."""

import asyncio
import random
from typing import Any

from benchmarks._live import Served
from geoclass.rooms import Hall

PAUSE = 0.4  # seconds between moves, so that the animation of one does not overlap the next
SIZE = {"width": 1920, "height": 1080}
DEEP = """
const deep = (selector, root = document) => {
  const found = root.querySelector(selector)
  if (found) return found
  for (const node of root.querySelectorAll("*"))
    if (node.shadowRoot) { const inner = deep(selector, node.shadowRoot); if (inner) return inner }
  return null
}
"""
VISIBLE = (
    DEEP
    + """
window.visible = new Promise((done) => {
  const look = () => {
    const found = deep("SELECTOR")
    if (found && found.getBoundingClientRect().width > 0) done(performance.now())
    else requestAnimationFrame(look)
  }
  look()
})
"""
)
CLICK = (
    "() => new Promise((done) => {"
    + DEEP
    + """
  const before = deep("pre").textContent
  const seen = new MutationObserver(() => {
    if (deep("pre")?.textContent !== before) { seen.disconnect(); done(performance.now() - started) }
  })
  seen.observe(deep("pre").getRootNode(), {subtree: true, childList: true, characterData: true})
  const started = performance.now()
  deep("button").click()
})"""
)
CONNECT = """async ([code, tokens]) => {
  window.devices = await Promise.all(tokens.map((token) => new Promise((ready) => {
    const line = new WebSocket(`ws://${location.host}/phone/socket`)
    line.onopen = () => line.send(JSON.stringify({type: "hello", code, token, lang: "fr"}))
    line.onmessage = (event) => {
      const message = JSON.parse(event.data)
      if (message.type === "scene") ready(line)
      if (message.type === "refused") console.error(message.text)
    }
  })))
}"""
TEACHER = 0  # the first of the devices
# Send a message from a device; milliseconds until the projector has changed.
MOVE = (
    "([device, message]) => new Promise((done) => {"
    + DEEP
    + """
  const surface = deep(".surface"), tap = String(Math.random())
  const seen = new MutationObserver(() => end(performance.now() - started))
  const end = (time) => { seen.disconnect(); clearTimeout(late); done(time) }
  const late = setTimeout(() => end(null), 3000)
  seen.observe(surface, {subtree: true, childList: true, characterData: true, attributes: true})
  const started = performance.now()
  window.devices[device].send(JSON.stringify({...message, tap}))
})"""
)


async def visible(browser: Any, address: str, selector: str) -> float:
    """Milliseconds until a page shows *selector*, in a browser with an empty cache."""
    context = await browser.new_context(viewport=SIZE, bypass_csp=True)  # Playwright's waiting needs eval
    try:
        page = await context.new_page()
        await page.add_init_script(VISIBLE.replace("SELECTOR", selector))
        await page.goto(address)
        return float(await page.evaluate("window.visible"))
    finally:
        await context.close()


class Clicks:
    """The bare app in a browser."""

    def __init__(self, browser: Any, base: Served) -> None:
        self.browser, self.base = browser, base

    async def open(self) -> "Clicks":
        self.page = await (await self.browser.new_context(viewport=SIZE)).new_page()
        await self.page.goto(f"{self.base.address}/bare")
        await self.page.locator("pre").wait_for()
        await asyncio.sleep(0.5)
        return self

    async def click(self) -> float:
        """Click the button; milliseconds until the text has changed."""
        return float(await self.page.evaluate(CLICK))

    async def close(self) -> None:
        await self.page.context.close()


class Projector:
    """A game's projector in a browser, and phones that play the game."""

    def __init__(self, browser: Any, ours: Served, game: str, teams: int = 4, hold: bool | None = None) -> None:
        self.browser, self.rng = browser, random.Random(1)
        room, teacher = Hall.at(ours.folder, bot_delay=3600).open(
            game, [f"Équipe {n}" for n in range(teams)], hold=hold
        )
        self.room, self.teacher, self.phones = room, teacher, [room.join(seat=seat) for seat in range(teams)]
        room.control(teacher, "start", seed=1)
        self.address = f"{ours.address}/{game}?room={room.code}&token={room.screen(teacher, 'projector')}&lang=fr"

    async def open(self) -> "Projector":
        self.page = await (await self.browser.new_context(viewport=SIZE)).new_page()
        await self.page.goto(self.address)
        await self.page.locator(".surface[data-ready]").wait_for()
        await self.page.evaluate(CONNECT, [self.room.code, [self.teacher, *self.phones]])
        await asyncio.sleep(0.5)
        return self

    async def move(self) -> float:
        """Milliseconds from a tap on a phone until the projector's page has changed."""
        for _ in range(100):
            turn = self._turn()
            took = await self.page.evaluate(MOVE, list(turn))
            await asyncio.sleep(PAUSE)
            if took is not None and turn[0] != TEACHER:  # only phones' moves are measured
                return float(took)
        raise RuntimeError(f"the projector of room {self.room.code} does not change")

    def _turn(self) -> tuple[int, dict[str, Any]]:
        """The device on turn and its message: a legal move, or the teacher's next."""
        for device, token in enumerate(self.phones, start=1):
            if legal := self.room.view(token)["legal"]:
                return device, {"type": "move", "move": self.rng.choice(legal)}
        showing = self.room.view(self.teacher)["room"]["showing"]
        return TEACHER, {"type": "control", "action": "next" if showing else "again", "what": {}}

    async def close(self) -> None:
        await self.page.context.close()
