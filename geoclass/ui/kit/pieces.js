// Building blocks of all boards.

const boards = {} // kind of scene → function (board, ctx) that draws it; each board file adds its own

const SHAPES = [
  (s) => h("circle", {cx: 24, cy: 24, r: 20, ...s}),
  (s) => h("polygon", {points: "24,4 45,42 3,42", "stroke-linejoin": "round", ...s}),
  (s) => h("rect", {x: 5, y: 5, width: 38, height: 38, rx: 6, ...s}),
  (s) => h("polygon", {points: "24,2 46,24 24,46 2,24", "stroke-linejoin": "round", ...s}),
  (s) => h("polygon", {points: "13,5 35,5 46,24 35,43 13,43 2,24", "stroke-linejoin": "round", ...s}),
  (s) =>
    h("polygon", {
      points: "16,3 32,3 32,16 45,16 45,32 32,32 32,45 16,45 16,32 3,32 3,16 16,16",
      "stroke-linejoin": "round",
      ...s,
    }),
]
const LETTERS = "ABCDEFGHIJKL"

/** A team: colour, shape and letter; nothing without a seat. Seats from the seventh on are hollow. */
function badge(seat, size = 4.6) {
  if (seat === null || seat === undefined) return null
  const n = seat % 6,
    hollow = seat >= 6
  const look = hollow
    ? {fill: "var(--sheet)", stroke: `var(--team-${n})`, "stroke-width": 5}
    : {fill: `var(--team-${n})`, stroke: `var(--edge-team-${n})`, "stroke-width": 2.5}
  return h(
    "svg.badge",
    {viewBox: "-1 -1 50 50", style: `width:${size}rem;height:${size}rem`, "aria-hidden": true},
    SHAPES[n](look),
    h(
      "text",
      {
        x: 24,
        y: n === 1 ? 37 : 32,
        "text-anchor": "middle",
        style: `fill:${hollow ? "var(--ink)" : `var(--on-team-${n})`}`,
        "font-size": n === 1 ? 20 : 24,
        "font-weight": 700,
      },
      LETTERS[seat],
    ),
  )
}

/** The address of a flag, on the server or inlined. */
const flagFile = (ctx, file) => ctx.flags[file.split("?")[0]] || ctx.flags + file

/** A whole flag, 4:3, never cropped; a file name such as "is.svg?v=…". */
const flag = (ctx, file, more) =>
  h(
    "span",
    {class: `flag ${more || ""}`},
    h("img", {src: flagFile(ctx, file), alt: "", draggable: "false", loading: "eager", decoding: "sync"}),
  )

/** A name in the largest type in which its longest word fits. */
const named = (text) =>
  h(
    "span.name.fitted",
    {
      class: text.length > 15 ? "long" : "",
      style: `--len:${Math.max(...text.split(/[\s-]/).map((word) => word.length))}`,
    },
    text,
  )

/** A sentence in large type whose short hyphenated words are not broken: vend-on, États-Unis. */
const unbroken = (text) =>
  text.split(/(\S+-\S+)/).map((part, i) => (i % 2 && part.length < 18 ? h("span.whole", part) : part))

const classed = (name, attrs) => `${name} ${(attrs && attrs.class) || ""}`

/** A button if it has a click handler, else a plain element. */
const pressable = (name, attrs, ...kids) =>
  h(attrs && attrs.onclick ? "button" : "div", {...attrs, class: classed(name, attrs)}, kids)

/** A country card: flag, name, and the board's own content below. */
const card = (ctx, c, attrs, ...below) => pressable("card", attrs, flag(ctx, c.flag), named(c.name), below)

/** A horizontal card: small flag, name, figure. */
const strip = (ctx, c, attrs, ...more) =>
  pressable(
    "strip",
    attrs,
    flag(ctx, c.flag),
    h("span.words", named(c.name), c.figure && h("span.figure", c.figure), placeOf(c)),
    more,
  )

/** The place of a figure, such as the name of a summit. */
const placeOf = (c) => c.place && h("span.place", c.place)

/** The teams with this game's score beside each; *pick*(seat) is called on a tap. */
const teamStrip = (teams, pick) =>
  h(
    "ul.teams",
    {"data-many": teams.length > 4 ? (teams.length > 8 ? "2" : "1") : null},
    teams.map((t) => {
      const look = {class: t.active ? "team active" : "team", "aria-current": t.active || null}
      const words = [
        badge(t.seat),
        h(
          "span.words",
          h("b", t.name),
          h(
            "span.count",
            t.cards !== undefined && [cardsIcon(), h("span", {"aria-label": t.cards_said}, t.cards)],
            t.text && h("span", t.text),
          ),
        ),
      ]
      const key = `team${t.seat}`
      return pick
        ? h("li", {key}, h("button", {...look, onclick: () => pick(t.seat)}, words))
        : h("li", {key, ...look}, words)
    }),
  )

const cardsIcon = () =>
  h(
    "svg.icon",
    {viewBox: "0 0 20 26", "aria-hidden": true},
    h("rect", {x: 2, y: 2, width: 16, height: 22, rx: 3, fill: "none", stroke: "currentColor", "stroke-width": 2.4}),
  )

/** Whose turn it is, as a chip. */
const turnChip = (turn) => h("div.chip", badge(turn.seat, 4.2), h("b", turn.title))

const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-3",
  help: "M9 9a4.5 4.5 0 1 1 6.5 4c-1.4.8-2 1.6-2 3.3M13.5 21.2v.6",
  menu: "M4 7h18M4 13h18M4 19h18",
  history: "M4 13a9 9 0 1 0 3-6.7M4 4v5h5M13 8v6l4 2",
  save: "M13 4v12m-5-5 5 5 5-5M5 21h16",
  next: "M9 5l9 8-9 8",
  back: "M17 5l-9 8 9 8",
  pause: "M9 5v16M17 5v16",
  close: "M6 6l14 14M20 6 6 20",
  full: "M4 10V4h6M16 4h6v6M22 16v6h-6M10 22H4v-6",
  moon: "M20 15.5A8.5 8.5 0 1 1 10.5 6a7 7 0 0 0 9.500 9.500z",
  more: "M6 13h.1M13 13h.1M20 13h.1",
}
/** Off turn, in one hand: whether what is planned is ready for the turn. */
const planLine = (ctx, ready, plan) => h("p.plan.soft", {role: "status"}, ready ? `✓ ${ctx.t("ready")}` : plan)

const icon = (name) =>
  h(
    "svg.icon",
    {viewBox: "0 0 26 26", "aria-hidden": true},
    h("path", {
      d: ICONS[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.4,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  )

const button = (label, onclick, attrs) => h("button", {...attrs, class: classed("button", attrs), onclick}, label)

const logo = () =>
  h(
    "svg.logo",
    {viewBox: "0 0 48 48", "aria-hidden": true},
    h(
      "g",
      {fill: "none", stroke: "var(--ink)", "stroke-width": 3.2},
      h("circle", {cx: 24, cy: 24, r: 20}),
      h("path", {d: "M4 24h40M24 4c-11 11-11 29 0 40M24 4c11 11 11 29 0 40"}),
    ),
    h("circle", {cx: 32.5, cy: 15.5, r: 5.5, fill: "var(--accent)", stroke: "var(--table)", "stroke-width": 2}),
  )

/** The slot of a Bokeh figure; its element survives redraws. */
const figure = (ctx, index, attrs) =>
  h("div", {
    ...attrs,
    class: classed("figure-slot", attrs),
    keep: true,
    shown: (el) => ctx.place(index, el),
    made: (el) => ctx.place(index, el),
  })

const HOLD = 500 // ms

/** A button that a finger must hold, against accidental taps; a mouse or a key just clicks. */
function heldButton(ctx, content, act, {hint, ...attrs}) {
  const release = (e) => {
    const el = e.currentTarget
    if (!el._hold) return
    clearTimeout(el._hold)
    el._hold = null
    el.classList.remove("holding")
    if (e.type === "pointerup") ctx.toast(hint)
  }
  const hold = (e) => {
    const el = e.currentTarget
    el._finger = e.pointerType === "touch"
    if (!el._finger) return
    el.classList.add("holding")
    el._hold = setTimeout(() => {
      el._hold = null
      el.classList.remove("holding")
      act()
    }, HOLD)
  }
  const click = (e) => {
    if (!e.currentTarget._finger || e.detail === 0) act() // a key's click has no detail
  }
  const handlers = {onpointerdown: hold, onpointerup: release, onpointerleave: release, onpointercancel: release}
  return h("button", {...attrs, ...handlers, oncontextmenu: (e) => e.preventDefault(), onclick: click}, content)
}

/** An address that wraps only before slashes. */
const atSlashes = (address) => address.split("/").flatMap((part, i) => (i ? [h("wbr"), `/${part}`] : part))
