// La course: flights over the Atlantic.

tiles.course = (g, ctx) =>
  h(
    "div.art.globe",
    h(
      "div.ball",
      h("img", {src: g.picture, alt: ""}),
      h(
        "svg",
        {viewBox: "0 0 200 170"},
        [
          ["M40 62Q95 38 152 62", "accent"],
          ["M152 62Q150 100 128 132", "team-1"],
          ["M40 62Q38 110 66 150", "team-0"],
          ["M152 62Q176 66 190 84", "team-2"],
        ].map(([d, c]) =>
          h("path", {d, fill: "none", stroke: `var(--${c})`, "stroke-width": 5, "stroke-linecap": "round"}),
        ),
        [
          [40, 62],
          [152, 62],
          [128, 132],
          [66, 150],
        ].map(([cx, cy]) => h("circle", {cx, cy, r: 6, fill: "var(--sheet)", stroke: "var(--ink)", "stroke-width": 3})),
        h("path", {
          d: "M84 49l22 1-8-12 6 0 14 12 16 1c5 1 5 6 0 7l-16 1-14 12-6 0 8-12-22-1-6 7-4 0 2-11-2-11 4 0z",
          fill: "var(--ink)",
        }),
      ),
    ),
  )
