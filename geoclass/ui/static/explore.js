// Explore: panels arrive as HTML and only differences are changed; widgets and figures sit in slots; clicks are sent
// back as messages.

const PARTS = ["top", "stage", "ranking", "plot", "compare", "rest", "question"]
const SET_HERE = ["src", "data-cut"] // attributes set by this script
const LARGEST = 1e6 // bytes of a teacher's file

/** Make *old* match *fresh*; slots keep their content. */
function morph(old, fresh) {
  for (const {name} of [...old.attributes])
    if (!fresh.hasAttribute(name) && !SET_HERE.includes(name)) old.removeAttribute(name)
  for (const {name, value} of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  if ("slot" in fresh.dataset) return
  const wanted = [...fresh.childNodes]
  for (const [i, child] of wanted.entries()) {
    const there = old.childNodes[i]
    if (!there) old.append(child)
    else if (!alike(there, child)) there.replaceWith(child)
    else if (child.nodeType === Node.ELEMENT_NODE) morph(there, child)
    else if (there.data !== child.data) there.data = child.data
  }
  while (old.childNodes.length > wanted.length) old.lastChild.remove()
}

/** Whether one element can be reused for the other: one being pressed must not turn into another country. */
const alike = (a, b) =>
  a.nodeName === b.nodeName && a.dataset?.slot === b.dataset?.slot && a.dataset?.key === b.dataset?.key

/** Place each flag on its strip as low as possible, overlapping no other flag or pole. */
function fly(root) {
  const rem = remSize()
  const tracks = [...root.querySelectorAll(".track")].map((track) => {
    const width = track.clientWidth
    const pins = [...track.querySelectorAll(".pin")].map((pin) => {
      const x = pin.dataset.at * width
      const sides = [
        {left: true, from: x - pin.offsetWidth, to: x},
        {left: false, from: x, to: x + pin.offsetWidth},
      ].filter((side) => side.from > -2.4 * rem && side.to < width + 2.4 * rem)
      return {pin, x, sides: x < width / 2 ? sides.reverse() : sides, level: 0}
    })
    return {track, pins}
  })
  for (const {track, pins} of tracks) {
    // if they cannot all be apart: the further right, the higher
    if (!pins.some((_, top) => place(pins, 0, top)))
      pins.forEach((row, level) => Object.assign(row, {side: {left: true}, level}))
    for (const {pin, side, level} of pins) {
      pin.classList.toggle("left", side.left)
      pin.style.setProperty("--level", level)
    }
    track.style.setProperty("--levels", 1 + Math.max(0, ...pins.map((row) => row.level)))
  }
}

function place(pins, i, top) {
  if (i === pins.length) return true
  return pins[i].sides.some((side) => {
    for (let level = 0; level <= top; level++) {
      Object.assign(pins[i], {side, level})
      if (pins.slice(0, i).every((done) => apart(done, pins[i])) && place(pins, i + 1, top)) return true
    }
    return false
  })
}

function apart(a, b) {
  const through = (x, side) => side.from < x - 1 && x + 1 < side.to
  if (a.level === b.level) return a.side.to <= b.side.from + 1 || b.side.to <= a.side.from + 1
  return a.level > b.level ? !through(a.x, b.side) : !through(b.x, a.side)
}

/** Remove the static first map once the interactive one is drawn over it. */
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

export function render({view, model}) {
  const make = (tag, attrs) => Object.assign(document.createElement(tag), attrs)
  const root = make("div", {className: "surface explore"})
  const [notices, main, said] = [make("div", {className: "part"}), make("main"), make("div", {className: "said"})]
  said.setAttribute("role", "status")
  const parts = PARTS.map((part) => make("div", {className: "part"}))
  root.append(notices, parts[0], main, said)
  main.append(...parts.slice(1))
  watchWidth(root, false, () => {})
  const {parking, fill} = housing(view, model, root)
  const flags = flagsOf(model)
  const ctx = {
    ui: {},
    t: (key) => ctx.scene.words[key] ?? key,
    send: (message) => (ctx.ui.lost ? ctx.toast(ctx.t("lost")) : model.send_msg(message)),
    set: (change) => {
      Object.assign(ctx.ui, change)
      draw(notices, [lostLine(ctx), toast(ctx)].filter(Boolean), false)
    },
    toast: (text) => {
      const id = `toast${Date.now()}`
      ctx.set({toast: {id, text}})
      setTimeout(() => ctx.ui.toast?.id === id && ctx.set({toast: null}), 5000)
    },
  }

  const light = (theme) => [root, document.documentElement].forEach((el) => (el.dataset.theme = theme))
  const texts = {} // the HTML of each part as received
  function update() {
    ctx.scene = JSON.parse(model.scene)
    const before = ctx.view
    const shown = {...JSON.parse(model.board), ...JSON.parse(model.more)}
    const {tab, title, large, theme, main: layout, said: words} = (ctx.view = shown.view)
    // start in the browser's light or dark mode, unless embedded
    if (before ? before.theme !== theme : location.assumed) light(theme)
    else if (!before) light(document.documentElement.dataset.theme)
    const changed = PARTS.filter((part) => texts[part] !== shown[part])
    for (const part of changed) {
      texts[part] = shown[part]
      morph(parts[PARTS.indexOf(part)], make("div", {className: "part", innerHTML: shown[part].trim()}))
    }
    for (const el of [root, document.documentElement]) el.lang = ctx.scene.lang
    document.title = title
    root.dataset.tab = tab
    main.className = layout
    main.dataset.large = large
    if (said.textContent !== words) said.textContent = words
    settle(changed)
  }

  /** Update changed parts, or the layout after a resize. */
  function settle(changed) {
    const slots = []
    for (const slot of root.querySelectorAll("[data-slot]")) slots[slot.dataset.slot] = slot
    fill(slots)
    for (const image of root.querySelectorAll("[data-flag]")) {
      const address = flagFile({flags}, image.dataset.flag)
      if (image.getAttribute("src") !== address) image.src = address
    }
    if (changed.includes("compare")) fly(root)
    const p = changed.includes("stage") && root.querySelector(".source p")
    if (p) {
      const open = p.parentNode.classList.contains("open")
      p.parentNode.toggleAttribute("data-cut", open || p.scrollHeight > p.clientHeight + 2)
    }
  }

  const HERE = {
    theme: (theme) => {
      light(theme)
      try {
        localStorage.setItem("geoclass.theme", theme)
      } catch {
        /* storage may be forbidden */
      }
      ctx.send({do: "theme", value: theme})
    },
    copy: () =>
      navigator.clipboard.writeText(location.href).then(
        () => ctx.toast(ctx.t("copied")),
        () => ctx.toast(ctx.t("not_copied")),
      ),
    png: () => {
      const save = () => savePicture(root, ctx.view.file, root.querySelector(".stage"))
      if (ctx.view.tab === "map") return save()
      ctx.after = save // a map is drawn only when in the page
      ctx.send({do: "tab", value: "map"})
    },
  }
  root.addEventListener("click", (event) => {
    const {do: what, value} = event.target.closest("[data-do]")?.dataset || {}
    if (HERE[what]) HERE[what](value)
    else if (what) ctx.send({do: what, value})
  })
  root.addEventListener("change", async ({target}) => {
    const [file] = target.files || []
    if (!file) return
    if (file.size > LARGEST) return ctx.toast(ctx.t("own_large"))
    const bytes = new Uint8Array(await file.arrayBuffer())
    let text = ""
    for (const byte of bytes) text += String.fromCharCode(byte)
    ctx.send({do: "load", value: btoa(text)})
    target.value = ""
  })

  // Several parts may change in one message: they are drawn together.
  let waiting = false
  const soon = () => {
    if (waiting) return
    waiting = true
    queueMicrotask(() => {
      waiting = false
      update()
      if (ctx.after && ctx.view.tab === "map") {
        setTimeout(ctx.after, 600)
        ctx.after = null
      }
    })
  }
  for (const part of ["scene", "board", "more"]) model.on(part, soon)
  model.on("msg:custom", (message) => {
    if (message.toast) ctx.toast(message.toast)
    if (message.file) giveFile(message.file)
  })

  update()
  ctx.set({})
  watchServer(view, model, ctx)
  fade(root)
  let hello = null
  const greet = () => {
    const slot = root.querySelector(".sea .figure-slot")
    const touch = matchMedia("(pointer: coarse)").matches || innerWidth < 700
    const size = {width: slot?.clientWidth || 0, height: slot?.clientHeight || 0, rem: remSize()}
    ctx.send({do: "hello", touch, dark: root.dataset.theme === "dark", ...size})
    settle(PARTS)
  }
  new ResizeObserver(() => {
    clearTimeout(hello)
    hello = setTimeout(greet, 150)
  }).observe(root)
  root.dataset.ready = "true"
  const both = make("div")
  both.append(root, parking)
  return both
}
