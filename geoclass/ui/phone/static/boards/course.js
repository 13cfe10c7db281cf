// La course on the phone: the own map, the hand as tickets; a way is planned by tapping tickets that connect.

import { badge, el, number, replace, say, svg } from "../dom.js";
import { greatCircle, kilometres, outline, project } from "../flights.js";

const CONTINENTS = ["Europe", "Asia", "America", "Africa", "Oceania"];
const SLOTS = ["slot_a", "slot_b"];
const NOTHING = { mode: "fly", way: [], off: [], slots: [] };
let choice = NOTHING; // what is planned
let asked = ""; // in which situation
let world = null; // land and cities, once fetched
let land = null; // drawn once, carried from map to map
const lines = {}; // the ways between cities, each worked out once

export function draw(view, texts, send) {
  const { game, legal } = view;
  const now = JSON.stringify([view.seat, game.round, game.hand, game.phase, legal.length > 0]);
  if (now !== asked) {
    asked = now;
    choice = NOTHING;
  }
  const root = el("div", { class: "course" });
  const render = () => replace(root, screen(view, texts, send, render));
  if (!world) fetchWorld().then(render);
  render();
  return root;
}

async function fetchWorld() {
  const answer = await fetch(new URL("../flights.json", import.meta.url));
  world = await answer.json();
  const beyond = `M-999-999h1998v1998h-1998z${outline(world.unit)}`;
  land = svg("g", {}, svg("path", { class: "land", d: world.land }), svg("path", { class: "beyond", d: beyond }));
}

const nameOf = (texts, city) => texts.cities[city] || city;
const endsOf = (card) => card.split("--");
const routeOf = (a, b) => [a, b].sort().join("--");
const other = (card, city) => endsOf(card).find((end) => end !== city);
const placeOf = (city) => project(world.cities[city], world.unit);
const lineOf = (card) => lines[card] || (lines[card] = greatCircle(...endsOf(card).map((city) => world.cities[city]), world.unit));
const lengthOf = (card) => Math.round(kilometres(...endsOf(card).map((city) => world.cities[city])));

function screen(view, texts, send, render) {
  const { game, seat } = view;
  const here = game.cities[seat];
  const mine = view.legal.length > 0;
  const way = [here];
  for (const card of choice.way) way.push(other(card, way[way.length - 1]));
  const end = way[way.length - 1];
  const flying = mine && here && choice.mode === "fly";
  const next = flying ? game.hand.filter((card) => !choice.way.includes(card) && endsOf(card).includes(end)) : [];
  const pick = (change) => {
    choice = { ...choice, ...change };
    render();
  };
  const plan = { here, mine, way, end, next, pick };
  const over = view.room.phase === "over";
  return [
    world && map(view, texts, plan),
    visas(game.visas[seat]),
    over ? ended(view) : !mine && latest(view, texts),
    mine && here && el("div", { class: "tabs" }, ["fly", "stay"].map((mode) => el("button", {
      type: "button", "aria-pressed": String(choice.mode === mode), "data-key": `mode-${mode}`, onclick: () => pick({ ...NOTHING, mode }),
    }, say(`course.kind.${mode}`)))),
    mine && el("p", { class: "hint" }, hint(view, texts, plan)),
    !over && !flying && here && piles(view, texts, plan),
    !over && el("h2", { class: "label" }, say("course.say.hand", { n: game.hand.length })),
    !over && tickets(view, texts, plan),
    mine && dock(view, texts, send, plan),
  ];
}

function hint(view, texts, { here, way, end, next }) {
  if (!here) return say("course.say.start");
  if (choice.mode === "stay") return say("course.say.stay");
  if (way.length > 1) return way.map((city) => nameOf(texts, city)).join(" – ");
  return next.length ? say("course.say.fly", { city: nameOf(texts, end) }) : say("course.say.stuck", { city: nameOf(texts, end) });
}

// The own map: the tour so far, the way planned, what could follow

function map(view, texts, { here, mine, way, next, pick, end }) {
  const { game, seat } = view;
  const tour = game.tours[seat];
  const line = (card, name) => svg("path", { class: name, d: lineOf(card) });
  const starts = mine && !here ? game.options.starts : [];
  const named = new Set([...(way.length > 1 ? [end] : []), ...(here ? [here] : starts)]);
  const dots = [...new Set([...tour, ...next.map((card) => other(card, end)), ...way.filter(Boolean), ...starts])];
  const labels = place([...named].filter((city) => dots.includes(city)), dots, texts);
  const dot = (city) => {
    const [x, y] = placeOf(city);
    const open = next.find((card) => other(card, end) === city);
    const label = labels.has(city) && svg("text", labels.get(city));
    if (label) label.textContent = nameOf(texts, city);
    const node = svg("g", { class: open ? "city open" : "city" }, svg("circle", { cx: x, cy: y, r: open ? 11 : 8 }), open && svg("circle", { class: "hit", cx: x, cy: y, r: 45 }), label);
    if (open) node.addEventListener("click", () => pick({ way: [...choice.way, open] }));
    return node;
  };
  return svg("svg", { class: `own-map team${seat % 6}`, viewBox: "-434 -218 868 390", role: "img", "aria-label": say("course.say.map") },
    land,
    tour.slice(1).map((city, i) => line(routeOf(tour[i], city), "flown")),
    next.map((card) => line(card, "lit")),
    way.slice(1).map((city, i) => line(routeOf(way[i], city), "planned")),
    dots.map(dot),
    here && pawn(seat, here));
}

// Where names go: beside their city, towards the middle first, or below it; over no other city or name if that can be
function place(cities, dots, texts) {
  const found = new Map(), taken = dots.map((city) => { const [x, y] = placeOf(city); return [x - 10, y - 10, x + 10, y + 10]; });
  const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  for (const city of cities) {
    const [x, y] = placeOf(city), wide = nameOf(texts, city).length * 20;
    const right = [x + 16, y + 12, "start", x + 16], left = [x - 16, y + 12, "end", x - 16 - wide];
    const spots = [...(x > 200 ? [left, right] : [right, left]), [x, y + 46, "middle", x - wide / 2]].map(([at, base, anchor, from]) => ({ at, base, anchor, box: [from, base - 28, from + wide, base + 6] }));
    const free = spots.filter(({ box }) => box[0] > -430 && box[2] < 430 && !taken.some((other) => meet(box, other)));
    const { at, base, anchor, box } = free[0] || spots[0];
    taken.push(box);
    found.set(city, { x: at, y: base, "text-anchor": anchor });
  }
  return found;
}

function pawn(seat, city) {
  const [x, y] = placeOf(city);
  const mark = badge(seat, 62);
  mark.setAttribute("x", x - 31);
  mark.setAttribute("y", y - 74);
  return mark;
}

const visas = (had) => el("ul", { class: "visas" }, CONTINENTS.map((continent) => el("li", {
  class: had.includes(continent) ? "had" : "", "aria-label": say(had.includes(continent) ? "course.say.visa" : "course.say.no_visa", { continent: say(`course.continent.${continent}`) }),
}, say(`course.code.${continent}`))));

// The tickets, those that leave from here first, then by city

function tickets(view, texts, plan) {
  const { here, mine, next, pick, way } = plan;
  const stays = choice.mode === "stay";
  const most = Math.min(2, view.game.hand.length);
  const order = stays ? choice.off : choice.way;
  const cards = view.game.hand.map((card) => {
    const ends = endsOf(card).sort((a, b) => (b === here) - (a === here) || nameOf(texts, a).localeCompare(nameOf(texts, b)));
    return { card, ends, key: `${ends[0] === here ? 0 : 1}${ends.map((city) => nameOf(texts, city)).join()}` };
  }).sort((a, b) => a.key.localeCompare(b.key));
  return el("div", { class: "tickets", role: "group" }, cards.map(({ card, ends }) => {
    const at = order.indexOf(card);
    const free = !mine || !here || stays || at >= 0 || next.includes(card);
    const tap = () => {
      if (stays) pick({ off: at >= 0 ? order.filter((c) => c !== card) : [...order, card].slice(-most) });
      else if (at >= 0) pick({ way: order.slice(0, at) });
      else if (next.includes(card)) pick({ way: [...order, card] });
    };
    const shown = !stays && at >= 0 ? [way[at], way[at + 1]] : ends;
    return el("button", {
      type: "button", class: free ? "ticket" : "ticket faint", disabled: !mine || !here || !free, "aria-pressed": String(at >= 0), "data-key": `ticket-${card}`, onclick: tap,
    }, el("span", { class: "rail", "aria-hidden": "true" }), el("span", { class: "ends" }, shown.map((city) => el("span", {}, nameOf(texts, city)))),
    at >= 0 && el("span", { class: "order" }, stays ? "AB"[at] : String(at + 1)));
  }));
}

function piles(view, texts, { here, mine, pick }) {
  const stays = mine && here && choice.mode === "stay";
  const route = (card) => endsOf(card).map((city) => nameOf(texts, city)).join(" – ");
  return el("div", { class: "piles" }, view.game.slots.map((card, i) => {
    const chosen = choice.slots.includes(SLOTS[i]);
    const toggle = () => pick({ slots: chosen ? choice.slots.filter((s) => s !== SLOTS[i]) : [...choice.slots, SLOTS[i]] });
    return el("button", { type: "button", class: "pile", disabled: !stays || !card, "aria-pressed": String(chosen), "data-key": SLOTS[i], onclick: toggle },
      el("b", {}, "AB"[i]), el("span", {}, card ? route(card) : say("course.say.empty")));
  }), el("div", { class: "pile stock" }, el("b", {}, String(view.game.stock_count)), el("span", {}, say("course.say.stock"), stays && ` ×${2 - choice.slots.length}`)));
}

// The one thing to do next

function dock(view, texts, send, { here, way, pick }) {
  if (!here) {
    return el("div", { class: "dock starts" }, view.game.options.starts.map((city) => el("button", {
      type: "button", class: "action start", "data-key": `start-${city}`, onclick: () => send({ move: "start", city }),
    }, nameOf(texts, city))));
  }
  if (choice.mode === "stay") {
    const most = Math.min(2, view.game.hand.length);
    const take = [...choice.slots, "stock", "stock"].slice(0, 2);
    return el("div", { class: "dock" }, el("button", {
      type: "button", class: "action", "data-key": "play", disabled: choice.off.length < most, onclick: () => send({ move: "stay", off: choice.off, take }),
    }, say("course.say.do_stay", { n: most })));
  }
  const km = world && choice.way.reduce((sum, card) => sum + lengthOf(card), 0);
  const gained = world ? [...new Set(way.map((city) => world.cities[city][2]))].filter((c) => c && !view.game.visas[view.seat].includes(c)) : [];
  const words = !choice.way.length ? say("course.ask.fly.routes") : [km ? say("course.say.do_fly", { km }) : say("course.kind.fly"), ...gained.map((c) => say("course.say.gain", { continent: say(`course.continent.${c}`) }))].join(", ");
  return el("div", { class: "dock" },
    choice.way.length > 0 && el("button", { type: "button", class: "second undo", "aria-label": say("course.say.back"), "data-key": "back", onclick: () => pick({ way: choice.way.slice(0, -1) }) }, "←"),
    el("button", { type: "button", class: "action", "data-key": "play", disabled: !choice.way.length, onclick: () => send({ move: "fly", routes: choice.way }) }, words));
}

// What was flown last, and at the end the own tour

function latest(view, texts) {
  const { reveal } = view.game;
  if (!reveal || reveal.kind !== "flight") return null;
  return el("p", { class: "latest" }, badge(reveal.seat, 28), el("span", {}, reveal.cities.map((city) => nameOf(texts, city)).join(" – "), " ", el("b", {}, say("course.say.km", { km: reveal.km }))));
}

function ended(view) {
  const { game, seat } = view;
  const reveal = game.reveal && game.reveal.kind === "end" ? game.reveal : null;
  const won = game.result ? game.result.winners : [];
  const order = game.players.map((_, n) => n).sort((a, b) => won.includes(b) - won.includes(a) || game.visas[b].length - game.visas[a].length);
  const tour = reveal && reveal.tours[seat];
  const best = tour && reveal.shortest[tour.start];
  return [
    el("ul", { class: "standing" }, order.map((n) => el("li", { class: n === seat ? "now" : "" }, badge(n, 32), el("span", {}, game.players[n], won.includes(n) && el("b", { class: "won" }, " ★")),
      say(reveal ? "course.stand" : "course.visas", { n: game.visas[n].length, km: reveal ? reveal.tours[n].km : 0 })))),
    tour && tour.legs > 0 && el("section", { class: "words" },
      el("p", {}, say("course.say.tour", { n: tour.legs, km: tour.km })),
      el("p", {}, say("course.say.around", { times: number(Math.round(tour.share * 10) / 10) })),
      best && el("p", {}, say("course.say.best", { km: best.fewest_km.km }))),
  ];
}
