// What surrounds every board: header, join card, tools, help, history, menu.

const boards = {}  // kind of board → function (board, ctx) that says what to draw; each board file adds its own

const brand = (ctx, note) => h("div", {class: "brand"}, h("a", {class: "home", href: ctx.scene.home || "./", "aria-label": ctx.t("home")}, logo(), h("span", {}, "geoclass")),
  note ? [h("i", {class: "bar"}), h("h1", {class: "game"}, note.game), note.text ? h("span", {class: "note"}, note.text) : null] : null)

const joinCard = (join) => join ? h("aside", {class: "join", "aria-label": join.said},
  h("span", {class: "words"}, h("span", {class: "where"}, join.where), h("b", {}, join.code)),
  join.qr ? h("img", {class: "qr", src: join.qr, alt: ""}) : null) : null

function tools(ctx) {
  const s = ctx.scene
  return h("nav", {class: "tools", "aria-label": ctx.t("tools"), "data-not-in-picture": true},
    s.can_undo ? h("button", {type: "button", class: "tool", onclick: () => ctx.send({do: "undo"})}, icon("undo"), h("span", {}, ctx.t("undo"))) : null,
    s.has_past ? h("button", {type: "button", class: "tool", onclick: () => ctx.send({do: "history"})}, icon("history"), h("span", {}, ctx.t("history"))) : null,
    h("button", {type: "button", class: "tool", onclick: () => ctx.open("help")}, icon("help"), h("span", {}, ctx.t("help"))),
    h("button", {type: "button", class: "tool", "aria-label": ctx.t("menu"), "aria-haspopup": "dialog", onclick: () => ctx.open("menu")}, icon("menu")))
}

const header = (ctx) => h("header", {class: "head"}, brand(ctx, ctx.scene.head), tools(ctx), joinCard(ctx.scene.join))

const choices = (label, all, chosen, onchoose) => h("div", {class: "choices", role: "group", "aria-label": label}, h("span", {class: "label"}, label),
  h("div", {class: "segments"}, all.map(([value, text]) => h("button", {type: "button", "aria-pressed": String(value === chosen), onclick: () => onchoose(value)}, text))))

/** Ask for what opens in a window of its own: browsers open one by a click only, so it is there before its content. */
const inWindow = (ctx, message) => { ctx.popup = window.open("about:blank", "_blank"); ctx.send(message) }

/** Do it, where it says so after a second question. */
const act = (ctx, item) => item.sure ? ctx.open("sure", {sure: item}) : ctx.send(item.send)

const sure = (ctx) => {
  const {sure: asked, send} = ctx.ui.sure
  return dialog(ctx, asked.title, [h("p", {}, asked.text), h("div", {class: "menu-list"},
    button(asked.yes, () => { ctx.close(); ctx.send(send) }, {class: "accent"}), button(ctx.t("cancel"), () => ctx.close()))], {class: "narrow"})
}

function menu(ctx) {
  const s = ctx.scene
  const go = (item) => { ctx.close(); item.window ? inWindow(ctx, item.send) : act(ctx, item) }
  return dialog(ctx, ctx.t("menu"), [
    choices(ctx.t("language"), s.languages, s.lang, (lang) => ctx.send({do: "lang", lang})),
    choices(ctx.t("light"), [["light", ctx.t("light_day")], ["dark", ctx.t("light_night")]], ctx.dark() ? "dark" : "light", (theme) => ctx.theme(theme)),
    choices(ctx.t("sound"), [[false, ctx.t("sound_off")], [true, ctx.t("sound_on")]], sounds.on(), (on) => { sounds.set(on); ctx.set({}) }),
    h("div", {class: "menu-list"}, (s.menu || []).map((item) => item.href
      ? h("a", {class: "button", href: item.href, target: item.here ? null : "_blank", rel: "opener"}, item.text)
      : button(item.text, () => go(item), {class: item.strong ? "strong" : ""})),
    button(ctx.t("full_screen"), () => { ctx.close(); document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen() })),
    s.teacher_qr ? h("div", {class: "teacher-link"}, h("img", {class: "qr", src: s.teacher_qr, alt: ""}), h("p", {}, ctx.t("teacher_link"))) : null,
  ], {class: "narrow"})
}

const help = (ctx) => dialog(ctx, ctx.scene.help?.title || ctx.t("help"), [
  (ctx.scene.help?.parts || []).map((part) => h("section", {class: "help-part"}, part.title ? h("h3", {}, part.title) : null,
    part.picture ? (boards[part.picture]?.(part, ctx) ?? null) : null,
    part.lines.map((line) => h("p", {class: line.house ? "house" : null}, line.house ? h("span", {class: "tag"}, ctx.t("house_rule")) : null, line.text)))),
])

const history = (ctx) => dialog(ctx, ctx.t("history"), [
  h("div", {class: "menu-list"}, ctx.ui.past.map((item) => h("button", {type: "button", class: "button past", onclick: () => { ctx.close(); ctx.send({do: "past", index: item.index}) }},
    h("span", {class: item.right === false ? "mark wrong" : item.right ? "mark right" : "mark"}, item.right === false ? "✕" : item.right ? "✓" : "•"),
    h("b", {}, item.title), h("span", {class: "soft"}, item.text)))),
], {class: "narrow"})

/** Something is being decided: dialogs of a board come from ctx.ui.dialog too, by the name of a board function. */
const dialogs = {menu, help, history, sure}

/** The lobby: the code large, who is here, and the start. */
boards["stage.lobby"] = (b, ctx) => h("main", {class: "lobby"},
  h("section", {class: "panel how"}, b.qr ? h("img", {class: "qr", src: b.qr, alt: ""}) : null,
    h("div", {}, h("p", {class: "soft"}, b.where), h("p", {class: "code"}, b.code), h("p", {class: "soft"}, b.hint))),
  h("section", {class: "who"}, h("h2", {}, b.title),
    h("ul", {class: "lobby-teams"}, b.teams.map((t) => h("li", {key: `t${t.seat}`, class: "panel"}, badge(t.seat, 6), h("span", {class: "words"}, h("b", {}, t.name), h("span", {class: "soft"}, t.text))))),
    b.start ? button(b.start, () => ctx.send({do: "start"}), {class: "accent large", disabled: b.ready ? null : true}) : h("p", {class: "soft"}, b.waiting),
    b.not_ready ? h("p", {class: "soft"}, b.not_ready) : null))

/** A page that could not be shown: one sentence and one way on. */
boards["stage.sorry"] = (b, ctx) => h("main", {class: "sorry"}, h("div", {class: "panel"}, logo(), h("p", {}, b.text), h("a", {class: "button accent", href: b.href}, b.link)))
