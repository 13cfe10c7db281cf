// Figures are moved into slots of the scene, or hidden if it has none: Bokeh draws only what is in the page.

const flagsOf = (model) => (model.flags[0] === "{" ? JSON.parse(model.flags) : model.flags)

function housing(view, model, root) {
  const parking = document.createElement("div")
  parking.className = "parking"
  const figures = model.get_child("figures") || []
  parking.append(...figures)
  followPlaces(view, figures)
  let shown = ""
  return {
    parking,
    /** Move each figure into its slot, if the page has it. */
    fill: (slots) => {
      for (const [i, figure] of figures.entries()) {
        const home = slots[i] && root.contains(slots[i]) ? slots[i] : parking
        if (figure.parentNode !== home) home.append(figure)
      }
      const now = figures.map((figure) => getComputedStyle(figure).visibility).join()
      // what is there is painted first
      if (now !== shown) requestAnimationFrame(() => setTimeout(() => drawAgain(view)))
      shown = now
    },
  }
}
