// Globalissimo on the phone: a country and a rank; the name of a capital; a place on a map without names.

import { badge, el, flag, replace, say, svg } from "../dom.js";

const MISS = 18, SURE = 6; // pixels that a finger may miss by; from a tiny state, which is drawn larger than it is
const FAR = 6; // tens of kilometres a pixel: from there on a touch brings the map nearer, so that the next can choose
const NEAREST = 12; // how many times the map can be enlarged
let choice = {}; // card and rank, capital or country chosen so far
let asked = ""; // in which situation
let world = null; // the map's outlines, once fetched
let map = null; // the map of this question: it keeps its place through redraws
let redraw = null; // the board as it was drawn last

export function draw(view, texts, send) {
  const { game } = view;
  const now = JSON.stringify([game.round, game.question, game.actors, game.tiles]);
  if (now !== asked) {
    asked = now;
    choice = {};
    map = null;
  }
  const root = el("div", { class: "globalissimo" });
  const render = () => replace(root, view.room.showing ? null : game.question ? question(view, send, render) : estimate(view, texts, send, render), squares(view));
  redraw = render;
  render();
  return root;
}

const mine = (view) => view.legal.length > 0;

// Estimates

function nameOf(view, texts, iso) {
  const hidden = view.game.options.flags_only && view.game.phase === "estimate";
  return hidden ? say("globalissimo.flag", { n: view.game.open.indexOf(iso) + 1 }) : texts.countries[iso][0];
}

function estimate(view, texts, send, render) {
  const { game } = view;
  if (game.phase !== "estimate") return null;
  const can = mine(view);
  const cards = game.open.map((iso) => {
    const tile = game.tiles[iso];
    const inside = [flag(iso), el("span", {}, nameOf(view, texts, iso)), tile ? el("span", { class: "tile" }, badge(tile.seat, 28), String(tile.rank)) : null];
    if (tile || !can) return el("div", { class: "option taken" }, inside);
    return el("button", {
      type: "button", class: "option", "aria-pressed": String(choice.card === iso), "data-key": `card-${iso}`,
      onclick: () => { choice.card = iso; render(); },
    }, inside);
  });
  if (!can) return el("div", { class: "options cards" }, cards);
  const ranks = game.open.map((_, n) => el("button", {
    type: "button", class: "option", "aria-pressed": String(choice.rank === n + 1), "data-key": `rank-${n + 1}`,
    onclick: () => { choice.rank = n + 1; render(); },
  }, String(n + 1)));
  const index = view.legal.findIndex((move) => move.card === choice.card && move.rank === choice.rank);
  return [
    el("div", { class: "options cards", role: "group", "aria-label": say("globalissimo.ask.estimate.card") }, cards),
    el("h2", { class: "label", id: "rank" }, say("globalissimo.ask.estimate.rank")),
    el("div", { class: `options numbers of${ranks.length}`, role: "group", "aria-labelledby": "rank" }, ranks),
    dock(index >= 0 ? view.legal_words[index] : say(choice.card ? "globalissimo.choose_rank" : "globalissimo.choose_card"),
      index >= 0 && (() => send({ move: "estimate", card: choice.card, rank: choice.rank }))),
  ];
}

const dock = (words, act) => el("div", { class: "dock" },
  el("button", { type: "button", class: "action", disabled: !act, "data-key": "play", onclick: () => act() }, words));

function squares(view) {
  const { game } = view;
  const first = game.result ? game.result.winners : game.actors;
  const seats = game.players.map((_, seat) => seat);
  if (game.result) seats.sort((a, b) => first.includes(b) - first.includes(a) || game.squares[b] - game.squares[a]);
  return el("section", { class: "standing" }, el("ul", {}, seats.map((seat) => el("li", { class: first.includes(seat) ? "now" : "" },
    badge(seat, 30), el("span", {}, game.players[seat]), el("b", {}, say("globalissimo.square", { n: game.squares[seat] }))))));
}

// Questions

function question(view, send, render) {
  const { game } = view;
  const asked = el("div", { class: "asked" }, flag(game.question.card));
  if (game.options.judge === "teacher" && game.actors.includes(view.seat)) return [asked, el("p", { class: "told" }, say("globalissimo.aloud"))];
  if (!mine(view)) return [asked, el("p", { class: "told" }, say("globalissimo.answers", { team: game.players[game.actors[0]] }))];
  return game.question.colour === "orange" ? [asked, capital(send)] : place(send, render);
}

function capital(send) {
  const typed = () => (choice.text || "").trim();
  const answer = () => typed() && send({ move: "answer", text: typed() });
  const bottom = dock(say("globalissimo.kind.answer"), answer);
  const ready = () => { bottom.firstChild.disabled = !typed(); };
  const field = el("input", {
    class: "field", "data-key": "capital", value: choice.text || "", maxlength: 100, autocomplete: "off", autocorrect: "off", spellcheck: "false",
    "aria-label": say("globalissimo.ask.answer.text"), placeholder: say("globalissimo.ask.answer.text"), enterkeyhint: "send",
    oninput: () => { choice.text = field.value; ready(); },
    onkeydown: (event) => { if (event.key === "Enter") answer(); },
  });
  ready();
  return [el("div", { class: "typed" }, field), bottom];
}

function place(send, render) {
  if (!map) map = blankMap();
  map.show();
  return [
    el("div", { class: "world-place" }, map.node, el("div", { class: "world-zoom" },
      el("button", { type: "button", "aria-label": say("globalissimo.nearer"), "data-key": "nearer", onclick: () => map.zoom(0.5) }, "+"),
      el("button", { type: "button", "aria-label": say("globalissimo.farther"), "data-key": "farther", onclick: () => map.zoom(2) }, "−"))),
    el("p", { class: "hint" }, say("globalissimo.twice")),
    byPosition(render),
    dock(say(choice.country ? "globalissimo.point" : "globalissimo.touch"), choice.country && (() => send({ move: "answer", country: choice.country }))),
  ];
}

// For those who do not see the map: every country by its position, none by its name.
function byPosition(render) {
  if (!world) return null;
  const side = (n, plus, minus) => say(`globalissimo.${n < 0 ? minus : plus}`, { n: Math.abs(n) });
  const groups = {};
  for (const [iso, [continent, lat, lon]] of Object.entries(world.where)) {
    groups[continent] = [...(groups[continent] || []), { iso, lat, lon }];
  }
  return el("details", { open: choice.list, ontoggle: (event) => {
    if (Boolean(choice.list) === event.target.open) return;
    choice.list = event.target.open;
    render();
  } },
    el("summary", { "data-key": "blind" }, say("globalissimo.blind")),
    choice.list ? Object.keys(groups).sort().map((continent) => [
      el("h2", { class: "label" }, say(`globalissimo.continent.${continent}`)),
      el("div", { class: "options wide" }, groups[continent].sort((a, b) => b.lat - a.lat || a.lon - b.lon).map(({ iso, lat, lon }) => el("button", {
        type: "button", class: "option", "aria-pressed": String(choice.country === iso), "data-key": `at-${lat}-${lon}-${continent}`,
        onclick: () => { choice.country = iso; render(); },
      }, say("globalissimo.place", { lat: side(lat, "north", "south"), lon: side(lon, "east", "west") })))),
    ]) : null);
}

function blankMap() {
  const node = svg("svg", { class: "world", role: "img", "aria-label": say("globalissimo.map"), preserveAspectRatio: "xMidYMid meet" });
  const shapes = new Map();
  const tiny = [];
  const down = new Map(); // fingers on the map
  let box = null, moved = 0;

  const frame = () => { if (box) node.setAttribute("viewBox", box.map((v) => v.toFixed(1)).join(" ")); };
  const unit = () => { const at = node.getScreenCTM(); return at ? 1 / at.a : 1; }; // of the map, per pixel
  const fill = () => {
    box = [...world.box];
    for (const [iso, path, x, y] of world.areas) {
      const shape = path ? svg("path", { d: path }) : svg("circle", { cx: x, cy: y, r: 13 });
      if (!path) tiny.push({ iso, x, y, shape });
      if (iso) {
        shapes.set(iso, shape);
        shape.iso = iso;
      }
      node.append(shape);
    }
    node.append(...tiny.map((t) => t.shape)); // over whatever they lie in
    frame();
    requestAnimationFrame(() => { for (const { shape } of tiny) shape.setAttribute("r", (3 * unit()).toFixed(1)); });
    show();
  };
  const show = () => {
    for (const [iso, shape] of shapes) {
      const picked = shape.classList.toggle("picked", iso === choice.country);
      if (picked && shape.tagName === "path") node.insertBefore(shape, tiny[0].shape); // its outline over its neighbours
    }
  };
  const around = (factor, x, y) => {
    const wide = Math.min(world.box[2], Math.max(world.box[2] / NEAREST, box[2] * factor));
    const k = wide / box[2];
    box = [x - (x - box[0]) * k, y - (y - box[1]) * k, wide, box[3] * k];
    keepInside();
    frame();
    for (const { shape } of tiny) shape.setAttribute("r", (5 * unit()).toFixed(1));
  };
  const keepInside = () => {
    for (const i of [0, 1]) box[i] = Math.min(Math.max(box[i], world.box[i] - box[2 + i] / 3), world.box[i] + world.box[2 + i] - box[2 + i] * 2 / 3);
  };
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(node.getScreenCTM().inverse());

  function pick(event) {
    const point = at(event);
    if (unit() > FAR) return around(0.3, point.x, point.y);
    const small = tiny.map((t) => ({ iso: t.iso, far: Math.hypot(t.x - point.x, t.y - point.y) / unit() })).sort((a, b) => a.far - b.far)[0];
    const under = (dx, dy) => document.elementsFromPoint(event.clientX + dx, event.clientY + dy).find((e) => e.iso)?.iso;
    let found = (small.far < SURE && small.iso) || under(0, 0) || (small.far < MISS && small.iso);
    for (let r = MISS / 2; !found && r <= MISS; r += MISS / 2) {
      for (let a = 0; !found && a < 8; a += 1) found = under(r * Math.cos(a * Math.PI / 4), r * Math.sin(a * Math.PI / 4));
    }
    choice.country = found;
    return redraw();
  }

  node.addEventListener("pointerdown", (event) => {
    if (!down.size) moved = 0;
    down.set(event.pointerId, event);
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before || !box) return;
    const other = [...down.values()].find((e) => e.pointerId !== event.pointerId);
    moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (other) {
      const gap = (e) => Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY);
      const point = at(other);
      around(gap(before) / Math.max(1, gap(event)), point.x, point.y);
    } else if (moved > 8) {
      box[0] -= (event.clientX - before.clientX) * unit();
      box[1] -= (event.clientY - before.clientY) * unit();
      keepInside();
      frame();
    }
    down.set(event.pointerId, event);
  });
  node.addEventListener("pointerup", (event) => {
    if (down.delete(event.pointerId) && !down.size && moved <= 8) pick(event);
  });
  node.addEventListener("pointercancel", (event) => down.delete(event.pointerId));
  node.addEventListener("wheel", (event) => {
    event.preventDefault();
    const point = at(event);
    around(event.deltaY > 0 ? 1.25 : 0.8, point.x, point.y);
  }, { passive: false });

  if (world) fill();
  else {
    fetch(new URL("../world.json", import.meta.url)).then((answer) => answer.json()).then((found) => {
      world = found;
      fill();
      redraw();
    });
  }
  return { node, show, zoom: (factor) => around(factor, box[0] + box[2] / 2, box[1] + box[3] / 2) };
}
