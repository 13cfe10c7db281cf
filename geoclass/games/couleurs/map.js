// The map of Couleurs du monde: one SVG in kilometres of Equal Earth, moved and scaled to the visible part.

const ROOM = 0.8 // flags are shown if half of the nations have this share of a flag's width to themselves
const DOT = 11 // default half width of a nation shown as a dot
const MOVED = 9 // pixels: a nation moved further than this gets a leader line
const MARK = 6 // margin around a flag for a team's mark
const LARGER = 1.25 // scale of flags in the chain

/** The transformation of a map of w × h that shows *box* (km: west, south, east, north) with margins *pad* (left, top,
 *  right, bottom). */
function viewOn(box, w, h_, pad) {
  const [left, top, right, bottom] = pad || [0, 0, 0, 0]
  const k = Math.min((w - left - right) / (box[2] - box[0]), (h_ - top - bottom) / (box[3] - box[1]))
  const tx = (left + w - right) / 2 - (k * (box[0] + box[2])) / 2,
    ty = (top + h_ - bottom) / 2 + (k * (box[1] + box[3])) / 2
  const move = `transform:translate(${tx.toFixed(1)}px,${ty.toFixed(1)}px)`
  return {
    k,
    move: `${move} scale(${k},${-k})`,
    land: `${move} scale(${k})`,
    at: ([x, y]) => [tx + k * x, ty - k * y],
    back: ([x, y]) => [(x - tx) / k, (ty - y) / k],
  }
}

/** The bounding box of some nations and their flags. */
function boxOf(on, isos, margin = 500) {
  const at = isos.map((iso) => on.nations[iso] && on.nations[iso].at).filter(Boolean)
  const xs = at.map((p) => p[0]),
    ys = at.map((p) => p[1])
  return [
    Math.min(...xs) - margin * 1.3,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin * 1.3,
    Math.max(...ys) + margin,
  ]
}

/** Drop the few nations that make the box much larger, such as Canada for the Caribbean. */
function crowded(on, isos) {
  const area = (some) => {
    const [w, s, e, n] = boxOf(on, some)
    return (e - w) * (n - s)
  }
  let kept = isos
  while (kept.length > isos.length * 0.75) {
    const smaller = kept.map((iso) => kept.filter((other) => other !== iso)).sort((a, b) => area(a) - area(b))[0]
    if (!smaller.length || area(smaller) > area(kept) * 0.93) break
    kept = smaller
  }
  return kept
}

/** The box of the whole board. */
const wholeBox = (on) => {
  const all = Object.keys(on.nations)
  return boxOf(on, all, all.length > 130 ? 100 : 500)
}

/** The box of a region, without far nations of the centre such as Russia. */
const regionBox = (on, region, closer) => {
  const own = region.members.filter((iso) => on.nations[iso].region === region.id)
  const all = own.length ? own : region.members
  return boxOf(on, closer ? crowded(on, all) : all, closer ? 400 : 500)
}

/** Whether a flag has loaded: an <image> inserted before may stay blank. New flags trigger a redraw. */
const flagsHere = new Map()
let drawSoon = null
function flagHere(ctx, file) {
  if (!flagsHere.has(file)) {
    flagsHere.set(file, false)
    const picture = new Image()
    picture.onload = () => {
      flagsHere.set(file, picture)
      if (!drawSoon)
        drawSoon = setTimeout(() => {
          drawSoon = null
          ctx.set({})
        }, 80)
    }
    picture.src = flagFile(ctx, file)
  }
  return Boolean(flagsHere.get(file))
}

/** The land, tinted by region or in given colours. */
const tinted = (on, fills) => (shape, area) => {
  const nation = on.nations[area.iso] || on.nations[area.country]
  lookOf(shape, "tint", (fills && fills[area.iso]) || (nation ? `var(--${nation.region})` : ""))
}

/** A team's small shape beside a flag it has covered. */
const teamMark = (seat, x, y, r) =>
  h(
    "g.team-mark",
    {transform: `translate(${x - r} ${y - r}) scale(${r / 24})`},
    SHAPES[seat % 6]({fill: `var(--team-${seat % 6})`, stroke: "var(--sheet)", "stroke-width": 5}),
  )

let rem = 0,
  remAt = "" // measuring forces a style calculation: once per window and text size
function remNow() {
  const at = [innerWidth, innerHeight, keptChoice("text")].join()
  if (remAt !== at) rem = remSize()
  remAt = at
  return rem
}

/** A function for font sizes on a map *w* units wide, at least 16 pixels on the screen. */
function letters(w, narrow) {
  const pixels = !narrow ? remNow() / 10 : (Math.min(innerWidth, 576) * 0.93) / w // pixels per map unit
  return (size) => Math.max(size, 16 / pixels)
}

/** Place names beside flags where there is room, most important first, down to priority *least*. */
function labels(placed, least, w, h_, avoid, letter) {
  const taken = avoid.concat(
    placed.map((n) => [n.x - n.fw / 2 - 2, n.y - n.fh / 2 - 2, n.x + n.fw / 2 + 2, n.y + n.fh / 2 + 2]),
    placed.filter((n) => n.step).map((n) => [n.bx - 23, n.by - 23, n.bx + 23, n.by + 23]),
  )
  const found = []
  for (const n of placed.filter((one) => one.much >= least).sort((a, b) => b.much - a.much)) {
    const size = letter(n.much > 1 ? 28 : 25),
      wide = n.name.length * size * 0.52,
      tall = size * 0.92
    const tries = [
      [0, n.fh / 2 + tall * 0.85, "middle", wide / 2],
      [0, -n.fh / 2 - 8, "middle", wide / 2],
      [n.fw / 2 + 8, tall * 0.3, "start", 0],
      [-n.fw / 2 - 8, tall * 0.3, "end", wide],
    ]
    for (const [dx, dy, anchor, before] of tries) {
      const x = n.x + dx,
        y = n.y + dy,
        box = [x - before, y - tall * 0.85, x - before + wide, y + tall * 0.2]
      if (box[0] < 4 || box[2] > w - 4 || box[1] < 4 || box[3] > h_ - 4) continue
      if (taken.some((other) => meets(box, other))) continue
      taken.push(box)
      found.push(mapName(`name${n.iso}`, x, y, anchor, size, n.name))
      break
    }
  }
  return found
}

/** Place the multipliers at the flags' corners away from the middle of the chain, to keep them apart. */
function outside(steps) {
  const x = steps.reduce((sum, n) => sum + n.x, 0) / steps.length,
    y = steps.reduce((sum, n) => sum + n.y, 0) / steps.length
  for (const n of steps) {
    const dx = n.x - x,
      dy = n.y - y,
      far = Math.hypot(dx, dy)
    const off = Math.max(n.fw, 50)
    n.bx = n.x + (far < 8 ? -0.5 : (0.66 * dx) / far) * off
    n.by = n.y + (far < 8 ? -0.5 : (0.66 * dy) / far) * off
  }
  return steps
}

/** Place the lengths of borders crossed along the chain, covering no flag. */
function borderLengths(chain, nodes, km, size) {
  const found = []
  for (let i = 1; i < chain.length; i += 1) {
    const a = chain[i - 1],
      b = chain[i],
      half = (km[b.iso] || "").length * size * 0.26
    const boxes = [0.5, 0.42, 0.58, 0.34, 0.66]
      .map((t) => [a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)])
      .map(([x, y]) => [x - half, y - size / 2, x + half, y + size / 2])
    const box =
      half &&
      boxes.find(([l, t, r, d]) =>
        nodes.every((n) => n.x + n.fw / 2 < l || n.x - n.fw / 2 > r || n.y + n.fh / 2 < t || n.y - n.fh / 2 > d),
      )
    if (box) found.push({iso: b.iso, x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, box})
  }
  return found
}

/** The cached parts of a map while its view is the same: positions of nations, lines between them. */
function layoutOf(on, o, view, fw) {
  const key = `${view.move} ${o.w} ${o.h} ${o.dot} ${fw} ${o.exact}`
  if (!on.layouts.has(key)) {
    const all = Object.values(on.nations).map((nation) => {
      const [x, y] = view.at(nation.at)
      return {...nation, x, y, tx: x, ty: y}
    })
    const seen = all.filter((n) => n.x > -80 && n.x < o.w + 80 && n.y > -80 && n.y < o.h + 80)
    const near = view.k * apart(on, seen) > fw * ROOM // zoomed in: all flags, and names where they fit
    const [hw, hh] = near ? [fw / 2 + MARK, fw * 0.375 + MARK] : [o.dot, o.dot]
    for (const n of seen) Object.assign(n, {hw, hh})
    if (!o.exact) spreadOut(seen)
    const at = Object.fromEntries(all.map((n) => [n.iso, n]))
    const lines = on.lines.map(([a, b, sea]) => mapLine(at[a], at[b], sea ? "sea-link" : "land-link", `${a}-${b}`))
    if (on.layouts.size > 30) on.layouts.clear()
    on.layouts.set(key, {seen, at, near, fixed: [trueLines(seen), h("g.links-all", {key}, lines)]})
  }
  return on.layouts.get(key)
}

/** The median distance to the nearest other nation, in kilometres. */
function apart(on, some) {
  const all = Object.values(on.nations)
  const far = (one) =>
    Math.min(...all.map((n) => (n.iso === one.iso ? Infinity : Math.hypot(n.at[0] - one.at[0], n.at[1] - one.at[1]))))
  return some.map(far).sort((a, b) => a - b)[some.length >> 1] || 0
}

const mapLine = (a, b, cls, key) => h("line", {key, class: cls, x1: a.x, y1: a.y, x2: b.x, y2: b.y})

/** Leader lines from moved nations to their true position. */
const trueLines = (nodes) =>
  h(
    "g.true-lines",
    {key: "true"},
    nodes
      .filter((n) => Math.hypot(n.x - n.tx, n.y - n.ty) > MOVED)
      .map((n) =>
        h(
          "g",
          {key: n.iso, "data-true": n.iso},
          h("line.true-line", {x1: n.tx, y1: n.ty, x2: n.x, y2: n.y}),
          h("circle.true-place", {cx: n.tx, cy: n.ty, r: 4.5}),
        ),
      ),
  )

/** Every visible nation with its state: team, held, in the chain, and whether there is room for its flag. Flags cover
 *  no other nation; the most important ones are placed first. */
function nodesOf(seen, o, near, fw) {
  const steps = new Map(o.chain.map((iso, i) => [iso, i + 1]))
  const nodes = seen.map((place) => {
    const {iso} = place,
      seat = o.covered[iso],
      held = o.hand.has(iso),
      step = steps.get(iso),
      wide = fw * (step ? LARGER : 1)
    const flagged = near || seat !== undefined || held || Boolean(step)
    const much = step ? 4 : o.playable.has(iso) ? 3 : held ? 2 : o.onward.has(iso) ? 1.5 : seat !== undefined ? 1 : 0
    return {...place, seat, held, step, much, flagged, fw: wide, fh: wide * 0.75, dot: o.dot}
  })
  const around = (n, x, y) => [n.x - x, n.y - y, n.x + x, n.y + y]
  const dots = nodes.map((n) => around(n, n.dot, n.dot)),
    flags = []
  for (const n of [...nodes].sort((a, b) => b.much - a.much)) {
    const box = around(n, n.fw / 2 + 3, n.fh / 2 + 3)
    const hides = (other, i) => nodes[i] !== n && (!n.step || nodes[i].step) && meets(box, other)
    n.flagged = n.flagged && !flags.some((other) => meets(box, other)) && !dots.some(hides)
    if (n.flagged) flags.push(box)
    else n.fw = n.fh = 2 * n.dot
  }
  return nodes.sort((a, b) => Boolean(a.step) - Boolean(b.step)) // draw the chain above the rest
}

const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]

/** Reuse the same object for what looks the same as last time, so that the DOM is not compared. */
function kept(ctx, name, look, make) {
  if (!ctx.kept) ctx.kept = new Map()
  const known = ctx.kept.get(name)
  if (known && known.look === look) return known.made
  const made = make()
  ctx.kept.set(name, {look, made})
  return made
}

/** A nation on the map; most are unchanged from move to move. */
function nodeOf(ctx, n, o) {
  const here = n.flagged && flagHere(ctx, n.flag)
  const open = !n.step && n.seat === undefined
  const is = {
    open,
    held: n.held,
    can: o.playable.has(n.iso),
    "in-chain": n.step,
    onward: open && o.onward.has(n.iso),
    island: n.island,
    centre: n.region === "centre",
  }
  const cls = ["node", ...Object.keys(is).filter((name) => is[name])].join(" ")
  const place = `transform:translate(${n.x.toFixed(1)}px,${n.y.toFixed(1)}px)`
  return kept(ctx, n.iso, [place, cls, n.seat, n.flagged, here, n.fw].join(), () =>
    h(
      "g",
      {key: `n${n.iso}`, class: cls, "data-iso": n.iso, style: place},
      n.flagged ? flagSign(ctx, n, here) : dotSign(n),
    ),
  )
}

/** A flag or a dot. Both are kept in the DOM, as each turn shows another hand's flags. */
function flagSign(ctx, n, here) {
  const covered = n.seat !== undefined
  const frame = (cls, more, rx, style) =>
    h(cls, {
      key: cls,
      x: -n.fw / 2 - more,
      y: -n.fh / 2 - more,
      width: n.fw + 2 * more,
      height: n.fh + 2 * more,
      rx,
      style,
    })
  return h(
    "g",
    {key: "flag", again: true},
    n.island && frame("rect.shore", 7, 11),
    frame("rect.frame", 2, 6, covered ? `stroke:var(--team-${n.seat % 6})` : null),
    here && h("image", {key: "p", href: flagFile(ctx, n.flag), x: -n.fw / 2, y: -n.fh / 2, width: n.fw, height: n.fh}),
    n.region === "centre" && diamond(-n.fw / 2 - 1, n.fh / 2 + 1, 11),
    covered && teamMark(n.seat, n.fw / 2 - 1, n.fh / 2 - 1, 14),
  )
}

const dotSign = (n) =>
  h(
    "g",
    {key: "dot", again: true},
    n.island && h("circle.shore", {key: "i", r: n.dot + 4}),
    n.seat !== undefined && !n.step
      ? teamMark(n.seat, 0, 0, n.dot + 2)
      : n.region === "centre" && !n.step
        ? diamond(0, 0, n.dot + 3)
        : h("circle.dot", {key: "d", r: n.dot - 1}),
  )

/** Load the flags needed only when zoomed in after the visible ones. */
function askForFlags(ctx, on) {
  if (on.asked) return
  on.asked = true
  setTimeout(() => Object.values(on.nations).forEach((nation) => flagHere(ctx, nation.flag)), 2000)
}

/** The multipliers of the chain, and the lengths of borders it crosses. */
const notes = (lengths, bubbles, km, size) => [
  h(
    "g.kms",
    {key: "kms"},
    lengths.map((l) => mapName(l.iso, l.x, l.y + size * 0.33, "middle", size, km[l.iso])),
  ),
  h(
    "g.times",
    {key: "times"},
    bubbles.map((n) =>
      h(
        "g",
        {key: n.iso, style: `transform:translate(${n.bx.toFixed(1)}px,${n.by.toFixed(1)}px)`},
        h("circle", {r: size * 0.84}),
        h("text", {"text-anchor": "middle", y: size * 0.36, style: `font-size:${size}px`}, `×${n.step}`),
      ),
    ),
  ),
]

const mapName = (key, x, y, anchor, size, text) =>
  h("text.map-name", {key, again: true, x, y, "text-anchor": anchor, style: `font-size:${size}px`}, text)

const NOBODY = {chain: [], hand: new Set(), playable: new Set(), onward: new Set(), avoid: [], dot: DOT}

/** The board. given: w, h, box, pad, least (width of a flag), dot (half its width), avoid (panels over the map), exact
 *  (no nation is moved), covered {iso: seat}, chain [iso], km {iso: text}, hand, playable, onward (sets of iso), fills,
 *  label, pick(iso) and nearer([x, y]) for taps. */
function boardMap(ctx, given) {
  const o = {...NOBODY, ...given},
    on = boardFrom(ctx.ground),
    view = viewOn(o.box, o.w, o.h, o.pad)
  const fw = Math.round(Math.max(o.least || 38, Math.min(64, view.k * 220)))
  const {seen, at, near, fixed} = layoutOf(on, o, view, fw)
  const nodes = nodesOf(seen, o, near, fw)
  const bubbles = outside(nodes.filter((n) => n.step)),
    steps = o.chain.map((iso) => bubbles.find((n) => n.iso === iso)).filter(Boolean)
  const letter = letters(o.w, ctx.narrow),
    small = letter(25)
  const lengths = o.km ? borderLengths(steps, nodes, o.km, small) : []
  const joined = (iso, i) => ["casing", "step"].map((cls) => mapLine(at[o.chain[i]], at[iso], cls, `${cls}${iso}`))
  const touch = (e) => {
    const node = e.target.closest(".node.can")
    if (node && o.pick) o.pick(node.dataset.iso)
    else if (o.nearer) {
      const {x, y} = mapPoint(e.currentTarget, e)
      o.nearer(view.back([x, y]))
    }
  }
  const tint = (el) => {
    if (el.dataset.ready && el._tinted === o.fills && el._on === on) return
    Object.assign(el, {_tinted: o.fills, _on: on})
    landInto(el, ctx.outlines, tinted(on, o.fills))
  }
  askForFlags(ctx, on)
  return h(
    "svg.board-map",
    {
      key: "board",
      viewBox: `0 0 ${o.w} ${o.h}`,
      "data-waiting": nodes.some((n) => n.flagged && !flagHere(ctx, n.flag)),
      role: "img",
      "aria-label": o.label || "",
      preserveAspectRatio: "xMidYMid meet",
      onclick: o.pick || o.nearer ? touch : null,
    },
    h("rect.sea", {x: -2000, y: -2000, width: o.w + 4000, height: o.h + 4000}),
    h("g.land", {key: "land", keep: true, style: view.land, shown: tint}),
    fixed,
    h("g.links-chain", {key: "chain"}, o.chain.slice(1).map(joined)),
    h(
      "g.nodes",
      {key: "nodes"},
      nodes.map((n) => nodeOf(ctx, n, o)),
    ),
    h(
      "g.names",
      {key: "names"},
      labels(nodes, near ? 0 : 1.5, o.w, o.h, o.avoid.concat(lengths.map((l) => l.box)), letter),
    ),
    notes(lengths, bubbles, o.km, small),
  )
}

const diamond = (x, y, r) =>
  h("polygon.diamond", {key: "c", points: `${x},${y - r} ${x + r},${y} ${x},${y + r} ${x - r},${y}`})
