"""What a browser shows, and when: all clocks are the page's own."""

import asyncio
import random
from typing import Any

from benchmarks._live import Served
from geoclass.rooms import Hall

PAUSE = 0.4  # seconds between moves, so that one is not measured through the motion of the last
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
const look = () => {
  const found = deep("SELECTOR")
  if (found && found.getBoundingClientRect().width > 0) window.visibleAt = performance.now()
  else requestAnimationFrame(look)
}
look()
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
    const line = new WebSocket(`ws://${location.host}/phone/socket`), device = {line, view: null}
    line.onopen = () => line.send(JSON.stringify({type: "hello", code, token, lang: "fr"}))
    line.onmessage = (event) => {
      const message = JSON.parse(event.data)
      if (message.type === "view") { device.view = message; ready(device) }
      if (message.type === "refused") console.error(message.text)
    }
  })))
}"""
# The one who is on turn makes a legal move; or the teacher goes on, which is not measured.
MOVE = (
    "(dice) => new Promise((done) => {"
    + DEEP
    + """
  const [teacher, ...phones] = window.devices, surface = deep(".surface")
  const tap = String(Math.random()), room = teacher.view.room
  const phone = phones.find((phone) => phone.view.legal.length)
  if (!phone) {
    const action = room.showing ? "next" : "again"
    teacher.line.send(JSON.stringify({type: "control", action, what: {}, tap}))
    setTimeout(() => done(null), 150)
    return
  }
  const legal = phone.view.legal
  const seen = new MutationObserver(() => end(performance.now() - started))
  const end = (time) => { seen.disconnect(); clearTimeout(late); done(time) }
  const late = setTimeout(() => end(null), 3000)
  seen.observe(surface, {subtree: true, childList: true, characterData: true, attributes: true})
  const started = performance.now()
  phone.line.send(JSON.stringify({type: "move", move: legal[Math.floor(dice * legal.length)], tap}))
})"""
)


async def visible(browser: Any, address: str, selector: str) -> float:
    """How long a page takes until it shows something, in a browser that has never seen it; milliseconds."""
    context = await browser.new_context(viewport=SIZE)
    try:
        page = await context.new_page()
        await page.add_init_script(VISIBLE.replace("SELECTOR", selector))
        await page.goto(address)
        await page.wait_for_function("window.visibleAt")
        return float(await page.evaluate("window.visibleAt"))
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
        """Milliseconds until its text has changed."""
        return float(await self.page.evaluate(CLICK))

    async def close(self) -> None:
        await self.page.context.close()


class Projector:
    """A game's projector in a browser, and phones that make it change."""

    def __init__(self, browser: Any, ours: Served, game: str, teams: int = 4, hold: bool | None = None) -> None:
        self.browser, self.rng = browser, random.Random(1)
        room, teacher = Hall.at(ours.folder, bot_delay=3600).open(
            game, [f"Équipe {n}" for n in range(teams)], hold=hold
        )
        self.code, self.tokens = room.code, [teacher, *(room.join(seat=seat) for seat in range(teams))]
        room.control(teacher, "start", seed=1)
        self.address = f"{ours.address}/{game}?room={room.code}&token={room.screen(teacher, 'projector')}&lang=fr"

    async def open(self) -> "Projector":
        self.page = await (await self.browser.new_context(viewport=SIZE)).new_page()
        await self.page.goto(self.address)
        await self.page.locator(".surface[data-ready]").wait_for()
        await self.page.evaluate(CONNECT, [self.code, self.tokens])
        await asyncio.sleep(0.5)
        return self

    async def move(self) -> float:
        """Milliseconds from a tap on a phone until the projector's page has changed."""
        for _ in range(100):
            took = await self.page.evaluate(MOVE, self.rng.random())
            await asyncio.sleep(PAUSE)
            if took is not None:
                return float(took)
        raise RuntimeError(f"the projector of room {self.code} does not change")

    async def close(self) -> None:
        await self.page.context.close()
