// A winding track with squares, barriers and pawns. Stops are at equal distances along the curve.

/** Points {x, y, angle} of *count* stops on a wave in a box of w × h; *rise*: its amplitude as a share of h. */
function winding(count, w, h_, waves = 2.5, rise = 0.3) {
  const fine = Array.from({length: 801}, (_, i) => {
    const s = i / 800
    return {x: 50 + s * (w - 100), y: h_ / 2 + Math.sin(s * waves * 2 * Math.PI + Math.PI * 0.9) * h_ * rise}
  })
  const run = [0]
  for (let i = 1; i < fine.length; i += 1)
    run.push(run[i - 1] + Math.hypot(fine[i].x - fine[i - 1].x, fine[i].y - fine[i - 1].y))
  const stops = []
  for (let n = 0, i = 0; n < count; n += 1) {
    const want = (run[run.length - 1] * n) / (count - 1)
    while (i < run.length - 2 && run[i + 1] < want) i += 1
    const a = fine[i],
      b = fine[i + 1],
      k = (want - run[i]) / (run[i + 1] - run[i] || 1)
    stops.push({
      x: a.x + k * (b.x - a.x),
      y: a.y + k * (b.y - a.y),
      angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
    })
  }
  return {
    stops,
    line:
      "M" +
      fine
        .filter((_, i) => i % 8 === 0)
        .map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`)
        .join("L"),
  }
}
