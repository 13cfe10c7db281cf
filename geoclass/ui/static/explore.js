// Explore: the parts come one by one, each is drawn when it changes; what is touched goes back as messages.

const PARTS = ["scene", "view", "board", "plot", "strips", "country", "own", "ours"]

/** Take the first map away once the one that answers is drawn over it. */
function fade(root) {
  const first = document.querySelector(".first")
  const end = performance.now() + 5000
  const look = () => {
    const map = canvasesIn(root).find((c) => c.width > 100)
    const drawn = map && map.getContext("2d").getImageData(map.width / 2, map.height / 2, 1, 1).data[3]
    if (drawn || performance.now() > end) first.remove()
    else requestAnimationFrame(look)
  }
  if (first) look()
}

export function render({view, model, el}) {
  const root = document.createElement("div")
  root.className = "surface explore"
  const placed = []
  const ctx = {
    root, flags: model.flags, ui: {}, names: new Map(),
    t: (key) => ctx.scene.words[key] ?? key,
    send: (message) => model.send_msg(message),
    set: (change) => { Object.assign(ctx.ui, change); redraw() },
    place: (index, slot) => { placed[index] = slot },
    colon: () => ctx.scene.lang === "fr" ? "\u00a0: " : ": ",
    dark: () => document.documentElement.dataset.theme === "dark",
    rem: () => parseFloat(getComputedStyle(document.documentElement).fontSize),
    light: (dark) => {
      document.documentElement.dataset.theme = dark ? "dark" : "light"
      try { localStorage.setItem("geoclass.theme", dark ? "dark" : "light") } catch { /* a browser may keep nothing */ }
      ctx.send({do: "theme", value: dark ? "dark" : "light"})
      redraw()
    },
    toast: (text) => {
      const id = `toast${Date.now()}`
      ctx.set({toast: {id, text}})
      setTimeout(() => { if (ctx.ui.toast?.id === id) ctx.set({toast: null}) }, 5000)
    },
    track: (list) => {
      const width = list.querySelector(".track")?.clientWidth
      if (width && Math.abs(width - (ctx.ui.track || 0)) > 2) { ctx.ui.track = width; requestAnimationFrame(redraw) }
    },
    png: async () => {
      if (ctx.view.tab !== "map") {  // the map must be in the page to be drawn
        ctx.after = ctx.png
        ctx.send({do: "tab", value: "map"})
        return
      }
      const stage = root.querySelector(".stage")
      await savePicture(stage, `geoclass-${ctx.view.figure}`)
    },
    copy: async () => {
      try { await navigator.clipboard.writeText(location.href); ctx.toast(ctx.t("copied")) } catch { ctx.toast(ctx.t("not_copied")) }
    },
    load: async (input) => {
      const file = input.files[0]
      if (!file) return
      if (file.size > 1e6) { ctx.own = {bad: [ctx.t("own_large")]}; redraw(); return }
      const bytes = new Uint8Array(await file.arrayBuffer())
      let text = ""
      for (const byte of bytes) text += String.fromCharCode(byte)
      ctx.send({do: "load", value: btoa(text)})
      input.value = ""
    },
  }

  const {parking, fill} = housing(view, model, root)

  function redraw() {
    draw(root, [
      top(ctx),
      PAGES[ctx.view.tab](ctx),
      h("div", {key: "live", class: "said", role: "status", "aria-live": "polite"}, ctx.view.said),
      toast(ctx),
    ], false)
    fill(placed)
    root.dataset.tab = ctx.view.tab
    root.lang = ctx.scene.lang
  }

  const texts = {}  // of the parts, as they came

  function update() {
    const before = ctx.view?.figure
    for (const part of PARTS) {
      if (texts[part] === model[part]) continue
      texts[part] = model[part]
      ctx[part] = JSON.parse(model[part])
    }
    if (before !== ctx.view.figure) Object.assign(ctx.ui, {question: 0, search: ""})
    if (ctx.named !== ctx.scene) {
      ctx.names = new Map(ctx.scene.countries.map((c) => [c[0], c]))
      ctx.named = ctx.scene
    }
    document.documentElement.lang = ctx.scene.lang
    document.title = `${ctx.board.title} · geoclass`
    if (`?${ctx.view.query}` !== location.search) history.replaceState(null, "", `?${ctx.view.query}`)
    redraw()
  }

  // Several parts may change in one message: they are drawn together.
  let waiting = false
  const soon = () => {
    if (waiting) return
    waiting = true
    queueMicrotask(() => { waiting = false; update(); if (ctx.after && ctx.view.tab === "map") { const act = ctx.after; ctx.after = null; setTimeout(act, 600) } })
  }
  for (const part of PARTS) model.on(part, soon)
  model.on("msg:custom", (message) => {
    if (message.toast) ctx.toast(message.toast)
    if (message.file) giveFile(message.file)
  })

  update()
  fade(root)
  let hello = null
  const greet = () => {
    const slot = root.querySelector(".sea .figure-slot")
    ctx.send({do: "hello", width: slot?.clientWidth || 0, height: slot?.clientHeight || 0, touch: matchMedia("(pointer: coarse)").matches || innerWidth < 700, rem: ctx.rem(), dark: ctx.dark()})
  }
  new ResizeObserver(() => { clearTimeout(hello); hello = setTimeout(() => { greet(); redraw() }, 150) }).observe(root)
  root.dataset.ready = "true"
  const both = document.createElement("div")
  both.append(root, parking)
  return both
}
