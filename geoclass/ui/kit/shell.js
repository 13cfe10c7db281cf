// The frame around every board: header, join card, tools, help, history, menu.

const brand = (ctx, note) =>
  h(
    "div.brand",
    h("a.home", {href: ctx.scene.home || "./", "aria-label": ctx.t("home")}, logo(), h("span", "geoclass")),
    note && [h("i.bar"), h("h1.game", note.game), note.text && h("span.note", note.text)],
  )

const joinCard = (join) =>
  join &&
  h(
    "aside.join",
    {"aria-label": join.said},
    h("span.words", h("span.where", join.where), h("b", join.code)),
    join.qr && h("img.qr", {src: join.qr, alt: ""}),
  )

function tools(ctx) {
  const s = ctx.scene
  return h(
    "nav.tools",
    {"aria-label": ctx.t("tools"), "data-not-in-picture": true},
    s.can_undo && h("button.tool", {onclick: () => ctx.send({do: "undo"})}, icon("undo"), h("span", ctx.t("undo"))),
    s.has_past &&
      h("button.tool", {onclick: () => ctx.send({do: "history"})}, icon("history"), h("span", ctx.t("history"))),
    h("button.tool", {onclick: () => ctx.open("help")}, icon("help"), h("span", ctx.t("help"))),
    menuButton(ctx, "tool"),
  )
}

/** During a pause: the notice and the button to resume, in place of the game's name. */
const header = (ctx) => {
  const {resume, head, join} = ctx.scene
  const on = resume ? button(resume.text, () => ctx.send(resume.send), {class: "accent"}) : null
  return h("header.head", pauseLine(ctx, on) || brand(ctx, head), turnClock(ctx), tools(ctx), joinCard(join))
}

/** Run an action, after a confirmation or in a dialog if it asks for one. */
const act = (ctx, item) =>
  item.open ? ctx.open(item.open) : item.sure ? ctx.open("sure", {sure: item}) : ctx.send(item.send)

const sure = (ctx) => {
  const {sure: asked, send} = ctx.ui.sure
  return dialog(
    ctx,
    asked.title,
    [
      h("p", asked.text),
      h(
        "div.menu-list",
        button(
          asked.yes,
          () => {
            ctx.close()
            ctx.send(send)
          },
          {class: "accent"},
        ),
        button(ctx.t("cancel"), () => ctx.close()),
      ),
    ],
    {class: "narrow"},
  )
}

/** Toggle full screen; a browser may refuse. */
const fullScreen = async () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()

function menu(ctx) {
  const s = ctx.scene
  const go = (item) => {
    ctx.close()
    item.window ? inWindow(ctx, item.send) : act(ctx, item)
  }
  return dialog(
    ctx,
    ctx.t("menu"),
    [
      choices(ctx.t("language"), s.languages, s.lang, (lang) => ctx.send({do: "lang", lang})),
      choices(
        ctx.t("light"),
        [
          ["light", ctx.t("light_day")],
          ["dark", ctx.t("light_night")],
        ],
        ctx.dark() ? "dark" : "light",
        (theme) => ctx.theme(theme),
      ),
      textChoice(ctx),
      choices(
        ctx.t("sound"),
        [
          [false, ctx.t("sound_off")],
          [true, ctx.t("sound_on")],
        ],
        sounds.on(),
        (on) => {
          sounds.set(on)
          ctx.set({})
        },
      ),
      h(
        "div.menu-list",
        (s.menu || []).map((item) =>
          item.href
            ? h(
                "a.button",
                {href: item.href, target: item.here ? null : "_blank", rel: "opener", onclick: () => ctx.close()},
                item.text,
              )
            : button(item.text, () => go(item), {class: item.strong ? "strong" : ""}),
        ),
        document.fullscreenEnabled &&
          button(ctx.t("full_screen"), () => {
            ctx.close()
            fullScreen().catch(() => ctx.toast(ctx.t("no_full_screen")))
          }),
      ),
      s.teacher_qr && h("div.teacher-link", h("img.qr", {src: s.teacher_qr, alt: ""}), h("p", ctx.t("teacher_link"))),
    ],
    {class: "narrow"},
  )
}

const help = (ctx) =>
  dialog(ctx, ctx.scene.help?.title || ctx.t("help"), [
    (ctx.scene.help?.parts || []).map((part) =>
      h(
        "section.help-part",
        part.title && h("h3", part.title),
        part.picture ? (boards[part.picture]?.(part, ctx) ?? null) : null,
        part.lines.map((line) =>
          h("p", {class: line.house ? "house" : null}, line.house && h("span.tag", ctx.t("house_rule")), line.text),
        ),
      ),
    ),
  ])

const history = (ctx) =>
  dialog(
    ctx,
    ctx.t("history"),
    [
      h(
        "div.menu-list",
        ctx.ui.past.map((item) =>
          h(
            "button.button.past",
            {
              onclick: () => {
                ctx.close()
                ctx.send({do: "past", index: item.index})
              },
            },
            h(
              "span",
              {class: item.right === false ? "mark wrong" : item.right ? "mark right" : "mark"},
              item.right === false ? "✕" : item.right ? "✓" : "•",
            ),
            h("b", item.title),
            h("span.soft", item.text),
          ),
        ),
      ),
    ],
    {class: "narrow"},
  )

Object.assign(dialogs, {menu, help, history, sure})

/** The dialog to start, extend or remove the countdown. */
dialogs.clock = (ctx) => {
  const c = ctx.scene.clock
  if (!c || !c.buttons.length) {
    ctx.ui.dialog = null // the turn is over
    return null
  }
  const go = (b) => {
    ctx.close()
    ctx.send(b.send)
  }
  return dialog(
    ctx,
    c.title,
    [
      h("p", c.text),
      h(
        "div.menu-list",
        c.buttons.map((b) => button(b.text, () => go(b))),
      ),
    ],
    {class: "narrow"},
  )
}

/** The lobby: large code, teams, start button. */
boards["stage.lobby"] = (b, ctx) =>
  h(
    "main.lobby",
    h(
      "section.panel.how",
      b.qr && h("img.qr", {src: b.qr, alt: ""}),
      h("div", h("p.soft", b.where), h("p.code", b.code), h("p.soft", b.hint)),
    ),
    h(
      "section.who",
      h("h2", b.title),
      h(
        "ul.lobby-teams",
        b.teams.map((t) =>
          h("li.panel", {key: `t${t.seat}`}, badge(t.seat, 6), h("span.words", h("b", t.name), h("span.soft", t.text))),
        ),
      ),
      b.start
        ? button(b.start, () => ctx.send({do: "start"}), {class: "accent large", disabled: !b.ready})
        : h("p.soft", b.waiting),
      b.not_ready && h("p.soft", b.not_ready),
    ),
  )

/** The error page: one sentence and one link. */
boards["stage.sorry"] = (b, ctx) =>
  h(
    "main.sorry",
    h(
      "div.panel",
      logo(),
      h("p", b.text),
      h("a.button.accent", {href: b.href}, b.link),
      b.join && h("a.button", {href: "join"}, b.join),
    ),
  )
