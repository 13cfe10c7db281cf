// Spywhere: a passport and a dish.

tiles.spywhere = () =>
  h(
    "div.art",
    h(
      "svg",
      {viewBox: "0 0 300 200"},
      h(
        "g",
        {transform: "rotate(-7 100 100)"},
        h("rect", {x: 45, y: 30, width: 110, height: 150, rx: 10, fill: "#6B2A2A"}),
        h(
          "g",
          {fill: "none", stroke: "#F1DDB0", "stroke-width": 4},
          h("circle", {cx: 100, cy: 88, r: 28}),
          h("path", {d: "M72 88h56M100 60c-15 16-15 40 0 56M100 60c15 16 15 40 0 56"}),
        ),
        h("rect", {x: 72, y: 138, width: 56, height: 8, rx: 4, fill: "#F1DDB0"}),
      ),
      h(
        "g",
        {transform: "rotate(6 205 108)"},
        h("rect", {
          x: 155,
          y: 40,
          width: 104,
          height: 140,
          rx: 12,
          fill: "var(--sheet)",
          stroke: "var(--line)",
          "stroke-width": 2,
        }),
        h("path", {d: "M172 112q0 18 12 18h46q12 0 12-18z", fill: "#fff", stroke: "#3B241C", "stroke-width": 4}),
        h("path", {d: "M168 112q0-30 24-32h30q24 2 24 32z", fill: "#F08A5D", stroke: "#3B241C", "stroke-width": 4}),
        h("path", {d: "M198 80h18v50h-18z", fill: "#2F4A44", stroke: "#3B241C", "stroke-width": 4}),
        h("rect", {x: 185, y: 150, width: 46, height: 8, rx: 4, fill: "var(--line)"}),
      ),
    ),
  )
