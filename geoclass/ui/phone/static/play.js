// In the room: waiting for the game, playing, watching the board, the end.

import { badge, el, gameName, say, texts } from "./dom.js";

let moving = false; // whether the pupil is choosing another team

export function playScreen(phone) {
  const { view } = phone;
  const room = view.room;
  const waits = view.seat === null;
  const body = room.phase === "lobby" || waits ? waiting(phone, waits) : playing(phone);
  return el("main", { class: "play" }, header(phone), body);
}

function header(phone) {
  const { view, link } = phone;
  const team = view.seat === null ? null : view.room.teams[view.seat];
  const state = stateOf(view);
  return el("header", { class: state === "yours" ? "mine" : "" },
    team ? badge(view.seat) : null,
    el("strong", { class: "who" }, team ? team.name : gameName(view.room.game)),
    el("span", { class: "state" }, state === "theirs" ? theirs(view) : say(`turn.${state}`)),
    el("span", { class: link.open ? "dot" : "dot off", role: "img", "aria-label": say(link.open ? "connection.on" : "connection.off") }));
}

export function stateOf(view) {
  const { room, game } = view;
  if (room.phase === "lobby") return "lobby";
  if (room.showing) return "showing"; // also at the end: the board tells it first
  if (room.phase === "over") return "over";
  if (room.paused) return "paused";
  if (view.legal.length) return "yours";
  return game.actors.length === 1 ? "theirs" : "others";
}

function theirs(view) {
  return say("turn.theirs", { team: view.room.teams[view.game.actors[0]].name });
}

function waiting(phone, waits) {
  const { view } = phone;
  const room = view.room;
  const choose = moving || waits;
  return el("section", { class: "lobby" },
    el("h1", {}, waits && room.phase !== "lobby" ? say("lobby.next") : say("lobby.ready")),
    el("p", {}, waits && room.phase !== "lobby" ? say("lobby.late") : say("lobby.soon", { game: gameName(room.game) })),
    el("h2", { class: "label" }, choose ? say("lobby.which") : say("lobby.teams")),
    el("div", { class: "teams" }, room.teams.map((team, seat) => {
      const inside = [badge(seat), el("span", {}, el("strong", {}, team.name), el("small", {}, team.bot ? say("join.bot") : say("join.phones", { n: team.phones })))];
      if (!choose) return el("div", { class: seat === view.seat ? "team own" : "team" }, inside);
      const go = () => {
        moving = false;
        phone.change(seat);
      };
      return el("button", { type: "button", class: "team", "aria-pressed": String(seat === view.seat), "data-key": `team${seat}`, onclick: go }, inside);
    })),
    phone.problem && el("p", { class: "problem", role: "alert" }, phone.problem),
    !waits && !room.locked && room.teams.length > 1 && el("button", {
      type: "button", class: "second", "data-key": "change",
      onclick: () => { moving = !moving; phone.draw(); },
    }, say(moving ? "lobby.stay" : "lobby.change")));
}

function playing(phone) {
  const { view, link, board } = phone;
  const state = stateOf(view);
  const notice = { paused: "notice.paused", showing: "notice.showing" }[state];
  const over = state === "over" && result(view);
  const busy = Boolean(link.waiting);
  const send = (move) => {
    phone.problem = "";
    link.move(move);
  };
  return [
    notice && el("p", { class: "notice" }, say(notice)),
    over,
    !over && state !== "showing" && view.title && el("h1", { class: "title" }, view.title),
    !over && !notice && view.question && el("p", { class: "question" }, view.question),
    phone.problem && el("p", { class: "problem toast", role: "alert" }, phone.problem),
    el("fieldset", { class: "board", disabled: busy || !link.open }, board ? board.draw(view, texts(), send) : null),
  ];
}

function result(view) {
  const { game } = view;
  const won = game.result && game.result.winners.includes(view.seat);
  const shared = won && game.result.winners.length > 1;
  const line = !game.result ? "over.ended" : won ? (shared ? "over.shared" : "over.won") : "over.lost";
  return el("section", { class: "result" }, badge(view.seat, 72), el("h1", {}, say(line)));
}
