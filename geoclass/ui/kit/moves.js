// Moving a card to a slot: two taps, drag, or keys. Boards mark cards with data-card and slots with data-slot.

/** Dragging: after some pixels a ghost of the card follows; it is dropped into the slot at or near the pointer. */
function dragging(root, ctx) {
  let from = null,
    ghost = null,
    offset = null
  root.addEventListener("pointerdown", (e) => {
    const el = e.target.closest("[data-card]")
    if (!el || e.button || !ctx.drop) return
    from = {el, x: e.clientX, y: e.clientY, id: e.pointerId, card: el.dataset.card}
  })
  addEventListener("pointermove", (e) => {
    if (!from || e.pointerId !== from.id) return
    if (!ghost) {
      if (Math.hypot(e.clientX - from.x, e.clientY - from.y) < 10) return
      const box = from.el.getBoundingClientRect()
      ghost = from.el.cloneNode(true)
      ghost.classList.add("ghost")
      ghost.removeAttribute("data-card")
      Object.assign(ghost.style, {width: `${box.width}px`, height: `${box.height}px`})
      offset = {x: from.x - box.left, y: from.y - box.top}
      root.appendChild(ghost)
      root.classList.add("dragging")
      if (ctx.lift) ctx.lift(from.card)
    }
    Object.assign(ghost.style, {left: `${e.clientX - offset.x}px`, top: `${e.clientY - offset.y}px`})
    const over = nearest(root, e.clientX, e.clientY)
    for (const slot of root.querySelectorAll("[data-slot].over")) if (slot !== over) slot.classList.remove("over")
    if (over) over.classList.add("over")
  })
  const end = (e) => {
    if (!from || e.pointerId !== from.id) return
    const {card} = from
    const dragged = ghost !== null
    if (ghost) ghost.remove()
    root.classList.remove("dragging")
    for (const slot of root.querySelectorAll("[data-slot].over")) slot.classList.remove("over")
    from = ghost = null
    if (!dragged) return
    const stop = (click) => {
      click.stopPropagation()
      click.preventDefault()
    } // ignore the click that ends a drag
    root.addEventListener("click", stop, {capture: true, once: true})
    setTimeout(() => root.removeEventListener("click", stop, {capture: true}), 50)
    const slot = e.type === "pointerup" ? nearest(root, e.clientX, e.clientY) : null
    if (slot) ctx.drop(card, slot.dataset.slot)
  }
  addEventListener("pointerup", end)
  addEventListener("pointercancel", end)
}

/** The slot under the pointer, or the nearest one within a card's width at about the same height. */
function nearest(root, x, y) {
  let best = null,
    least = 160
  for (const slot of root.querySelectorAll("[data-slot]")) {
    const box = slot.getBoundingClientRect()
    if (y < box.top - 90 || y > box.bottom + 90) continue
    const far = Math.max(0, box.left - x, x - box.right) + Math.max(0, box.top - y, y - box.bottom)
    if (far < least) {
      best = slot
      least = far
    }
  }
  return best
}

/** Arrow keys move within a group of buttons; Escape clears the choice. */
function walking(root, ctx) {
  root.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      ctx.escape()
      return
    }
    const group = e.target.closest("[data-walk]")
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key]
    if (!group || !step) return
    const all = [...group.querySelectorAll("button:not([disabled])")]
    const next = all[all.indexOf(e.target.closest("button")) + step]
    if (next) {
      next.focus()
      e.preventDefault()
    }
  })
}
