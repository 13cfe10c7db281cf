// A show of hands: the teacher enters a number for each answer.

const IN_GRID = 36 // buttons from 0 on: more than most classes have pupils

const countHands = (ctx, s) => {
  const key = `${s.prompt} ${s.vote}`
  if (!ctx.ui.hands || ctx.ui.hands.key !== key) ctx.ui.hands = {key, counts: {}, kept: null}
  return ctx.ui.hands
}

const handsUp = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0)
const isTwoTaps = (s) => s.options.length < 3

/** Counts are saved with each tap, without a further button. */
function setHands(ctx, s, value, n) {
  const was = countHands(ctx, s)
  const counts = {...was.counts, [value]: Math.max(0, Math.min(s.most, n))}
  ctx.set({hands: {...was, counts}})
  if (isTwoTaps(s) && s.options.every((o) => o.value in counts)) keepHands(ctx, s)
}

function keepHands(ctx, s) {
  const now = countHands(ctx, s)
  ctx.send({do: "control", action: "hands", what: {prompt: s.prompt, vote: s.vote, counts: now.counts}})
  ctx.set({hands: {...now, kept: now.counts}})
}

const handGrid = (ctx, s, o, n) =>
  h(
    "div.hand-grid",
    Array.from({length: IN_GRID}, (_, i) =>
      pressed(n === i, () => setHands(ctx, s, o.value, i), {key: `n${i}`, "aria-label": `${o.text} ${i}`}, i),
    ),
  )

const handStepper = (ctx, s, o, n) => {
  const step = (by, sign, word) =>
    h("button.round", {"aria-label": `${o.text}. ${word}`, onclick: () => by(n || 0)}, sign)
  return h(
    "div.hand-stepper",
    step((at) => setHands(ctx, s, o.value, at - 1), "−", s.words.fewer),
    h("input", {
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: s.most,
      value: n === undefined ? "" : n,
      "aria-label": o.text,
      onchange: (e) => setHands(ctx, s, o.value, Math.round(Number(e.target.value)) || 0),
    }),
    step((at) => setHands(ctx, s, o.value, at + 1), "+", s.words.more),
  )
}

dialogs.hands = (ctx) => {
  const s = ctx.scene.hands
  if (!s) {
    ctx.ui.dialog = null // the game has moved on
    return null
  }
  const now = countHands(ctx, s)
  const {counts, kept} = now
  const counter = isTwoTaps(s) ? handGrid : handStepper
  return dialog(
    ctx,
    s.title,
    [
      h("p.soft", s.words.text),
      h(
        "div.show-of-hands",
        {"data-n": s.options.length},
        s.options.map((o) =>
          h(
            "section",
            {key: o.value, "data-value": o.value},
            h("h3", o.flag && flag(ctx, o.flag), `${MARKS[o.value] || ""} ${o.text}`),
            counter(ctx, s, o, counts[o.value]),
          ),
        ),
      ),
      h(
        "div.hands-foot",
        h("p", {role: "status"}, kept ? `✓ ${fill(s.words.kept, {n: handsUp(kept)})}` : ""),
        kept === counts
          ? button(ctx.t("close"), () => ctx.close())
          : button(fill(s.words.keep, {n: handsUp(counts)}), () => keepHands(ctx, s), {
              class: "accent",
              disabled: !Object.keys(counts).length,
            }),
      ),
    ],
    {class: "counting"},
  )
}
