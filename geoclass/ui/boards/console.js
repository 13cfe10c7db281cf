// The teacher's console: works on a phone held in one hand, and on a laptop.

const device = (ctx, w, p) => h("button", {type: "button", key: `p${p.number}`, class: p.here ? "device here" : "device",
  "aria-label": `${w("phone")} ${p.number}, ${w(p.here ? "here" : "away")}. ${w("remove")}`,
  onclick: () => act(ctx, {send: {do: "control", action: "remove", what: {number: p.number}}, sure: {title: `${w("remove")} ${p.number}`, text: w("remove_text"), yes: w("remove_yes")}})},
`${p.here ? "●" : "○"} ${p.number}`)

boards["console.page"] = (b, ctx) => {
  const w = (key) => b.words[key] ?? key
  const control = (action, what) => ctx.send({do: "control", action, what})
  return h("main", {class: "console"},
    h("section", {class: "panel now"}, h("h2", {}, b.state), b.answer ? h("p", {class: "answer"}, b.answer) : null,
      h("div", {class: "actions"}, b.actions.map((a) => button(a.text, () => act(ctx, a), {key: a.send.action, class: a.strong ? "accent" : ""})),
        h("a", {class: "button", href: b.stage, target: "geoclass-stage"}, w("stage")))),
    h("section", {class: "panel seats"}, h("h2", {}, w("teams")), h("p", {class: "soft"}, w("teams_text")),
      h("ul", {}, b.teams.map((t) => h("li", {key: `t${t.seat}`, class: t.active ? "seat active" : "seat"},
        badge(t.seat, 5),
        h("input", {value: t.name, maxlength: b.longest, "aria-label": `${w("name")} ${LETTERS[t.seat]}`, onchange: (e) => control("rename", {seat: t.seat, name: e.target.value})}),
        h("select", {"aria-label": `${w("who")} ${LETTERS[t.seat]}`, onchange: (e) => control("bot", {seat: t.seat, level: e.target.value || null})},
          b.levels.map(([level, text]) => h("option", {value: level, selected: t.bot === level ? true : null}, text))),
        h("span", {class: "devices"}, t.phones.map((p) => device(ctx, w, p)), t.phones.length || t.bot ? null : h("span", {class: "soft"}, w("no_phone"))),
        t.active && !t.bot ? h("a", {class: "button play-for", href: b.stage, target: "geoclass-stage"}, w("play_for")) : null)),
      b.waiting.length ? h("li", {key: "waiting", class: "seat"}, h("span", {class: "soft"}, w("waiting")), h("span", {class: "devices"}, b.waiting.map((p) => device(ctx, w, p)))) : null)),
    h("div", {class: "aside"},
      h("section", {class: "panel links"}, b.join ? [h("h2", {}, w("join")), h("div", {class: "pair"}, h("img", {class: "qr", src: b.join.qr, alt: ""}), h("div", {}, h("p", {class: "code"}, b.join.code), h("p", {class: "soft"}, b.join.address))),
        ctx.ui.link ? [h("h2", {}, w("teacher")), h("div", {class: "pair"}, h("img", {class: "qr", src: ctx.ui.link, alt: ""}), h("p", {class: "soft"}, ctx.t("teacher_link"))), button(w("teacher_hide"), () => ctx.set({link: null}))]
          : button(w("teacher_show"), () => ctx.send({do: "teacher_link"}))]
        : [h("h2", {}, w("join")), h("p", {class: "soft"}, w("no_server"))]),
      b.take ? taking(ctx, b.take, w) : null))
}

/** What a lesson leaves: the page to print, and files of one of the room's games. */
function taking(ctx, t, w) {
  const ask = {do: "take", game: ctx.ui.taken ?? t.games[0][0], names: ctx.ui.named ?? true}
  return h("section", {class: "panel take"}, h("h2", {}, w("take")),
    t.games.length > 1 ? h("select", {"aria-label": w("which"), onchange: (e) => ctx.set({taken: Number(e.target.value)})}, t.games.map(([index, text]) => h("option", {value: index, selected: index === ask.game ? true : null}, text))) : null,
    h("div", {class: "actions"}, button(t.report, () => inWindow(ctx, {...ask, kind: "report"}), {class: "strong"}),
      t.kinds.map(([kind, text]) => button(text, () => ctx.send({...ask, kind}), {key: kind}))),
    choices(w("files_with"), t.names, ask.names, (named) => ctx.set({named})),
    h("p", {class: "soft"}, t.note))
}
