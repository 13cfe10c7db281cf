// The world as SVG, from a scene's map (`maps.scene` in geoclass/maps/world.py): kilometres of Equal Earth, y pointing
// south. The land is one file (encoding: geoclass/maps/topology.py), fetched once and cached by the browser.
// Runs on phones: use nothing newer than Chrome 80 and iOS 13.4.

const SVG_NS = "http://www.w3.org/2000/svg"
const MAP_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
const MAP_HATCHES = {"no-data": "M0 8L8 0", disputed: "M0 8L8 0M0 0L8 8"}
const MISS = 22 // pixels a finger may miss by
let mapLand = null // promise of the areas and the graticule

/** Decode variable-length numbers: five bits a digit, lowest first, + 32 if more follow, the sign in the last bit. */
function unpacked(text) {
  const found = []
  let number = 0,
    place = 1
  for (const letter of text) {
    const digit = MAP_DIGITS.indexOf(letter)
    number += (digit % 32) * place
    place *= 32
    if (digit < 32) {
      found.push(number % 2 ? -(number + 1) / 2 : number / 2)
      number = 0
      place = 1
    }
  }
  return found
}

/** Decode lines of points; points are deltas, continued from line to line. */
function mapLines(text, unit) {
  let x = 0,
    y = 0
  return text.split(" ").map((line) => {
    const steps = unpacked(line),
      points = []
    for (let i = 0; i < steps.length; i += 2) {
      x += steps[i]
      y += steps[i + 1]
      points.push([x * unit, y * unit])
    }
    return points
  })
}

const mapPath = (points) => `M${points.map((p) => p.join(" ")).join("L")}`

/** The file as {lines: path, areas: [{iso, country, x, y, d}]}; a state too small to see is a circle. */
function readLand(file) {
  const arcs = mapLines(file.arcs, file.unit)
  let named = 0
  const ring = (text) => {
    let points = []
    for (const n of unpacked(text)) {
      const at = named + n,
        which = at < 0 ? -at - 1 : at
      points = points.concat((at < 0 ? arcs[which].slice().reverse() : arcs[which]).slice(0, -1))
      if (which === named) named += 1
    }
    return `${mapPath(points)}Z`
  }
  const areas = file.areas.map(([iso, country, x, y, rings]) => ({
    iso,
    country,
    x: x * file.unit,
    y: y * file.unit,
    tiny: rings === ".",
    d: rings && rings !== "." ? rings.split(" ").map(ring).join("") : "",
  }))
  return {areas, lines: mapLines(file.lines, file.unit).map(mapPath).join("")}
}

function landOf(address) {
  if (!mapLand) {
    mapLand = fetch(address)
      .then((answer) => answer.json())
      .then(readLand)
    mapLand.catch(() => (mapLand = null)) // fetched again at the next drawing
  }
  return mapLand
}

function mapShape(tag, attrs) {
  const shape = document.createElementNS(SVG_NS, tag)
  for (const name of Object.keys(attrs)) shape.setAttribute(name, attrs[name])
  return shape
}

/** Build graticule and areas in a <g> once; *dress*(shape, area) is called for each on every drawing. */
function landInto(el, address, dress) {
  landOf(address).then((land) => {
    if (!el._drawnLand) {
      el._drawnLand = true
      el.append(mapShape("path", {class: "graticule", d: land.lines}))
      const made = (area) =>
        Object.assign(area.tiny ? mapShape("circle", {cx: area.x, cy: area.y, r: 0}) : mapShape("path", {d: area.d}), {
          _area: area,
        })
      const shapes = land.areas.map(made)
      for (const shape of shapes) {
        shape.dataset.iso = shape._area.iso
        shape.dataset.country = shape._area.country
      }
      el.append(...shapes.filter((shape) => !shape._area.tiny), ...shapes.filter((shape) => shape._area.tiny))
    }
    for (const shape of Array.from(el.children)) if (shape._area) dress(shape, shape._area)
    sizeDots(el)
    el.dataset.ready = "true"
  })
}

/** Set an attribute only if it differs, to avoid restyling the shape. */
function lookOf(shape, name, fill) {
  if (shape._name !== name) shape.setAttribute("class", (shape._name = name))
  if (shape._fill !== fill) shape.style.fill = shape._fill = fill
}

/** Apply the map's colours, patterns and outlines. */
function dressLand(el, m) {
  el._dots = {dot: m.dot || 130, largest: m.largest || Infinity}
  const fills = m.fills || {},
    patterns = m.patterns || {},
    texts = m.texts || {}
  const chosen = new Set(m.chosen || []),
    near = new Set(m.near || []),
    circles = m.circles && new Set(m.circles)
  const used = new Set(Object.values(patterns))
  if (used.size && !el.querySelector("defs")) {
    const defs = mapShape("defs", {})
    for (const name of used) {
      const hatch = mapShape("pattern", {
        id: `map-${name}`,
        width: 8,
        height: 8,
        patternUnits: "userSpaceOnUse",
        patternTransform: "scale(18)",
      })
      hatch.append(mapShape("path", {class: "hatch", d: MAP_HATCHES[name]}))
      defs.append(hatch)
    }
    el.prepend(defs)
  }
  return (shape, area) => {
    const {iso} = area,
      pattern = patterns[iso] || ""
    const look = ["area", chosen.has(iso) ? "chosen" : "", near.has(iso) ? "near" : "", pattern]
    lookOf(shape, look.filter(Boolean).join(" "), fills[iso] || (pattern && !area.tiny ? `url(#map-${pattern})` : ""))
    if (texts[area.iso]) shape.setAttribute("aria-label", texts[area.iso])
    if (chosen.has(iso) && !area.tiny) el.insertBefore(shape, el.querySelector("circle")) // above its neighbours
    if (area.tiny) shape.style.display = circles && !circles.has(area.iso) ? "none" : ""
  }
}

/** The radius of circles: the map's *dot* in km, between 3 and *largest* pixels. */
function sizeDots(el) {
  if (!el._dots) return
  const at = el.ownerSVGElement && el.ownerSVGElement.getScreenCTM(),
    scale = at ? at.a : 1
  const r = Math.max(3, Math.min(el._dots.dot * scale, el._dots.largest)) / scale
  for (const shape of el.querySelectorAll("circle")) shape.setAttribute("r", r)
}

/** The map *m* of a scene, with a board's own layers on top. attrs: of the <svg>; pick(country): called on a tap;
 *  territories: whether they count as their country. */
function worldMap(ctx, m, {pick, territories, ...attrs}, ...layers) {
  return h(
    "svg",
    {
      preserveAspectRatio: "xMidYMid meet",
      role: "img",
      "aria-label": m.said,
      ...attrs,
      class: `world ${attrs.class || ""}`,
      viewBox: m.box.join(" "),
      onclick: pick ? (e) => pick(countryAt(e.currentTarget, e, territories)) : attrs.onclick,
    },
    h("rect.sea", {x: -40000, y: -40000, width: 80000, height: 80000}),
    h("g.land", {key: "land", keep: true, shown: (el) => landInto(el, ctx.outlines, dressLand(el, m))}),
    m.routes &&
      h(
        "g.routes",
        {key: "routes"},
        m.routes.map((r, i) => [
          h("path.casing", {key: `c${i}`, d: r.d}),
          h("path", {key: `r${i}`, class: `route ${r.look}`, d: r.d}),
        ]),
      ),
    m.markers &&
      h(
        "g.markers",
        {key: "markers"},
        m.markers.map(({at, look}, i) =>
          h("circle", {key: `m${i}`, class: `marker ${look}`, cx: at[0], cy: at[1], r: m.dot}),
        ),
      ),
    m.labels &&
      h(
        "g.names",
        {key: "names"},
        m.labels.map((label) => mapLabel(label, m.letter)),
      ),
    layers,
  )
}

const mapLabel = ({text, at, anchor, of, end}, letter) =>
  h(
    "g.map-label",
    {key: text},
    end && [
      h("line.leader", {x1: of[0], y1: of[1], x2: end[0], y2: end[1]}),
      h("circle.named", {cx: of[0], cy: of[1], r: letter / 6}),
    ],
    h("text.map-text", {x: at[0], y: at[1] + letter * 0.35, "text-anchor": anchor, "font-size": letter}, text),
  )

/** The map coordinates of an event. */
const mapPoint = (svg, event) =>
  new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse())

/** The country at a tap, or the nearest within a finger's reach; circles of tiny states come first. */
function countryAt(svg, event, territories, miss = MISS) {
  const point = mapPoint(svg, event),
    scale = svg.getScreenCTM().a,
    root = svg.getRootNode()
  const whose = ({iso, country}) => (territories || iso === country ? country : "")
  let tiny = null
  for (const shape of svg.querySelectorAll(".land circle")) {
    if (shape.style.display === "none" || !whose(shape._area)) continue
    const far = Math.hypot(shape._area.x - point.x, shape._area.y - point.y) * scale
    if (!tiny || far < tiny.far) tiny = {far, iso: whose(shape._area), sure: shape.r.baseVal.value * scale}
  }
  const under = (dx, dy) => {
    const found = root.elementFromPoint(event.clientX + dx, event.clientY + dy)
    return found && found._area ? found._area : null
  }
  if (tiny && tiny.far <= Math.max(tiny.sure, 5)) return tiny.iso
  const here = under(0, 0)
  if (here && (here.country === "" || whose(here))) return whose(here)
  if (tiny && tiny.far < miss) return tiny.iso
  for (let r = miss / 4; r <= miss; r += miss / 4) {
    for (let a = 0; a < 8; a += 1) {
      const near = under(r * Math.cos((a * Math.PI) / 4), r * Math.sin((a * Math.PI) / 4))
      if (near && whose(near)) return whose(near)
    }
  }
  return ""
}

/** Move overlapping boxes apart as little as possible. Each has its centre x, y and half its size hw, hh, in pixels;
 *  the true centre is saved as tx, ty, and x, y are changed. */
function spreadOut(things, gap = 1, rounds = 240) {
  for (const one of things) Object.assign(one, {tx: one.x, ty: one.y})
  const sorted = things.slice()
  for (let round = 0; round < rounds; round += 1) {
    let moved = false
    sorted.sort((a, b) => a.x - b.x)
    for (let i = 0; i < sorted.length; i += 1) {
      const a = sorted[i]
      for (let j = i + 1; j < sorted.length && sorted[j].x - a.x < 200; j += 1) {
        const b = sorted[j],
          dx = b.x - a.x || 0.01,
          dy = b.y - a.y || 0.01 * (j - i)
        const across = a.hw + b.hw + gap - Math.abs(dx),
          up = a.hh + b.hh + gap - Math.abs(dy)
        if (across <= 0 || up <= 0) continue
        moved = true
        // the axis along which their true order is kept
        if (across < up) [a.x, b.x] = [a.x - (Math.sign(dx) * across) / 2, b.x + (Math.sign(dx) * across) / 2]
        else [a.y, b.y] = [a.y - (Math.sign(dy) * up) / 2, b.y + (Math.sign(dy) * up) / 2]
      }
    }
    if (!moved) break
    if (round < rounds * 0.5) {
      for (const one of things) {
        one.x += (one.tx - one.x) * 0.06
        one.y += (one.ty - one.y) * 0.06
      }
    }
  }
  return things
}
