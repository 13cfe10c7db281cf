// La course: the world with great circles, visas as stamps, tickets, slots and stock; a flight; the end.

const COURSE_VIEW = [-17350, -10550, 34700, 17400]
const LEG_MS = 900
const PAWN = 25  // how large a pawn is on the map
const PLANE = "M0-21c3 0 4 4 4 9l18 12v5L4 0v11l6 5v4L0 17l-10 3v-4l6-5V0l-18 5V0L-4-12c0-5 1-9 4-9z"

const routeOf = (a, b) => [a, b].sort().join("--")
const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole)
const inKm = (ctx, km) => new Intl.NumberFormat(ctx.scene.lang).format(km)

/** The cities that *cards* lead to from *here*, one after another. */
function wayFrom(ground, here, cards) {
  const cities = [here]
  for (const card of cards) {
    const {a, b} = ground.routes[card]
    cities.push(cities.at(-1) === a ? b : a)
  }
  return cities
}

const nameBox = ({label: [x, y, anchor], name}, size) => {
  const width = 0.52 * size * name.length, left = x - {start: 0, middle: 0.5, end: 1}[anchor] * width
  return [left, y - size * 0.45, left + width, y + size * 0.45]
}
const overlap = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]))

/** Where the pawns stand: those who share a city side by side, above it or wherever they cover the least. */
function pawnsAt(ground, tours) {
  const places = tours.map((tour) => tour.at(-1))
  const taken = Object.values(ground.cities).flatMap((c) => [nameBox(c, ground.size), [c.x - 200, c.y - 200, c.x + 200, c.y + 200]])
  return [...new Set(places)].filter(Boolean).flatMap((city) => {
    const here = places.flatMap((other, seat) => other === city ? [seat] : [])
    const {x, y} = ground.cities[city], half = here.length * 575, aside = half + 250
    const around = [[0, -850], [aside, -650], [-aside, -650], [0, 900], [-aside, 0], [aside, 0], [aside, 700], [-aside, 700]].map(([dx, dy], i) => {
      const box = [x + dx - half, y + dy - 600, x + dx + half, y + dy + 600]
      return {dx, dy, box, covers: i * 20000 + taken.reduce((sum, other) => sum + overlap(box, other), 0)}
    })
    const best = around.reduce((a, b) => b.covers < a.covers ? b : a)
    taken.push(best.box)
    return here.map((seat, i) => ({seat, x: x + best.dx + (i - (here.length - 1) / 2) * 1150, y: y + best.dy}))
  })
}

const pawn = ({seat, x, y}) => h("g", {key: `pawn${seat}`, class: "pawn", "data-seat": seat, transform: `translate(${x} ${y}) scale(${PAWN}) translate(-24 -24)`},
  SHAPES[seat % 6]({fill: `var(--team-${seat % 6})`, stroke: `color-mix(in srgb, var(--team-${seat % 6}) 62%, var(--edge))`, "stroke-width": 2.5}),
  h("text", {x: 24, y: seat % 6 === 1 ? 37 : 32, "text-anchor": "middle", "font-size": seat % 6 === 1 ? 20 : 24, "font-weight": 700, style: `fill:var(--on-team-${seat % 6})`}, LETTERS[seat]))

/** What has been flown since the map was drawn last: it is flown before our eyes, leg by leg. */
function setOut(ctx, b) {
  const before = ctx.flownBefore, now = performance.now()
  ctx.flownBefore = b.tours.map((tour) => tour.slice())
  ctx.flights = (ctx.flights || []).filter((flight) => flight.until > now)
  if (b.kind !== "course.play" && b.kind !== "course.over" || before?.length !== b.tours.length || still()) return
  b.tours.forEach((tour, seat) => {
    const was = before[seat]
    if (!was.length || tour.length <= was.length || was.some((city, i) => city !== tour[i])) return
    ctx.flights.push({seat, first: was.length - 1, cities: tour.slice(was.length - 1), until: now + LEG_MS * (tour.length - was.length)})
  })
}

/** Every leg that was flown; of a leg flown twice the later line is the thinner, so that both are seen. */
function flown(ctx, b) {
  const used = {}, ground = ctx.ground
  const latest = b.flight ? b.tours[b.flight.seat].length - b.flight.cities.length : Infinity
  return b.tours.flatMap((tour, seat) => tour.slice(1).map((city, i) => {
    const card = routeOf(tour[i], city), over = used[card] ||= new Set()
    over.add(seat)
    const width = 110 * Math.max(0.3, 1 - 0.35 * (over.size - 1))
    const fresh = b.flight?.seat === seat && i >= latest
    const flight = ctx.flights.find((f) => f.seat === seat && i >= f.first)
    const quiet = b.only !== undefined && b.only !== null && b.only !== seat
    return h("g", {key: `leg${seat}.${i}`, class: `leg ${fresh ? "fresh" : ""} ${flight ? "flying" : ""} ${ground.routes[card]?.b === tour[i] ? "back" : ""} ${quiet ? "quiet" : ""}`, style: `--i:${flight ? i - flight.first : 0};--team:var(--team-${seat % 6})`},
      h("path", {class: "casing", pathLength: 1, d: ground.routes[card]?.d, "stroke-width": width + 60}),
      h("path", {class: "line", pathLength: 1, d: ground.routes[card]?.d, "stroke-width": width}))
  }))
}

/** The map. *plan* has the way being planned, the legs that could follow, and what a touch of a city does. */
function courseMap(ctx, b, plan, fit = "xMidYMid slice") {
  const ground = ctx.ground, cities = ground.cities
  setOut(ctx, b)
  const way = plan?.way || [], lit = plan?.lit || []
  const bold = new Set([...b.tours.map((tour) => tour.at(-1)), ...way, ...lit.map((l) => l.city), ...(plan?.starts || []), ...(b.flight?.cities || []), ...(plan?.best || [])])
  const reach = new Map([...lit.map((l) => [l.city, l.go]), ...(plan?.starts || []).map((city) => [city, () => plan.start(city)])])
  return worldMap(ground, COURSE_VIEW, {class: "course-map", preserveAspectRatio: fit, role: "img", "aria-label": b.map_said, shown: (el) => takeOff(ctx, el)},
    h("path", {class: "beyond", d: `M-40000-40000h80000v80000h-80000z${ground.globe}`}),
    h("g", {class: "legs"}, flown(ctx, b)),
    plan?.best?.length ? h("g", {class: "best"}, plan.best.slice(1).map((city, i) => [
      h("path", {key: `bc${i}`, class: "casing", d: ground.routes[routeOf(plan.best[i], city)].d}), h("path", {key: `b${i}`, class: "line", d: ground.routes[routeOf(plan.best[i], city)].d})])) : null,
    h("g", {class: "lit"}, lit.map((l) => [h("path", {key: `c${l.card}`, class: "casing", d: ground.routes[l.card].d}), h("path", {key: l.card, class: "line", d: ground.routes[l.card].d})])),
    h("g", {class: "planned"}, way.slice(1).map((city, i) => [
      h("path", {key: `pc${i}`, class: "casing", d: ground.routes[routeOf(way[i], city)].d}), h("path", {key: `p${i}`, class: "line", d: ground.routes[routeOf(way[i], city)].d})])),
    h("g", {class: "cities"}, Object.entries(cities).map(([id, c]) => h("g", {key: id, class: `city ${bold.has(id) ? "bold" : ""} ${reach.has(id) ? "open" : ""}`, onclick: reach.get(id)},
      reach.has(id) ? h("circle", {class: "hit", cx: c.x, cy: c.y, r: 560}) : null,
      h("circle", {class: "dot", cx: c.x, cy: c.y, r: reach.has(id) ? 190 : bold.has(id) ? 150 : 105}),
      h("text", {class: "halo", x: c.label[0], y: c.label[1] + ground.size * 0.33, "text-anchor": c.label[2], "font-size": ground.size, "aria-hidden": "true"}, c.name),
      h("text", {class: "city-name", x: c.label[0], y: c.label[1] + ground.size * 0.33, "text-anchor": c.label[2], "font-size": ground.size}, c.name)))),
    h("g", {class: "pawns"}, pawnsAt(ground, b.tours).map(pawn)),
    h("g", {class: "plane-place", keep: true}))
}

/** The pawns of the flights that have not left yet take off. */
function takeOff(ctx, svg) {
  for (const flight of ctx.flights) {
    if (!flight.left) fly(ctx, svg, flight.seat, flight.cities)
    flight.left = true
  }
}

function fly(ctx, svg, seat, cities) {
  const figure_ = svg.querySelector(`.pawn[data-seat="${seat}"]`), place = svg.querySelector(".plane-place")
  if (!figure_ || !place) return
  const legs = cities.slice(1).map((city, i) => {
    const route = ctx.ground.routes[routeOf(cities[i], city)]
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
    path.setAttribute("d", route.d)
    return {path, length: path.getTotalLength(), back: route.b === cities[i]}
  })
  const plane = document.createElementNS("http://www.w3.org/2000/svg", "path")
  plane.setAttribute("class", "plane")
  plane.setAttribute("d", PLANE)
  place.append(plane)
  const began = performance.now()
  const step = (now) => {
    const at = Math.max(0, now - began) / LEG_MS, n = Math.floor(at)
    if (n >= legs.length || now > began && !figure_.isConnected) {  // at first the map may not be in the page yet
      plane.remove()
      if (figure_._attrs) figure_.setAttribute("transform", figure_._attrs.transform)
      return
    }
    const {path, length, back} = legs[n], part = back ? 1 - (at - n) : at - n
    const here = path.getPointAtLength(length * part), next = path.getPointAtLength(length * part + (back ? -40 : 40))
    const angle = Math.atan2(next.y - here.y, next.x - here.x) * 180 / Math.PI + 90
    plane.setAttribute("transform", `translate(${here.x} ${here.y}) rotate(${angle}) scale(26)`)
    figure_.setAttribute("transform", `translate(${here.x} ${here.y - 950}) scale(${PAWN}) translate(-24 -24)`)
    requestAnimationFrame(step)
  }
  step(began)
}

const stamp = (visa, ctx, b) => h("li", {class: `stamp ${visa.had ? "had" : ""} ${visa.fresh ? "fresh" : ""}`, title: visa.name,
  "aria-label": `${visa.name}: ${b.text[visa.had ? "visa" : "no_visa"]}`}, visa.code)

const courseTeams = (b, ctx) => h("ul", {class: "course-teams", "data-many": b.teams.length > 4 ? "1" : null}, b.teams.map((t) => h("li", {key: `t${t.seat}`, class: t.active ? "team-line active" : "team-line", "aria-current": t.active ? "true" : null},
  h("div", {class: "who"}, badge(t.seat, 4.4), h("b", {}, t.name), h("span", {class: "soft"}, t.start)),
  h("ol", {class: "stamps"}, t.visas.map((visa) => stamp(visa, ctx, b))))))

const ticket = (t, attrs, ...more) => h(attrs.onclick ? "button" : "div", {...attrs, key: t.card, class: `ticket ${attrs.class || ""}`, ...(attrs.onclick ? {type: "button"} : {})},
  h("svg", {class: "ends", viewBox: "0 0 12 44", "aria-hidden": "true"}, h("path", {d: "M6 10v24", stroke: "currentColor", "stroke-width": 2}),
    h("circle", {cx: 6, cy: 8, r: 4.5, fill: "var(--sheet)", stroke: "currentColor", "stroke-width": 2}), h("circle", {cx: 6, cy: 36, r: 5, fill: "currentColor"})),
  h("span", {class: "names"}, (attrs.names || t.names).map((name) => h("span", {}, name))), more)

const NOTHING_PICKED = {mode: "fly", way: [], off: [], slots: []}

/** What is planned, as the map, the tickets and the buttons need it. */
function planned(b, hand, ctx) {
  const picked = ctx.ui.picked || NOTHING_PICKED, ground = ctx.ground
  const pick = (change) => ctx.set({picked: {...picked, ...change}})
  const play = (move) => { ctx.set({picked: null}); ctx.send({do: "move", move: {seat: hand.seat, ...move}}) }
  const way = hand.here ? wayFrom(ground, hand.here, picked.way) : []
  const end = way.at(-1)
  const joins = (card) => ground.routes[card].a === end || ground.routes[card].b === end
  const next = hand.can && hand.here && picked.mode === "fly" ? hand.cards.filter((t) => !picked.way.includes(t.card) && joins(t.card)) : []
  return {
    picked, pick, play, way, end, next,
    lit: next.map((t) => ({card: t.card, city: ground.routes[t.card].a === end ? ground.routes[t.card].b : ground.routes[t.card].a, go: () => pick({way: [...picked.way, t.card]})})),
    starts: hand.can ? hand.starts.map((s) => s.id) : [],
    start: (city) => play({move: "start", city}),
  }
}

function tap(t, p, hand, b, ctx) {
  const {picked, pick} = p
  if (picked.mode === "stay") {
    const rest = picked.off.filter((card) => card !== t.card)
    return pick({off: rest.length < picked.off.length ? rest : [...rest, t.card].slice(-hand.off)})
  }
  const at = picked.way.indexOf(t.card)
  if (at >= 0) return pick({way: picked.way.slice(0, at)})
  if (!p.next.includes(t)) return ctx.toast(fill(b.text.gap, {city: ctx.ground.cities[p.end].name}))
  return pick({way: [...picked.way, t.card]})
}

function courseHand(b, hand, p, ctx) {
  const {picked} = p
  const order = picked.mode === "fly" ? picked.way : picked.off
  const stays = picked.mode === "stay"
  return h("section", {class: "course-hand"},
    h("header", {class: hand.starts.length > 3 ? "many-starts" : !stays && order.length ? "planning" : ""}, badge(hand.seat, 5), h("h2", {}, hand.can && hand.title || b.turn.title),
      hand.here && hand.can ? h("div", {class: "segments", role: "group"}, ["fly", "stay"].map((mode) => h("button", {type: "button", "aria-pressed": String(picked.mode === mode), onclick: () => p.pick({...NOTHING_PICKED, mode})}, b.text[`${mode}_tab`]))) : null,
      courseAction(b, hand, p, ctx)),
    h("div", {class: "tickets", role: "group", "data-walk": true, "data-many": hand.cards.length > 12 || hand.starts.length > 4 ? "1" : null, "aria-label": b.text.hand}, hand.cards.map((t) => {
      const at = order.indexOf(t.card), free = stays || !hand.here || p.next.includes(t) || at >= 0
      const names = !stays && at >= 0 ? [p.way[at], p.way[at + 1]].map((id) => ctx.ground.cities[id].name) : t.names
      return ticket(t, {class: `${at >= 0 ? "chosen" : ""} ${free ? "" : "faint"}`, names, "data-move": t.card, "aria-pressed": String(at >= 0),
        onclick: hand.can && hand.here ? () => tap(t, p, hand, b, ctx) : null},
      at >= 0 ? h("span", {class: "order"}, stays ? "AB"[at] : String(at + 1)) : null)
    })))
}

/** The one thing to do next: set out, fly, or stay. */
function courseAction(b, hand, p, ctx) {
  const {picked, play} = p
  if (!hand.can) return h("span", {class: "soft hint"}, b.turn.hint)
  if (!hand.here) return [h("span", {class: "soft hint"}, b.turn.hint), h("span", {class: "go"}, hand.starts.map((s) => button(s.name, () => play({move: "start", city: s.id}), {class: "accent", key: s.id})))]
  if (picked.mode === "stay") {
    const take = [...picked.slots, "stock", "stock"].slice(0, 2)
    if (picked.off.length < hand.off) return h("span", {class: "soft hint"}, b.text.stay_hint)
    return [h("span", {class: "hint"}), h("span", {class: "go"}, button(b.text[["stay_zero", "stay_one", "stay"][hand.off]], () => play({move: "stay", off: picked.off, take}), {class: "accent"}))]
  }
  if (!picked.way.length) return h("span", {class: "soft hint"}, p.next.length ? `${b.turn.hint} ${b.text.fly_hint}` : b.text.fly_none)
  const km = picked.way.reduce((sum, card) => sum + ctx.ground.routes[card].km, 0)
  const visas = [...new Set(p.way.map((city) => ctx.ground.cities[city].continent).filter((c) => c && !hand.visas.includes(c)))]
  const words = fill(visas.length ? b.text.fly_visa : b.text.fly, {km: inKm(ctx, km), visa: visas.map((c) => b.text[`visa_${c}`]).join(", ")})
  const clear = () => p.pick({way: []})
  ctx.keys.Escape = clear
  return [h("span", {class: "hint"}), h("span", {class: "go"}, h("button", {type: "button", class: "button clear", "aria-label": b.text.clear, onclick: clear}, icon("undo")), button(words, () => play({move: "fly", routes: picked.way}), {class: "accent"}))]
}

/** The two slots and the stock; while a team stays they say what it takes. */
function coursePiles(b, hand, p) {
  const stays = hand?.can && hand.here && p.picked.mode === "stay"
  const stock = 2 - (stays ? p.picked.slots.length : 0)
  const toggle = (slot) => () => p.pick({slots: p.picked.slots.includes(slot) ? p.picked.slots.filter((s) => s !== slot) : [...p.picked.slots, slot]})
  return h("section", {class: "course-piles"},
    h("h3", {class: "title-slots"}, b.text.slots), h("h3", {class: "title-stock"}, b.text.stock),
    b.slots.map((t, i) => {
      const name = ["slot_a", "slot_b"][i], taken = stays && p.picked.slots.includes(name)
      const inside = [h("span", {class: "letter"}, "AB"[i]), t ? [h("b", {}, t.names[0]), h("svg", {class: "arc", viewBox: "0 0 100 20", "aria-hidden": "true"},
        h("path", {d: "M6 16Q50 0 94 16", fill: "none", stroke: "currentColor", "stroke-width": 2.4}), h("circle", {cx: 6, cy: 16, r: 4.500, fill: "currentColor"}), h("circle", {cx: 94, cy: 16, r: 4.500, fill: "currentColor"})), h("b", {}, t.names[1]), h("span", {class: "soft"}, taken ? `✓ ${b.text.take}` : t.km)]
        : h("span", {class: "soft"}, b.text.slot_empty)]
      return stays && t ? h("button", {key: name, type: "button", class: `pile-card ${taken ? "chosen" : ""}`, "aria-pressed": String(taken), onclick: toggle(name)}, inside)
        : h("div", {key: `${name}.`, class: `pile-card ${t ? "" : "empty"}`}, inside)
    }),
    h("div", {class: "stock", "aria-label": b.stock_said}, h("span", {class: "back"}, String(b.stock)), stays ? h("span", {class: "letter"}, `×${stock}`) : null))
}

const ring = (share) => h("svg", {class: "ring", viewBox: "-22 -22 44 44", "aria-hidden": "true"}, h("circle", {r: 18, fill: "none", stroke: "var(--line)", "stroke-width": 6}),
  h("circle", {r: 18, fill: "none", stroke: "var(--ink)", "stroke-width": 6, pathLength: 100, "stroke-dasharray": `${Math.min(100, share * 100)} 100`, transform: "rotate(-90)"}))

const arrivalCard = (f, ctx) => h("div", {class: "arrival"}, flag(ctx, f.arrival.flag), h("div", {class: "words"},
  h("p", {}, h("b", {}, f.arrival.name), f.arrival.capital ? h("span", {}, f.arrival.capital) : null),
  h("dl", {}, f.arrival.figures.map((one) => [h("dt", {class: "soft"}, one.label), h("dd", {}, one.value)])), h("span", {class: "soft source"}, f.source)))

/** The countries flown over, once asked for: the question may be which they are. */
const flownOver = (f, b, ctx) => f.over ? h("p", {class: "over"}, ctx.ui.card === "over" ? f.over
  : h("button", {type: "button", class: "button", onclick: () => ctx.set({card: "over"})}, b.text.over)) : null

/** The latest flight in words, below the map or (small) over the Pacific. */
const courseFlight = (f, b, ctx, small) => h(small ? "button" : "section", {key: `flight${small}${f.seat}${f.cities.join()}`, class: small ? "flight small" : "flight", "aria-label": `${f.title} ${f.way}, ${f.km}`,
  ...(small ? {type: "button", onclick: () => ctx.send({do: "past", index: f.index})} : {})},
  h("h3", {}, badge(f.seat, 4), small ? null : h("span", {class: "whole"}, f.title), h("b", {}, f.km), small ? null : f.visas.map((visa) => h("span", {class: "stamp had fresh"}, visa.code)),
    h("span", {class: "share"}, ring(f.share), f.share_text)),
  small ? null : h("ol", {class: "legs-list"}, f.legs.map((leg) => h("li", {}, h("span", {}, leg.text), h("span", {class: "km"}, leg.km)))),
  small ? [h("span", {class: "arrival"}, flag(ctx, f.arrival.flag), h("b", {}, f.arrival.name)), h("span", {}, f.arrival.capital), h("span", {class: "more"}, f.more)]
    : [arrivalCard(f, ctx), h("div", {class: "question"}, f.questions.length ? [h("h4", {}, f.ask), h("p", {}, f.questions[0])] : null, b.kind === "course.flight" || !f.questions.length ? flownOver(f, b, ctx) : null)])

const courseBegin = (begin) => h("div", {class: "begin"}, h("p", {class: "aim"}, begin.aim),
  h("ol", {class: "stamps"}, begin.visas.map((visa) => h("li", {}, h("span", {class: "stamp had", "aria-hidden": "true"}, visa.code), visa.name))),
  h("p", {class: "soft"}, begin.hint))

boards["course.play"] = (b, ctx) => {
  if (ctx.ui.curtain && !ctx.ui.behind) return curtain(ctx, b.hidden?.pass || "", () => null)
  const hand = ctx.ui.behind?.hand || b.hand
  const p = hand ? planned(b, hand, ctx) : null
  const private_ = Boolean(ctx.ui.behind)
  return h("main", {key: "course", class: "course-play"},
    h("div", {class: "map-place"}, courseMap(ctx, b, p), hand && b.flight ? courseFlight(b.flight, b, ctx, true) : null,
      private_ ? h("button", {type: "button", class: "button shut", "aria-label": ctx.t("curtain_close"), onclick: () => ctx.shut()}, icon("close"), ctx.t("close")) : null),
    courseTeams(b, ctx),
    h("div", {class: "course-dock"},
      hand ? courseHand(b, hand, p, ctx)
        : h("section", {class: "course-hand waiting"},
          h("header", {}, b.seat !== null ? badge(b.seat, 5) : null, h("h2", {}, b.turn.title), h("span", {class: "soft hint"}, b.hidden?.text || b.turn.hint),
            b.hidden?.open ? h("span", {class: "go"}, button(b.hidden.first ? b.hidden.pass : b.hidden.open, () => ctx.pass(b.seat), {class: b.hidden.first ? "accent" : ""})) : null),
          b.flight ? courseFlight(b.flight, b, ctx, false) : b.begin ? courseBegin(b.begin) : null),
      coursePiles(b, hand, p)))
}

boards["course.flight"] = (b, ctx) => h("main", {key: "course", class: "course-play one-flight"},
  h("div", {class: "map-place"}, courseMap(ctx, b, null)),
  courseTeams(b, ctx),
  h("div", {class: "course-dock"}, h("section", {class: "course-hand waiting"}, courseFlight(b.flight, b, ctx, false)), courseNext(b, ctx)))

const courseNext = (b, ctx) => {
  if (!b.next) return null
  for (const key of ["ArrowRight", " ", "PageDown"]) ctx.keys[key] = () => ctx.send(b.next.send)
  return button(b.next.text, () => ctx.send(b.next.send), {class: "strong next"})
}

boards["course.over"] = (b, ctx) => {
  const chosen = ctx.ui.card  // a team's seat, or the start of a best tour
  const best = b.best.find((tour) => tour.start === chosen)
  const only = typeof chosen === "number" ? chosen : best ? -1 : null
  const choose = (what) => () => ctx.set({card: chosen === what ? null : what})
  return h("main", {key: "over", class: "course-over"},
    h("div", {class: "map-place"}, courseMap(ctx, {...b, only}, {best: best?.cities || []}, "xMidYMid meet")),
    h("aside", {class: "best-list"}, h("h3", {}, b.best_title), b.best.length < 3 ? h("p", {class: "soft"}, b.best_hint) : null,
      b.best.map((tour) => h("button", {key: tour.start, type: "button", class: "best-tour", "aria-pressed": String(tour === best), disabled: tour.cities.length ? null : true, onclick: choose(tour.start)},
        h("b", {}, tour.title), h("span", {}, tour.text), tour === best ? h("span", {class: "soft"}, tour.way) : null)),
      b.questions.length && !best ? h("div", {class: "question"}, h("h4", {}, b.ask), h("p", {}, b.questions[0])) : null),
    h("div", {class: "course-dock"},
      h("div", {class: "verdict-line"}, b.winners.map((seat) => badge(seat, 6)), h("h2", {class: "verdict"}, b.title), h("p", {class: "detail"}, b.detail),
        h("button", {type: "button", class: "tool save", "data-not-in-picture": true, onclick: () => savePicture(ctx.root.querySelector("main"), b.file)}, icon("save"), h("span", {}, ctx.t("save"))),
        b.again ? button(b.again.text, () => ctx.send(b.again.send), {class: "accent"}) : courseNext(b, ctx)),
      h("table", {class: "panel", "data-many": b.teams.length > 4 ? "1" : null}, h("thead", {}, h("tr", {}, b.columns.map((name) => h("th", {scope: "col"}, name)))),
        h("tbody", {}, b.teams.map((t) => h("tr", {key: `r${t.seat}`, class: chosen === t.seat ? "chosen" : "", onclick: choose(t.seat)},
          h("th", {scope: "row"}, h("button", {type: "button", "aria-pressed": String(chosen === t.seat), onclick: (e) => { e.stopPropagation(); choose(t.seat)() }}, badge(t.seat, 3.6), t.name)),
          h("td", {}, t.km), h("td", {}, t.share), h("td", {}, String(t.legs)),
          h("td", {}, h("ol", {class: "stamps"}, t.visas.map((visa) => stamp({...visa, fresh: false}, ctx, b)))),
          h("td", {title: t.landed_said}, String(t.landed)), h("td", {title: t.over_said}, String(t.over))))))))
}
