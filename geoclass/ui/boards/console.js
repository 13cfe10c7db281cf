// The teacher's console: works on a phone held in one hand, and on a laptop.

boards["console.page"] = (b, ctx) => {
  const w = (key) => b.words[key] ?? key
  const control = (action, what) => ctx.send({do: "control", action, what})
  return h("main", {class: "console"},
    h("section", {class: "panel now"}, h("h2", {}, b.state), b.answer ? h("p", {class: "answer"}, b.answer) : null,
      h("div", {class: "actions"}, b.actions.map((a) => button(a.text, () => ctx.send(a.send), {key: a.send.action, class: a.strong ? "accent" : ""})),
        h("a", {class: "button", href: b.stage, target: "geoclass-stage"}, w("stage")))),
    h("section", {class: "panel seats"}, h("h2", {}, w("teams")), h("ul", {}, b.teams.map((t) => h("li", {key: `t${t.seat}`, class: t.active ? "seat active" : "seat"},
      badge(t.seat, 5),
      h("input", {value: t.name, maxlength: b.longest, "aria-label": `${w("name")} ${LETTERS[t.seat]}`, onchange: (e) => control("rename", {seat: t.seat, name: e.target.value})}),
      h("select", {"aria-label": `${w("who")} ${LETTERS[t.seat]}`, onchange: (e) => control("bot", {seat: t.seat, level: e.target.value || null})},
        b.levels.map(([level, text]) => h("option", {value: level, selected: t.bot === level ? true : null}, text))),
      h("span", {class: "devices"}, t.phones.length ? t.phones.map((p) => h("button", {type: "button", key: `p${p.number}`, class: p.here ? "device here" : "device", "aria-label": `${w("remove")} ${p.number}`,
        onclick: () => ctx.open("console.remove", {phone: p.number})}, `${p.here ? "●" : "○"} ${p.number}`)) : h("span", {class: "soft"}, w("no_phone"))))))),
    h("section", {class: "panel links"}, b.join ? [h("h2", {}, w("join")), h("div", {class: "pair"}, h("img", {class: "qr", src: b.join.qr, alt: ""}), h("div", {}, h("p", {class: "code"}, b.join.code), h("p", {class: "soft"}, b.join.address))),
      h("h2", {}, w("teacher")), ctx.ui.link ? h("div", {class: "pair"}, h("img", {class: "qr", src: ctx.ui.link, alt: ""}), h("p", {class: "soft"}, ctx.t("teacher_link"))) : button(w("teacher_show"), () => ctx.send({do: "teacher_link"}))]
      : [h("h2", {}, w("join")), h("p", {class: "soft"}, w("no_server"))]))
}

boards["console.remove"] = (ctx) => {
  const w = ctx.scene.board.words
  return dialog(ctx, `${w.remove} ${ctx.ui.phone}`, [h("p", {}, w.remove_text), h("div", {class: "menu-list"},
    button(w.remove_yes, () => { const number = ctx.ui.phone; ctx.close(); ctx.send({do: "control", action: "remove", what: {number}}) }, {class: "accent"}), button(ctx.t("cancel"), () => ctx.close()))], {class: "narrow"})
}
