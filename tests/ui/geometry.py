"""Find geometric defects of a page: clipped or broken words, overlaps, unreachable elements."""

from typing import Any

from playwright.sync_api import Page

PROBLEMS = """([stage, spared]) => {
  const found = [], near = 2.5;
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const parent = (e) => e.parentElement || (e.getRootNode().host || null);
  const chain = (e) => { const up = []; for (let a = e; a; a = parent(a)) up.push(a); return up; };
  const within = (e, other) => chain(e).includes(other);
  const classes = (e) => (e.getAttribute("class") || "").trim();
  const words = (e) => (e.textContent || e.getAttribute("aria-label") || classes(e)).trim().slice(0, 40);
  const label = (e) => `<${e.localName}.${classes(e).replace(/ +/g, ".")}> ${words(e)}`;
  const surface = all(document).find((e) => e.matches(".surface"));
  const dialog = all(surface).find((e) => e.matches(".dialog"));
  const scope = dialog || surface;
  const hidden = (e) => chain(e).some((a) => {
    const style = getComputedStyle(a);
    return style.visibility === "hidden" || style.display === "none" || style.opacity === "0";
  }) || e.closest(".parking, [hidden]") || (spared && e.closest(spared))
    || chain(e).some((a) => a.clientWidth === 1 && a.clientHeight === 1); // for screen readers
  const elements = all(scope).filter((e) => e.localName !== "style" && !hidden(e));
  const say = (what, e, more) => found.push(`${what}: ${label(e)}${more ? ` | ${more}` : ""}`);

  const scrolls = (e) => {
    const {overflowX, overflowY} = getComputedStyle(e), may = ["auto", "scroll"];
    return (may.includes(overflowY) && e.scrollHeight > e.clientHeight + 2)
      || (may.includes(overflowX) && e.scrollWidth > e.clientWidth + 2);
  };
  // what is left of a box by those that hide what leaves them
  const narrowed = (box, e) => {
    let {left, top, right, bottom} = box;
    for (const a of chain(e).slice(1)) {
      const style = getComputedStyle(a);
      if (a.namespaceURI.endsWith("svg")) continue;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (a === document.body || a === document.documentElement) continue;
      const b = a.getBoundingClientRect();
      left = Math.max(left, b.left); top = Math.max(top, b.top);
      right = Math.min(right, b.right); bottom = Math.min(bottom, b.bottom);
    }
    return {left, top, right, bottom};
  };

  // 1. letters
  const letters = [];
  for (const e of elements) {
    const svg = e.namespaceURI.endsWith("svg");
    if (svg || e.localName === "option") continue;
    for (const node of e.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        const seen = narrowed(box, e);
        const scrolled = chain(e).some((a) => a !== document.documentElement && a !== document.body && scrolls(a));
        const slack = Math.max(near, box.height * .2); // letters are lower than their line
        if (!scrolled && (box.right - seen.right > near || seen.left - box.left > near
            || box.bottom - seen.bottom > slack || seen.top - box.top > slack)) say("cut", e, node.data.trim());
        if (!scrolled && (box.right > innerWidth + 1 || box.left < -1)) say("beside the page", e);
        if (stage && box.bottom > innerHeight + 1) say("below the page", e);
        const blank = box.height * .22; // above and below the letters of a line
        const drawn = {...seen};
        drawn.top = Math.max(seen.top, box.top + blank);
        drawn.bottom = Math.min(seen.bottom, box.bottom - blank);
        if (drawn.right > drawn.left && drawn.bottom > drawn.top) letters.push({e, ...drawn});
      }
      const room = (() => {
        for (const a of chain(e)) {
          const {display, paddingLeft, paddingRight} = getComputedStyle(a);
          if (display !== "inline") return a.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        }
      })();
      for (const word of node.data.matchAll(/[^\\s\\u00a0\\u202f\\u00ad–—-]+/g)) {
        if (word[0].length < 3) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].filter((b) => b.width > 1).map((b) => Math.round(b.top / 4)));
        const boxes = [...range.getClientRects()].filter((b) => b.width > 1);
        if (tops.size < 2 || boxes.length < 2) continue;
        const whole = boxes.reduce((sum, b) => sum + b.width, 0);
        if (whole <= room + 1 || word[0].length < 14)
          say("broken", e, `${word[0]} needs ${Math.round(whole)} of ${Math.round(room)}`);
        else if (getComputedStyle(e).hyphens !== "auto") say("broken without a hyphen", e, word[0]);
      }
    }
  }

  // 2. letters over letters, cards and buttons over each other
  const over = (a, b, by = near) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const layer = (e) => chain(e).find((a) => ["fixed", "sticky"].includes(getComputedStyle(a).position)) || null;
  for (const [i, a] of letters.entries()) for (const b of letters.slice(i + 1)) {
    if (a.e === b.e || within(a.e, b.e) || within(b.e, a.e)) continue;
    if (!stage && layer(a.e) !== layer(b.e)) continue; // a bar over a page that scrolls
    if (over(a, b)) say("letters over letters", a.e, label(b.e));
  }
  const holds = (a, b) =>
    a.left <= b.left + 1 && a.right >= b.right - 1 && a.top <= b.top + 1 && a.bottom >= b.bottom - 1;
  const blocks = elements.filter((e) => e.matches(".panel, .button, .chip, .card, .strip, .tool"))
    .map((e) => ({e, ...narrowed(e.getBoundingClientRect(), e)}));
  for (const [i, a] of blocks.entries()) for (const b of blocks.slice(i + 1)) {
    if (within(a.e, b.e) || within(b.e, a.e)) continue;
    if (!stage && layer(a.e) !== layer(b.e)) continue;
    if (holds(a, b) || holds(b, a)) continue; // one lies on the other
    if (over(a, b, 4)) say("over each other", a.e, label(b.e));
  }

  // 3. what can be pressed can be reached
  for (const e of elements) {
    if (!e.matches("button:not([disabled]), a[href], input, select, [data-slot]") || e.closest("svg")) continue;
    const box = e.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    if (e.matches("input:not([type]), input[type=text]") && box.width < 5 * parseFloat(getComputedStyle(e).fontSize)
        && !e.closest(".code-field")) say("too narrow to type in", e);
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    if (!stage && chain(e).some(scrolls)) continue;
    if (x < 0 || x > innerWidth || (stage && (y < 0 || y > innerHeight))) { say("out of reach", e); continue; }
    if (y < 0 || y > innerHeight) continue;
    const seen = narrowed(box, e);
    if (seen.right - seen.left < box.width * .5 || seen.bottom - seen.top < box.height * .5) {
      if (stage) say("scrolled away", e);
      continue;
    }
    const hit = e.getRootNode().elementFromPoint(x, y);
    if (hit && !within(hit, e) && !within(e, hit) && (stage || !layer(hit))) say("covered", e, label(hit));
  }

  // 4. nothing scrolls on a stage; nothing scrolls sideways anywhere
  if (stage) {
    if (document.documentElement.scrollHeight > innerHeight + 1)
      found.push(`the page scrolls: ${document.documentElement.scrollHeight} in ${innerHeight}`);
    for (const e of elements) {
      if (!e.closest(".dialog") && scrolls(e)) say("scrolls", e, `${e.scrollHeight} in ${e.clientHeight}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} in ${innerWidth}`);
  return [...new Set(found)];
}"""


def problems(page: Page, stage: bool = True, spared: str = "") -> list[str]:
    """The defects of a page; a *stage* must not scroll. *spared* is a selector of elements to skip."""
    found: Any = page.evaluate(PROBLEMS, [stage, spared])
    return list(found)
