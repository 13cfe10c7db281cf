// Countries: the row, the hand, the doubt; the reveal; the end.

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
  const size = b.row.length > 10 ? "s" : b.row.length > 7 ? "m" : "l"
  return h("main", {class: "countries-play"},
    h("div", {class: "top", "data-many": b.teams.length > 4 ? "true" : null},
      h("div", {class: "category"}, h("p", {class: "lead"}, b.lead), h("h2", {class: "hero"}, b.category), b.note ? h("p", {class: "lead note"}, b.note) : null),
      teamStrip(b.teams)),
    h("ol", {class: "row", "data-size": size, "data-walk": true, style: `--n:${b.row.length}`},
      b.row.map((c, i) => [
        h("li", {key: `before ${c.iso}`, class: "slot-place"}, slot(i)),
        h("li", {key: c.iso, class: c.last ? "laid last" : "laid", "data-move": c.iso}, card(ctx, c, {},
          h("span", {class: "by"}, c.seat === null ? h("span", {class: "soft"}, c.note) : [badge(c.seat, 4.4), c.last ? h("span", {class: "soft"}, c.note) : null]))),
      ]),
      h("li", {key: "end", class: "slot-place"}, slot(b.row.length))),
    h("div", {class: "scale", "aria-hidden": "true"}, h("b", {}, b.ends[0]), h("i", {}), h("b", {}, b.ends[1])),
    h("div", {class: "dock"},
      h("section", {class: "panel hand"},
        h("header", {}, b.turn.seat !== null ? badge(b.turn.seat, 5.4) : null, h("h2", {}, b.turn.title), h("span", {class: "soft"}, chosen ? b.chosen : b.turn.hint)),
        h("div", {class: "cards", "data-walk": true, "data-many": b.hand.length > 12 ? "3" : b.hand.length > 6 ? "2" : null},
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

boards["countries.reveal"] = (b, ctx) => {
  const many = b.laid.length > 8 ? "2" : b.laid.length > 6 ? "1" : null
  return h("main", {class: "countries-reveal", "data-stage": b.stage, "data-right": b.right ? "true" : null, "data-many": many, style: `--n:${b.laid.length}`},
    h("div", {class: "verdict-line"}, h("h2", {class: "verdict"}, b.verdict), h("p", {class: "detail"}, b.detail), turnChip(b.chip)),
    h("div", {class: "laid-row", role: "list"}, b.laid.map((c, i) => strip(ctx, c, {key: c.iso, role: "listitem", class: `turn ${c.wrong ? "wrong" : ""}`, style: `--i:${i}`},
      c.wrong ? h("span", {class: "cross"}, "✕") : null, c.seat !== null ? h("span", {class: "by"}, badge(c.seat, 3.2)) : null))),
    b.right ? null : [links(b), h("p", {class: "labels", "aria-hidden": "true"}, `↑ ${b.labels[0]}`, h("span", {}, `↓ ${b.labels[1]}`)),
      h("div", {class: "true-row", role: "list"}, b.true.map((c) => strip(ctx, c, {key: c.iso, role: "listitem", class: c.moved ? "right" : ""}, c.moved ? h("span", {class: "tick"}, "✓") : null)))],
    h("div", {class: "lesson"},
      b.stage < 2 ? h("section", {class: "panel explain"}, badge(b.chip.seat, 12), h("div", {}, h("h3", {}, b.chip.title), h("p", {}, b.why),
        h("div", {class: "drawn"}, b.drawn.map((c) => strip(ctx, c, {key: c.iso}))))) : null,
      h("section", {class: "panel chart"}, h("header", {}, h("h3", {}, b.chart.title), h("span", {class: "soft"}, b.chart.note)), figure(ctx, 0)),
      h("section", {class: "panel map", "aria-label": b.map_title}, figure(ctx, 1)),
      h("section", {class: "panel ask"},
        h("div", {class: "words", tabindex: "0"},
          h("div", {class: "question"}, h("h3", {}, b.ask), b.questions.slice(0, 1).map((q) => h("p", {}, q)))),
        wayOn(b, ctx))),
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
    h("section", {class: "panel ask"}, h("div", {class: "words", tabindex: "0"}, h("p", {class: "first-team"}, b.verdict), h("p", {class: "why"}, b.why),
      h("div", {class: "question"}, h("h3", {}, b.ask), b.questions.slice(0, 1).map((q) => h("p", {}, q)))), wayOn(b, ctx))),
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
  h("footer", {class: "foot"}, b.again ? button(b.again.text, () => ctx.send(b.again.send), {class: "accent"}) : null, saveButton(b, ctx)))
