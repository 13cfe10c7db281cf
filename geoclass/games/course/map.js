// La course: the map with routes, cities, pawns and planes. Lengths are in map kilometres.

const TABLE_BOX = [-17350, -10550, 34700, 17400] // the header covers its north
const HAND_BOX = [-17350, -8750, 34700, 15600]
const NEAR = 0.4 // share of the map shown when zoomed in, handheld
const LEG_MS = 900
const PLANE = "M0-21c3 0 4 4 4 9l18 12v5L4 0v11l6 5v4L0 17l-10 3v-4l6-5V0l-18 5V0L-4-12c0-5 1-9 4-9z"
const ARROWS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]}

const last = (list) => list[list.length - 1]
const each = (list) => [...new Set(list)].filter(Boolean)
/** Whether the layout is handheld. */
const inHand = (ctx) => ctx.narrow || Boolean(ctx.scene.me)

/** The city zoomed in to in this turn, handheld. */
const nearTo = (ctx) => (ctx.ui.near && ctx.ui.near.turn === ctx.scene.turn ? ctx.ui.near : null)
const goNear = (ctx, at) => ctx.set({near: at && {x: at.x, y: at.y, turn: ctx.scene.turn}})

/** The scale of symbols, so that they look the same at every zoom. */
function sizesOf(ctx) {
  if (!inHand(ctx)) return {pawn: 25, leg: 110, dot: 105, hit: 560, letter: ctx.ground.letter}
  const k = nearTo(ctx) ? NEAR : 1
  return {pawn: 62 * k, leg: 300 * k, dot: 230 * k, hit: 1900 * k, letter: 1350 * k}
}

/** The visible part of the map. */
function boxOf(ctx) {
  const near = nearTo(ctx)
  if (!inHand(ctx)) return TABLE_BOX
  if (!near) return HAND_BOX
  const [west, north, wide, high] = HAND_BOX
  const within = (middle, from, size) =>
    Math.round(Math.min(Math.max(middle - (size * NEAR) / 2, from), from + size * (1 - NEAR)))
  return [within(near.x, west, wide), within(near.y, north, high), wide * NEAR, high * NEAR]
}

/** The line between two cities, and whether it runs from the second to the first. */
function lineOf({routes}, a, b) {
  const there = routes[`${a}--${b}`]
  return there ? {d: there, back: false} : {d: routes[`${b}--${a}`], back: true}
}

// names: all cities on a large map; handheld: those that matter, where there is room

const nameBox = ([x, y, anchor], name, letter) => {
  const width = 0.52 * letter * name.length,
    left = x - {start: 0, middle: 0.5, end: 1}[anchor] * width
  return [left, y - letter * 0.45, left + width, y + letter * 0.45]
}
const overlap = (a, b) =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]))
const around = ({x, y}, r) => [x - r, y - r, x + r, y + r]

/** Place the names: city → [x, y, anchor]. *firm*: must be named; *others*: where there is room; dots with a number
 *  (*reach*) are large. */
function namesOf(ctx, firm, others, reach) {
  const {cities} = ctx.ground
  if (!inHand(ctx)) return new Map(Object.keys(cities).map((id) => [id, cities[id].label]))
  const found = new Map(),
    [west, north, wide, high] = boxOf(ctx),
    {letter, dot} = sizesOf(ctx),
    radius = (id) => (reach.has(id) ? dot * 3 : letter * 0.18),
    all = each([...firm, ...others])
  const taken = all.map((id) => around(cities[id], radius(id)))
  for (const id of all) {
    const {x, y, name} = cities[id],
      aside = radius(id) + letter * 0.18,
      below = radius(id) + letter * 0.67
    const sides = [
      [x + aside, y, "start"],
      [x - aside, y, "end"],
    ]
    if (x > west + wide * 0.7) sides.reverse()
    const spots = [...sides, [x, y + below, "middle"], [x, y - below, "middle"]]
    const free = spots.find((spot) => {
      const box = nameBox(spot, name, letter)
      const inside = box[0] > west && box[2] < west + wide && box[3] < north + high
      return inside && !taken.some((other) => overlap(box, other))
    })
    const spot = free || (firm.includes(id) ? spots[0] : null)
    if (!spot) continue
    taken.push(nameBox(spot, name, letter))
    found.set(id, spot)
  }
  return found
}

// pawns and planes

/** Place the pawns: those in the same city side by side, above it or where they cover least. */
function pawnsAt(ctx, tours, names) {
  const {cities} = ctx.ground,
    {pawn: size, letter} = sizesOf(ctx),
    u = size * 23 // half a pawn
  const taken = [...names].flatMap(([id, spot]) => [
    nameBox(spot, cities[id].name, letter),
    around(cities[id], u * 0.35),
  ])
  const [west, north, wide, high] = nearTo(ctx) ? boxOf(ctx) : HAND_BOX,
    frame = [west, north, west + wide, north + high],
    places = tours.map(last)
  return each(places).flatMap((city) => {
    const here = places.flatMap((other, seat) => (other === city ? [seat] : []))
    const {x, y} = cities[city],
      half = here.length * u,
      aside = half + u * 0.43
    const spots = [
      [0, -1.48 * u],
      [aside, -1.13 * u],
      [-aside, -1.13 * u],
      [0, 1.57 * u],
      [-aside, 0],
      [aside, 0],
      [aside, 1.22 * u],
      [-aside, 1.22 * u],
    ].map(([dx, dy], i) => {
      const box = [x + dx - half, y + dy - u, x + dx + half, y + dy + u]
      const outside = 4 * half * u - overlap(box, frame)
      const covers = taken.reduce((sum, other) => sum + overlap(box, other), outside)
      return {dx, dy, box, covers: covers + i * 0.06 * u * u}
    })
    const best = spots.reduce((a, b) => (b.covers < a.covers ? b : a))
    taken.push(best.box)
    return here.map((seat, i) => ({seat, x: x + best.dx + (i - (here.length - 1) / 2) * 2 * u, y: y + best.dy}))
  })
}

const pawn = (ctx, {seat, x, y}) =>
  h(
    "g.pawn",
    {
      key: `pawn${seat}`,
      "data-seat": seat,
      transform: `translate(${x} ${y}) scale(${sizesOf(ctx).pawn}) translate(-24 -24)`,
    },
    badge(seat).kids,
  )

/** The flights since the last drawing, to be animated leg by leg. */
function setOut(ctx, b, tours) {
  const now = performance.now()
  ctx.flights = (ctx.flights || []).filter((flight) => flight.until > now)
  if (b.kind === "course.flight") return // in the history
  const before = ctx.flownBefore
  ctx.flownBefore = tours.map((tour) => tour.slice())
  if (!before || before.length !== tours.length || still()) return
  tours.forEach((tour, seat) => {
    const was = before[seat]
    if (!was.length || tour.length <= was.length || was.some((city, i) => city !== tour[i])) return
    const first = was.length - 1
    ctx.flights.push({seat, first, cities: tour.slice(first), until: now + LEG_MS * (tour.length - was.length)})
  })
}

/** Start the animations of flights that have not started yet. */
function takeOff(ctx, svg) {
  for (const flight of ctx.flights) {
    if (!flight.left) flyPawn(ctx, svg, flight.seat, flight.cities)
    flight.left = true
  }
}

function flyPawn(ctx, svg, seat, cities) {
  const moved = svg.querySelector(`.pawn[data-seat="${seat}"]`),
    place = svg.querySelector(".plane-place"),
    {pawn: size} = sizesOf(ctx)
  if (!moved || !place) return
  const legs = cities.slice(1).map((city, i) => {
    const {d, back} = lineOf(ctx.ground, cities[i], city)
    const path = mapShape("path", {d})
    return {path, length: path.getTotalLength(), back}
  })
  const plane = mapShape("path", {class: "plane", d: PLANE})
  place.append(plane)
  const began = performance.now()
  const step = (now) => {
    const at = Math.max(0, now - began) / LEG_MS,
      n = Math.floor(at)
    if (n >= legs.length || (now > began && !moved.isConnected)) {
      // the map may not be in the page yet
      plane.remove()
      if (moved._attrs) moved.setAttribute("transform", moved._attrs.transform)
      return
    }
    const {path, length, back} = legs[n],
      part = back ? 1 - (at - n) : at - n
    const here = path.getPointAtLength(length * part),
      next = path.getPointAtLength(length * part + (back ? -40 : 40))
    const angle = (Math.atan2(next.y - here.y, next.x - here.x) * 180) / Math.PI + 90
    plane.setAttribute("transform", `translate(${here.x} ${here.y}) rotate(${angle}) scale(${size})`)
    moved.setAttribute("transform", `translate(${here.x} ${here.y - size * 38}) scale(${size}) translate(-24 -24)`)
    requestAnimationFrame(step)
  }
  step(began)
}

// the layers

/** All legs flown; if a leg was flown twice, the later line is thinner, so that both are visible. */
function flownLegs(ctx, b, tours, only) {
  const used = {},
    {leg: thick} = sizesOf(ctx)
  const latest = b.flight ? tours[b.flight.seat].length - b.flight.cities.length : Infinity
  return tours.flatMap((tour, seat) =>
    tour.slice(1).map((city, i) => {
      const {d, back} = lineOf(ctx.ground, tour[i], city)
      used[d] = used[d] || new Set()
      used[d].add(seat)
      const width = thick * Math.max(0.3, 1 - 0.35 * (used[d].size - 1))
      const flight = ctx.flights.find((f) => f.seat === seat && i >= f.first)
      const fresh = b.flight && b.flight.seat === seat && i >= latest
      const looks = [
        fresh && "fresh",
        flight && "flying",
        back && "back",
        only !== undefined && only !== seat && "quiet",
      ]
      const n = seat % 6
      return h(
        "g.leg",
        {
          key: `leg${seat}.${i}`,
          class: looks.filter(Boolean).join(" "),
          style: `--i:${flight ? i - flight.first : 0};--team:var(--team-${n});--team-edge:var(--edge-team-${n})`,
        },
        h("path.casing", {pathLength: 1, d, "stroke-width": width * 1.55}),
        h("path.line", {pathLength: 1, d, "stroke-width": width}),
      )
    }),
  )
}

/** Lines of one kind between pairs of cities. */
const lines = (ctx, name, pairs) =>
  h(
    `g.${name}`,
    pairs.map(([from, to], i) => {
      const {d} = lineOf(ctx.ground, from, to)
      return [h("path.casing", {key: `c${i}`, d}), h("path.line", {key: `l${i}`, d})]
    }),
  )

const legsOf = (way) => way.slice(1).map((city, i) => [way[i], city])

/** A city; *n*: the number of tickets needed to get there. */
function cityMark(ctx, id, look, name, n) {
  const {dot, letter} = sizesOf(ctx),
    {x, y, name: said} = ctx.ground.cities[id]
  const at = name && {x: name[0], y: name[1] + letter * 0.33, "text-anchor": name[2], "font-size": letter}
  const number = {x, y: y + dot * 1.4, "text-anchor": "middle", "font-size": dot * 4}
  return h(
    "g.city",
    {key: id, class: look, "data-city": id},
    h("circle.dot", {cx: x, cy: y, r: dot * (n ? 2.9 : look.includes("open") ? 1.8 : look ? 1.43 : 1)}),
    n && h("text.legs-to", number, n),
    at && [h("text.halo", {...at, "aria-hidden": true}, said), h("text.city-name", at, said)],
  )
}

/** The nearest of some cities within a finger's reach. */
function cityAt(ctx, at, ids, hit) {
  const far = (id) => Math.hypot(ctx.ground.cities[id].x - at.x, ctx.ground.cities[id].y - at.y)
  return ids.filter((id) => far(id) < hit).sort((a, b) => far(a) - far(b))[0]
}

/** The next city for an arrow key: the nearest one roughly in that direction. */
function cityTowards({cities}, from, [dx, dy]) {
  const ways = Object.keys(cities).map((id) => {
    const x = cities[id].x - cities[from].x,
      y = cities[id].y - cities[from].y,
      along = x * dx + y * dy,
      aside = Math.abs(x * dy + y * dx)
    return {id, far: along > 0 && aside <= along * 1.5 ? along + aside : Infinity}
  })
  const best = ways.reduce((a, b) => (b.far < a.far ? b : a))
  return best.far < Infinity ? best.id : from
}

/** The button to zoom in to a city or out again, for those who do not know that the map can be tapped. */
function nearButton(ctx, b, city) {
  const near = nearTo(ctx)
  return h(
    "button.nearer",
    {
      "aria-label": b.text[near ? "whole_map" : "nearer"],
      onclick: () => goNear(ctx, near ? null : ctx.ground.cities[city]),
    },
    h("span", near ? "−" : "+"),
  )
}

/** The map in its box; handheld with a button to zoom in to the end of the *way*. */
function mapPlace(ctx, b, plan, ...over) {
  const end = plan && plan.way && last(plan.way)
  const city = end || last(b.tours.map(last).filter(Boolean)) || Object.keys(ctx.ground.cities)[0]
  return h("div.map-place", courseMap(ctx, b, plan, city), inHand(ctx) && nearButton(ctx, b, city), over)
}

/** The map of a race. plan: the *way* being planned, the *tickets* left, the cities they lead to (*reach*: city →
 *  {n, go}), the *starts*. *best*: the cities of a best tour; *only*: the seat whose tour is highlighted. */
function courseMap(ctx, b, {way = [], tickets = [], reach = new Map(), starts = [], best = [], only} = {}, from) {
  const {ground} = ctx,
    asked = b.kind === "course.play" && ctx.ui.card // a tapped city
  const alone = ctx.scene.me && b.kind === "course.play" // a phone shows only its own tour
  const tours = b.tours.map((tour, seat) => (alone && seat !== b.own ? [] : tour))
  setOut(ctx, b, tours)
  const open = new Map([...reach, ...starts.map((start) => [start.id, start])])
  const flight = b.flight && !alone ? b.flight.cities : []
  const firm = each([...tours.map(last), last(way), asked, ...starts.map(({id}) => id), flight[0], last(flight)])
  const next = each([...reach].map(([id, {n}]) => n === 1 && id))
  const bold = each([...firm, ...next, ...way, ...flight, ...best])
  const names = namesOf(ctx, firm, [...bold, ...open.keys()], reach)
  const choose = (city) => (open.has(city) ? open.get(city).go() : ctx.set({card: asked === city ? null : city}))
  const touch = (e) => {
    const at = mapPoint(e.currentTarget, e),
      {hit} = sizesOf(ctx)
    const city = cityAt(ctx, at, [...open.keys()], hit) || cityAt(ctx, at, Object.keys(ground.cities), hit / 2)
    if (city && b.kind === "course.play") choose(city)
    else if (inHand(ctx)) goNear(ctx, nearTo(ctx) ? null : at)
  }
  const type = (e) => {
    if (ARROWS[e.key]) ctx.set({card: cityTowards(ground, asked || from, ARROWS[e.key])})
    else if (e.key === "Enter" && open.has(asked)) choose(asked)
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  const keys = b.kind === "course.play" ? {tabindex: "0", onkeydown: type} : {}
  const routes = asked ? Object.keys(ground.routes).map((card) => card.split("--")) : []
  const look = (id) => [
    bold.includes(id) && "bold",
    open.has(id) && "open",
    open.has(id) && !next.includes(id) && reach.has(id) && "later",
    id === asked && "asked",
  ]
  return worldMap(
    ctx,
    {box: boxOf(ctx), said: b.map_said, circles: []},
    {class: "course-map", shown: (el) => takeOff(ctx, el), onclick: touch, ...keys},
    h("path.beyond", {d: `M-40000-40000h80000v80000h-80000z${ground.globe}`}),
    h("g.legs", flownLegs(ctx, b, tours, only)),
    lines(ctx, "best", legsOf(best)),
    lines(
      ctx,
      "network",
      routes.filter((ends) => ends.includes(asked)),
    ),
    lines(
      ctx,
      "held",
      tickets.map((t) => t.ends.map((end) => end.id)),
    ),
    lines(
      ctx,
      "lit",
      next.map((city) => [last(way), city]),
    ),
    lines(ctx, "planned", legsOf(way)),
    h(
      "g.cities",
      Object.keys(ground.cities).map((id) =>
        cityMark(ctx, id, look(id).filter(Boolean).join(" "), names.get(id), (reach.get(id) || {}).n),
      ),
    ),
    h(
      "g.pawns",
      pawnsAt(ctx, tours, names).map((one) => pawn(ctx, one)),
    ),
    h("g.plane-place", {keep: true}),
  )
}
