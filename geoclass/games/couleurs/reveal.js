// Couleurs du monde: a turn in detail, and the end.

const CLOSE = {w: 1130, h: 740, exact: true},
  CLOSE_HAND = {w: HAND_W, h: 620, pad: HAND_PAD, exact: true} // a reveal's map: on the class's screen, handheld

/** The box for a page of a turn: a region, a chain with its surroundings, or the board. */
function closeBox(b, on) {
  const chain = b.chain.map((c) => c.iso)
  if (b.region)
    return regionBox(
      on,
      on.regions.find((r) => r.id === b.region),
    )
  if (!chain.length) return wholeBox(on)
  const around = chain.length < 2 ? [...on.near[chain[0]]] : []
  return roomy(boxOf(on, chain.concat(b.onward, around), 550))
}

boards["couleurs.reveal"] = (b, ctx) => {
  if (!ctx.ground.nations) return h("main.couleurs-reveal.full")
  const map = boardMap(ctx, {
    ...(ctx.narrow ? CLOSE_HAND : CLOSE),
    box: closeBox(b, boardFrom(ctx.ground)),
    covered: b.covered,
    chain: b.chain.map((c) => c.iso),
    onward: new Set(b.onward),
    km: Object.fromEntries(b.chain.map((c) => [c.iso, c.km])),
    fills: b.fills,
    label: `${b.title}. ${b.map}`,
  })
  return h(
    "main.couleurs-reveal.full",
    {"data-page": b.page},
    h("div.verdict-line", badge(b.seat, 7), h("h2.verdict", b.title), b.tabs.length > 0 && tabs(b, ctx)),
    h(
      "div.close-grid",
      h("section.panel.map-panel", map, b.legend && mapLegend(b.legend)),
      h(
        "div.beside",
        b.page === "region" ? regionTable(b, ctx) : chainBeside(b, ctx),
        b.next && h("div.on", wayOn(b, ctx)),
      ),
    ),
    h("footer.foot", sourced(b, ctx, b.source || (b.compare && b.compare.source) || ""), saveButton(b, ctx)),
  )
}

const tabs = (b, ctx) =>
  h(
    "div.segments",
    {role: "group"},
    b.tabs.map((t) => h("button", {"aria-pressed": t.here, onclick: () => ctx.send(t.send)}, t.text)),
  )

/** Widen a box to 3,000 km: a chain of two small nations must not fill the map. */
function roomy([west, south, east, north]) {
  const x = (west + east) / 2,
    y = (south + north) / 2,
    w = Math.max(east - west, 3600) / 2,
    t = Math.max(north - south, 2400) / 2
  return [x - w, y - t, x + w, y + t]
}

const chainBeside = (b, ctx) => [
  b.chain.length ? chainSteps(b, ctx) : h("section.panel.steps", h("p", b.detail)),
  b.page === "best" && h("section.panel.asks", h("p.soft", b.detail), b.note && h("p.soft", b.note)),
  b.compare && comparison(b.compare),
  b.questions.length > 0 &&
    h(
      "section.panel.asks",
      h("h3", b.ask),
      b.questions.slice(0, b.compare && b.chain.length > 3 ? 1 : 2).map((q) => h("p.question", unbroken(q))),
    ),
]

const chainSteps = (b, ctx) =>
  h(
    "section.panel.steps",
    {"data-long": b.chain.length > 5},
    h(
      "ol",
      b.chain.map((c) =>
        h(
          "li",
          {key: c.iso},
          c.km && h("span.km", c.km),
          h("span.step", flag(ctx, c.flag), h("span.name", c.name), h("span", `${c.value} `, h("em", `×${c.times}`))),
        ),
      ),
    ),
    h("p.sum", b.sum),
  )

const comparison = (c) =>
  h(
    "section.panel.bars",
    h("h3", c.title, c.unit && h("span.soft", c.unit)),
    h(
      "ul",
      c.bars.map((bar) =>
        h(
          "li",
          {key: bar.iso, class: bar.played ? "played" : ""},
          h("span", bar.name),
          gauge(bar.share),
          h("b", bar.figure),
        ),
      ),
    ),
  )

const mapLegend = (legend) =>
  h(
    "p.legend",
    h("b", legend.title),
    legend.classes.map(([colour, text]) => h("span", h("i", {style: `background:${colour}`}), text)),
  )

const regionTable = (b, ctx) =>
  h(
    "section.panel.region-table",
    {tabindex: "0"},
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          h("th", {}),
          b.head.map((text) => h("th", {scope: "col"}, text)),
        ),
      ),
      h(
        "tbody",
        b.rows.map((row) =>
          h(
            "tr",
            {key: row.iso},
            h("th", {scope: "row"}, flag(ctx, row.flag), row.name),
            row.figures.map((f) => h("td", f)),
          ),
        ),
      ),
    ),
  )

boards["couleurs.over"] = (b, ctx) => {
  if (!ctx.ground.nations) return h("main.couleurs-over")
  const size = ctx.narrow
    ? {w: HAND_W, h: tall(ctx), pad: HAND_PAD, dot: 7}
    : {w: 960, h: 700, least: 32, pad: [34, 10, 34, 60]}
  const map = {...size, box: wholeBox(boardFrom(ctx.ground)), covered: b.covered, chain: [], label: b.map_title}
  return h(
    "main.couleurs-over",
    ours(b),
    headline(b.winners, b.title, b.how),
    h(
      "div.end-grid",
      tally(b),
      h("section.panel.finest", finest(b, ctx), b.found ? found(b.found) : h("p.soft", b.not_found)),
      h("section.panel.map-panel", boardMap(ctx, map), h("p.map-title", b.map_title)),
    ),
    afterwards(b, ctx),
  )
}

/** Each team's points by source. */
const tally = (b) =>
  h(
    "section.panel.tally",
    {"data-many": b.table.length > 4},
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          h("th", {scope: "col"}, b.team),
          b.head.map((text) => h("th", {scope: "col"}, text)),
        ),
      ),
      h(
        "tbody",
        b.table.map((row) =>
          h(
            "tr",
            {key: `r${row.seat}`, class: row.won ? "won" : ""},
            h("th", {scope: "row"}, h("div.of", badge(row.seat, 4.2), h("span", row.name))),
            row.parts.map((n, i) =>
              h("td", {"data-label": b.head[i], "data-none": n ? null : true}, n ? signed(n) : "–"),
            ),
            h("td.total", signed(row.total)),
          ),
        ),
      ),
    ),
  )

const finest = (b, ctx) => [
  h("h3", b.finest_title),
  h(
    "ol",
    b.finest.map((f) =>
      h(
        "li",
        badge(f.seat, 4),
        h(
          "span.flags",
          {role: "img", "aria-label": f.text},
          f.cards.slice(0, 7).map((c) => flag(ctx, c.flag)),
        ),
        f.cards.length < 5 && h("span.soft", {"aria-hidden": true}, f.text),
        h("b", f.points),
      ),
    ),
  ),
]

/** The share of the possible points that was found. */
const found = (f) => h("div.found", h("h3", f.text), gauge(f.share), h("p.soft", f.note))
