// Joining: the code on the board, then a team.

import { badge, el, gameName, logo, replace, say } from "./dom.js";

const LETTERS = 5;
let typed = null;
let chosen = null; // a seat, or "new"
let name = "";

export function joinScreen(phone) {
  if (typed === null) typed = phone.code;
  const room = phone.lobby;
  const found = room && room.code === typed ? room : null;
  return el("main", { class: "join" },
    el("header", {}, logo(), el("span", { class: "name" }, "geoclass"), languages(phone)),
    el("label", { class: "label", for: "code" }, say("join.code")),
    codeBoxes(phone),
    el("p", { class: found ? "found" : phone.problem ? "problem" : "hint", role: "status" },
      found ? `✓ ${gameName(found.game)}` : phone.problem || say("join.letters")),
    found && teams(phone, found),
    el("p", { class: "foot" }, say("join.no_account")));
}

function languages(phone) {
  const other = phone.lang === "fr" ? "en" : "fr";
  const props = { type: "button", class: "plain", lang: other, "data-key": "lang", onclick: () => phone.language(other) };
  return el("button", props, other === "fr" ? "Français" : "English");
}

// One field under five boxes: it can be typed, pasted and read aloud like any other.
function codeBoxes(phone) {
  const boxes = el("div", { class: "boxes", "aria-hidden": "true" });
  const show = () => replace(boxes, Array.from({ length: Math.max(LETTERS, typed.length) }, (_, n) =>
    el("span", { class: n === typed.length ? "box next" : "box" }, typed[n] || "")));
  show();
  const field = el("input", {
    id: "code", "data-key": "code", value: typed, maxlength: 12, autocomplete: "off", autocapitalize: "characters",
    autocorrect: "off", spellcheck: "false", enterkeyhint: "go", inputmode: "text",
    oninput: () => {
      typed = field.value.toUpperCase().replace(/[^A-Z]/g, "").slice(0, LETTERS);
      if (field.value !== typed) field.value = typed;
      show();
      if (typed.length === LETTERS && typed !== phone.code) phone.enter(typed);
      else if (typed.length < LETTERS && phone.code) {
        phone.code = "";
        phone.lobby = null;
        phone.problem = "";
        phone.draw();
      }
    },
  });
  return el("div", { class: "code" }, boxes, field);
}

function teams(phone, room) {
  if (room.locked) return el("p", { class: "problem" }, say("join.locked"));
  const places = room.teams.map((team, seat) => ({ seat, label: team.name, bot: team.bot, n: team.phones }));
  const may = room.grow && room.phase === "lobby";
  if (chosen !== "new" && !(chosen in room.teams)) chosen = null;
  if (chosen === null && may && !places.length) chosen = "new";
  const pick = (value) => () => {
    chosen = value;
    phone.draw();
  };
  const team = (place) => el("button", {
    type: "button", class: "team", "aria-pressed": String(chosen === place.seat), "data-key": `team${place.seat}`, onclick: pick(place.seat),
  }, badge(place.seat), el("span", {}, el("strong", {}, place.label), el("small", {}, place.bot ? say("join.bot") : say("join.phones", { n: place.n }))));
  const fresh = may && el("button", {
    type: "button", class: "team", "aria-pressed": String(chosen === "new"), "data-key": "new", onclick: pick("new"),
  }, el("span", { class: "plus", "aria-hidden": "true" }, "+"), el("span", {}, el("strong", {}, say("join.new")), el("small", {}, say(room.free_names ? "join.new_named" : "join.new_given"))));
  return [
    el("h2", { class: "label" }, say(room.phase === "lobby" ? "join.team" : "join.late")),
    el("div", { class: "teams" }, places.map(team), fresh),
    chosen === "new" && room.free_names && nameField(),
    phone.problem && el("p", { class: "problem", role: "alert" }, phone.problem),
    el("button", {
      type: "button", class: "action", disabled: chosen === null || !phone.link.open, "data-key": "go",
      onclick: () => (chosen === "new" ? phone.join(undefined, room.free_names && name.trim() ? name.trim() : undefined) : phone.join(chosen)),
    }, chosen === null ? say("join.choose") : chosen === "new" ? say("join.go_new") : say("join.go", { team: room.teams[chosen].name })),
    room.phase !== "lobby" && el("button", { type: "button", class: "second", "data-key": "wait", onclick: () => phone.join() }, say("join.wait")),
  ];
}

function nameField() {
  const field = el("input", {
    id: "name", class: "field", "data-key": "name", value: name, maxlength: 24, autocomplete: "off",
    placeholder: say("join.name_given"), oninput: () => { name = field.value; },
  });
  return [el("label", { class: "label", for: "name" }, say("join.name")), field];
}
