// La course: a team's tickets and its plan: a flight leg by leg, or the cards it discards and takes.

const NOTHING_PICKED = {mode: "", way: [], off: [], slots: []}

const farEnd = (ticket, city) => ticket.ends.find((end) => end.id !== city).id
const leaves = (ticket, city) => ticket.ends.some((end) => end.id === city)

/** A team's plan; kept through other teams' moves and the curtain until the team has moved. */
function pickedBy(hand, ctx) {
  const cards = hand.cards.map((t) => t.card).sort(),
    of = [hand.seat, hand.here, ...cards].join()
  return ctx.ui.plan && ctx.ui.plan.of === of ? ctx.ui.plan : {...NOTHING_PICKED, of}
}

/** City → tickets of the shortest path there from a city. */
function chains(tickets, from) {
  const found = new Map([[from, []]])
  for (const [city, chain] of found) {
    for (const t of tickets)
      if (leaves(t, city) && !found.has(farEnd(t, city))) found.set(farEnd(t, city), [...chain, t])
  }
  found.delete(from)
  return found
}

/** The plan as data for the map, the tickets and the buttons. */
function planned(b, ctx) {
  const {hand} = b,
    picked = pickedBy(hand, ctx)
  const pick = (change) => ctx.set({card: null, plan: {...picked, ...change}})
  const play = (move) => {
    if (inHand(ctx)) scrollTo(0, 0) // scroll to the map, where it happens
    ctx.move({seat: hand.seat, ...move})
  }
  const laid = picked.way.map((card) => hand.cards.find((t) => t.card === card))
  const way = hand.here ? [hand.here] : []
  for (const t of laid) way.push(farEnd(t, last(way)))
  const end = last(way)
  const tickets = hand.cards.filter((t) => !laid.includes(t))
  const stuck = Boolean(hand.here) && !hand.cards.some((t) => leaves(t, hand.here))
  const mode = picked.mode || (stuck && hand.can ? "stay" : "fly")
  const flies = hand.here && mode === "fly"
  const add = (more) => pick({way: [...picked.way, ...more.map((t) => t.card)]})
  const visas = each(way.map((city) => hand.gains[city]))
  const reach = new Map()
  if (flies) for (const [city, chain] of chains(tickets, end)) reach.set(city, {n: chain.length, go: () => add(chain)})
  return {
    picked,
    pick,
    play,
    way,
    tickets,
    reach,
    mode,
    stuck,
    flies,
    visas,
    add,
    slots: picked.slots.filter((slot) => hand.open.includes(slot)),
    stays: hand.can && hand.here && mode === "stay",
    next: flies ? tickets.filter((t) => leaves(t, end)) : [],
    deadEnd: way.length > 1 && !reach.size && !(end === hand.home && visas.length === hand.missing),
    km: laid.reduce((sum, t) => sum + t.km, 0),
    starts: hand.starts.map((start) => ({...start, go: () => play({move: "start", city: start.id})})),
    back: () => pick({way: picked.way.slice(0, -1)}),
  }
}

/** A tap on a ticket: add it to the way or cut the way there; when staying, toggle its discard. */
function tapTicket(t, p, b, ctx) {
  const {picked, pick} = p
  if (p.stays) {
    const rest = picked.off.filter((card) => card !== t.card)
    return pick({mode: "stay", off: rest.length < picked.off.length ? rest : [...rest, t.card].slice(-b.hand.off)})
  }
  const at = picked.way.indexOf(t.card)
  if (at >= 0) return pick({way: picked.way.slice(0, at)})
  return p.next.includes(t) ? p.add([t]) : ctx.toast(ctx.ground.cities[last(p.way)].gap)
}

function ticketCard(t, p, b, ctx) {
  const order = p.stays ? p.picked.off : p.picked.way,
    at = order.indexOf(t.card)
  const names = p.flies && at >= 0 ? p.way.slice(at, at + 2).map((id) => ctx.ground.cities[id].name) : null
  const faint = p.flies && at < 0 && !p.next.includes(t)
  const taps = p.flies || p.stays
  return pressable(
    "ticket",
    {
      key: t.card,
      class: `${at >= 0 ? "chosen" : ""} ${faint ? "faint" : ""}`,
      "data-move": t.card,
      ...(taps ? {"aria-pressed": at >= 0, onclick: () => tapTicket(t, p, b, ctx)} : {}),
    },
    h(
      "svg.ends",
      {viewBox: "0 0 12 44", "aria-hidden": true},
      h("path", {d: "M6 10v24", stroke: "currentColor", "stroke-width": 2}),
      h("circle", {cx: 6, cy: 8, r: 4.5, fill: "var(--sheet)", stroke: "currentColor", "stroke-width": 2}),
      h("circle", {cx: 6, cy: 36, r: 5, fill: "currentColor"}),
    ),
    h(
      "span.names",
      (names || t.ends.map((end) => end.name)).map((name) => h("span", name)),
    ),
    at >= 0 && h("span.order", p.stays ? "AB"[at] : at + 1),
  )
}

const ticketList = (b, p, ctx) =>
  h(
    "div.tickets",
    {
      role: "group",
      "data-walk": true,
      "data-many": b.hand.cards.length > 12 || b.hand.starts.length > 4 ? "1" : null,
      "aria-label": b.text.hand,
    },
    b.hand.cards.map((t) => ticketCard(t, p, b, ctx)),
  )

const modes = (b, p) =>
  b.hand.can &&
  b.hand.here &&
  h(
    "div.segments",
    {role: "group"},
    ["fly", "stay"].map((mode) =>
      h(
        "button",
        {"aria-pressed": p.mode === mode, onclick: () => p.pick({...NOTHING_PICKED, mode})},
        b.text[`${mode}_tab`],
      ),
    ),
  )

/** Whether the plan can be played now. */
const ready = (b, p) => (p.stays ? p.picked.off.length === b.hand.off : p.picked.way.length > 0)

const cityNames = (ctx, ids, between = ", ") => ids.map((id) => ctx.ground.cities[id].name).join(between)

function planHint(b, p, ctx) {
  const {cities} = ctx.ground,
    why = p.stuck ? `${cities[b.hand.here].stuck} ` : ""
  if (p.stays) return why + b.hand.stay_hint
  if (!p.flies) return b.turn.hint
  if (p.way.length > 1) return cityNames(ctx, p.way, " – ")
  return why || `${cities[b.hand.here].stands} ${b.text[b.hand.can ? "fly_hint" : "plan_hint"]}`
}

/** A city in words, the end of the plan or a tapped one: its visa, tickets that leave it, its routes, and how far the
 *  tickets lead. */
function cityCard(b, p, ctx) {
  const {cities, routes} = ctx.ground,
    {text} = b,
    asked = ctx.ui.card,
    end = p.way && p.way.length > 1 && last(p.way),
    city = asked || end
  if (!cities[city]) return null
  const tickets = (p.tickets || []).filter((t) => leaves(t, city)).map((t) => farEnd(t, city))
  const joined = Object.keys(routes).map((card) => card.split("--"))
  const all = joined.flatMap(([a, z]) => (a === city ? [z] : z === city ? [a] : []))
  const later = [...(p.reach || [])].filter(([, {n}]) => n > 1)
  const row = (label, ids) => ids.length > 0 && h("p", h("span.soft", `${label} `), cityNames(ctx, ids))
  return h(
    "section.city-card",
    {key: "city-card", "aria-live": "polite"},
    h("h3", cities[city].name, b.hand && b.hand.gains[city] && h("span.gain", b.hand.gains[city])),
    city === end && p.deadEnd && h("p.warning", h("b", {"aria-hidden": true}, "⚠ "), cities[city].dead_end),
    b.hand && row(text.tickets_from, tickets),
    city === end &&
      row(
        text.further,
        later.map(([id]) => id),
      ),
    asked && row(text.routes_from, all),
    asked && b.hand && b.hand.here && !tickets.length && h("p", text.none_from),
  )
}

/** The main button: start, fly, or stay. */
function planButtons(b, p, ctx) {
  const {hand, text} = b
  if (!hand.can) return []
  if (!hand.here) return p.starts.map((s) => button(s.name, s.go, {class: "accent", key: s.id}))
  const disabled = ready(b, p) ? null : true
  if (p.stays) {
    const stock = Array(hand.take - p.slots.length).fill("stock")
    const stay = () => p.play({move: "stay", off: p.picked.off, take: [...p.slots, ...stock]})
    return [button(hand.stay, stay, {class: "accent play", key: "play", disabled})]
  }
  const said = {km: new Intl.NumberFormat(ctx.scene.lang).format(p.km), visa: p.visas.join(", ")}
  const label = p.km ? fill(p.visas.length ? text.fly_visa : text.fly, said) : text.fly_tab
  return [
    backLeg(b, p, ctx),
    button(label, () => p.play({move: "fly", routes: p.picked.way}), {class: "accent play", key: "play", disabled}),
  ]
}

function backLeg(b, p, ctx) {
  if (!p.km) return null
  ctx.keys.Escape = p.back
  return button(icon("undo"), p.back, {class: "back-leg", key: "back", "aria-label": b.text.back})
}

/** The tickets on a large screen, with the buttons above. */
function handBelow(b, p, ctx) {
  const {hand} = b,
    can = hand.can && (!hand.here || ready(b, p))
  const look = hand.starts.length > 3 ? "many-starts" : p.flies && can ? "planning" : ""
  return h(
    "section.course-hand",
    h(
      "header",
      {class: look},
      badge(hand.seat, 5),
      h("h2", hand.title || b.turn.title),
      modes(b, p),
      h("span.soft.hint", can && hand.here && p.stays ? "" : planHint(b, p, ctx)),
      can ? h("span.go", planButtons(b, p, ctx)) : hand.can ? null : backLeg(b, p, ctx),
    ),
    ticketList(b, p, ctx),
  )
}

/** The same handheld, with the buttons at the bottom, within reach of a thumb. */
function handBeside(b, p, ctx) {
  const {hand} = b,
    title = hand.title || (ctx.scene.me ? "" : b.turn.title)
  const buttons = [
    ctx.ui.behind && button(icon("close"), () => ctx.shut(), {class: "shut", "aria-label": ctx.t("curtain_close")}),
    ...planButtons(b, p, ctx),
  ].filter(Boolean)
  return h(
    "section.course-hand",
    title && h("h2", title),
    modes(b, p),
    (hand.here || hand.can) && h("p.hint", planHint(b, p, ctx)),
    hand.can ? null : backLeg(b, p, ctx),
    p.flies || !hand.here ? null : coursePiles(b, p),
    h("h3.label", hand.label),
    ticketList(b, p, ctx),
    buttons.length > 0 && h("footer.dock", {class: hand.starts.length ? "starts" : ""}, buttons),
  )
}

const arc = () =>
  h(
    "svg.arc",
    {viewBox: "0 0 100 20", "aria-hidden": true},
    h("path", {d: "M6 16Q50 0 94 16", fill: "none", stroke: "currentColor", "stroke-width": 2.4}),
    h("circle", {cx: 6, cy: 16, r: 4.5, fill: "currentColor"}),
    h("circle", {cx: 94, cy: 16, r: 4.5, fill: "currentColor"}),
  )

/** A slot with its top card, which can be taken when staying. */
function slotCard(b, p, {slot, ticket}, letter) {
  const opens = p && p.stays && b.hand.open.includes(slot),
    slots = p ? p.slots : []
  const taken = opens && slots.includes(slot)
  const toggle = () => p.pick({mode: "stay", slots: taken ? slots.filter((other) => other !== slot) : [...slots, slot]})
  const inside = ticket
    ? [
        h("b", ticket.ends[0].name),
        arc(),
        h("b", ticket.ends[1].name),
        h("span.soft", taken ? `✓ ${b.text.take}` : ticket.km_said),
      ]
    : h("span.soft", b.text.slot_empty)
  const look = {key: slot, class: `${taken ? "chosen" : ""} ${ticket ? "" : "empty"}`}
  const attrs = opens ? {"aria-pressed": taken, onclick: toggle} : {}
  return pressable("pile-card", {...look, ...attrs}, h("span.letter", letter), inside)
}

/** The two slots and the stock; when staying, with what the team takes. */
const coursePiles = (b, p) =>
  h(
    "section.course-piles",
    h("h3.title-slots", b.text.slots),
    h("h3.title-stock", b.text.stock),
    b.slots.map((slot, i) => slotCard(b, p, slot, "AB"[i])),
    h(
      "div.stock",
      {"aria-label": b.stock_said},
      h("span.back", b.stock),
      p && p.stays && h("span.letter", `×${b.hand.take - p.slots.length}`),
    ),
  )
