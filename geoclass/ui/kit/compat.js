// Differences between browsers and between Panel versions (listed in compat.py) that concern figures.

/** Lays figures out again when their slots change: Panel 1.10 does so only when the whole component is resized. */
function followPlaces(view, figures) {
  const sizes = new ResizeObserver(() => view.compute_layout())
  for (const figure of figures) sizes.observe(figure)
  const again = () => drawAgain(view) // text may have been measured before the fonts loaded
  if (document.fonts.status === "loading") document.fonts.ready.then(again)
  document.fonts.addEventListener("loadingdone", again)
}

/** WebKit shows a canvas that was drawn while hidden only after another draw. */
function drawAgain(view) {
  for (const child of view.child_views || []) drawAgain(child)
  if (view.request_layout) view.request_layout(true)
}
