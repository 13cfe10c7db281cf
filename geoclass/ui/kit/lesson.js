// Shared by reveals and end pages: next button, questions for the class, saving a picture.

/** The teacher's button to the next step, also triggered by keys. */
function wayOn(b, ctx, attrs) {
  if (!b.next) return null
  const go = () => ctx.send(b.next.send)
  for (const key of ["ArrowRight", " ", "PageDown"]) ctx.keys[key] = go
  return button(b.next.text, go, {class: "strong next", ...attrs})
}

/** The questions one at a time, most surprising first; longer ones in smaller type. */
function question(b, ctx) {
  const n = b.questions.length
  if (!n) return null
  const at = (ctx.ui.asking || 0) % n
  const size = Math.max(2.4, Math.min(3, Math.sqrt(900 / b.questions[at].length)))
  const another = () => ctx.set({asking: at + 1})
  return h(
    "div.question",
    h("h3", b.ask, n > 1 && h("button.another", {onclick: another, ...UNSAVED}, ctx.t("another"))),
    h("p", {key: `q${at}`, style: `font-size:${size}rem`}, unbroken(b.questions[at])),
  )
}

const asked = (b, ctx, ...first) =>
  h("section.panel.ask", h("div.words", {tabindex: "0"}, first, question(b, ctx)), wayOn(b, ctx))

const UNSAVED = {"data-not-in-picture": true}

/** The button to save the screen as a picture, if the host can. */
const saveButton = (b, ctx) =>
  ctx.save && [
    believedButton(b, ctx),
    h("button.tool.save", {...UNSAVED, onclick: () => ctx.save(b.file)}, icon("save"), h("span", ctx.t("save"))),
  ]

/** Request content for a new window. Browsers open one only in a click, so it is opened before the content arrives. */
const inWindow = (ctx, message) => {
  ctx.popup = window.open("about:blank", "_blank")
  ctx.send(message)
}

/** Buttons after the end: play again, report, picture; none on a phone. */
const afterwards = (b, ctx) =>
  h(
    "footer.foot",
    b.again &&
      h(
        "div.after",
        button(b.again.text, () => ctx.send(b.again.send), {class: "accent"}),
        button(b.report.text, () => inWindow(ctx, b.report.send)),
      ),
    saveButton(b, ctx),
  )

/** What a reveal or an end says in large type, after the badges of *seats* and before one line more. */
const headline = (seats, title, detail, ...more) =>
  h(
    "div.verdict-line",
    seats.map((seat) => badge(seat, 8)),
    h("h2.verdict", title),
    detail && h("p.detail", detail),
    more,
  )

/** A bar for a share of the whole, at least a sliver. */
const gauge = (share) => h("span.gauge", {"aria-hidden": true}, h("i", {style: `width:${Math.max(1, share * 100)}%`}))

/** On a phone: the own team's result. */
const ours = (b) => b.ours && h("section.ours", badge(b.ours.seat, 11), h("h1", b.ours.text))

/** At the end, below the board: false beliefs of the majority. */
const notSo = (t) =>
  h(
    "section.panel.not-so",
    {key: "not-so"},
    h("h3", t.title),
    h("p.soft", t.text),
    t.claims.map((c) => [
      h("p.soft", c.question),
      h("p", mark(false), " ", h("b", c.said), ` ${c.counted}`),
      h("p", mark(true), " ", h("b", c.truth)),
    ]),
    !t.claims.length && h("p", t.none),
  )

const NOTE_LINE = 150 // characters per line under the figures

/** The notes on what is shown, as many at a time as fit a line. */
function noted(all, ctx) {
  if (!all || !all.length) return null
  const lines = [all[0]]
  for (const note of all.slice(1)) {
    const both = `${lines[lines.length - 1]} ${note}`
    if (both.length < NOTE_LINE) lines[lines.length - 1] = both
    else lines.push(note)
  }
  const at = (ctx.ui.noting || 0) % lines.length
  const another = () => ctx.set({noting: at + 1})
  return h(
    "p.notes",
    h("span", lines[at]),
    lines.length > 1 && h("button.another", {...UNSAVED, onclick: another}, ctx.t("notes")),
  )
}

/** The line under figures: notes and sources. */
const sourced = (b, ctx, source = b.source) => h("div.sourced", noted(b.notes, ctx), h("p.source", source))
