// The figures live in slots of the scene, or out of sight while the scene has none: Bokeh draws only what is in the page.

function housing(view, model, root) {
  const parking = document.createElement("div")
  parking.className = "parking"
  const figures = model.get_child("figures") || []
  parking.append(...figures)
  // What has moved or grown is laid out anew: Panel 1.10 sees to that only when the whole surface changes its size.
  const sizes = new ResizeObserver(() => view.compute_layout())
  for (const figure of figures) sizes.observe(figure)
  return {
    parking,
    /** Each figure into its slot, if that is in the page. */
    fill: (slots) => {
      for (const [i, figure] of figures.entries()) {
        const home = slots[i] && root.contains(slots[i]) ? slots[i] : parking
        if (figure.parentNode !== home) home.append(figure)
      }
    },
  }
}
