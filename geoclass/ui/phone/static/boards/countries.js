// Countries on the phone: the row as a strip with numbered slots, the hand in the dock, the doubt held against slips.

import { badge, el, flag, replace, say } from "../dom.js";
import { draw as generic } from "./generic.js";

const HELD = 500; // milliseconds that "I doubt" must be held
let choice = {}; // card and place chosen so far
let asked = ""; // in which situation

export function draw(view, texts, send) {
  const { game, legal } = view;
  if (game.phase !== "play") return generic(view, texts, send);
  const now = JSON.stringify([game.row, game.hands[view.seat], game.round, legal.length]);
  if (now !== asked) {
    asked = now;
    choice = {};
  }
  const root = el("div", { class: "countries" });
  const render = () => replace(root, row(view, texts, render), dock(view, texts, send, render));
  render();
  return root;
}

const nameOf = (texts, iso) => texts.countries[iso][0];

function row(view, texts, render) {
  const mine = view.legal.length > 0;
  const slot = (at) => mine && el("li", { class: "slot" }, el("button", {
    type: "button", "aria-pressed": String(choice.at === at), "data-key": `at-${at}`, "aria-label": say("board.slot", { n: at + 1 }),
    onclick: () => { choice.at = at; render(); },
  }, el("span", {}, String(at + 1))));
  return el("section", { class: "row" },
    el("p", { class: "end" }, say("board.less")),
    el("ol", {}, view.game.row.map((laid, n) => [slot(n), el("li", { class: "card" }, flag(laid.card), el("span", {}, nameOf(texts, laid.card)),
      laid.seat === null ? null : badge(laid.seat, 28))]), slot(view.game.row.length)),
    el("p", { class: "end" }, say("board.more")));
}

function dock(view, texts, send, render) {
  const hand = view.game.hands[view.seat];
  const mine = view.legal.length > 0;
  const cards = el("div", { class: "hand", role: "group", "aria-label": say("countries.hand") }, hand.map((iso) => el("button", {
    type: "button", class: "option", disabled: !mine, "aria-pressed": String(choice.card === iso), "data-key": `card-${iso}`,
    onclick: () => { choice.card = choice.card === iso ? undefined : iso; render(); },
  }, flag(iso), el("span", {}, nameOf(texts, iso)))));
  if (!mine) return el("div", { class: "dock deep" }, cards);
  const index = view.legal.findIndex((move) => move.move === "place" && move.card === choice.card && move.at === choice.at);
  const words = index >= 0 ? view.legal_words[index] : say(choice.card ? "countries.ask.place.at" : "countries.ask.place.card");
  const canDoubt = view.legal.some((move) => move.move === "doubt");
  return el("div", { class: "dock deep" }, cards, el("div", { class: "buttons" },
    canDoubt ? doubt(send) : null,
    el("button", { type: "button", class: "action", disabled: index < 0, "data-key": "play", onclick: () => send({ move: "place", card: choice.card, at: choice.at }) }, words)),
  choice.held === false ? el("p", { class: "hint", role: "status" }, say("countries.hold")) : null);

  function doubt() {
    let timer = null;
    const button = el("button", { type: "button", class: "second doubt", "data-key": "doubt" }, say("countries.move.doubt"));
    const release = (early) => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      button.classList.remove("holding");
      if (early) { choice.held = false; render(); }
    };
    button.addEventListener("pointerdown", () => {
      button.classList.add("holding");
      timer = setTimeout(() => { release(false); send({ move: "doubt" }); }, HELD);
    });
    button.addEventListener("pointerup", () => release(true));
    button.addEventListener("pointerleave", () => release(false));
    button.addEventListener("pointercancel", () => release(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => { if (event.detail === 0) send({ move: "doubt" }); }); // from the keyboard: no slip
    return button;
  }
}
