// The first page: games as tiles with pictures, and the form of a new game.

const tiles = {} // game → function that draws its tile's picture, from its tile.js

/** Flags as a hand of cards. */
const handOf = (g, ctx) =>
  g.flags.map((f, i) => h("span.mini", {style: `--i:${i - (g.flags.length - 1) / 2}`}, flag(ctx, f), h("i", {})))

/** The default picture of a tile. */
const plainTile = (g, ctx) => (g.flags.length ? h("div.art.cards-art", handOf(g, ctx)) : h("div.art", logo()))

const gameOf = (ctx, id) => ctx.scene.board.games.find((g) => g.id === id)
const openForm = (g, ctx) => ctx.open("home.new", fitting(startForm(g, ctx), ctx))

boards["home.page"] = (b, ctx) =>
  h(
    "main.home-page",
    {made: () => queueMicrotask(() => lessonOfLink(ctx) || (b.open && openForm(gameOf(ctx, b.open), ctx)))},
    h("header.home-head", logo(), h("h1", "geoclass"), h("p.tagline", b.tagline), menuButton(ctx, "tool")),
    h(
      "ul.tiles",
      {style: `--columns:${b.games.length < 7 ? b.games.length : Math.ceil(b.games.length / 2)}`},
      b.games.map((g) =>
        h(
          "li",
          {key: g.id},
          h(
            "button.tile",
            {onclick: () => openForm(g, ctx)},
            (tiles[g.id] || plainTile)(g, ctx),
            h(
              "span.tile-words",
              h("b", g.name),
              h("span.text", g.text),
              h("span.soft.learn", g.learn),
              h("span.soft.facts", g.teams, h("span", g.time)),
            ),
          ),
        ),
      ),
    ),
    lessonRow(b, ctx),
    h(
      "div.home-low",
      h(
        "a.panel.explore",
        {href: b.explore.href},
        h("img", {src: b.explore.picture, alt: ""}),
        h("span.words", h("b", ctx.t("explore")), h("span.soft", ctx.t("explore_text"))),
      ),
      h(
        "section.panel.resume",
        {class: b.rooms.length ? null : "empty"},
        h("h2", ctx.t("resume")),
        (b.rooms.length > b.first_rooms || b.rooms.some((r) => r.unreadable)) &&
          h("button.all", {"aria-haspopup": "dialog", onclick: () => ctx.open("home.rooms")}, ctx.t("all_rooms")),
        b.rooms.length
          ? h(
              "ul",
              b.rooms.slice(0, b.first_rooms).map((r) => h("li", {key: r.code}, room(r, ctx))),
            )
          : h("p.soft", b.no_rooms || ctx.t("no_rooms")),
      ),
      h(
        "section.panel.how-to",
        b.join
          ? [
              h(
                "div",
                h("h2", ctx.t("join")),
                h("p.address", atSlashes(b.join.address)),
                h("p.soft", ctx.t("join_text")),
              ),
              h("img.qr", {src: b.join.qr, alt: ""}),
            ]
          : h("div", h("h2", ctx.t("join")), h("p.soft", ctx.t("no_phones"))),
      ),
    ),
  )

boards["home.elsewhere"] = (b, ctx) =>
  h(
    "main.sorry.elsewhere",
    h(
      "div.panel",
      logo(),
      h("p", ctx.t("elsewhere")),
      h(
        "div.actions",
        h("a.button.accent", {href: "join"}, ctx.t("join")),
        h("a.button", {href: b.explore.href}, ctx.t("explore")),
      ),
      b.key &&
        h(
          "form.key",
          submitted((e) => {
            const typed = e.target.elements.key.value.replace(/[^a-z]+/gi, "-")
            if (typed) location.assign(`teacher/${typed}?lang=${ctx.scene.lang}`)
          }),
          h("label", {for: "key"}, ctx.t("key_label")),
          h(
            "div.actions",
            h("input", {
              id: "key",
              name: "key",
              autocomplete: "off",
              autocapitalize: "characters",
              spellcheck: "false",
              maxlength: "40",
              placeholder: "…",
              "aria-describedby": "key-text",
            }),
            h("button.button.strong", {type: "submit"}, ctx.t("key_enter")),
          ),
          problemLine(b.wrong && ctx.t("key_wrong")),
          h("p.soft", {id: "key-text"}, ctx.t("key_text")),
        ),
    ),
  )

/** The teacher's link for another device; opened from the menu, as this page may be on the projector. */
boards["home.key"] = (ctx) =>
  dialog(
    ctx,
    ctx.t("key_title"),
    h(
      "div.door",
      h("img.qr", {src: ctx.ui.door.qr, alt: ""}),
      h("div", h("p.address", ctx.ui.door.address), h("p.soft", ctx.t("key_secret"))),
    ),
  )

const startForm = (g, ctx) => ({
  problem: null,
  form: {
    game: g.id,
    changed: "", // the option that was changed last
    typing: {}, // options being typed by hand
    auto: true, // the preset follows the lesson's length
    preset: "published",
    set: g.presets[0].set,
    phones: ctx.scene.new.phones,
    together: false, // the phones of a team agree on its moves
    seed: "",
    lesson: Number(keptChoice("lesson")) || ctx.scene.new.lesson,
    pupils: Number(keptChoice("pupils")) || "",
    free: true, // the number of teams follows pupils and lesson
    teams: manned(g, ctx, Number(keptChoice("pupils")), ctx.scene.new.phones, []),
  },
})

/** Set the number of teams, keeping the first ones as they were. */
const manned = (g, ctx, pupils, phones, teams) => {
  const {pupils: each} = ctx.scene.new
  const wanted = pupils ? Math.round(pupils / (phones ? each.phones : each.board)) : 4
  const length = Math.max(g.low, Math.min(wanted, g.high))
  return Array.from({length}, (_, i) => teams[i] || {name: ctx.scene.new.names[i] || "", bot: ""})
}

const formKey = (f) => JSON.stringify([f.game, f.teams.length, f.auto || f.set, f.lesson, f.free && f.pupils])

/** Ask the server which options fit so many teams and the lesson, and how long they take. */
function fitting(ui, ctx) {
  const {game, teams, set, auto, lesson, changed, free, pupils} = ui.form
  const asked = formKey(ui.form)
  ctx.send({do: "fit", game, teams: teams.length, set, auto, lesson, changed, pupils: free ? pupils : 0, asked})
  return ui
}

/** The choice whether each phone plays, or a team's phones agree first. */
const decides = (f, ctx, change) =>
  choices(
    ctx.t("together"),
    [
      [false, ctx.t("together_off")],
      [true, ctx.t("together_on")],
    ],
    f.together,
    (together) => change({together}),
  )

/** The choice of devices: how secrets are kept, or who answers. */
const howPlayed = (g, f, n, ctx, change) => [
  n.phones &&
    choices(
      ctx.t("how"),
      [
        [true, ctx.t("with_phones")],
        [false, ctx.t(g.hidden ? "passed_on" : "without_phones")],
      ],
      f.phones,
      (phones) => change({phones, ...(f.free && f.pupils ? {teams: manned(g, ctx, f.pupils, phones, f.teams)} : {})}),
    ),
  g.hidden
    ? h("p.soft", ctx.t(f.phones ? "phones_text" : "passed_text"))
    : n.phones
      ? null
      : h("p.soft", ctx.t("board_only")),
]

/** The lesson: its length, number of pupils, class. */
const lessonFields = (g, f, n, ctx, change) => {
  const count = (name, label, most, more) =>
    shortField(ctx, label, {
      type: "number",
      inputmode: "numeric",
      min: 1,
      max: most,
      value: f[name],
      placeholder: null,
      onchange: (e) => {
        const value = Math.max(0, Math.min(most, Math.round(Number(e.target.value)))) || ""
        keepChoice(name, value)
        change({[name]: value, ...more(value)})
      },
    })
  const text = (name) =>
    shortField(ctx, name, {
      value: f[name] || "",
      maxlength: n.longest,
      oninput: (e) => change({[name]: e.target.value}),
    })
  return h(
    "fieldset",
    h("legend", ctx.t("lesson")),
    h(
      "div.fields",
      count("lesson", "lesson_minutes", 240, (lesson) => ({lesson: lesson || n.lesson})),
      count("pupils", "lesson_pupils", 60, (pupils) =>
        pupils ? {free: true, teams: manned(g, ctx, pupils, f.phones, f.teams)} : {},
      ),
      text("group"),
      text("label"),
    ),
  )
}

const timeOf = (time) => time && h("span", {class: time.fits ? "takes" : "takes too-long"}, time.text)

boards["home.new"] = (ctx) => {
  const fit = ctx.ui.fit && ctx.ui.fit.asked === formKey(ctx.ui.form) ? ctx.ui.fit : {}
  const {set, preset} = {...ctx.ui.form, ...fit}
  const teams = ctx.ui.form.teams.slice(0, fit.teams)
  const f = {...ctx.ui.form, set, preset, teams},
    n = ctx.scene.new,
    g = gameOf(ctx, f.game)
  const change = (more) => {
    const ui = {problem: null, form: {...f, ...more}}
    ctx.set(formKey(ui.form) === fit.asked ? ui : fitting(ui, ctx))
  }
  const team = (i, more) => change({teams: f.teams.map((t, k) => (k === i ? {...t, ...more} : t))})
  return dialog(
    ctx,
    g.name,
    h(
      "form.new-game",
      submitted(() => {
        const message = {do: "open", ...f, seed: f.seed === "" ? null : Number(f.seed)}
        const passed = g.hidden && !f.phones && f.teams.filter((t) => !t.bot).length > 1
        passed ? inWindow(ctx, {...message, window: true}) : ctx.send(message)
      }),
      howPlayed(g, f, n, ctx, change),
      lessonFields(g, f, n, ctx, change),
      h(
        "fieldset",
        h("legend", ctx.t("teams")),
        h(
          "ul.form-teams",
          f.teams.map((t, i) =>
            h(
              "li",
              {key: `t${i}`},
              badge(i, 5),
              h("input", {
                value: t.name,
                maxlength: n.longest,
                placeholder: ctx.t("made_up"),
                "aria-label": `${ctx.t("team_name")} ${LETTERS[i]}`,
                oninput: (e) => team(i, {name: e.target.value}),
              }),
              h(
                "select",
                {"aria-label": `${ctx.t("who_plays")} ${LETTERS[i]}`, onchange: (e) => team(i, {bot: e.target.value})},
                h("option", {value: "", selected: t.bot === ""}, ctx.t("pupils")),
                n.levels.map(([level, text]) =>
                  h("option", {value: level, selected: t.bot === level}, `${ctx.t("computer")} ${text}`),
                ),
              ),
              f.teams.length > g.low &&
                h(
                  "button.round",
                  {
                    "aria-label": `${ctx.t("remove")} ${LETTERS[i]}`,
                    onclick: () => change({free: false, teams: f.teams.filter((_, k) => k !== i)}),
                  },
                  icon("close"),
                ),
            ),
          ),
        ),
        f.teams.length < g.high &&
          button(ctx.t("add_team"), () =>
            change({free: false, teams: [...f.teams, {name: n.names[f.teams.length] || "", bot: ""}]}),
          ),
      ),
      h(
        "fieldset",
        h("legend", ctx.t("rules")),
        h(
          "div.presets",
          g.presets.map((p) =>
            h(
              "button.preset",
              {
                "aria-pressed": f.preset === p.id,
                disabled: fit.times && !fit.times[p.id],
                onclick: () => change({preset: p.id, auto: false, typing: {}, set: p.set}),
              },
              h("b", p.text),
              h("span.soft", p.about),
              fit.times && timeOf(fit.times[p.id]),
            ),
          ),
        ),
        h(
          "div.front",
          g.knobs.filter((k) => k.front).map((k) => knob(k, f, ctx, change, fit.offered)),
        ),
      ),
      h(
        "details",
        h("summary", ctx.t("advanced")),
        n.phones && f.phones && decides(f, ctx, change),
        h(
          "div.knobs",
          g.knobs.filter((k) => !k.front).map((k) => knob(k, f, ctx, change, fit.offered)),
          h(
            "label.knob",
            h("span", ctx.t("seed")),
            h("input", {
              inputmode: "numeric",
              value: f.seed,
              placeholder: "…",
              oninput: (e) => change({seed: e.target.value.replace(/\D/g, "").slice(0, 14)}),
            }),
          ),
        ),
      ),
      button(ctx.t("keep_title"), () =>
        ctx.open("keep", {
          keeping: {...f, seed: f.seed === "" ? null : Number(f.seed), only_file: !ctx.scene.board.figures},
          problem: null,
        }),
      ),
      h(
        "div.start",
        problemLine(ctx.ui.problem || fit.note),
        h("p.how-long", {role: "status"}, timeOf(fit.time)),
        h("button.button.accent.large", {type: "submit"}, f.phones ? ctx.t("open_room") : ctx.t("start")),
      ),
    ),
  )
}

const room = (r, ctx) => {
  const words = [
    h("span.which", h("b", r.title), h("span.who", r.of || r.code)),
    h("span", {class: "phase", "data-phase": r.phase}, r.text),
    !r.unreadable && h("span.soft", r.when, r.of && h("span.code-of", `, ${r.code}`)),
  ]
  const go = () => (r.unreadable ? ctx.open("home.rooms") : ctx.send({do: "reopen", code: r.code}))
  return h("button", {class: r.unreadable ? "room unreadable" : "room", onclick: go}, words)
}

/** All rooms of this computer, to resume, delete, or (if they cannot be opened) export. */
boards["home.rooms"] = (ctx) => {
  const tool = (r, name, sign, onclick) =>
    h("button.round", {"aria-label": `${ctx.t(name)} ${r.code}`, title: ctx.t(name), onclick}, icon(sign))
  const gone = (r) => ({
    send: {do: "delete", code: r.code},
    sure: {title: `${ctx.t("delete")} ${r.code} ?`, text: ctx.t("delete_text"), yes: ctx.t("delete_yes")},
  })
  const line = (r) =>
    h(
      "li",
      {key: r.code},
      room(r, ctx),
      h("span.soft.teams-of", r.teams),
      h(
        "span.tools-of",
        r.unreadable && tool(r, "export", "save", () => ctx.send({do: "export", code: r.code})),
        tool(r, "delete", "close", () => act(ctx, gone(r))),
      ),
    )
  return dialog(ctx, ctx.t("resume"), h("ul.all-rooms", ctx.scene.board.rooms.map(line)))
}
