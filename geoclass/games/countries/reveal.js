// Countries: a row turned over, and the end.

/** The layout of a turned row: horizontal cards, upright cards, or, if words would be broken, two lists. */
function revealShape(b, ctx) {
  const n = b.laid.length
  const room = (gap) => (179.2 - gap * (n - 1)) / n
  const need = widest(b.laid)
  if (ctx.narrow) return "lists"
  if (n < 7 && need < room(1.8) - 12.4) return "strips"
  return n < 12 && need < room(1.2) - 1.4 ? "cards" : "lists"
}

boards["countries.reveal"] = (b, ctx) => {
  const shape = revealShape(b, ctx)
  const attrs = {"data-stage": b.stage, "data-shape": shape, "data-right": b.right}
  return h(
    "main.countries-reveal",
    {key: shape, style: `--n:${b.laid.length}`, ...attrs},
    headline([], b.verdict, b.detail, turnChip(b.chip)),
    shape === "lists" ? inLists(b, ctx) : inRows(b, ctx),
    h("footer.foot", sourced(b, ctx), b.stage > 1 && saveButton(b, ctx)),
  )
}

/** The class's beliefs under both rows; after a long row they get a page of their own. */
boards["countries.reveal.believed"] = (b, ctx) => {
  const shape = revealShape(b, ctx)
  if (shape === "lists") return believedPage(b, ctx)
  const attrs = {"data-stage": "4", "data-shape": shape, "data-right": b.right}
  const all = {...b, questions: [...b.beliefs.questions, ...b.questions]}
  return h(
    "main.countries-reveal",
    {key: shape, style: `--n:${b.laid.length}`, ...attrs},
    headline([], b.verdict, b.detail, turnChip(b.chip)),
    bothRows(b, ctx),
    h("div.lesson.believing", beliefsPanel(b.beliefs, ctx), asked(all, ctx)),
    h("footer.foot", sourced(b, ctx), saveButton(b, ctx)),
  )
}

const cross = (c) => c.wrong && h("span.mark.wrong.cross", "✕")
const tick = (c) => c.moved && h("span.mark.right.tick", "✓")

/** A line from where a card lay to where it belongs. */
const linkPath = (c, d) =>
  h("path", {key: c.iso, class: c.moved ? "moved" : "", d, "vector-effect": "non-scaling-stroke"})

const linksBetween = (b, viewBox, path) =>
  h(
    "svg.links",
    {viewBox, preserveAspectRatio: "none", "aria-hidden": true},
    b.true.map((c, to) => linkPath(c, path(c.from + 0.5, to + 0.5))),
  )

const explained = (b, ctx) =>
  h("section.panel.explain", badge(b.chip.seat, 12), [
    h(
      "div",
      h("h3", b.chip.title),
      h("p", b.why),
      h(
        "div.drawn",
        b.drawn.map((c) => strip(ctx, c, {key: c.iso})),
      ),
    ),
  ])

const chartHead = (b) => h("header", h("h3", b.chart.title), h("span.soft", b.chart.note))
const mapPanel = (b, ctx) => ctx.figures && h("section.panel.map", {"aria-label": b.map_title}, figure(ctx, 1))

/** The row as laid above, the true order below. */
function bothRows(b, ctx) {
  const n = b.true.length
  const curve = (from, to) => `M${(from / n) * 100} 0C${(from / n) * 100} 5 ${(to / n) * 100} 5 ${(to / n) * 100} 10`
  const laid = (c, i) => {
    const attrs = {key: c.iso, role: "listitem", class: c.wrong ? "turn wrong" : "turn", style: `--i:${i}`}
    return strip(ctx, c, attrs, cross(c), c.seat !== null && h("span.by", badge(c.seat, 4)))
  }
  const right = (c) =>
    strip(
      ctx,
      {...c, figure: null, place: null},
      {key: c.iso, role: "listitem", class: c.moved ? "right" : ""},
      tick(c),
    )
  return [
    h("div.laid-row", {role: "list"}, b.laid.map(laid)),
    !b.right && [linksBetween(b, "0 0 100 10", curve), h("div.true-row", {role: "list"}, b.true.map(right))],
  ]
}

/** The figures and questions below both rows. */
const inRows = (b, ctx) => [
  bothRows(b, ctx),
  h(
    "div.lesson",
    b.stage < 2 && explained(b, ctx),
    h("section.panel.chart", chartHead(b), figure(ctx, 0)),
    mapPanel(b, ctx),
    asked(b, ctx),
  ),
]

/** The row as laid and in true order side by side, with a bar (or a point) for each card; for any number of cards. */
function inLists(b, ctx) {
  return h(
    "div.lists-body",
    h("section.panel", chartHead(b), lists(b, ctx)),
    h("div.side", b.stage < 2 ? [explained(b, ctx), wayOn(b, ctx)] : [mapPanel(b, ctx), asked(b, ctx)]),
  )
}

function lists(b, ctx) {
  const seat = (c) => h("span.seat", badge(c.seat, 3.6))
  const curve = (from, to) => `M0 ${from}C5 ${from} 5 ${to} 10 ${to}`
  const laid = (c) =>
    h(
      "li",
      {key: c.iso, class: c.wrong ? "wrong" : null},
      seat(c),
      flag(ctx, c.flag),
      h("b", c.name),
      h("span.figure", c.figure),
      h("span.mark-at", cross(c)),
    )
  const bar = (c) =>
    h(
      "span.bar",
      {class: b.strip ? "strip-bar" : ""},
      b.decades.map((at) => h("u", {style: `left:${at * 100}%`})),
      h("i", {style: `--length:${c.length};--colour:${c.colour}`}),
    )
  const right = (c) =>
    h(
      "li",
      {key: c.iso, class: c.moved ? "right" : null},
      b.right ? seat(c) : h("span.mark-at", tick(c)),
      flag(ctx, c.flag),
      h("b", c.name, placeOf(c)),
      bar(c),
      h("span.figure", c.figure),
    )
  const asLaid = [
    h("h4.of-laid", b.labels[0]),
    h("h4.of-true", b.labels[1]),
    h("ol.list-laid", b.laid.map(laid)),
    linksBetween(b, `0 0 10 ${b.true.length}`, curve),
  ]
  return h(
    "div.lists",
    {"data-many": b.laid.length > 14, tabindex: "0", style: `--n:${b.laid.length}`},
    b.right ? null : asLaid,
    h("ol.list-true", b.true.map(right)),
  )
}

boards["countries.guesses"] = (b, ctx) => {
  const row = (g) =>
    h(
      "div.guess-row",
      {key: `g${g.seat}`, class: g.first ? "first" : ""},
      badge(g.seat, 5),
      h("b.name", g.name),
      h("span.figure", g.figure),
      h("span.soft.state", g.off),
    )
  return h(
    "main.countries-reveal.guesses",
    {"data-stage": "3"},
    headline([], b.title),
    h(
      "div.guess-body",
      {class: b.guesses.length > 4 ? "many" : ""},
      h("div.guess-card", card(ctx, b.card, {class: "big"})),
      h("section.panel.guess-list", b.guesses.map(row)),
    ),
    h("div.lesson.two", mapPanel(b, ctx), asked(b, ctx, h("p.first-team", b.verdict), h("p.why", b.why))),
    h("footer.foot", sourced(b, ctx), saveButton(b, ctx)),
  )
}

boards["countries.over"] = (b, ctx) =>
  h(
    "main.countries-over",
    ours(b),
    h(
      "div.verdict-line",
      b.winners.map((seat) => badge(seat, 8)),
      h("div.over-words", h("h2.verdict", b.title), b.text && h("p.detail", b.text)),
      teamStrip(b.teams),
    ),
    h(
      "div.over-grid",
      h("div.over-left", learned(b), b.compare && compared(b.compare)),
      h(
        "section.panel.missed",
        h("h3", b.misjudged),
        ctx.figures && [h("p.soft", b.map_title), h("div.map", figure(ctx, 1))],
        h(
          "ul",
          b.countries.map((c) => h("li", {key: c.iso}, strip(ctx, c, {}))),
        ),
      ),
    ),
    afterwards(b, ctx),
  )

const learned = (b) =>
  h(
    "section.panel.learned",
    h("h3", b.rows),
    h(
      "p.marks",
      {"aria-hidden": true},
      b.marks.map((right) => h("span.mark", {class: right ? "right" : "wrong"}, right ? "✓" : "✕")),
    ),
    b.hardest ? [h("h3", b.hardest.title), h("p.soft", b.hardest.text)] : h("p", b.none_wrong || ""),
  )

const compared = (c) =>
  h(
    "section.panel.compare",
    h("h3", c.title),
    h("p.soft", c.note),
    h(
      "ul",
      c.bars.map((bar) => h("li", h("span.who", bar.name), gauge(bar.share), h("b", bar.text))),
    ),
  )
