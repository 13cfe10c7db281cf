// A screen draws scenes and sends back user actions. Its host is a Panel surface or the phone page.

const AS_OFTEN = ["past", "fit", "lang"] // actions allowed on the second click of a double click
const NOTHING_CHOSEN = {card: null, at: null, picked: null}

/** *host* has send(message), flags and outlines (where flag files and the map's outlines are) and chrome(ctx), what
 *  surrounds a board; in Panel also fill(slots), which puts Bokeh figures in their places, save(name), which keeps a
 *  picture, and changed(before, after), told of each new scene. A page for phones says handheld: it is laid out for one
 *  hand on any device. */
function makeScreen(root, host) {
  const placed = []
  const ctx = {
    root,
    flags: host.flags,
    outlines: host.outlines,
    figures: Boolean(host.fill),
    save: host.save,
    scene: {},
    ui: {},
    ground: {},
    narrow: false, // handheld layout
    t: (key) => (ctx.scene.words || {})[key] || key,
    send: (message) => (ctx.twice && !AS_OFTEN.includes(message.do) ? undefined : host.send(message)),
    move: (move) => ctx.send({do: "move", move, choice: (ctx.ui.behind || ctx.scene).choice}),
    set: (change) => {
      Object.assign(ctx.ui, change)
      redraw()
    },
    open: (name, more) => ctx.set({dialog: name, ...more}),
    close: () => {
      ctx.set({dialog: null})
      if (ctx.before) ctx.before.focus()
    },
    escape: () => (ctx.ui.dialog ? ctx.close() : ctx.set(NOTHING_CHOSEN)),
    dark: () => document.documentElement.dataset.theme === "dark",
    place: (index, slot) => {
      placed[index] = slot
    },
    toast: (text) => {
      const id = `toast${Date.now()}`
      ctx.set({toast: {id, text}})
      setTimeout(() => ctx.ui.toast && ctx.ui.toast.id === id && ctx.set({toast: null}), 6000)
    },
    redraw,
    update,
  }

  function redraw() {
    const s = ctx.scene
    const b = s.board
    if (!b) return
    ctx.drop = null
    ctx.keys = {}
    const open = ctx.ui.dialog
    draw(
      root,
      [
        lostLine(ctx),
        host.chrome(ctx),
        drawn(b, ctx),
        h("div.said", {key: "live", role: "status", "aria-live": "polite"}, s.said || ""),
        open ? (dialogs[open] || boards[open])(ctx, ctx.ui) : null,
        toast(ctx),
        ctx.ui.behind && typeof s.alone !== "number" && h("i.time-left", {key: "time-left", "aria-hidden": true}),
      ]
        .flat()
        .filter(Boolean),
    )
    if (host.fill) host.fill(placed)
    change(root.dataset, "kind", b.kind)
    root.classList.toggle("voting", Boolean(s.vote))
    change(root.dataset, "theme", ctx.dark() ? "dark" : "light") // a shadow tree cannot see the page's attribute
    change(root.dataset, "turn", s.turn || "")
    change(root.dataset, "at", s.at || "")
    change(root.dataset, "paused", String(Boolean(s.paused)))
    change(root, "lang", s.lang)
  }

  /** Show another scene; an unfinished choice is dropped when there is something else to choose. */
  function update(scene) {
    const before = ctx.scene
    ctx.scene = scene
    if (host.changed) host.changed(before, scene)
    const begins = scene.me && scene.me.mine && before.me && !before.me.mine // what was planned is ready for the turn
    if (before.choice !== scene.choice && !begins && !ctx.ui.curtain) Object.assign(ctx.ui, NOTHING_CHOSEN)
    const asked = (s) => [Boolean(s.ask), s.ask && s.ask.phase, s.me && s.me.mine].join()
    if (asked(before) !== asked(scene)) ctx.ui.tab = null
    if (ctx.follow) ctx.follow()
    change(document.documentElement, "lang", scene.lang || "en")
    if (scene.title) change(document, "title", scene.title)
    redraw()
  }

  onceOnly(root, ctx)
  dragging(root, ctx)
  walking(root, ctx)
  watchWidth(root, host.handheld, (narrow) => {
    ctx.narrow = narrow
    redraw()
  })
  addEventListener("keydown", (e) => {
    if (ctx.ui.dialog || e.repeat || e.ctrlKey || e.metaKey || e.altKey) return
    if (["INPUT", "SELECT", "TEXTAREA"].includes(e.composedPath()[0].tagName)) return
    const act = ctx.keys && ctx.keys[e.key]
    if (!act) return
    act()
    e.preventDefault()
  })
  return ctx
}

/** ctx.twice: whether the current event is the second click of a double click. A held key counts once. */
function onceOnly(root, ctx) {
  root.addEventListener(
    "click",
    (e) => {
      ctx.twice = e.detail > 1
      setTimeout(() => (ctx.twice = false))
    },
    true,
  )
  root.addEventListener("keydown", (e) => {
    if (e.repeat && (e.key === "Enter" || (e.key === " " && e.target.tagName === "BUTTON"))) e.preventDefault()
  })
}

/** A random name for each tap, so that it counts once however often it is sent. */
const newTap = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("")

/** A sentence with gaps filled in: fill("Lay Kenya in {at}", {at: 4}). */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap))
