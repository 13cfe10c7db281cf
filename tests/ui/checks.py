"""Checks for every screen in any state, used by the tests of the stage, the console and the home page."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from geoclass import i18n
from tests.ui.conftest import Watched

# Every visible text with its size in pixels, in all shadow roots, without texts for screen readers only.
TEXTS = """() => {
  const found = [];
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3 && child.data.trim()) {
        const parent = child.parentElement;
        if (!parent || ["STYLE", "SCRIPT", "OPTION"].includes(parent.tagName)) continue;
        if (parent.namespaceURI.endsWith("svg")) continue;
        const box = parent.getBoundingClientRect(), style = getComputedStyle(parent);
        if (box.width > 1 && box.height > 1 && style.visibility !== "hidden"
            && !parent.closest(".said, .unseen, .parking"))
          found.push([child.data.trim(), parseFloat(style.fontSize)]);
      } else if (child.nodeType === 1) {
        walk(child);
        if (child.shadowRoot) walk(child.shadowRoot);
      }
    }
  };
  walk(document.body);
  return found;
}"""
SETTLED = """() => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? all(e.shadowRoot) : [])
    .concat(root.getAnimations());
  const passing = all(document).filter((a) => !a.effect.target.matches(".time-left"));  // a clock is not waited for
  return Promise.all(passing.map((a) => a.finished.catch(() => null))).then(() => null);
}"""
# Words broken across two lines, in elements of the given kind.
BROKEN = """(selector) => {
  const found = [];
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? all(e.shadowRoot) : [])
    .concat([...root.querySelectorAll(selector)]);
  for (const e of all(document)) for (const node of e.childNodes) if (node.nodeType === 3) {
    for (const word of node.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(word[0]);
    }
  }
  return found;
}"""
KEYS = re.compile(
    r"\b(?:" + "|".join(sorted({key.split(".")[0] for key in i18n.sentences("en")})) + r")\.[a-z_]+(?:\.[a-z_]+)*\b"
)


def check(shown: Watched, smallest: float) -> None:
    """Assert: no foreign request, error, untranslated key, small text, sideways scrolling or serious axe violation."""
    page = shown.page
    page.evaluate(SETTLED)  # contrast is measured after fading has finished
    assert not shown.foreign, shown.foreign
    assert not shown.errors, shown.errors
    texts = page.evaluate(TEXTS)
    assert texts
    untranslated = [text for text, _ in texts if KEYS.search(text)]
    assert not untranslated, untranslated
    small = [(text, size) for text, size in texts if size < smallest - 0.01]
    assert not small, small
    wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room, f"{wide} pixels in {room}"
    found = serious(page)
    if found:  # new elements may still have been fading
        page.wait_for_timeout(1500)
        found = serious(page)
    assert not found, found


def last_of_each_version(frames: list[str]) -> list[str]:
    """The last frame of each version: a version may be sent again when phones connect or disconnect."""
    return list({found[1]: frame for frame in frames if (found := re.search(r'"version":(\d+)', frame))}.values())


def serious(page: Page) -> list[str]:
    """Serious violations found by axe."""
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:200]} {v['nodes'][0].get('failureSummary', '')[:300]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
