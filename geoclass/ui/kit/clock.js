// Clocks show the time left; nothing is played when they run out.

const ends = new WeakMap() // scene → when its clock runs out, in this browser's time

const msLeft = (scene) => {
  if (scene.still) return scene.left * 1000
  if (!ends.has(scene)) ends.set(scene, Date.now() + scene.left * 1000)
  return ends.get(scene) - Date.now()
}

/** The time left; calls *over* at zero. */
function clock(scene, over) {
  if (scene.left === null || scene.left === undefined) return null
  msLeft(scene)
  const show = (el) => {
    const left = Math.max(0, Math.ceil(msLeft(el._scene) / 1000))
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
    if (el.textContent === text) return
    el.textContent = text
    if (!left && el._over) el._over()
  }
  const tick = (el) => {
    el._scene = scene
    el._over = over
    show(el)
    if (el._tick) return
    el._tick = setInterval(() => {
      if (el.isConnected) return show(el)
      clearInterval(el._tick)
      el._tick = null
    }, 250)
  }
  return h("b.vote-clock", {key: "clock", role: "timer", keep: true, shown: tick})
}

/** The countdown of a turn; the teacher taps it to change it. */
function turnClock(ctx) {
  const c = ctx.scene.clock
  if (!c || c.left === null) return null
  const isOver = msLeft(c) <= 0
  return pressable(
    "turn-clock",
    {
      key: "turn-clock",
      "data-over": String(isOver),
      onclick: c.buttons.length ? () => ctx.open("clock") : null,
      "aria-haspopup": c.buttons.length ? "dialog" : null,
    },
    h("span", {role: "status"}, isOver ? c.over : c.label),
    clock(c, () => setTimeout(ctx.redraw)),
  )
}
