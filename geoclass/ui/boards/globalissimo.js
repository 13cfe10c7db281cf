// Globalissimo: the open countries and their tiles, the track with its barriers, the questions, the reveal, the end.

const TRACK_WIDE = 1792, TRACK_HIGH = 290, STEP_MS = 180

/** Where everything on the track stands: the start and the squares by number, the barriers by the square before them. */
function trackPlaces(t) {
  const after = new Set(t.barriers.map((b) => b.after))
  const {stops, line} = winding(1 + t.squares + after.size, TRACK_WIDE, TRACK_HIGH, 2.5, 0.22)
  const square = [], barrier = {}
  let i = 0
  for (let n = 0; n <= t.squares; n += 1) {
    square[n] = stops[i++]
    if (after.has(n)) barrier[n] = stops[i++]
  }
  const gap = Math.hypot(stops[1].x - stops[0].x, stops[1].y - stops[0].y)
  return {square, barrier, line, gap}
}

/** How far a point is from a barrier, which stands across the path. */
function fromBarrier(q, b) {
  const across = (b.angle + 90) * Math.PI / 180, ux = Math.cos(across), uy = Math.sin(across)
  const k = Math.max(-36, Math.min(36, (q.x - b.x) * ux + (q.y - b.y) * uy))
  return Math.hypot(q.x - b.x - k * ux, q.y - b.y - k * uy)
}

/** Where each figure stands: by its square, in sight, over no other figure and if possible over nothing else. */
function standing(figures, places, far) {
  const taken = [], barriers = Object.values(places.barrier)
  const worth = (q, own, i) => (q.y < 20 || q.y > TRACK_HIGH - 20 || q.x < -30 ? 1000 : 0)
    + taken.filter((o) => Math.hypot(o.x - q.x, o.y - q.y) < 48).length * 1000
    + places.square.filter((o) => o !== own && Math.hypot(o.x - q.x, o.y - q.y) < 46).length * 60
    + barriers.filter((b) => fromBarrier(q, b) < 37).length * 60 + i * 9
  return figures.map((f) => {
    const p = places.square[f.at]
    const spots = [0, 48, -48, 96, -96].flatMap((dx) => [-1, 1].map((side) => ({x: p.x + dx, y: p.y + side * far})))
    const best = spots.map((q, i) => [worth(q, p, i), q]).sort((a, b) => a[0] - b[0])[0][1]
    taken.push(best)
    return best
  })
}

/** Walk square by square from where the figure was last seen; under reduced motion it is simply there. */
function walkOn(el, ctx, figure, places, to, far, wait) {
  const seen = ctx.ui.at ||= {}
  const from = seen[figure.seat] ?? figure.from ?? figure.at
  el.style.transform = `translate(${to.x}px, ${to.y}px)`
  seen[figure.seat] = figure.at
  if (from === figure.at || still() || from >= places.square.length) return 0
  const way = from < figure.at ? 1 : -1
  const frames = []
  for (let n = from; n !== figure.at + way; n += way) frames.push(n === figure.at ? to : {x: places.square[n].x, y: places.square[n].y - far})
  const steps = frames.map((p) => ({transform: `translate(${p.x}px, ${p.y}px)`}))
  el.animate(steps, {duration: STEP_MS * (steps.length - 1), delay: wait, fill: "backwards", easing: "linear"})
  return STEP_MS * (steps.length - 1)
}

function barrier(place, colour, open, size = 1) {
  const w = 24 * size, h_ = 72 * size
  return h("g", {class: `barrier ${colour} ${open ? "open" : ""}`, transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)}) rotate(${place.angle.toFixed(1)})`},
    h("rect", {x: -w / 2, y: -h_ / 2, width: w, height: h_, rx: colour === "orange" ? w / 2 : 3}),
    open ? null : colour === "orange" ? h("circle", {cx: 0, cy: 0, r: w / 4}) : h("polygon", {points: `0,${-w / 3} ${w / 3},${w / 3} ${-w / 3},${w / 3}`}))
}

function track(t, ctx) {
  const places = trackPlaces(t)
  const r = Math.min(21, places.gap * 0.47), far = r + 34
  const spots = standing(t.figures, places, far)
  let wait = 0
  return h("div", {class: "track-place", key: "track"}, h("svg", {class: "winding", viewBox: `0 0 ${TRACK_WIDE} ${TRACK_HIGH}`, role: "img", "aria-label": t.said},
    h("path", {class: "way", d: places.line}),
    h("g", {}, t.figures.map((f, i) => ({...places.square[f.at], to: spots[i]})).filter((p) => p.to.x !== p.x).map((p) => h("line", {class: "stem", x1: p.x, y1: p.y, x2: p.to.x, y2: p.to.y}))),
    h("g", {}, Object.entries(places.barrier).map(([n, place]) => {
      const b = t.barriers.find((other) => other.after === Number(n))
      return barrier(place, b.colour, b.open)
    })),
    h("g", {}, places.square.map((p, n) => h("g", {class: n === 0 || n === t.squares ? "square end" : "square"},
      h("circle", {cx: p.x.toFixed(1), cy: p.y.toFixed(1), r: n === 0 ? r + 3 : r}),
      n && (r > 16 || n % 5 === 0 || n === t.squares) ? h("text", {x: p.x.toFixed(1), y: (p.y + 8.500).toFixed(1), "text-anchor": "middle"}, String(n)) : null))),
    h("g", {}, t.figures.map((f, i) => {
      return h("g", {key: `f${f.seat}`, class: "figure-on-track", "data-seat": f.seat, "data-at": f.at,
        made: (el) => { wait += walkOn(el, ctx, f, places, spots[i], far, wait) }, shown: (el) => { wait += walkOn(el, ctx, f, places, spots[i], far, wait) }},
      h("g", {transform: "translate(-25 -25)"}, figureBadge(f.seat)))
    }))))
}

/** A team's badge inside a drawing. */
function figureBadge(seat) {
  const b = badge(seat)
  return h("svg", {...b.attrs, style: null, width: 50, height: 50}, b.kids)
}

const legend = (all) => all.length ? h("p", {class: "legend", "aria-hidden": "true"}, all.map((l) => h("span", {},
  h("svg", {viewBox: "-16 -26 32 52", class: "legend-mark"}, barrier({x: 0, y: 0, angle: 0}, l.sort === "violet" ? "violet" : "orange", l.sort === "open", 0.66)), l.text))) : null

const goOn = (b, ctx) => {
  if (!b.next) return null
  for (const key of ["ArrowRight", " ", "PageDown"]) ctx.keys[key] = () => ctx.send(b.next.send)
  return button(b.next.text, () => ctx.send(b.next.send), {class: "strong next"})
}

const keepPicture = (b, ctx) => h("button", {type: "button", class: "tool save", "data-not-in-picture": true, onclick: () => savePicture(ctx.root.querySelector("main"), b.file)}, icon("save"), h("span", {}, ctx.t("save")))

/** 2e as it is written: the letters raised. */
const ordinal = (text) => { const [, n, end] = text.match(/^(.*\d)(\D+)$/) || [null, text, ""]; return [n, h("sup", {}, end)] }

const outcome = (o) => o ? h("p", {class: `outcome ${o.right ? "right" : "wrong"}`}, h("span", {class: o.right ? "mark right" : "mark"}, o.right ? "✓" : "–"), o.text) : null

boards["globalissimo.play"] = (b, ctx) => {
  const chosen = ctx.ui.card || ""
  const rank = chosen.startsWith("#") ? Number(chosen.slice(1)) : null
  const put = (iso, n) => { ctx.set({card: null}); ctx.send({do: "move", move: {seat: b.seat, move: "estimate", card: iso, rank: n}}) }
  const takeRank = (n) => { if (chosen && !rank) put(chosen, n); else ctx.set({card: rank === n ? null : `#${n}`}) }
  const takeCard = (iso) => { if (rank) put(iso, rank); else ctx.set({card: chosen === iso ? null : iso}) }
  if (b.can) {
    ctx.drop = (tile, iso) => put(iso, Number(tile.slice(1)))
    for (const r of b.ranks) ctx.keys[String(r.rank)] = () => takeRank(r.rank)
  }
  return h("main", {class: "globalissimo-play"},
    h("div", {class: "top"}, h("h2", {class: b.category.length > 22 ? "hero long" : "hero"}, b.category), teamStrip(b.teams), h("p", {class: "lead"}, b.lead)),
    h("div", {class: "open-cards", "data-walk": true, style: `--n:${b.cards.length}`}, b.cards.map((c) => {
      const can = b.can && !c.tile
      const more = can ? {onclick: () => takeCard(c.iso), "data-slot": c.iso, "aria-pressed": String(chosen === c.iso)} : {}
      return card(ctx, c, {key: c.iso, class: `open-card ${chosen === c.iso ? "chosen" : ""} ${can && rank ? "waits" : ""}`, ...more},
        c.tile ? h("span", {class: "tile-place", "aria-label": c.tile.said}, badge(c.tile.seat, 5), h("b", {}, ordinal(c.tile.text))) : h("span", {class: "tile-place empty"}, b.free))
    })),
    h("div", {class: "turn-line"},
      h("div", {class: "chip turn-chip"}, b.turn.seat !== null ? badge(b.turn.seat, 4.6) : null, h("b", {}, b.turn.title)),
      b.can ? h("div", {class: "rank-tiles", role: "group", "aria-label": b.turn.hint, "data-walk": true}, b.ranks.map((r) => h("button", {key: `r${r.rank}`, type: "button", "data-card": `#${r.rank}`,
        class: rank === r.rank ? "rank-tile chosen" : "rank-tile", "aria-pressed": String(rank === r.rank), onclick: () => takeRank(r.rank)}, ordinal(r.text)))) : null,
      b.outcome && !chosen ? outcome(b.outcome) : [h("span", {class: "soft hint"}, rank ? b.chosen.rank : chosen ? b.chosen.card : b.turn.hint), legend(b.legend)]),
    track(b.track, ctx))
}

/** The teacher alone, who judges: the answer for five seconds, because the stage is projected. */
function peek(b, ctx) {
  if (!b.solution) return null
  const open = ctx.ui.peek === ctx.scene.turn
  return h("p", {class: "peek"}, open ? h("span", {class: "solution"}, b.solution) : button(b.words.peek, () => {
    ctx.set({peek: ctx.scene.turn})
    clearTimeout(ctx.peekTimer)
    ctx.peekTimer = setTimeout(() => ctx.set({peek: null}), 5000)
  }))
}

const judge = (b, ctx) => {
  const say = (right) => ctx.send({do: "move", move: {seat: b.seat, move: "judge", right}})
  return h("div", {class: "judge"}, button(["✓ ", b.words.right], () => say(true), {class: "strong large"}), button(["✕ ", b.words.wrong], () => say(false), {class: "large"}), peek(b, ctx))
}

const typed = (b, ctx) => h("form", {key: `answer${ctx.scene.turn}`, class: "typed", onsubmit: (e) => {
  e.preventDefault()
  const text = e.target.elements.capital.value.trim()
  if (text) ctx.send({do: "move", move: {seat: b.seat, move: "answer", text}})
}},
h("input", {name: "capital", "aria-label": b.words.label, placeholder: "…", maxlength: "100", autocomplete: "off", autocorrect: "off", spellcheck: "false", made: (el) => setTimeout(() => el.focus(), 0)}),
h("button", {class: "button accent large"}, b.words.send))

/** Pointing is resolved by the server; the map itself knows no names. */
function blankMap(b, ctx) {
  const act = (name) => ctx.send({do: "board", act: name})
  const points = b.can && !b.spoken
  const keys = {ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Enter: "point", "+": "nearer", "-": "farther"}
  return h("div", {class: "blank-map"},
    h("div", {class: "panel map", role: "application", tabindex: points ? "0" : null, "aria-label": `${b.map}. ${b.keys}`,
      onkeydown: points ? (e) => { if (keys[e.key]) { act(keys[e.key]); e.preventDefault(); e.stopPropagation() } } : null}, figure(ctx, 2)),
    h("div", {class: "map-tools"},
      h("div", {class: "zoom"}, [["nearer", "+"], ["farther", "−"]].map(([name, sign]) => h("button", {type: "button", class: "round", "aria-label": b.words[name], onclick: () => act(name)}, sign))),
      button(b.words.whole, () => act("whole")),
      points ? button(b.words.point, () => act("point"), {class: "accent large"}) : null,
      b.can && b.spoken ? judge(b, ctx) : null))
}

boards["globalissimo.question"] = (b, ctx) => {
  const map = b.colour === "violet"
  return h("main", {class: `globalissimo-question ${b.colour}`},
    h("div", {class: "asked-line"}, badge(b.seat, map ? 6 : 8), h("div", {class: "asked-words"},
      h("p", {class: "lead"}, h("b", {}, b.team), h("span", {class: `sort ${b.colour}`}, b.barrier)), h("h2", {class: map ? "verdict" : b.question.length > 34 ? "hero long" : "hero"}, b.question)), outcome(b.outcome)),
    map ? blankMap(b, ctx) : h("div", {class: "asked-body"}, h("div", {class: "asked-card"}, card(ctx, b.card, {class: "big"})),
      h("div", {class: "asked-answer"}, h("p", {class: "asked-hint"}, b.hint), b.can ? (b.spoken ? judge(b, ctx) : typed(b, ctx)) : null)),
    map ? h("p", {class: "lead map-foot"}, b.hint) : null)
}

const rankedCard = (ctx, c, i) => h("li", {key: c.iso, class: `ranked ${c.tile?.right ? "right" : ""}`, style: `--i:${i}`},
  h("span", {class: "ranked-head"}, h("b", {class: "ranked-rank"}, ordinal(c.rank)), flag(ctx, c.flag)),
  h("span", {class: "ranked-words"}, named(c.name), h("b", {class: "ranked-figure"}, c.figure, " ", h("small", {}, c.unit))),
  c.tile ? h("span", {class: "tile-place"}, badge(c.tile.seat, 4.6), h("span", {}, c.tile.text), h("b", {class: "won", "aria-label": c.tile.said}, c.tile.right ? "✓ " : "", c.tile.points)) : h("span", {class: "tile-place empty"}, c.nobody))

/** One question in large letters, or two short ones. */
const asks = (b) => {
  const [one, two] = b.questions, both = two && one.length + two.length < 170
  return h("div", {class: both ? "question both" : "question"}, h("h3", {}, b.ask), (both ? [one, two] : [one]).map((q) => h("p", {}, unbroken(q))))
}

const solved = (ctx, a) => strip(ctx, a, {key: a.iso, class: `answer ${a.colour}`})

boards["globalissimo.reveal"] = (b, ctx) => h("main", {class: "globalissimo-reveal", "data-stage": b.stage},
  h("div", {class: "verdict-line"}, h("h2", {class: "verdict"}, b.category), h("p", {class: "detail"}, b.unit)),
  h("ol", {class: "ranking", style: `--n:${b.cards.length}`}, b.cards.map((c, i) => rankedCard(ctx, c, i))),
  b.stage === 1 ? h("div", {class: "lesson", key: "lesson"},
    h("section", {class: "panel chart bars"}, h("header", {}, h("h3", {}, b.bars.title), h("span", {class: "soft"}, b.bars.note)), figure(ctx, 0)),
    h("section", {class: "panel map", "aria-label": b.map}, figure(ctx, 2)),
    h("section", {class: "panel chart among"}, h("header", {}, h("h3", {}, b.strip)), figure(ctx, 1)),
    h("section", {class: "panel ask"}, h("div", {class: "words"}, asks(b), b.answer ? h("div", {class: "not-found"}, h("h3", {}, b.not_found), solved(ctx, b.answer)) : null), goOn(b, ctx))) : null,
  b.stage === 0 ? h("div", {class: "only-next", key: "only"}, h("p", {class: "lead"}, b.rule), goOn(b, ctx)) : null,
  b.stage === 2 ? [h("div", {class: "walks", key: "walks"}, h("ul", {}, b.moves.map((m) => h("li", {key: `m${m.seat}`, class: "panel"}, badge(m.seat, 5.4), h("span", {class: "words"}, h("b", {}, m.name, " · ", m.points), h("span", {class: "soft"}, m.text))))), goOn(b, ctx)),
    track(b.track, ctx)] : null,
  h("footer", {class: "foot"}, h("p", {class: "source"}, b.source), b.stage === 1 ? keepPicture(b, ctx) : null))

boards["globalissimo.answer"] = (b, ctx) => h("main", {class: "globalissimo-answer"},
  h("div", {class: "verdict-line"}, h("h2", {class: "verdict"}, b.title)),
  h("div", {class: "answer-grid"},
    h("section", {class: "answer-found"}, solved(ctx, b.answer), outcome(b.outcome)),
    h("section", {class: "panel map", "aria-label": b.map}, figure(ctx, 2)),
    h("section", {class: "panel ask"}, h("div", {class: "words"}, asks(b)), goOn(b, ctx))),
  track(b.track, ctx))

boards["globalissimo.over"] = (b, ctx) => h("main", {class: "globalissimo-over"},
  h("div", {class: "verdict-line"}, b.winners.map((seat) => badge(seat, 8)), h("div", {}, h("h2", {class: b.title.length > 26 ? "verdict long" : "verdict"}, b.title), h("p", {class: "detail"}, b.text)),
    h("span", {class: "end-tools", "data-not-in-picture": true}, keepPicture(b, ctx), b.again ? [button(b.report.text, () => inWindow(ctx, b.report.send)), button(b.again.text, () => ctx.send(b.again.send), {class: "accent"})] : null)),
  h("div", {class: "end-grid"},
    h("section", {class: "panel standings"}, h("ol", {"data-many": b.standings.length > 4 ? "true" : null}, b.standings.map((s) => h("li", {key: `s${s.seat}`}, badge(s.seat, 5), h("b", {}, s.name), h("span", {}, s.square), h("span", {class: "soft"}, s.barriers))))),
    h("section", {class: "panel precision"}, b.precision ? [h("h3", {}, b.precision.title),
      h("ul", {}, b.precision.bars.map((bar) => h("li", {}, h("span", {}, bar.name), h("span", {class: "length"}, h("i", {style: `width:${bar.share * 100}%`})), h("b", {}, bar.text)))),
      h("p", {class: "soft"}, b.precision.note), b.hardest ? h("p", {}, b.hardest) : null] : h("p", {class: "soft"}, b.none_missed)),
    h("section", {class: "panel missed"}, h("h3", {}, b.missed_title), b.missed.length ? h("ul", {}, b.missed.map((c) => h("li", {}, strip(ctx, c, {})))) : h("p", {class: "soft"}, b.none_missed)),
    h("section", {class: "panel map", "aria-label": b.map}, figure(ctx, 2))),
  track(b.track, ctx))
