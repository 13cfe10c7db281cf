// Globalissimo: the track with two teams on it.

tiles.globalissimo = () => {
  const {stops} = winding(9, 340, 150, 1.1)
  return h(
    "div.art",
    h(
      "svg",
      {viewBox: "0 -20 340 200"},
      h("polyline", {
        points: stops.map((p) => `${p.x},${p.y}`).join(" "),
        fill: "none",
        stroke: "var(--line)",
        "stroke-width": 12,
        "stroke-linejoin": "round",
      }),
      stops.map((p, i) =>
        [2, 5, 8].includes(i)
          ? h("rect", {
              x: p.x - 6,
              y: p.y - 26,
              width: 12,
              height: 52,
              rx: i === 5 ? 2 : 6,
              fill: i === 5 ? "#7A4E9E" : "#D9731F",
              transform: `rotate(${p.angle} ${p.x} ${p.y})`,
            })
          : h("circle", {cx: p.x, cy: p.y, r: 16, fill: "var(--sheet)", stroke: "var(--ink)", "stroke-width": 3}),
      ),
      [
        [3, 0],
        [6, 2],
      ].map(([at, seat]) =>
        h(
          "g",
          {transform: `translate(${stops[at].x - 22} ${stops[at].y - 62}) scale(.92)`},
          SHAPES[seat]({fill: `var(--team-${seat})`, stroke: `var(--edge-team-${seat})`, "stroke-width": 2}),
          h(
            "text",
            {
              x: 24,
              y: 32,
              "text-anchor": "middle",
              "font-size": 24,
              "font-weight": 700,
              style: `fill:var(--on-team-${seat})`,
            },
            LETTERS[seat],
          ),
        ),
      ),
    ),
  )
}
