// The world as one SVG: sea, graticule and land come once with the surface's ground; a board lays its own layers on top.

/** *ground* has land and graticule as paths; *view* is [x, y, width, height] in kilometres of Equal Earth, south down. */
const worldMap = (ground, view, attrs, ...layers) => h("svg", {preserveAspectRatio: "xMidYMid slice", ...attrs, class: `world ${attrs?.class || ""}`, viewBox: view.join(" ")},
  h("rect", {class: "sea", x: -40000, y: -40000, width: 80000, height: 80000}),
  h("path", {class: "graticule", d: ground.graticule}),
  h("path", {class: "land", d: ground.land}),
  layers)
