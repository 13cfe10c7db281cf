// The phone's page: joining, waiting, and the frame around a board. Its stored token gives it its seat back.

const LETTERS_OF_CODE = 5

const page = document.documentElement
const night = matchMedia("(prefers-color-scheme: dark)")
const inAddress = (location.pathname.match(/^\/join\/([A-Za-z]+)/) || [])[1] || ""
const loaded = {} // game → promise of its board
const phone = {
  code: inAddress.toUpperCase(), // of the requested room
  lang: keptChoice("lang") || page.lang,
  words: {},
  number: null, // shown to its team and the teacher
  version: -1, // of the latest scene
}

const link = new Link(greeting, hear, () => ctx.set({lost: !link.open}))
const ctx = makeScreen(document.getElementById("app"), {
  flags: "/phone/flags/",
  handheld: true,
  outlines: new URL("outlines.json", import.meta.url),
  send,
  chrome,
})

function greeting() {
  if (phone.code.length < LETTERS_OF_CODE - 1) return null
  return {type: "hello", code: phone.code, token: keptToken(phone.code), lang: phone.lang}
}

// The token is also kept in a cookie, in case localStorage is forbidden or cleared.
function keptToken(code) {
  const cookie = document.cookie.match(new RegExp(`(?:^|; )geoclass-${code}=([^;]*)`))
  return keptChoice(code) || (cookie ? decodeURIComponent(cookie[1]) : null)
}

function keepToken(code, token) {
  keepChoice(code, token || "")
  const life = token ? 30 * 86400 : 0
  document.cookie = `geoclass-${code}=${encodeURIComponent(token || "")}; path=/join; max-age=${life}; samesite=strict`
}

function send(message) {
  const {do: what, ...rest} = message
  if (!link.open) ctx.toast(ctx.t("lost"))
  else if (what === "move") {
    link.move(rest)
    ctx.redraw()
  } else if (["answer", "agree", "withdraw"].includes(what)) {
    link.ask({type: what, ...rest})
    ctx.redraw()
  } else if (what === "lang") speak(rest.lang)
  else link.send({type: what, code: phone.code, lang: phone.lang, ...rest})
}

async function speak(lang) {
  phone.lang = lang
  keepChoice("lang", lang)
  await learn()
  if (link.open) link.send({type: "lang", lang})
  ctx.update({...ctx.scene, lang, words: phone.words})
}

async function learn() {
  phone.words = await (await fetch(new URL(`texts/${phone.lang}.json`, import.meta.url))).json()
}

/** Switch to another room, or to none while a code is being typed. */
function enter(code) {
  phone.code = code
  phone.version = -1
  ctx.ui.team = null
  if (code) link.anew()
  show({board: {kind: "phone.join", room: null, problem: ""}})
}

async function hear(message) {
  const {type} = message
  if (type === "joined") {
    keepToken(message.code, message.token)
    phone.code = message.code
    phone.number = message.number
    window.history.replaceState(null, "", `/join/${message.code}${location.search}`)
  } else if (type === "scene") {
    if (message.version < phone.version) return
    if (message.version > phone.version) ctx.ui.toast = null
    phone.version = message.version
    if (message.game) await board(message.game)
    if (message.ground) ctx.ground = message.ground
    if (message.version === phone.version) show({...message.scene, mine: message.mine, before: message.before})
  } else if (type === "refused") {
    if (ctx.scene.board.kind === "phone.join") show({board: {...ctx.scene.board, problem: message.text}})
    else ctx.toast(message.text)
  } else if (type === "gone") {
    keepToken(phone.code, null)
    phone.version = -1
    show({board: {kind: "phone.join", room: null, problem: message.text}})
    link.hello()
  }
  ctx.redraw() // enable the buttons again
}

/** The script and the style of a game's board, fetched when the first of its scenes comes. */
function board(game) {
  if (!loaded[game]) {
    const style = Object.assign(document.createElement("link"), {rel: "stylesheet"})
    style.href = new URL(`boards/${game}.css`, import.meta.url)
    const styled = new Promise((done) => (style.onload = style.onerror = done))
    document.head.append(style)
    loaded[game] = Promise.all([import(`./boards/${game}.js`), styled])
  }
  return loaded[game]
}

function show(scene) {
  const was = ctx.scene
  ctx.update({...scene, lang: phone.lang, words: phone.words})
  const mine = scene.me && scene.me.mine
  document.title = mine ? `● ${scene.me.state}` : "geoclass"
  // scroll to the top for news: a board, the own turn or its end, a step of a reveal or vote, a proposal, a pause
  const step = (at) => at && at.split(".").slice(0, 4)
  const news = ({board: b, me, at, ask, proposal: p, paused}) =>
    b &&
    [b.kind, b.stage, me && me.mine, step(at), ask && ask.phase, Boolean(b.beliefs), p && p.id, Boolean(paused)].join()
  if (was.board && news(was) !== news(scene)) scrollTo(0, 0)
  const touched = navigator.userActivation && navigator.userActivation.hasBeenActive
  if (mine && was.me && !was.me.mine && touched && navigator.vibrate) navigator.vibrate([60, 60, 120])
}

// the frame around a board

function chrome(ctx) {
  const {me, notice} = ctx.scene
  const moving = link.waiting && link.waiting.type === "move" // an answer may still be changed
  change(ctx.root.dataset, "busy", String(Boolean(moving) || !link.open))
  return [
    me && h("header", {key: "me", class: me.mine ? "me mine" : "me"}, ownTeam(me), connected(ctx)),
    pauseLine(ctx),
    turnClock(ctx),
    notice && h("p.notice", {key: "notice", role: "status"}, notice),
    proposed(ctx),
  ]
}

/** A team's open proposal: the others can agree; its own phone can withdraw or, after a while, insist. */
function proposed(ctx) {
  const p = ctx.scene.proposal
  if (!p) return null
  const own = p.phone === phone.number
  const early = msLeft(p) > 0
  const say = (what) => () => ctx.send({do: what, proposal: p.id})
  return h(
    "section.panel.proposal",
    {key: "proposal", "data-own": String(own), "aria-live": "polite"},
    h("p.soft", own ? p.words.own : p.words.theirs),
    h("p.proposed", p.text),
    h("p.soft", p.words.count),
    own
      ? h(
          "div.proposal-ways",
          button(p.words.insist, say("agree"), {class: "strong", disabled: early}),
          early && clock(p, () => setTimeout(ctx.redraw)),
          button(p.words.withdraw, say("withdraw")),
        )
      : p.agreed.includes(phone.number)
        ? h("p.proposal-agreed", "✓ ", p.words.agreed)
        : button(p.words.agree, say("agree"), {class: "accent go"}),
  )
}

const ownTeam = (me) => [badge(me.seat, 6.2), h("span.me-words", h("strong.who", me.name), h("span.state", me.state))]

const connected = (ctx) =>
  menuButton(
    ctx,
    "more",
    h("span", {
      class: link.open ? "dot" : "dot off",
      role: "img",
      "aria-label": ctx.t(link.open ? "connected" : "offline"),
    }),
  )

dialogs.menu = (ctx) =>
  dialog(ctx, ctx.t("menu"), [
    choices(ctx.t("language"), phone.words.languages, phone.lang, (lang) => ctx.send({do: "lang", lang})),
    textChoice(ctx),
    phone.number && h("p.soft", fill(ctx.t("number"), {n: phone.number})),
  ])

// joining: the room's code, then a team

boards["phone.join"] = (b, ctx) => {
  const typed = ctx.ui.typed === undefined ? phone.code : ctx.ui.typed
  const found = b.room && b.room.code === typed ? b.room : null
  return h(
    "main.joining",
    h("header", logo(), h("span.brand-name", "geoclass"), languages(ctx)),
    h("label.label", {for: "code"}, ctx.t("code")),
    codeField(ctx, typed),
    h(
      "p",
      {class: found ? "found" : b.problem ? "problem" : "hint", role: "status"},
      found ? `✓ ${found.game}` : b.problem || ctx.t("letters"),
    ),
    found && teamChoice(found, b.problem, ctx),
    h("p.small", ctx.t("no_account")),
  )
}

const languages = (ctx) =>
  (ctx.scene.words.languages || [])
    .filter(([lang]) => lang !== phone.lang)
    .map(([lang, name]) => h("button.plain", {lang, onclick: () => ctx.send({do: "lang", lang})}, name))

/** One input under five boxes, so that typing, pasting and screen readers work as usual. */
function codeField(ctx, typed) {
  const read = (e) => {
    const code = e.target.value
      .toUpperCase()
      .replace(/[^A-Z]/g, "")
      .slice(0, LETTERS_OF_CODE)
    e.target.value = code
    ctx.ui.typed = code
    if (code.length === LETTERS_OF_CODE && code !== phone.code) enter(code)
    else if (code.length < LETTERS_OF_CODE && phone.code) enter("")
    else ctx.redraw()
  }
  const boxes = Array.from({length: Math.max(LETTERS_OF_CODE, typed.length)}, (_, n) =>
    h("span", {class: n === typed.length ? "box next" : "box"}, typed[n] || ""),
  )
  return h(
    "div.code-field",
    h("div.boxes", {"aria-hidden": true}, boxes),
    h("input", {
      id: "code",
      value: typed,
      maxlength: 12,
      autocomplete: "off",
      autocapitalize: "characters",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      oninput: read,
    }),
  )
}

function teamChoice(room, problem, ctx) {
  if (room.locked) return h("p.problem", room.locked)
  const {team, name} = ctx.ui
  const fresh = room.fresh
  const picked = team === undefined || team === null ? (fresh && !room.teams.length ? "new" : null) : team
  const given = room.free_names && name && name.trim() ? name.trim() : undefined
  const go = () => ctx.send(picked === "new" ? {do: "join", name: given} : {do: "join", seat: picked})
  const label = picked === "new" ? fresh.go : picked === null ? room.choose : room.teams[picked].go
  return [
    h("h2.label", room.title),
    h(
      "div.team-list",
      room.teams.map((t) => teamButton(t, picked === t.seat, () => ctx.set({team: t.seat}))),
      fresh && teamButton({...fresh, seat: null}, picked === "new", () => ctx.set({team: "new"})),
    ),
    picked === "new" && room.free_names && nameField(room, ctx),
    problemLine(problem),
    button(label, go, {class: "accent go", disabled: picked === null || !link.open}),
    room.wait && button(room.wait, () => ctx.send({do: "join"}), {class: "second"}),
  ]
}

const teamButton = (t, pressed, onclick) =>
  h(
    "button.team-button",
    {key: `team${t.seat}`, "aria-pressed": pressed, onclick},
    t.seat === null ? h("span.plus", {"aria-hidden": true}, "+") : badge(t.seat, 6.2),
    h("span.words", h("strong", t.name), h("small", t.text)),
  )

const nameField = (room, ctx) => [
  h("label.label", {for: "name"}, room.free_names.label),
  h("input.field", {
    id: "name",
    maxlength: 24,
    autocomplete: "off",
    placeholder: room.free_names.hint,
    oninput: (e) => (ctx.ui.name = e.target.value),
  }),
]

/** The lobby: the teams, and changing to another one if allowed. */
boards["phone.lobby"] = (b, ctx) => {
  const choosing = b.choosing || (b.change && ctx.ui.moving)
  const go = (seat) => {
    ctx.set({moving: false})
    ctx.send({do: "team", seat})
  }
  return h(
    "main.waiting",
    h("h1", b.title),
    h("p", b.text),
    h("h2.label", choosing ? b.which : b.label),
    h(
      "div.team-list",
      b.teams.map((t) =>
        choosing
          ? teamButton(t, t.seat === b.seat, () => go(t.seat))
          : h(
              "div",
              {key: `team${t.seat}`, class: t.seat === b.seat ? "team-button own" : "team-button"},
              badge(t.seat, 6.2),
              h("span.words", h("strong", t.name), h("small", t.text)),
            ),
      ),
    ),
    b.change &&
      button(choosing ? b.change.stay : b.change.go, () => ctx.set({moving: !ctx.ui.moving}), {class: "second"}),
  )
}

function dress() {
  page.dataset.theme = night.matches ? "dark" : "light"
}

dress()
if (night.addEventListener) night.addEventListener("change", dress)
learn().then(() => {
  if (!ctx.scene.board) enter(phone.code)
  link.connect()
})
