// The teacher's console, for phones and laptops.

const device = (ctx, w, p) =>
  h(
    "button",
    {
      key: `p${p.number}`,
      class: p.here ? "device here" : "device",
      "aria-label": `${w("phone")} ${p.number}, ${w(p.here ? "here" : "away")}. ${w("remove")}`,
      onclick: () =>
        act(ctx, {
          send: {do: "control", action: "remove", what: {number: p.number}},
          sure: {title: `${w("remove")} ${p.number}`, text: w("remove_text"), yes: w("remove_yes")},
        }),
    },
    `${p.here ? "●" : "○"} ${fill(w("number"), {n: p.number})}`,
  )

/** A waiting phone: the teacher admits it to the team it wishes or another. */
const waitingPhone = (ctx, w, b, p) => {
  const admit = (what) => ctx.send({do: "control", action: "admit", what: {number: p.number, ...what}})
  const into = (e) => (e.target.value === "" ? null : admit({seat: Number(e.target.value)}))
  return h(
    "li.seat.waits",
    {key: `w${p.number}`},
    h("span.devices", device(ctx, w, p)),
    h("span.wish", p.text),
    h(
      "select",
      {"aria-label": `${w("admit_into")} ${p.number}`, onchange: into},
      h("option", {value: "", selected: true}, w("admit_into")),
      b.teams.map((t) => h("option", {value: t.seat, selected: null}, t.name)),
    ),
    button(w("admit"), () => admit({}), {class: "strong"}),
  )
}

boards["console.page"] = (b, ctx) => {
  const w = (key) => b.words[key] ?? key
  const control = (action, what) => ctx.send({do: "control", action, what})
  return h(
    "main.console",
    h(
      "section.panel.now",
      h("h2", b.state),
      b.asked &&
        h(
          "div.actions",
          h("p.answer", b.asked.answer),
          b.asked.judge.map((a) => button(a.text, () => ctx.send(a.send), {key: a.text, class: "strong"})),
        ),
      h(
        "div.actions",
        b.actions.map((a) => button(a.text, () => act(ctx, a), {key: a.text, class: a.strong ? "accent" : ""})),
        h("a.button", {href: b.stage, target: "geoclass-stage"}, w("stage")),
      ),
    ),
    h(
      "section.panel.seats",
      h("h2", w("teams")),
      h("p.soft", w("teams_text")),
      h(
        "ul",
        b.teams.map((t) =>
          h(
            "li",
            {key: `t${t.seat}`, class: t.active ? "seat active" : "seat"},
            badge(t.seat, 5),
            h("input", {
              value: t.name,
              maxlength: b.longest,
              "aria-label": `${w("name")} ${LETTERS[t.seat]}`,
              onchange: (e) => control("rename", {seat: t.seat, name: e.target.value}),
            }),
            h(
              "select",
              {
                "aria-label": `${w("who")} ${LETTERS[t.seat]}`,
                onchange: (e) => control("bot", {seat: t.seat, level: e.target.value || null}),
              },
              b.levels.map(([level, text]) => h("option", {value: level, selected: t.bot === level}, text)),
            ),
            h(
              "span.devices",
              t.phones.map((p) => device(ctx, w, p)),
              !(t.phones.length || t.bot) && h("span.soft", w("no_phone")),
              t.remove && button(t.remove.text, () => act(ctx, t.remove), {class: "remove"}),
            ),
            t.trouble && h("span.trouble", {role: "status"}, t.trouble),
            t.active && !t.bot && h("a.button.play-for", {href: b.stage, target: "geoclass-stage"}, w("play_for")),
          ),
        ),
        b.waiting.map((p) => waitingPhone(ctx, w, b, p)),
        b.waiting.length > 1 &&
          h(
            "li.seat.waits",
            {key: "all"},
            button(w("admit_all"), () => control("admit", {})),
          ),
      ),
      b.remove && button(b.remove.text, () => act(ctx, b.remove), {class: "remove"}),
    ),
    h(
      "div.aside",
      h(
        "section.panel.links",
        b.join
          ? [
              h("h2", w("join")),
              h(
                "div.pair",
                h("img.qr", {src: b.join.qr, alt: ""}),
                h("div", h("p.code", b.join.code), h("p.soft", atSlashes(b.join.address))),
              ),
              ctx.ui.link
                ? [
                    h("h2", w("teacher")),
                    h("div.pair", h("img.qr", {src: ctx.ui.link, alt: ""}), h("p.soft", ctx.t("teacher_link"))),
                    button(w("teacher_hide"), () => ctx.set({link: null})),
                  ]
                : button(w("teacher_show"), () => ctx.send({do: "teacher_link"})),
            ]
          : [h("h2", w("join")), h("p.soft", w("no_server"))],
      ),
      b.take && taking(ctx, b.take, w),
    ),
  )
}

/** Exports: the printable report, and files of one of the room's games. */
function taking(ctx, t, w) {
  const ask = {do: "take", game: ctx.ui.taken ?? t.games[0][0], names: ctx.ui.named ?? true}
  return h(
    "section.panel.take",
    h("h2", w("take")),
    t.games.length > 1 &&
      h(
        "select",
        {"aria-label": w("which"), onchange: (e) => ctx.set({taken: Number(e.target.value)})},
        t.games.map(([index, text]) => h("option", {value: index, selected: index === ask.game}, text)),
      ),
    h(
      "div.actions",
      button(t.report, () => inWindow(ctx, {...ask, kind: "report"}), {class: "strong"}),
      t.kinds.map(([kind, text]) => button(text, () => ctx.send({...ask, kind}), {key: kind})),
    ),
    choices(w("files_with"), t.names, ask.names, (named) => ctx.set({named})),
    h("p.soft", t.note),
  )
}
