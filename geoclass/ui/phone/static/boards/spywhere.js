// Spywhere on the phone: the secret passport, the hand, one card for another; then eliminate, identify, or end the turn.

import { badge, el, flag, has, replace, say, svg } from "../dom.js";

const DRAWN = ["pizza", "cheese", "sushi", "tacos", "curry", "fries"]; // other dishes lie on a plate
let choice = {}; // what has been chosen so far
let asked = ""; // in which situation
let hidden = false; // whether the passport is turned over
let told = false; // whether what we know is unfolded

export function draw(view, texts, send) {
  const now = JSON.stringify([view.seat, view.game.phase, view.game.hand, view.game.turns, view.legal.length]);
  if (now !== asked) {
    asked = now;
    choice = {};
  }
  const root = el("div", { class: "spywhere" });
  const render = () => replace(root, passport(view, texts, render), body(view, texts, send, render), words(view));
  const { phase, showing } = view.room;
  if (phase === "over" && !showing && view.game.result) {
    replace(root, ended(view, texts));
    return root;
  }
  render();
  return root;
}

function dishOf(view, iso) {
  const dish = view.game.options.nationalities[iso];
  const name = has(`spywhere.dish.${dish}`) ? say(`spywhere.dish.${dish}`) : dish;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function picture(view, iso) {
  const dish = view.game.options.nationalities[iso];
  const file = DRAWN.includes(dish) ? dish : "plate";
  return el("img", { class: "dish", src: new URL(`../dishes/${file}.svg`, import.meta.url).href, alt: "", width: 60, height: 60 });
}

function passport(view, texts, render) {
  const own = view.game.passports[view.seat];
  const turn = el("button", { type: "button", "aria-pressed": String(hidden), "data-key": "hide", onclick: () => { hidden = !hidden; render(); } }, say(hidden ? "spywhere.show" : "spywhere.hide"));
  const globe = svg("svg", { viewBox: "0 0 48 48", width: 64, height: 64, "aria-hidden": "true" },
    svg("path", { d: "M4 24h40M24 4c-11 11-11 29 0 40M24 4c11 11 11 29 0 40M24 4a20 20 0 1 1 0 40a20 20 0 1 1 0-40Z" }));
  return el("section", { class: "passport" }, globe,
    el("div", {}, el("small", {}, say("spywhere.passport")), hidden ? el("strong", {}, "…") : own.map((iso) => [
      el("strong", {}, texts.countries[iso][0]), el("small", {}, say("spywhere.your_dish", { dish: dishOf(view, iso) }))])),
    el("div", { class: "side" }, hidden ? null : own.map((iso) => flag(iso)), turn));
}

function body(view, texts, send, render) {
  const { game } = view;
  if (!view.legal.length) return hands(view);
  return game.phase === "exchange" ? exchange(view, send, render) : choose(view, texts, send, render);
}

// A card to look at, or to choose

function card(view, iso, n, key, chosen, onclick) {
  const inside = [picture(view, iso), el("span", {}, dishOf(view, iso)), n > 1 && el("b", { class: "times" }, `×${n}`)];
  if (!onclick) return el("div", { class: "option still" }, inside);
  return el("button", { type: "button", class: "option", "aria-pressed": String(chosen), "data-key": key, onclick }, inside);
}

// The cards of a hand, alike on one pile
function piles(hand) {
  const found = new Map();
  for (const iso of hand) found.set(iso, (found.get(iso) || 0) + 1);
  return [...found];
}

function label(text, note) {
  return el("h2", { class: "label" }, text, note ? el("small", {}, note) : null);
}

function hands(view) {
  const { hand, open } = view.game;
  return [
    label(say("spywhere.hand"), say("spywhere.in_hand", { n: hand.length })),
    el("div", { class: "options cards" }, piles(hand).map(([iso, n]) => card(view, iso, n))),
    label(say("spywhere.middle")),
    el("div", { class: "options five" }, open.map((iso) => card(view, iso, 1))),
  ];
}

function exchange(view, send, render) {
  const { hand, open } = view.game;
  const pick = (change) => { Object.assign(choice, change); render(); };
  const { give, take } = choice;
  return [
    label(say("spywhere.give"), say("spywhere.in_hand", { n: hand.length })),
    el("div", { class: "options cards" }, piles(hand).map(([iso, n], i) => card(view, iso, n, `give-${i}`, give === iso, () => pick({ give: iso })))),
    label(say("spywhere.ask.exchange.take")),
    el("div", { class: "options five" }, open.map((iso, n) => card(view, iso, 1, `take-${n}`, choice.at === n, () => pick({ take: iso, at: n })))),
    give && take ? el("p", { class: "swap" }, picture(view, give), el("b", { "aria-hidden": "true" }, "⇄"), picture(view, take), el("span", {}, say("spywhere.seen"))) : null,
    el("div", { class: "dock deep" },
      el("button", { type: "button", class: "action", disabled: !(give && take), "data-key": "play", onclick: () => send({ move: "exchange", give, take }) },
        give && take ? say("spywhere.swap", { give: dishOf(view, give), take: dishOf(view, take) }) : say(give ? "spywhere.ask.exchange.take" : "spywhere.ask.exchange.give")),
      view.game.players.length > 2 ? el("p", { class: "hint" }, say("spywhere.then")) : null),
  ];
}

function choose(view, texts, send, render) {
  const { game, legal } = view;
  const pick = (change) => { Object.assign(choice, change); render(); };
  const out = legal.find((move) => move.move === "eliminate");
  const tries = legal.filter((move) => move.move === "identify");
  const targets = [...new Set(tries.map((move) => move.target))];
  if (targets.length === 1) choice.target = targets[0];
  const { target, nation } = choice;
  const ready = tries.some((move) => move.target === target && move.nationality === nation);
  const end = legal.find((move) => move.move === "end" || move.move === "done");
  return [
    out ? el("section", { class: "notice eliminate" }, el("p", {}, say("spywhere.alike", { dish: dishOf(view, out.nationality) })),
      el("button", { type: "button", class: "second", "data-key": "eliminate", onclick: () => send({ move: "eliminate", nationality: out.nationality }) }, say("spywhere.out"))) : null,
    tries.length ? [
      label(say("spywhere.ask.identify.target")),
      el("div", { class: "options wide" }, targets.map((seat) => el("button", {
        type: "button", class: "option", "aria-pressed": String(target === seat), "data-key": `target-${seat}`, onclick: () => pick({ target: seat }),
      }, badge(seat, 34), el("span", {}, game.players[seat])))),
      label(say("spywhere.which"), say("spywhere.face_down")),
      el("div", { class: "options cards" }, game.cards_left.map((iso) => el("button", {
        type: "button", class: "option", "aria-pressed": String(nation === iso), "data-key": `nation-${iso}`, onclick: () => pick({ nation: iso }),
      }, flag(iso), el("span", {}, texts.countries[iso][0])))),
    ] : null,
    hands(view),
    el("div", { class: "dock" },
      end ? el("button", { type: "button", class: tries.length ? "second" : "action", "data-key": "end", onclick: () => send({ move: end.move }) }, say(`spywhere.move.${end.move}`)) : null,
      tries.length ? el("button", { type: "button", class: "action", disabled: !ready, "data-key": "play", onclick: () => send({ move: "identify", target, nationality: nation }) },
        ready ? say("spywhere.is", { team: game.players[target], country: texts.countries[nation][0] }) : say(target === undefined ? "spywhere.ask.identify.target" : "spywhere.which")) : null),
  ];
}

// What everybody knows: exchanges, clues, attempts

function words(view) {
  const { game } = view;
  const latest = game.history.slice(-12).reverse();
  const clues = game.clues.map((piles, seat) => Object.keys(piles).length ? el("li", {}, badge(seat, 28), el("span", {}, say("spywhere.is_not", { dishes: Object.keys(piles).map((iso) => dishOf(view, iso)).join(", ") }))) : null);
  const mine = (game.laid || []).map(([target, iso]) => el("li", {}, badge(target, 28), el("span", {}, say("spywhere.we_said", { dish: dishOf(view, iso) }))));
  return el("details", { open: told, ontoggle: (event) => { told = event.target.open; } },
    el("summary", { "data-key": "words" }, say("spywhere.known")),
    mine.length || clues.some(Boolean) ? el("ul", { class: "known" }, mine, clues) : null,
    latest.length ? el("ul", { class: "known" }, latest.map(([seat, give, take]) => el("li", {}, badge(seat, 28), el("span", {}, say("spywhere.gave", { give: dishOf(view, give), take: dishOf(view, take) }))))) : el("p", { class: "hint" }, say("spywhere.nothing")));
}

// The end: who was who, and the points

function ended(view, texts) {
  const { reveal, result, players } = view.game;
  const order = players.map((_, seat) => seat).sort((a, b) => result.scores[b] - result.scores[a]);
  const own = reveal.points.find((points) => points.seat === view.seat);
  return [
    el("ul", { class: "standing" }, order.map((seat) => el("li", { class: seat === view.seat ? "now" : "" }, badge(seat, 32),
      el("span", {}, players[seat], result.winners.includes(seat) && el("b", { class: "won" }, " ★"),
        el("small", {}, reveal.passports[seat].map((iso) => texts.countries[iso][0]).join(", "))),
      say("spywhere.points", { n: result.scores[seat] })))),
    el("section", { class: "words" }, el("p", {}, say("spywhere.sum", own))),
  ];
}
