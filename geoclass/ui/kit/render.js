// One surface: the scene comes as a dict, is drawn, and what is touched goes back as messages.

export function render({view, model, el}) {
  const root = document.createElement("div")
  root.className = "surface"
  const placed = []
  const prefix = model.flags
  const ctx = {
    root, flags: prefix, scene: {}, ui: {}, ground: JSON.parse(model.ground),
    t: (key) => ctx.scene.words?.[key] ?? key,
    send: (message) => model.send_msg({tap: crypto.getRandomValues(new Uint32Array(3)).join("-"), ...message}),
    set: (change) => { Object.assign(ctx.ui, change); redraw() },
    open: (name, more) => ctx.set({dialog: name, ...more}),
    close: () => { ctx.set({dialog: null}); ctx.before?.focus?.() },
    escape: () => { if (ctx.ui.dialog) ctx.close(); else ctx.set({card: null}) },
    dark: () => document.documentElement.dataset.theme === "dark",
    theme: (theme) => {
      document.documentElement.dataset.theme = theme
      try { localStorage.setItem("geoclass.theme", theme) } catch { /* a browser may keep nothing */ }
      ctx.send({do: "theme", dark: theme === "dark"})
      redraw()
    },
    place: (index, slot) => { placed[index] = slot },
    // the curtain: see dialogs.js
    pass: (seat) => ctx.set({curtain: {seat, turn: ctx.scene.curtains?.[seat]}, behind: null}),
    peek: () => { ctx.asked = ctx.ui.curtain.seat; ctx.send({do: "peek", seat: ctx.asked}) },
    stay: () => {
      clearTimeout(ctx.curtainTimer)
      ctx.curtainTimer = setTimeout(() => ctx.hide(), 20000)
      for (const line of root.querySelectorAll(":scope > .time-left")) for (const run of line.getAnimations()) run.currentTime = 0
    },
    hide: () => { ctx.asked = null; clearTimeout(ctx.curtainTimer); if (ctx.ui.behind) ctx.set({behind: null, picked: null}) },
    shut: () => { ctx.hide(); ctx.set({curtain: null}) },
    toast: (text) => {
      const id = `toast${Date.now()}`
      ctx.set({toast: {id, text}})
      setTimeout(() => { if (ctx.ui.toast?.id === id) ctx.set({toast: null}) }, 6000)
    },
  }

  const {parking, fill} = housing(view, model, root)

  function redraw() {
    const s = ctx.scene
    const b = s.board
    if (!b) return
    ctx.drop = null
    ctx.keys = {}
    const open = ctx.ui.dialog
    const content = boards[b.kind] ? boards[b.kind](b, ctx) : h("p", {}, b.kind)
    draw(root, [
      s.bare ? null : header(ctx),
      content,
      h("div", {key: "live", class: "said", role: "status", "aria-live": "polite"}, s.said || ""),
      open ? (dialogs[open] || boards[open])(ctx, ctx.ui) : null,
      toast(ctx),
      ctx.ui.behind ? h("i", {key: "time-left", class: "time-left", "aria-hidden": "true"}) : null,
    ].filter(Boolean))
    fill(placed)
    change(root.dataset, "kind", b.kind)
    change(root.dataset, "turn", s.turn || "")
    change(root, "lang", s.lang)
  }

  let frame = JSON.parse(model.frame)

  function update() {
    const before = ctx.scene
    ctx.scene = {...frame, ...JSON.parse(model.scene)}
    const tone = sounds.on() && heard(before, ctx.scene)
    if (tone) sounds.play(tone)
    if (before.turn !== ctx.scene.turn) Object.assign(ctx.ui, {card: null, picked: null})
    if (ctx.ui.curtain && ctx.scene.curtains?.[ctx.ui.curtain.seat] !== ctx.ui.curtain.turn) ctx.shut()
    else if (ctx.ui.behind) ctx.peek()
    change(document.documentElement, "lang", ctx.scene.lang || "en")
    if (ctx.scene.title) change(document, "title", ctx.scene.title)
    redraw()
  }

  model.on("scene", update)
  model.on("frame", () => { frame = JSON.parse(model.frame); update() })
  model.on("ground", () => { ctx.ground = JSON.parse(model.ground); redraw() })
  model.on("msg:custom", (message) => {
    if (message.toast) ctx.toast(message.toast)
    if (message.show) ctx.set(message.show)
    if (message.go) location.assign(message.go)
    if (message.window && ctx.popup) ctx.popup.location = message.window
    if (message.file) giveFile(message.file, ctx.popup)
    if (message.close) ctx.close()
    if (message.behind && message.behind.seat === ctx.asked) ctx.set({behind: message.behind})
  })
  addEventListener("blur", () => ctx.hide())
  for (const touch of ["pointermove", "pointerdown", "keydown"]) root.addEventListener(touch, () => { if (ctx.ui.behind) ctx.stay() })
  document.addEventListener("visibilitychange", () => { if (document.hidden) ctx.hide() })
  dragging(root, ctx)
  walking(root, ctx)
  addEventListener("keydown", (e) => {
    if (ctx.ui.dialog || e.ctrlKey || e.metaKey || e.altKey) return
    const typing = e.composedPath()[0]
    if (["INPUT", "SELECT", "TEXTAREA"].includes(typing.tagName)) return
    const act = ctx.keys?.[e.key]
    if (act) { act(); e.preventDefault() }
  })
  update()
  root.dataset.ready = "true"
  if ("dark" in ctx.scene && ctx.dark() !== ctx.scene.dark) ctx.send({do: "theme", dark: ctx.dark()})  // the figures follow
  const both = document.createElement("div")
  both.append(root, parking)
  return both
}
