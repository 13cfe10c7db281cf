// The board of Couleurs du monde: one SVG of 1920 units across, in kilometres of Equal Earth moved and scaled to what is looked at.

const SVG_NS = "http://www.w3.org/2000/svg"
const NEAR = 0.066  // pixels a kilometre from which on flags and names have room
const DOT = 11  // half the width of a nation without its flag
let outlines = null  // fetched once: the shapes of all countries

/** Where things are on a map of w × h that shows *box* (km: west, south, east, north) clear of what lies over its edges:
 *  *pad* left, top, right, bottom. */
function viewOn(box, w, h_, pad) {
  const [left, top, right, bottom] = pad || [0, 0, 0, 0]
  const k = Math.min((w - left - right) / (box[2] - box[0]), (h_ - top - bottom) / (box[3] - box[1]))
  const tx = (left + w - right) / 2 - k * (box[0] + box[2]) / 2, ty = (top + h_ - bottom) / 2 + k * (box[1] + box[3]) / 2
  return {k, move: `transform:translate(${tx.toFixed(1)}px,${ty.toFixed(1)}px) scale(${k},${-k})`,
    at: ([x, y]) => [tx + k * x, ty - k * y]}
}

/** The box around some nations, with room for their flags. */
function boxOf(ground, isos, margin = 500) {
  const at = isos.map((iso) => ground.nations[iso]?.at).filter(Boolean)
  const xs = at.map((p) => p[0]), ys = at.map((p) => p[1])
  return [Math.min(...xs) - margin * 1.3, Math.min(...ys) - margin, Math.max(...xs) + margin * 1.3, Math.max(...ys) + margin]
}

/** Some nations without the few outliers that make their box much larger: Canada is no help for reading the Caribbean. */
function crowded(ground, isos) {
  const area = (some) => { const [w, s, e, n] = boxOf(ground, some); return (e - w) * (n - s) }
  let kept = isos
  while (kept.length > isos.length * 0.75) {
    const smaller = kept.map((iso) => kept.filter((other) => other !== iso)).sort((a, b) => area(a) - area(b))[0]
    if (!smaller.length || area(smaller) > area(kept) * 0.93) break
    kept = smaller
  }
  return kept
}

const pathOf = (rings) => rings.map((ring) => `M${ring.map((p) => p.join(" ")).join("L")}Z`).join("")

/** Whether a flag is there: an <image> that is put in earlier may stay blank. Once more are there, all is drawn again. */
const flagsHere = new Map()
let drawSoon = null
function flagHere(ctx, file) {
  if (!flagsHere.has(file)) {
    flagsHere.set(file, false)
    const picture = new Image()
    picture.onload = () => {
      flagsHere.set(file, picture)
      drawSoon ??= setTimeout(() => { drawSoon = null; ctx.set({}) }, 80)
    }
    picture.src = ctx.flags + file
  }
  return Boolean(flagsHere.get(file))
}

/** Land, tinted by region: drawn once, then only recoloured. */
function landInto(el, ctx, tint, fills) {
  outlines ??= fetch(ctx.ground.map).then((answer) => answer.json())
  outlines.then((map) => {
    if (!el.firstChild) {
      const lines = document.createElementNS(SVG_NS, "path")
      lines.setAttribute("class", "graticule")
      lines.setAttribute("d", map.graticule.xs.map((xs, i) => `M${xs.map((x, j) => `${x} ${map.graticule.ys[i][j]}`).join("L")}`).join(""))
      el.append(lines)
      map.areas.iso3.forEach((iso, i) => {
        const shape = document.createElementNS(SVG_NS, "path")
        shape.dataset.iso = iso
        shape.dataset.parent = map.areas.parent[i] || iso
        shape.setAttribute("d", map.areas.xs[i].map((rings, j) => pathOf(rings.map((xs, r) => xs.map((x, n) => [x, map.areas.ys[i][j][r][n]])))).join(""))
        el.append(shape)
      })
    }
    if (el._tint === tint) return
    el._tint = tint
    for (const shape of el.children) {
      const {iso, parent} = shape.dataset
      if (!iso) continue
      const nation = ctx.ground.nations[iso] || ctx.ground.nations[parent]
      shape.setAttribute("class", nation ? `tint ${nation.region}` : "tint")
      shape.style.fill = fills?.[iso] || ""
    }
  })
}

/** A team's shape, small: beside a flag that it has covered. */
const teamMark = (seat, x, y, r) => h("g", {class: "team-mark", transform: `translate(${x - r} ${y - r}) scale(${r / 24})`},
  SHAPES[seat % 6]({fill: `var(--team-${seat % 6})`, stroke: "var(--sheet)", "stroke-width": 5}))

/** What gives a size of letters on a map *w* units wide that is never less than 16 pixels of the screen. */
let rem = 0, remAt = ""  // asking the page for it styles the page: once for each size of the window
function letters(w) {
  if (remAt !== `${innerWidth} ${innerHeight}`) {
    rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
    remAt = `${innerWidth} ${innerHeight}`
  }
  const pixels = innerWidth > 900 ? rem / 10 : w > 1200 ? rem / 12 : innerWidth * 0.92 / w  // a unit of the map
  return (size) => Math.max(size, 16 / pixels)
}

/** Names beside flags, where there is room: those that matter most come first. */
function labels(placed, wanted, w, h_, avoid, letter) {
  const taken = (avoid || []).concat(placed.map((n) => [n.x - n.fw / 2 - 2, n.y - n.fh / 2 - 2, n.x + n.fw / 2 + 2, n.y + n.fh / 2 + 2]))
  for (const n of placed) if (n.step) taken.push([n.bx - 23, n.by - 23, n.bx + 23, n.by + 23])
  const found = []
  const ranked = placed.map((n) => [n, wanted(n)]).filter(([, much]) => much >= 0).sort((a, b) => b[1] - a[1])
  for (const [n, much] of ranked) {
    const size = letter(much > 1 ? 28 : 25), wide = n.name.length * size * 0.52, tall = size * 0.92
    const tries = [[0, n.fh / 2 + tall * 0.85, "middle"], [0, -n.fh / 2 - 8, "middle"], [n.fw / 2 + 8, tall * 0.3, "start"], [-n.fw / 2 - 8, tall * 0.3, "end"]]
    for (const [dx, dy, anchor] of tries) {
      const x = n.x + dx, y = n.y + dy, left = anchor === "middle" ? x - wide / 2 : anchor === "start" ? x : x - wide
      const box = [left, y - tall * 0.85, left + wide, y + tall * 0.2]
      if (box[0] < 4 || box[2] > w - 4 || box[1] < 4 || box[3] > h_ - 4) continue
      if (taken.some((t) => box[0] < t[2] && box[2] > t[0] && box[1] < t[3] && box[3] > t[1])) continue
      taken.push(box)
      found.push(h("text", {key: `name${n.iso}`, again: true, class: "map-name", x, y, "text-anchor": anchor, style: `font-size:${size}px`}, n.name))
      break
    }
  }
  return found
}

/** Where the multipliers go: at each flag's corner that looks away from the middle of the chain, so that they lie apart. */
function outside(steps) {
  const x = steps.reduce((sum, n) => sum + n.x, 0) / steps.length, y = steps.reduce((sum, n) => sum + n.y, 0) / steps.length
  for (const n of steps) {
    const dx = n.x - x, dy = n.y - y, far = Math.hypot(dx, dy)
    const off = Math.max(n.fw, 50)
    n.bx = n.x + (far < 8 ? -0.5 : 0.66 * dx / far) * off
    n.by = n.y + (far < 8 ? -0.5 : 0.66 * dy / far) * off
  }
  return steps
}

/** Where the lengths of the borders crossed are written: along the chain, over no flag. */
function borderLengths(chain, nodes, km, size) {
  const found = []
  for (let i = 1; i < chain.length; i += 1) {
    const a = chain[i - 1], b = chain[i], half = (km[b.iso] || "").length * size * 0.26
    const boxes = [0.5, 0.42, 0.58, 0.34, 0.66].map((t) => [a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)]).map(([x, y]) => [x - half, y - size / 2, x + half, y + size / 2])
    const box = half && boxes.find(([l, t, r, d]) => nodes.every((n) => n.x + n.fw / 2 < l || n.x - n.fw / 2 > r || n.y + n.fh / 2 < t || n.y - n.fh / 2 > d))
    if (box) found.push({iso: b.iso, x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, box})
  }
  return found
}

/** How far the nearest other nation is from each, worked out once for each board. */
function alone(ground) {
  if (!ground._alone) {
    const all = Object.entries(ground.nations)
    const far = ([iso, {at}]) => Math.min(...all.map(([other, n]) => (other === iso ? Infinity : Math.hypot(n.at[0] - at[0], n.at[1] - at[1]))))
    Object.defineProperty(ground, "_alone", {value: Object.fromEntries(all.map((one) => [one[0], far(one)]))})
  }
  return ground._alone
}

/** Flags go where they hide nothing: those that matter most first, then those of nations that stand alone. */
function thinOut(nodes, order, ground) {
  const room = alone(ground), meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
  const around = (n, x, y, mark) => [n.x - x, n.y - y, n.x + x + mark, n.y + y + mark]
  const dots = nodes.map((n) => around(n, DOT, DOT, 0)), flags = []
  const ranked = nodes.map((n, i) => [n, i]).filter(([n]) => n.flagged).sort(([a], [b]) => order(b) - order(a) || room[b.iso] - room[a.iso])
  for (const [n, i] of ranked) {
    const box = around(n, n.fw / 2 + 3, n.fh / 2 + 3, n.seat !== undefined ? 5 : 0)
    n.flagged = !flags.some((other) => meets(box, other)) && !dots.some((other, j) => j !== i && (!n.step || nodes[j].step) && meets(box, other))
    if (n.flagged) flags.push(box)
    else n.fw = n.fh = 2 * DOT
  }
}

/** The lines between nations: the same ones as long as the map stands still. */
function linksOf(ground, move, line) {
  if (ground._links?.move !== move) {
    const lines = h("g", {key: "links", class: "links-all", style: move}, ground.links.map(([a, b, sea]) => line(a, b, sea ? "sea-link" : "land-link", `${a}-${b}`)))
    Object.defineProperty(ground, "_links", {value: {move, lines}, configurable: true})
  }
  return ground._links.lines
}

/** What looks as it did is the very same thing as last time, so that the page need not be asked about it. */
function kept(ctx, name, look, make) {
  const all = ctx.kept ||= new Map(), known = all.get(name)
  if (known && known.look === look) return known.made
  const made = make()
  all.set(name, {look, made})
  return made
}

/** A nation on the map: most stay as they are from move to move. */
function nodeOf(ctx, n, cls, fw) {
  const here = n.flagged && flagHere(ctx, n.flag)
  const sign = kept(ctx, `${n.flagged ? "flag" : "dot"} ${n.iso}`, `${n.seat} ${n.step ? 1 : 0} ${here} ${n.fw} ${fw}`, () => signOf(ctx, n, fw, here))
  return kept(ctx, `node ${n.iso}`, `${n.x} ${n.y} ${cls} ${n.seat} ${n.step ? 1 : 0} ${n.flagged} ${here} ${n.fw} ${fw}`, () =>
    h("g", {key: `n${n.iso}`, class: cls, "data-iso": n.iso, style: `transform:translate(${n.x.toFixed(1)}px,${n.y.toFixed(1)}px)`}, sign))
}

/** Its flag, or a dot. Both are kept: with each turn another hand has its flags on the map. */
function signOf(ctx, n, fw, here) {
  const covered = n.seat !== undefined
  return n.flagged ? h("g", {key: "flag", again: true},
      n.island ? h("rect", {key: "i", class: "shore", x: -n.fw / 2 - 7, y: -n.fh / 2 - 7, width: n.fw + 14, height: n.fh + 14, rx: 11}) : null,
      h("rect", {key: "f", class: "frame", x: -n.fw / 2 - 2, y: -n.fh / 2 - 2, width: n.fw + 4, height: n.fh + 4, rx: 6, style: covered ? `stroke:var(--team-${n.seat % 6})` : null}),
      here ? h("image", {key: "p", href: ctx.flags + n.flag, x: -n.fw / 2, y: -n.fh / 2, width: n.fw, height: n.fh}) : null,
      n.region === "centre" ? diamond(-n.fw / 2 - 1, n.fh / 2 + 1, 11) : null,
      covered ? teamMark(n.seat, n.fw / 2 - 1, n.fh / 2 - 1, Math.min(17, fw / 3)) : null,
    ) : h("g", {key: "dot", again: true},
      n.island ? h("circle", {key: "i", class: "shore", r: 15}) : null,
      covered && !n.step ? teamMark(n.seat, 0, 0, DOT + 2) : n.region === "centre" && !n.step ? diamond(0, 0, 14) : h("circle", {key: "d", class: "dot", r: 10}))
}

/** The board. o: w, h, box, pad, least (width of a flag), avoid (what lies over the map), covered {iso: seat}, chain [iso], km {iso: text}, hand, playable, onward (sets of iso), fills, tint, pick(iso), label. */
function boardMap(ctx, o) {
  const ground = ctx.ground, view = viewOn(o.box, o.w, o.h, o.pad), {k} = view
  const near = k > NEAR  // zoomed in: every nation with its flag, and names where they fit
  const fw = Math.max(o.least || 38, Math.min(72, k * 450))
  const steps = new Map((o.chain || []).map((iso, i) => [iso, i + 1])), none = new Set()
  const {hand = none, playable = none, onward = none} = o
  const nodes = Object.entries(ground.nations).map(([iso, nation]) => {
    const [x, y] = view.at(nation.at)
    const seat = o.covered[iso], held = hand.has(iso), step = steps.get(iso)
    const flagged = near || seat !== undefined || held || step
    const scale = step ? 1.3 : near && seat === undefined && !held ? 0.9 : 1
    const open = !step && seat === undefined
    return {iso, ...nation, x, y, seat, held, step, flagged, open, fw: flagged ? fw * scale : 2 * DOT, fh: flagged ? fw * scale * 0.75 : 2 * DOT}
  }).filter((n) => n.x > -80 && n.x < o.w + 80 && n.y > -80 && n.y < o.h + 80)
  const order = (n) => (n.step ? 4 : playable.has(n.iso) ? 3 : n.held ? 2 : n.seat !== undefined ? 1 : 0)
  nodes.sort((a, b) => Boolean(a.step) - Boolean(b.step))  // nothing else can lie on anything
  thinOut(nodes, order, ground)
  const chain = o.chain || []
  const bubbles = outside(nodes.filter((n) => n.step))
  const letter = letters(o.w), small = letter(25)
  const lengths = o.km ? borderLengths(chain.map((iso) => nodes.find((n) => n.iso === iso)), nodes, o.km, small) : []
  const line = (a, b, cls, key) => {
    const [p, q] = [ground.nations[a].at, ground.nations[b].at]
    return h("line", {key, class: cls, x1: p[0], y1: p[1], x2: q[0], y2: q[1]})
  }
  if (!ground._asked) {  // the flags that only a zoom will show come after those that are in sight
    Object.defineProperty(ground, "_asked", {value: true})
    setTimeout(() => Object.values(ground.nations).forEach((nation) => flagHere(ctx, nation.flag)), 2000)
  }
  const wanted = (n) => (n.step ? 4 : playable.has(n.iso) ? 3 : n.held ? 2 : onward.has(n.iso) ? 1.5 : near ? (n.seat !== undefined ? 1 : 0.5) : -1)
  return h("svg", {key: "board", class: "board-map", viewBox: `0 0 ${o.w} ${o.h}`, "data-waiting": nodes.some((n) => n.flagged && !flagHere(ctx, n.flag)) ? "true" : null, role: "img", "aria-label": o.label || "", preserveAspectRatio: "xMidYMid meet"},
    h("rect", {class: "sea", x: -2000, y: -2000, width: o.w + 4000, height: o.h + 4000}),
    h("g", {key: "land", class: "land", keep: true, style: view.move, shown: (el) => landInto(el, ctx, `${ctx.ground.map}${o.tint || ""}${Object.values(ground.nations).length}`, o.fills)}),
    linksOf(ground, view.move, line),
    h("g", {key: "chain", class: "links-chain", style: view.move},
      chain.slice(1).flatMap((iso, i) => [line(chain[i], iso, "casing", `c${iso}`), line(chain[i], iso, "step", `s${iso}`)])),
    h("g", {key: "nodes", class: "nodes", onclick: o.pick ? (e) => { const n = e.target.closest(".node.can"); if (n) o.pick(n.dataset.iso) } : null}, nodes.map((n) => nodeOf(ctx, n,
      ["node", n.open ? "open" : "", n.held ? "held" : "", playable.has(n.iso) ? "can" : "", n.step ? "in-chain" : "", onward.has(n.iso) && n.open ? "onward" : "", n.island ? "island" : "", n.region === "centre" ? "centre" : ""].filter(Boolean).join(" "), fw))),
    h("g", {key: "names", class: "names"}, labels(nodes, wanted, o.w, o.h, [...(o.avoid || []), ...lengths.map((l) => l.box)], letter)),
    h("g", {key: "kms", class: "kms"}, lengths.map((l) => h("text", {key: l.iso, class: "map-name", x: l.x, y: l.y + small * 0.33, "text-anchor": "middle", style: `font-size:${small}px`}, o.km[l.iso]))),
    h("g", {key: "times", class: "times"}, bubbles.map((n) => h("g", {key: n.iso, style: `transform:translate(${n.bx.toFixed(1)}px,${n.by.toFixed(1)}px)`},
      h("circle", {r: small * 0.84}), h("text", {"text-anchor": "middle", y: small * 0.36, style: `font-size:${small}px`}, `×${n.step}`)))))
}

const diamond = (x, y, r) => h("polygon", {key: "c", class: "diamond", points: `${x},${y - r} ${x + r},${y} ${x},${y + r} ${x - r},${y}`})
