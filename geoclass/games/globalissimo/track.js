// Globalissimo's track: squares, barriers, pawns.

const TRACK_WIDE = 1792,
  TRACK_HIGH = 290,
  STEP_MS = 180

/** Positions on the track: start and squares by number, barriers by the square before them. */
function trackPlaces(t) {
  const after = new Set(t.barriers.map((b) => b.after))
  const {stops, line} = winding(1 + t.squares + after.size, TRACK_WIDE, TRACK_HIGH, 2.5, 0.22)
  const square = [],
    barrier = {}
  let i = 0
  for (let n = 0; n <= t.squares; n += 1) {
    square[n] = stops[i++]
    if (after.has(n)) barrier[n] = stops[i++]
  }
  const gap = Math.hypot(stops[1].x - stops[0].x, stops[1].y - stops[0].y)
  return {square, barrier, line, gap}
}

/** The distance of a point from a barrier, which lies across the track. */
function fromBarrier(q, b) {
  const across = ((b.angle + 90) * Math.PI) / 180,
    ux = Math.cos(across),
    uy = Math.sin(across)
  const k = Math.max(-36, Math.min(36, (q.x - b.x) * ux + (q.y - b.y) * uy))
  return Math.hypot(q.x - b.x - k * ux, q.y - b.y - k * uy)
}

/** Place the pawns: at their square, on the right side of barriers, visible, not overlapping. */
function spotsOf(figures, places, far) {
  const taken = [],
    barriers = Object.values(places.barrier)
  const worth = (q, own, i) =>
    (q.y < 20 || q.y > TRACK_HIGH - 20 || q.x < -30 ? 1000 : 0) +
    taken.filter((o) => Math.hypot(o.x - q.x, o.y - q.y) < 48).length * 1000 +
    barriers.filter((b) => (b.x - own.x) * (b.x - q.x) < 0).length * 900 +
    places.square.filter((o) => o !== own && Math.hypot(o.x - q.x, o.y - q.y) < 46).length * 60 +
    barriers.filter((b) => fromBarrier(q, b) < 37).length * 60 +
    i * 9
  return figures.map((f) => {
    const p = places.square[f.at]
    const spots = [far, far + 50].flatMap((y) =>
      [0, -24, 24, 48, -48, 96, -96].flatMap((dx) => [-1, 1].map((side) => ({x: p.x + dx, y: p.y + side * y}))),
    )
    const best = spots.map((q, i) => [worth(q, p, i), q]).sort((a, b) => a[0] - b[0])[0][1]
    taken.push(best)
    return best
  })
}

/** Animate a pawn square by square from its last position; not with reduced motion. */
function walkOn(el, ctx, figure, places, to, far, wait) {
  const seen = (ctx.ui.at = ctx.ui.at || {})
  const from = [seen[figure.seat], figure.from, figure.at].find((n) => typeof n === "number")
  el.style.transform = `translate(${to.x}px, ${to.y}px)`
  seen[figure.seat] = figure.at
  if (from === figure.at || still() || from >= places.square.length) return 0
  const way = from < figure.at ? 1 : -1
  const frames = []
  for (let n = from; n !== figure.at + way; n += way)
    frames.push(n === figure.at ? to : {x: places.square[n].x, y: places.square[n].y - far})
  const steps = frames.map((p) => ({transform: `translate(${p.x}px, ${p.y}px)`}))
  el.animate(steps, {duration: STEP_MS * (steps.length - 1), delay: wait, fill: "backwards", easing: "linear"})
  return STEP_MS * (steps.length - 1)
}

function barrier(place, colour, open, size = 1) {
  const w = 24 * size,
    h_ = 72 * size
  return h(
    "g",
    {
      class: `barrier ${colour} ${open ? "open" : ""}`,
      transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)}) rotate(${place.angle.toFixed(1)})`,
    },
    h("rect", {x: -w / 2, y: -h_ / 2, width: w, height: h_, rx: colour === "orange" ? w / 2 : 3}),
    open
      ? null
      : colour === "orange"
        ? h("circle", {cx: 0, cy: 0, r: w / 4})
        : h("polygon", {points: `0,${-w / 3} ${w / 3},${w / 3} ${-w / 3},${w / 3}`}),
  )
}

/** The track as a winding path, or, handheld, as a list of squares. */
const track = (t, ctx) => (ctx.narrow ? squares(t) : path(t, ctx))

function path(t, ctx) {
  const places = trackPlaces(t)
  const r = Math.min(21, places.gap * 0.47),
    far = r + 34
  const spots = spotsOf(t.figures, places, far)
  let wait = 0
  return h(
    "div.track-place",
    {key: "track"},
    h(
      "svg.winding",
      {viewBox: `0 0 ${TRACK_WIDE} ${TRACK_HIGH}`, role: "img", "aria-label": t.said},
      h("path.way", {d: places.line}),
      h(
        "g",
        t.figures
          .map((f, i) => ({...places.square[f.at], to: spots[i]}))
          .filter((p) => p.to.x !== p.x)
          .map((p) => h("line.stem", {x1: p.x, y1: p.y, x2: p.to.x, y2: p.to.y})),
      ),
      h(
        "g",
        Object.entries(places.barrier).map(([n, place]) => {
          const b = t.barriers.find((other) => other.after === Number(n))
          return barrier(place, b.colour, b.open)
        }),
      ),
      h(
        "g",
        places.square.map((p, n) =>
          h(
            "g",
            {class: n === 0 || n === t.squares ? "square end" : "square"},
            h("circle", {cx: p.x.toFixed(1), cy: p.y.toFixed(1), r: n === 0 ? r + 3 : r}),
            n > 0 &&
              (r > 16 || n % 5 === 0 || n === t.squares) &&
              h("text", {x: p.x.toFixed(1), y: (p.y + 8.5).toFixed(1), "text-anchor": "middle"}, n),
          ),
        ),
      ),
      h(
        "g",
        t.figures.map((f, i) => {
          return h(
            "g.figure-on-track",
            {
              key: `f${f.seat}`,
              "data-seat": f.seat,
              "data-at": f.at,
              made: (el) => {
                wait += walkOn(el, ctx, f, places, spots[i], far, wait)
              },
              shown: (el) => {
                wait += walkOn(el, ctx, f, places, spots[i], far, wait)
              },
            },
            h("g", {transform: "translate(-25 -25)"}, figureBadge(f.seat)),
          )
        }),
      ),
    ),
  )
}

/** All squares with the teams on them, and the barriers between. */
function squares(t) {
  const after = {}
  for (const b of t.barriers) after[b.after] = b
  const square = (n) =>
    h(
      "span.square-place",
      {key: `n${n}`, class: n === t.squares ? "end" : ""},
      h("b", n || t.start),
      t.figures.filter((f) => f.at === n).map((f) => badge(f.seat, 4)),
    )
  const mark = (b) =>
    h(
      "svg.barrier-place",
      {key: `b${b.after}`, viewBox: "-14 -38 28 76"},
      barrier({x: 0, y: 0, angle: 0}, b.colour, b.open),
    )
  const all = Array.from({length: t.squares + 1}, (_, n) => [square(n), after[n] && mark(after[n])])
  return h("div.squares", {key: "squares", role: "img", "aria-label": t.said}, all)
}

/** A team's badge inside an SVG. */
function figureBadge(seat) {
  const b = badge(seat)
  return h("svg", {...b.attrs, style: null, width: 50, height: 50}, b.kids)
}

const legendMark = (sort) =>
  h(
    "svg.legend-mark",
    {viewBox: "-16 -26 32 52", "aria-hidden": true},
    barrier({x: 0, y: 0, angle: 0}, sort === "violet" ? "violet" : "orange", sort === "open", 0.66),
  )

const legend = (all) =>
  all.length > 0 &&
  h(
    "p.legend",
    {"aria-hidden": true},
    all.map((l) => h("span", legendMark(l.sort), l.text)),
  )
