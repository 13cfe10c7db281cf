// Countries on the phone: the row as a strip with numbered slots, the hand in the dock, the doubt held against slips.

import { badge, el, flag, replace, say } from "../dom.js";

const HELD = 500; // milliseconds that "I doubt" must be held
const DIGITS = 12; // of a guess
let choice = {}; // card and place chosen so far, or what has been typed
let asked = ""; // in which situation

export function draw(view, texts, send) {
  const { game, legal, room } = view;
  const now = JSON.stringify([game.row, game.hands[view.seat], game.round, legal.length]);
  if (now !== asked) {
    asked = now;
    choice = {};
  }
  if (room.showing) return turned(view, texts);
  if (room.phase === "over") return standing(view);
  const root = el("div", { class: "countries" });
  const render = () => replace(root, game.phase === "guess" ? guess(view, texts, send) : [row(view, texts, render), dock(view, texts, send, render)]);
  render();
  return root;
}

// Who begins: a number, read back as it is typed. The field stays, or a phone's keyboard would close.

function guess(view, texts, send) {
  const { game, legal } = view;
  const card = el("div", { class: "asked" }, flag(game.pile_top), el("strong", {}, nameOf(texts, game.pile_top)));
  if (!legal.length) return [card, game.guessed.includes(view.seat) && el("p", { class: "hint" }, say("countries.guessed"))];
  const go = () => { if (choice.typed) send({ move: "guess", population: Number(choice.typed) }); };
  const aloud = el("p", { class: "hint big", role: "status" });
  const button = el("button", { type: "button", class: "action", "data-key": "play", onclick: go });
  const field = el("input", {
    class: "field", "data-key": "typed", value: choice.typed || "", autocomplete: "off", inputmode: "numeric", enterkeyhint: "done",
    "aria-label": say("countries.ask.guess.population"), placeholder: say("board.digits"), oninput: read,
    onkeydown: (event) => { if (event.key === "Enter") go(); },
  });
  function read() {
    choice.typed = field.value.replace(/\D/g, "").slice(0, DIGITS);
    if (field.value !== choice.typed) field.value = choice.typed;
    const n = Number(choice.typed);
    aloud.textContent = choice.typed ? say("board.people", { n }) : "";
    button.textContent = choice.typed ? say("countries.say_guess", { n }) : say("countries.ask.guess.population");
    button.disabled = !choice.typed;
  }
  read();
  return [card, field, aloud, el("div", { class: "dock" }, button)];
}

// What the board shows, and the end

function turned(view, texts) {
  const { seat, title, line, cards } = view.told;
  return el("section", { class: "turned" }, el("h1", {}, title), el("p", {}, badge(seat, 36), el("span", {}, line)),
    seat === view.seat && el("ul", {}, cards.map((iso) => el("li", {}, flag(iso), el("span", {}, nameOf(texts, iso))))));
}

function standing(view) {
  const { players, hands } = view.game;
  const order = players.map((name, seat) => ({ name, seat, n: hands[seat].length })).sort((a, b) => a.n - b.n);
  return el("div", {}, el("h2", { class: "label" }, say("countries.left_title")), el("ul", { class: "standing" }, order.map(({ name, seat, n }) =>
    el("li", { class: seat === view.seat ? "now" : "" }, badge(seat, 32), el("span", {}, name), el("b", {}, say("countries.left", { n }))))));
}

const nameOf = (texts, iso) => texts.countries[iso][0];

function row(view, texts, render) {
  const mine = view.legal.length > 0;
  const slot = (at) => mine && el("li", { class: "slot" }, el("button", {
    type: "button", "aria-pressed": String(choice.at === at), "data-key": `at-${at}`, "aria-label": say("board.slot", { n: at + 1 }),
    onclick: () => { choice.at = at; render(); },
  }, el("span", {}, String(at + 1))));
  return el("section", { class: "row" },
    el("p", { class: "end" }, view.ends[0]),
    el("ol", {}, view.game.row.map((laid, n) => [slot(n), el("li", { class: "card" }, flag(laid.card), el("span", {}, nameOf(texts, laid.card)),
      laid.seat === null ? null : badge(laid.seat, 28))]), slot(view.game.row.length)),
    el("p", { class: "end" }, view.ends[1]));
}

function dock(view, texts, send, render) {
  const hand = view.game.hands[view.seat];
  const mine = view.legal.length > 0;
  const cards = el("div", { class: "hand", role: "group", tabindex: mine ? null : 0, "aria-label": say("countries.hand") }, hand.map((iso) => el("button", {
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
