// The phone: which screen is shown, the token that brings it back to its seat, and what the room says.

import { el, replace, say, speak, texts } from "./dom.js";
import { Link } from "./link.js";
import { joinScreen } from "./join.js";
import { playScreen } from "./play.js";

const root = document.getElementById("app");
const turn = document.getElementById("turn");
const plain = new URLSearchParams(location.search).has("plain"); // words and buttons, even where a board is drawn
const fromAddress = (location.pathname.match(/^\/join\/([A-Za-z]+)/) || [])[1];

const phone = {
  lang: remembered("lang") || document.documentElement.lang,
  code: (fromAddress || "").toUpperCase(),
  lobby: null, // the room as anybody may see it, before joining
  view: null, // what this phone may see, once it has joined
  board: null, // how its game is drawn
  problem: "", // the last refusal, in words
  link: null,
  draw,
  enter,
  join,
  change,
  language,
};

// What is remembered: in localStorage, and in a cookie where that is forbidden or emptied.
function remembered(name) {
  try {
    const kept = localStorage.getItem(`geoclass-${name}`);
    if (kept) return kept;
  } catch (error) {
    console.info(error.message);
  }
  const found = document.cookie.match(new RegExp(`(?:^|; )geoclass-${name}=([^;]*)`));
  return found ? decodeURIComponent(found[1]) : null;
}

function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`geoclass-${name}`);
    else localStorage.setItem(`geoclass-${name}`, value);
  } catch (error) {
    console.info(error.message);
  }
  const age = value === null ? 0 : 30 * 86400;
  document.cookie = `geoclass-${name}=${encodeURIComponent(value || "")}; path=/join; max-age=${age}; samesite=strict`;
}

function greeting() {
  if (phone.code.length < 4) return null;
  return { type: "hello", code: phone.code, token: remembered(phone.code), lang: phone.lang };
}

function enter(code) {
  phone.code = code;
  phone.lobby = null;
  phone.problem = "";
  phone.link.hello();
  draw();
}

function join(seat, name) {
  phone.problem = "";
  phone.link.send({ type: "join", code: phone.code, seat, name, lang: phone.lang });
}

function change(seat) {
  phone.link.send({ type: "team", seat });
}

async function language(lang) {
  phone.lang = lang;
  remember("lang", lang);
  await load();
  phone.link.send({ type: "lang", lang });
  draw();
}

async function load() {
  const answer = await fetch(new URL(`texts/${phone.lang}.json`, import.meta.url));
  speak(await answer.json());
}

async function hear(message) {
  if (message.type === "joined") {
    remember(message.code, message.token);
    phone.code = message.code;
    history.replaceState(null, "", `/join/${message.code}${location.search}`);
    return;
  }
  if (message.type === "view") {
    const before = phone.view;
    if (before && before.version > message.version) return;
    phone.view = message;
    phone.lobby = null;
    if (!before || before.version !== message.version) phone.problem = "";
    await prepare(message);
    announce(before, message);
  } else if (message.type === "lobby") {
    phone.view = null;
    phone.lobby = message.room;
    phone.code = message.room.code;
  } else if (message.type === "refused") {
    phone.problem = message.text;
    if (!phone.view && message.key === "rooms.refused.no_room") phone.lobby = null;
  } else if (message.type === "gone") {
    remember(phone.code, null);
    phone.view = null;
    phone.problem = message.text;
    phone.link.hello();
  }
  draw();
}

// A game may have a board of its own; the generic one plays them all.
async function prepare(view) {
  const game = view.game ? view.game.game : null;
  if (!game || (phone.board && phone.board.game === game)) return;
  const name = !plain && texts().boards.includes(game) ? game : "generic";
  const module = await import(`./boards/${name}.js`);
  phone.board = { game, draw: module.draw };
}

function announce(before, view) {
  const mine = view.legal.length > 0;
  const was = before && before.legal.length > 0;
  const said = mine ? say("turn.yours") : view.words.length ? view.words[view.words.length - 1] : "";
  if (turn.textContent !== said) turn.textContent = said;
  const touched = navigator.userActivation && navigator.userActivation.hasBeenActive;
  if (mine && !was && before && touched && navigator.vibrate) navigator.vibrate([60, 60, 120]);
}

function draw() {
  document.title = phone.view && phone.view.legal.length ? `● ${say("turn.yours")}` : "geoclass";
  replace(root, connection(), phone.view ? playScreen(phone) : joinScreen(phone));
}

function connection() {
  if (phone.link.open) return null;
  return el("p", { class: "lost", role: "status" }, say("connection.lost"));
}

load().then(() => {
  phone.link = new Link(greeting, hear, () => phone.link && draw());
  draw();
});
