// Small helpers: elements from plain values (text is only ever text), sentences, badges, flags.

export function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(node, child);
    else if (child !== undefined && child !== null && child !== false) node.append(child);
  }
}

// Puts new content in place of the old; what had the focus, by its data-key, has it again.
export function replace(root, ...children) {
  const had = document.activeElement;
  const key = had && root.contains(had) ? had.getAttribute("data-key") : null;
  const at = key && typeof had.selectionStart === "number" ? had.selectionStart : null;
  while (root.firstChild) root.removeChild(root.firstChild);
  add(root, children);
  if (!key) return;
  for (const node of root.querySelectorAll("[data-key]")) {
    if (node.getAttribute("data-key") !== key) continue;
    node.focus({ preventScroll: true });
    if (at !== null && node.setSelectionRange) node.setSelectionRange(at, at);
    return;
  }
}

let spoken = null; // everything the page says in its language

export function speak(found) {
  spoken = found;
  document.documentElement.lang = found.lang;
}

export function has(key) {
  return key in spoken.phone;
}

export function say(key, params) {
  let sentence = spoken.phone[key];
  if (sentence === undefined) return key;
  if (typeof sentence !== "string") {
    const one = spoken.lang === "fr" ? Math.abs(params.n) < 2 : params.n === 1;
    sentence = (one && sentence.one) || sentence.other;
  }
  return sentence.replace(/\{(\w+)\}/g, (hole, name) => {
    const value = (params || {})[name];
    return typeof value === "number" ? number(value) : String(value);
  });
}

export function number(value) {
  return new Intl.NumberFormat(spoken.lang).format(value);
}

export const gameName = (game) => spoken.games[game] || game;
export const texts = () => spoken;

export function flag(iso) {
  const known = spoken.countries[iso];
  return known && el("img", { class: "flag", src: `/phone/flags/${known[1]}.svg`, alt: "", width: 48, height: 36 });
}

const SVG = "http://www.w3.org/2000/svg";
export function svg(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, value);
  add(node, children);
  return node;
}

const SHAPES = [
  "M20 4a16 16 0 1 1 0 32a16 16 0 1 1 0-32Z",
  "M20 4L37 35H3Z",
  "M9 5H31Q35 5 35 9V31Q35 35 31 35H9Q5 35 5 31V9Q5 5 9 5Z",
  "M20 2L38 20L20 38L2 20Z",
  "M11 4H29L38 20L29 36H11L2 20Z",
  "M13 3H27V13H37V27H27V37H13V27H3V13H13Z",
];

// A team is its colour, its shape and its letter, never its colour alone; seats 7 to 12 have the shapes hollow.
export function badge(seat, size) {
  const six = seat % 6;
  const hollow = seat > 5 ? " hollow" : "";
  const letter = svg("text", { x: 20, y: six === 1 ? 32 : 27, "text-anchor": "middle" });
  letter.textContent = String.fromCharCode(65 + seat);
  const shape = svg("path", { d: SHAPES[six], "stroke-linejoin": "round" });
  const props = { class: `badge team${six}${hollow}`, viewBox: "0 0 40 40", width: size || 40, height: size || 40, "aria-hidden": "true" };
  return svg("svg", props, shape, letter);
}

export function logo() {
  const globe = svg("path", { d: "M3 24h42M24 3c-13 12-13 30 0 42M24 3c13 12 13 30 0 42M24 3a21 21 0 1 1 0 42a21 21 0 1 1 0-42Z" });
  const dot = svg("circle", { cx: 33, cy: 15, r: 6.2 });
  return svg("svg", { class: "logo", viewBox: "0 0 48 48", width: 40, height: 40, "aria-hidden": "true" }, globe, dot);
}
