// Couleurs du monde: flags in a chain.

tiles.couleurs = (g, ctx) => {
  const at = [
    [34, 8],
    [6, 32],
    [27, 60],
    [58, 42],
    [82, 30],
    [92, 66],
  ]
  return h(
    "div.art.flags-art",
    h(
      "svg",
      {viewBox: "0 0 100 80", preserveAspectRatio: "none"},
      [
        [1, 0],
        [0, 3],
        [2, 3],
        [3, 4],
        [4, 5],
      ].map(([a, b], i) =>
        h("path", {
          d: `M${at[a].join(" ")}L${at[b].join(" ")}`,
          stroke: i > 0 && i !== 2 ? "var(--accent)" : "var(--link)",
          "stroke-width": i > 0 && i !== 2 ? 5 : 3,
          "vector-effect": "non-scaling-stroke",
        }),
      ),
    ),
    g.flags.map((f, i) =>
      h("span.spot", {style: `left:${12 + at[i][0] * 0.76}%;top:${16 + at[i][1] * 0.85}%`}, flag(ctx, f)),
    ),
  )
}
