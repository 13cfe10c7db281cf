// Couleurs du monde on the phone: the own hand, the chain that is being built, and what it is worth.

import { badge, el, flag, replace, say } from "../dom.js";

let chain = []; // cards tapped so far
let passing = false; // whether the pass is to be confirmed
let asked = ""; // in which situation

export function draw(view, texts, send) {
  const now = JSON.stringify([view.game.covered, view.hand, view.legal.length]);
  if (now !== asked) {
    asked = now;
    chain = [];
    passing = false;
  }
  const root = el("div", { class: "couleurs" });
  const render = () => replace(root, view.legal.length ? laid(view, texts, render) : null, hand(view, texts, render), around(view), view.legal.length ? dock(view, texts, send, render) : null);
  render();
  return root;
}

const nameOf = (texts, iso) => texts.countries[iso][0];
const cardOf = (view, iso) => view.hand.find((item) => item.card === iso);
const pointsOf = (view) => chain.reduce((sum, iso, i) => sum + (i + 1) * cardOf(view, iso).value, 0);
const fits = (item) => !chain.includes(item.card) && (chain.length ? item.near.includes(chain[chain.length - 1]) : item.first);

function laid(view, texts, render) {
  if (!chain.length) return el("p", { class: "hint" }, say(view.hand.some(fits) ? "couleurs.start" : "couleurs.unable"));
  return el("section", { class: "chain" },
    el("h2", { class: "label" }, say("couleurs.chain"), el("strong", {}, say("couleurs.points", { n: pointsOf(view) }))),
    el("ol", {}, chain.map((iso, i) => el("li", {}, el("button", {
      type: "button", "data-key": `laid-${iso}`, "aria-label": say("couleurs.back_to", { card: nameOf(texts, iso) }),
      onclick: () => { chain = chain.slice(0, i); render(); },
    }, flag(iso), el("span", {}, nameOf(texts, iso)), el("b", {}, `${cardOf(view, iso).value} ×${i + 1}`))))),
    el("p", { class: "hint" }, view.hand.some(fits) ? say("couleurs.onward") : say("couleurs.nothing")));
}

function hand(view, texts, render) {
  const mine = view.legal.length > 0;
  const rest = view.hand.filter((item) => !chain.includes(item.card));
  const ordered = mine ? rest.filter(fits).concat(rest.filter((item) => !fits(item))) : rest;
  if (view.game.result && !rest.length) return null;
  return [el("h2", { class: "label" }, say("couleurs.hand", { n: rest.length })),
    el("div", { class: "options cards" }, ordered.map((item) => el("button", {
      type: "button", class: mine && !fits(item) ? "option faint" : mine ? "option can" : "option", disabled: !mine || !fits(item), "data-key": `card-${item.card}`,
      onclick: () => { chain = chain.concat(item.card); passing = false; render(); },
    }, el("span", { class: "order worth" }, String(item.value)), flag(item.card), el("span", {}, nameOf(texts, item.card)))))];
}

// The scores and the rest of the view, in words and few
function around(view) {
  const { game } = view;
  const seats = game.players.map((_, seat) => seat);
  if (game.result) seats.sort((a, b) => game.scores[b] - game.scores[a]);
  const marked = game.result ? game.result.winners : game.actors;
  return el("section", { class: "standing" }, el("ul", {}, seats.map((seat) => el("li", { class: marked.includes(seat) ? "now" : "" },
    badge(seat, 30), el("span", {}, game.players[seat]), el("b", {}, String(game.scores[seat]).replace("-", "−"))))),
  el("p", { class: "hint" }, say("couleurs.stock", { n: game.stock_count })));
}

function dock(view, texts, send, render) {
  const pass = view.legal.find((move) => move.move === "pass");
  if (passing) {
    return el("div", { class: "dock" }, el("p", { class: "hint" }, say("couleurs.pass_note")),
      el("button", { type: "button", class: "second", "data-key": "stay", onclick: () => { passing = false; render(); } }, say("couleurs.stay")),
      el("button", { type: "button", class: "action", "data-key": "pass-yes", onclick: () => send({ move: "pass" }) }, say("couleurs.pass_yes", { n: view.fine })));
  }
  const second = chain.length
    ? el("button", { type: "button", class: "second", "data-key": "back", onclick: () => { chain = chain.slice(0, -1); render(); } }, say("couleurs.back"))
    : pass && el("button", { type: "button", class: "second", "data-key": "pass", onclick: () => { passing = true; render(); } }, say("couleurs.pass", { n: view.fine }));
  return el("div", { class: "dock" }, second, el("button", {
    type: "button", class: "action", disabled: !chain.length, "data-key": "play", onclick: () => send({ move: "play", cards: chain }),
  }, chain.length ? say("couleurs.play", { n: pointsOf(view) }) : say("couleurs.choose")));
}
