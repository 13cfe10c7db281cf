// Countries: the row, the hand, the doubt; the reveal; the end.

const ruler = document.createElement("canvas").getContext("2d"), measured = new Map()
const SMALLEST = 2.4  // rem: the smallest letters a class can read

/** What the widest word of some cards needs in the smallest bold letters, in rem: a name is broken between words only. */
const widest = (cards) => Math.max(...cards.flatMap((c) => c.name.split(/[\s-]/)).map((word) => {
  if (!measured.has(word)) { ruler.font = "700 100px 'Source Sans 3'"; measured.set(word, ruler.measureText(`${word}-`).width / 100 * SMALLEST) }
  return measured.get(word)
}))

/** How many cards a line of the row takes: as many as keep their words whole; lines of about the same length. */
const perLine = (row) => {
  const most = row.length < 8 ? row.length : Math.max(7, Math.min(10, Math.floor(177.6 / (widest(row) + 5.2))))
  return Math.ceil(row.length / Math.ceil(row.length / most))
}

boards["countries.play"] = (b, ctx) => {
  const chosen = ctx.ui.card
  const lay = (card, at) => { ctx.set({card: null}); ctx.send({do: "move", move: {seat: b.seat, move: "place", card, at: Number(at)}}) }
  if (b.can) {
    ctx.drop = lay
    ctx.lift = () => {}
    if (chosen) for (let at = 0; at <= b.row.length && at < 9; at += 1) ctx.keys[String(at + 1)] = () => lay(chosen, at)
    if (b.doubt.can) ctx.keys.d = () => ctx.root.querySelector(".doubt")?.focus()
  }
  const slot = (at) => h("button", {key: `slot${at}`, type: "button", class: chosen ? "slot open" : "slot", "data-slot": at, "aria-label": `${b.place} ${at + 1}`,
    disabled: b.can ? null : true, onclick: () => { if (chosen) lay(chosen, at); else ctx.toast(b.turn.hint) }}, h("span", {}, String(at + 1)))
  const per = perLine(b.row), lines = Math.ceil(b.row.length / per), size = ["l", "s", "xs"][lines - 1] || "xxs"
  const columns = b.hand.length > 8 && widest(b.hand) < 12.4 ? 5 : 4  // of a hand too large for one line
  const spot = (line, column) => `--line:${line + 1};--column:${column + 1}`
  const before = (i) => i && i % per === 0 ? spot(i / per - 1, 2 * per) : spot(Math.floor(i / per), 2 * (i % per))
  return h("main", {class: "countries-play"},
    h("div", {class: "top", "data-many": b.teams.length > 4 ? "true" : null},
      h("div", {class: "category"}, h("p", {class: "lead"}, b.lead), h("h2", {class: "hero"}, b.category), b.note ? h("p", {class: "lead note"}, b.note) : null),
      teamStrip(b.teams)),
    h("ol", {class: "row", "data-size": lines === 1 && per > 7 ? "m" : size, "data-walk": true, style: `--per:${per}`},
      b.row.map((c, i) => [
        h("li", {key: `before ${c.iso}`, class: "slot-place", style: before(i)}, slot(i)),
        h("li", {key: c.iso, class: c.last ? "laid last" : "laid", "data-move": c.iso, style: spot(Math.floor(i / per), 2 * (i % per) + 1)}, card(ctx, c, {},
          h("span", {class: "by"}, c.seat === null ? h("span", {class: "soft"}, c.note) : [badge(c.seat, 4.4), c.last ? h("span", {class: "soft"}, c.note) : null]))),
      ]),
      h("li", {key: "end", class: "slot-place", style: before(b.row.length)}, slot(b.row.length))),
    h("div", {class: "scale", "aria-hidden": "true"}, h("b", {}, b.ends[0]), h("i", {}), h("b", {}, b.ends[1])),
    h("div", {class: "dock"},
      h("section", {class: "panel hand"},
        h("header", {}, b.turn.seat !== null ? badge(b.turn.seat, 5.4) : null, h("h2", {}, b.turn.title), h("span", {class: "soft"}, chosen ? b.chosen : b.turn.hint)),
        h("div", {class: "cards", "data-walk": true, "data-many": b.hand.length > 2 * columns ? "3" : b.hand.length > 8 ? "2" : b.hand.length > 6 ? "1" : null, style: `--columns:${columns}`},
          b.hand.map((c) => h("button", {key: c.iso, type: "button", class: chosen === c.iso ? "pick chosen" : "pick", "data-card": c.iso, "data-move": c.iso,
            disabled: b.can ? null : true, "aria-pressed": String(chosen === c.iso), onclick: () => ctx.set({card: chosen === c.iso ? null : c.iso})},
          flag(ctx, c.flag), h("span", {class: "fit"}, named(c.name)))))),
      b.pile ? h("section", {class: "pile"}, card(ctx, b.pile, {}, h("span", {class: "soft"}, b.pile_text))) : h("section", {class: "pile empty"}, h("span", {class: "soft"}, b.pile_text)),
      h("button", {type: "button", class: "doubt", disabled: b.doubt.can ? null : true, onclick: () => ctx.send({do: "move", move: {seat: b.seat, move: "doubt"}})},
        h("b", {}, b.doubt.title), h("span", {}, b.doubt.text))))
}

const million = (text, lang) => {
  const n = Number(String(text).replace(/[^\d]/g, ""))
  return n ? new Intl.NumberFormat(lang).format(n) : ""
}

boards["countries.guess"] = (b, ctx) => h("main", {class: "countries-guess"},
  h("div", {class: "asked"}, h("p", {class: "lead"}, b.lead), h("h2", {class: "verdict"}, b.question), h("p", {class: "lead"}, b.hint)),
  h("div", {class: "guess-body"},
    h("div", {class: "guess-card"}, card(ctx, b.card, {class: "big"})),
    h("section", {class: "panel guess-list"}, b.teams.map((t) => h("form", {key: `g${t.seat}`, class: "guess-row", onsubmit: (e) => {
      e.preventDefault()
      const digits = e.target.elements.n.value.replace(/[^\d]/g, "")
      if (digits) ctx.send({do: "move", move: {seat: t.seat, move: "guess", population: Number(digits)}})
      else ctx.toast(b.too_small)
    }},
    badge(t.seat, 5), h("b", {class: "name"}, t.name),
    t.can ? [h("input", {name: "n", inputmode: "numeric", autocomplete: "off", "aria-label": t.label, placeholder: "…", maxlength: "16",
      oninput: (e) => { e.target.value = million(e.target.value, ctx.scene.lang) }}), h("span", {class: "soft"}, b.unit), h("button", {class: "button strong"}, b.send)]
      : h("span", {class: "soft state"}, t.state === "guessed" ? "✓ " : "", t.text))))))

/** The links between the row as laid and the true one: column i to column j of n. */
const links = (b) => h("svg", {class: "links", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true"},
  b.true.map((c, to) => {
    const n = b.true.length, x = (c.from + 0.5) / n * 100, y = (to + 0.5) / n * 100
    return h("path", {key: c.iso, class: c.moved ? "moved" : "", d: `M${x} 0C${x} 5 ${y} 5 ${y} 10`, "vector-effect": "non-scaling-stroke"})
  }))

const wayOn = (b, ctx) => {
  if (b.next) for (const key of ["ArrowRight", " ", "PageDown"]) ctx.keys[key] = () => ctx.send(b.next.send)
  return b.next ? button(b.next.text, () => ctx.send(b.next.send), {class: "strong next"}) : null
}

const saveButton = (b, ctx) => h("button", {type: "button", class: "tool save", "data-not-in-picture": true, onclick: () => savePicture(ctx.root.querySelector("main"), b.file)}, icon("save"), h("span", {}, ctx.t("save")))

/** How a turned row is shown: cards on their side, upright cards, or, where words would be broken, two lists. */
function revealShape(b) {
  const n = b.laid.length, wide = (179.2 - 1.8 * (n - 1)) / n, need = widest(b.laid)
  if (innerWidth <= 900) return "lists"
  if (n < 7 && need < wide - 12.4) return "strips"
  return n < 12 && need < (179.2 - 1.2 * (n - 1)) / n - 1.4 ? "cards" : "lists"
}

/** The questions one by one, the most surprising first; the longer, the smaller. */
function question(b, ctx) {
  const n = b.questions.length, at = (ctx.ui.asking || 0) % n, size = Math.max(SMALLEST, Math.min(3, Math.sqrt(900 / b.questions[at].length)))
  return h("div", {class: "question"}, h("h3", {}, b.ask, n > 1 ? h("button", {type: "button", class: "another", "data-not-in-picture": true, onclick: () => ctx.set({asking: at + 1})}, b.another) : null),
    h("p", {key: `q${at}`, style: `font-size:${size}rem`}, b.questions[at]))
}

const asked = (b, ctx, ...first) => h("section", {class: "panel ask"}, h("div", {class: "words", tabindex: "0"}, first, question(b, ctx)), wayOn(b, ctx))

const explained = (b, ctx) => h("section", {class: "panel explain"}, badge(b.chip.seat, 12), h("div", {}, h("h3", {}, b.chip.title), h("p", {}, b.why),
  h("div", {class: "drawn"}, b.drawn.map((c) => strip(ctx, c, {key: c.iso})))))

/** The row as laid and as it should be, side by side, with a bar (or a point) for each: for as many cards as there may be.
 *  A right row is one list. */
const lists = (b, ctx) => {
  const seat = (c) => h("span", {class: "seat"}, c.seat === null ? null : badge(c.seat, 3.6))
  const curve = (from, to) => `M0 ${from + 0.5}C5 ${from + 0.5} 5 ${to + 0.5} 10 ${to + 0.5}`
  return h("div", {class: "lists", "data-many": b.laid.length > 14 ? "true" : null, tabindex: "0", style: `--n:${b.laid.length}`},
    b.right ? null : [h("h4", {class: "of-laid"}, b.labels[0]), h("h4", {class: "of-true"}, b.labels[1]),
      h("ol", {class: "list-laid"}, b.laid.map((c) => h("li", {key: c.iso, class: c.wrong ? "wrong" : null}, seat(c), flag(ctx, c.flag), h("b", {}, c.name), h("span", {class: "figure"}, c.figure), h("span", {class: "mark-at"}, c.wrong ? h("span", {class: "cross"}, "✕") : null)))),
      h("svg", {class: "links", viewBox: `0 0 10 ${b.true.length}`, preserveAspectRatio: "none", "aria-hidden": "true"}, b.true.map((c, to) => h("path", {key: c.iso, class: c.moved ? "moved" : "", d: curve(c.from, to), "vector-effect": "non-scaling-stroke"})))],
    h("ol", {class: "list-true"}, b.true.map((c) => h("li", {key: c.iso, class: c.moved ? "right" : null}, b.right ? seat(c) : h("span", {class: "mark-at"}, c.moved ? h("span", {class: "tick"}, "✓") : null), flag(ctx, c.flag), h("b", {}, c.name),
      h("span", {class: b.strip ? "bar strip-bar" : "bar"}, b.decades.map((at) => h("u", {style: `left:${at * 100}%`})), h("i", {style: `--length:${c.length};--colour:${c.colour}`})), h("span", {class: "figure"}, c.figure)))))
}

boards["countries.reveal"] = (b, ctx) => {
  const shape = revealShape(b)
  return h("main", {key: shape, class: "countries-reveal", "data-stage": b.stage, "data-shape": shape, "data-right": b.right ? "true" : null, style: `--n:${b.laid.length}`},
    h("div", {class: "verdict-line"}, h("h2", {class: "verdict"}, b.verdict), h("p", {class: "detail"}, b.detail), turnChip(b.chip)),
    shape === "lists" ? h("div", {class: "lists-body"},
      h("section", {class: "panel"}, h("header", {}, h("h3", {}, b.chart.title), h("span", {class: "soft"}, b.chart.note)), lists(b, ctx)),
      b.stage < 2 ? h("div", {class: "side"}, explained(b, ctx), wayOn(b, ctx)) : h("div", {class: "side"}, h("section", {class: "panel map", "aria-label": b.map_title}, figure(ctx, 1)), asked(b, ctx)))
      : [
        h("div", {class: "laid-row", role: "list"}, b.laid.map((c, i) => strip(ctx, c, {key: c.iso, role: "listitem", class: `turn ${c.wrong ? "wrong" : ""}`, style: `--i:${i}`},
          c.wrong ? h("span", {class: "cross"}, "✕") : null, c.seat !== null ? h("span", {class: "by"}, badge(c.seat, 4)) : null))),
        b.right ? null : [links(b), h("div", {class: "true-row", role: "list"}, b.true.map((c) => strip(ctx, {...c, figure: null}, {key: c.iso, role: "listitem", class: c.moved ? "right" : ""}, c.moved ? h("span", {class: "tick"}, "✓") : null)))],
        h("div", {class: "lesson"},
          b.stage < 2 ? explained(b, ctx) : null,
          h("section", {class: "panel chart"}, h("header", {}, h("h3", {}, b.chart.title), h("span", {class: "soft"}, b.chart.note)), figure(ctx, 0)),
          h("section", {class: "panel map", "aria-label": b.map_title}, figure(ctx, 1)),
          asked(b, ctx)),
      ],
    h("footer", {class: "foot"}, h("p", {class: "source"}, b.source), b.stage > 1 ? saveButton(b, ctx) : null))
}

boards["countries.guesses"] = (b, ctx) => h("main", {class: "countries-reveal guesses", "data-stage": "3"},
  h("div", {class: "verdict-line"}, h("h2", {class: "verdict"}, b.title)),
  h("div", {class: "guess-body"},
    h("div", {class: "guess-card"}, card(ctx, b.card, {class: "big"})),
    h("section", {class: "panel guess-list"}, b.guesses.map((g) => h("div", {key: `g${g.seat}`, class: g.first ? "guess-row first" : "guess-row"},
      badge(g.seat, 5), h("b", {class: "name"}, g.name), h("span", {class: "figure"}, g.figure), h("span", {class: "soft state"}, g.off))))),
  h("div", {class: "lesson two"},
    h("section", {class: "panel map", "aria-label": b.map_title}, figure(ctx, 1)),
    asked(b, ctx, h("p", {class: "first-team"}, b.verdict), h("p", {class: "why"}, b.why))),
  h("footer", {class: "foot"}, h("p", {class: "source"}, b.source), saveButton(b, ctx)))

boards["countries.help"] = (b, ctx) => h("div", {class: "help-row", "aria-hidden": "true"}, h("b", {}, b.ends[0]),
  b.row.map((c, i) => [b.turned ? null : h("span", {class: "slot"}, String(i + 1)), strip(ctx, c, {class: b.turned && i !== 1 ? "wrong" : ""}, b.turned && i !== 1 ? h("span", {class: "cross"}, "✕") : null)]),
  b.turned ? null : h("span", {class: "slot"}, String(b.row.length + 1)), h("b", {}, b.ends[1]))

boards["countries.over"] = (b, ctx) => h("main", {class: "countries-over"},
  h("div", {class: "verdict-line"}, b.winners.map((seat) => badge(seat, 8)), h("h2", {class: "verdict"}, b.title), b.text ? h("p", {class: "detail"}, b.text) : null, teamStrip(b.teams)),
  h("div", {class: "over-grid"},
    h("div", {class: "over-left"},
      h("section", {class: "panel learned"}, h("h3", {}, b.rows),
        h("p", {class: "marks", "aria-hidden": "true"}, b.marks.map((right) => h("span", {class: right ? "mark right" : "mark wrong"}, right ? "✓" : "✕"))),
        b.hardest ? [h("h3", {}, b.hardest.title), h("p", {class: "soft"}, b.hardest.text)] : b.none_wrong ? h("p", {}, b.none_wrong) : null),
      b.compare ? h("section", {class: "panel compare"}, h("h3", {}, b.compare.title), h("p", {class: "soft"}, b.compare.note),
        h("ul", {}, b.compare.bars.map((bar) => h("li", {}, h("span", {class: "who"}, bar.name), h("span", {class: "track"}, h("i", {style: `width:${Math.max(1, bar.share * 100)}%`})), h("b", {}, bar.text))))) : null),
    h("section", {class: "panel missed"}, h("h3", {}, b.misjudged), h("p", {class: "soft"}, b.map_title),
      h("div", {class: "map"}, figure(ctx, 1)),
      b.countries.length ? h("ul", {}, b.countries.map((c) => h("li", {key: c.iso}, strip(ctx, c, {})))) : null)),
  h("footer", {class: "foot"}, b.again ? h("div", {class: "after"}, button(b.again.text, () => ctx.send(b.again.send), {class: "accent"}), button(b.report.text, () => inWindow(ctx, b.report.send))) : null, saveButton(b, ctx)))
