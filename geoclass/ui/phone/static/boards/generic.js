// A board for every game: choose the parts of a move one by one, then play it; and the view in words.
// A board is a module with draw(view, texts, send): an element that shows the view and sends moves.

import { badge, el, flag, has, number, replace, say } from "../dom.js";

const ENOUGH = 8; // suggestions under a typed name
const FORMS = { population: "number", text: "text", country: "country" }; // free answers: the legal list has one example
let choice = {}; // what has been chosen so far
let asked = ""; // for which legal moves

export function draw(view, texts, send) {
  const legal = JSON.stringify([view.seat, view.legal]);
  if (legal !== asked) {
    asked = legal;
    choice = {};
  }
  const root = el("div", { class: "generic" });
  const render = () => replace(root, view.legal.length ? moves(view, texts, send, render) : null, row(view, texts, render), words(view));
  render();
  return root;
}

// The view in words

function words(view) {
  if (!view.words.length) return null;
  const lines = view.words.map((line) => el("li", {}, line));
  const list = el("ul", { class: "words" }, lines);
  if (!view.legal.length) return list;
  const open = choice.open === undefined ? !view.title : choice.open;
  return el("details", { open, ontoggle: (event) => { choice.open = event.target.open; } },
    el("summary", { "data-key": "words" }, say("board.words")), list);
}

// The moves

function kinds(view) {
  const found = new Map();
  view.legal.forEach((move, n) => {
    if (!found.has(move.move)) found.set(move.move, []);
    found.get(move.move).push({ move, words: view.legal_words[n] });
  });
  return found;
}

const fieldsOf = (move) => Object.keys(move).filter((name) => name !== "seat" && name !== "move");

function moves(view, texts, send, render) {
  const all = kinds(view);
  const whole = [...all.keys()].filter((kind) => fieldsOf(all.get(kind)[0].move).length);
  const bare = [...all.keys()].filter((kind) => !whole.includes(kind));
  if (!whole.includes(choice.kind)) choice.kind = whole[0];
  const tabs = whole.length > 1 && el("div", { class: "tabs" }, whole.map((kind) => el("button", {
    type: "button", "aria-pressed": String(kind === choice.kind), "data-key": `kind-${kind}`,
    onclick: () => { choice = { kind, open: choice.open }; render(); },
  }, label(view, kind))));
  const ready = choice.kind ? compose(view, texts, all.get(choice.kind)) : null;
  return [
    tabs,
    choice.kind && fieldsOf(all.get(choice.kind)[0].move).map((name) => part(view, texts, all.get(choice.kind), name, render)),
    el("div", { class: "dock" },
      bare.map((kind) => el("button", {
        type: "button", class: whole.length ? "second" : "action", "data-key": `bare-${kind}`, onclick: () => send(bareMove(all.get(kind)[0].move)),
      }, all.get(kind)[0].words)),
      choice.kind && el("button", {
        type: "button", class: "action", disabled: !ready.move, "data-key": "play", onclick: () => send(ready.move),
      }, ready.words)),
  ];
}

function bareMove(move) {
  const { seat, ...rest } = move;
  return rest;
}

function label(view, kind) {
  const key = `${view.game.game}.kind.${kind}`;
  return has(key) ? say(key) : kind;
}

// The move as chosen so far, and what its button says.
function compose(view, texts, options) {
  const kind = choice.kind;
  const names = fieldsOf(options[0].move);
  const move = { move: kind };
  for (const name of names) {
    const value = choice[name];
    if (value === undefined || value === "" || (Array.isArray(value) && !value.length)) return { words: prompt(view, kind, name) };
    if (name === "off" && value.length !== options[0].move.off.length) return { words: prompt(view, kind, name) };
    move[name] = value;
  }
  const same = options.find((option) => names.every((name) => same_(option.move[name], move[name])));
  if (same && !names.some((name) => name in FORMS)) return { move, words: same.words };
  const said = names.map((name) => [].concat(move[name]).map((v) => valueName(view, texts, name, v)).join(name === "take" ? " + " : ", ")).join(" · ");
  return { move, words: `${label(view, kind)} : ${said}`.replace(" :", texts.lang === "fr" ? "\u00a0:" : ":") };
}

const same_ = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function prompt(view, kind, name) {
  const key = `${view.game.game}.ask.${kind}.${name}`;
  return has(key) ? say(key) : name;
}

// One part of the move: a free answer, several cards of the hand, or one of what is legal.
function part(view, texts, options, name, render) {
  if (name === "at" && view.game.row) return null; // chosen in the row itself
  const title = el("h2", { class: "label", id: `part-${name}` }, prompt(view, choice.kind, name));
  if (name in FORMS) return [title, form(texts, name, render)];
  const hand = ownHand(view);
  const several = options.every((option) => Array.isArray(option.move[name]) && option.move[name].every((card) => hand.includes(card)));
  if (several) return [title, pickSeveral(view, texts, options, name, hand, render)];
  const before = fieldsOf(options[0].move);
  const fixed = before.slice(0, before.indexOf(name)).filter((other) => !Array.isArray(choice[other]));
  const open = options.filter((option) => fixed.every((other) => choice[other] === undefined || same_(choice[other], option.move[other])));
  const values = distinct(open.map((option) => option.move[name]));
  if (choice[name] !== undefined && !values.some((value) => same_(value, choice[name]))) delete choice[name];
  if (values.length === 1) choice[name] = values[0];
  return [title, el("div", { class: `options ${sort(texts, values[0])}`, role: "group", "aria-labelledby": `part-${name}` }, values.map((value) => option(view, texts, name, value, same_(choice[name], value), () => {
    choice[name] = value;
    render();
  })))];
}

function distinct(values) {
  const seen = new Set();
  return values.filter((value) => {
    const key = JSON.stringify(value);
    return !seen.has(key) && seen.add(key);
  });
}

function ownHand(view) {
  const { hand, hands } = view.game;
  return hand || (hands && hands[view.seat]) || [];
}

function pickSeveral(view, texts, options, name, hand, render) {
  const picked = choice[name] || [];
  const first = new Set(options.map((option) => option.move[name][0]));
  const most = name === "off" ? options[0].move.off.length : hand.length;
  const ordered = hand.filter((card) => first.has(card)).concat(hand.filter((card) => !first.has(card)));
  return el("div", { class: `options ${sort(texts, hand[0])}`, role: "group", "aria-labelledby": `part-${name}` }, ordered.map((card) => {
    const place = picked.indexOf(card);
    const toggle = () => {
      const rest = picked.filter((other) => other !== card);
      choice[name] = place >= 0 ? rest : rest.concat(card).slice(-most);
      render();
    };
    const mark = place >= 0 && most > 1 ? el("span", { class: "order" }, String(place + 1)) : null;
    return option(view, texts, name, card, place >= 0, toggle, mark, !first.has(card) && !picked.length);
  }));
}

function option(view, texts, name, value, chosen, onclick, mark, faint) {
  const picture = typeof value === "string" && texts.countries[value] ? flag(value) : name === "target" ? badge(value, 32) : null;
  return el("button", {
    type: "button", class: faint ? "option faint" : "option", "aria-pressed": String(chosen), "data-key": `${name}-${JSON.stringify(value)}`, onclick,
  }, mark, picture, el("span", {}, valueName(view, texts, name, value)));
}

const sort = (texts, value) => (typeof value === "number" ? "numbers" : typeof value === "string" && texts.countries[value] ? "cards" : "wide");

export function valueName(view, texts, name, value) {
  if (Array.isArray(value)) return value.map((item) => valueName(view, texts, name, item)).join(" + ");
  if (name === "target") return view.game.players[value];
  if (typeof value === "boolean") return say(value ? "board.yes" : "board.no");
  if (typeof value === "number") return number(value);
  if (texts.countries[value]) return texts.countries[value][0];
  if (texts.cities[value]) return texts.cities[value];
  if (value.includes("--")) return value.split("--").map((city) => texts.cities[city] || city).join(" – ");
  return has(`board.pile.${value}`) ? say(`board.pile.${value}`, { card: pileTop(view, texts, value) }) : value;
}

function pileTop(view, texts, pile) {
  const card = (view.game.slots || [])[pile === "slot_a" ? 0 : 1];
  return card ? valueName(view, texts, "card", card) : "–";
}

// Free answers

function form(texts, name, render) {
  const typed = choice.typed || "";
  const field = el("input", {
    class: "field", "data-key": "typed", value: typed, autocomplete: "off", autocorrect: "off", spellcheck: "false", maxlength: 80,
    "aria-labelledby": `part-${name}`, inputmode: FORMS[name] === "number" ? "numeric" : "text", enterkeyhint: "done",
    oninput: () => {
      choice.typed = field.value;
      choice[name] = read(name, field.value);
      render();
    },
  });
  if (FORMS[name] === "number") {
    return [field, el("p", { class: "hint" }, choice[name] === undefined ? say("board.digits") : say("board.people", { n: choice[name] }))];
  }
  if (FORMS[name] === "text") return field;
  const wanted = plain(typed);
  const found = wanted.length < 2 ? [] : Object.keys(texts.countries).filter((iso) => plain(texts.countries[iso][0]).includes(wanted)).slice(0, ENOUGH);
  return [field, el("div", { class: "options cards" }, found.map((iso) => option(null, texts, name, iso, choice.country === iso, () => {
    choice.country = iso;
    render();
  })))];
}

function read(name, text) {
  if (FORMS[name] === "text") return text.trim();
  if (FORMS[name] === "country") return undefined;
  const digits = text.replace(/\D/g, "");
  return digits && digits.length < 13 ? Number(digits) : undefined;
}

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();

// A row of cards, from least to most, with the numbered slots between them

function row(view, texts, render) {
  const cards = view.game.row;
  if (!cards || !cards.length) return null;
  const places = new Set(choice.kind === "place" ? view.legal.filter((move) => move.move === "place").map((move) => move.at) : []);
  const slot = (at) => places.has(at) && el("li", { class: "slot" }, el("button", {
    type: "button", "aria-pressed": String(choice.at === at), "data-key": `at-${at}`, "aria-label": say("board.slot", { n: at + 1 }),
    onclick: () => { choice.at = at; render(); },
  }, el("span", {}, String(at + 1))));
  return el("section", { class: "row" },
    el("h2", { class: "label" }, places.size ? prompt(view, "place", "at") : say("board.row")),
    el("p", { class: "end" }, say("board.less")),
    el("ol", {}, cards.map((item, n) => [slot(n), el("li", { class: "card" }, flag(item.card), el("span", {}, valueName(view, texts, "card", item.card)), item.seat === null ? null : badge(item.seat, 28))]), slot(cards.length)),
    el("p", { class: "end" }, say("board.more")));
}
