// Countries: three cards in a row.

tiles.countries = (g, ctx) =>
  h(
    "div.art.cards-art",
    handOf(g, ctx),
    h(
      "svg.under",
      {viewBox: "0 0 300 20"},
      h("path", {d: "M10 10H280", stroke: "var(--ink)", "stroke-width": 3}),
      h("polygon", {points: "278,3 294,10 278,17", fill: "var(--ink)"}),
    ),
  )
