// Countries: the row, the hand, the doubt.

const SMALLEST = 2.4 // rem: the smallest type a class can read
const ruler = document.createElement("canvas").getContext("2d")
const measured = {}

/** The width of a word in the smallest bold type, in rem. */
function width(word) {
  if (!measured[word]) {
    ruler.font = "700 100px 'Source Sans 3'"
    measured[word] = (ruler.measureText(`${word}-`).width / 100) * SMALLEST
  }
  return measured[word]
}

/** The width of the widest word of some cards: names are broken between words only. */
const widest = (cards) => Math.max(...cards.flatMap((c) => c.name.split(/[\s-]/)).map(width))

/** The number of cards per line of the row: as many as fit without breaking words, lines of similar length. */
const perLine = (row, tight) => {
  const most =
    row.length < 8 ? row.length : Math.max(7, Math.min(10, Math.floor((tight ? 153.6 : 177.6) / (widest(row) + 5.2))))
  return Math.ceil(row.length / Math.ceil(row.length / most))
}

boards["countries.play"] = (b, ctx) => {
  const lay = (card, at) => {
    ctx.set({card: null, at: null})
    ctx.move({seat: b.seat, move: "place", card, at: Number(at)})
  }
  const {card} = ctx.ui
  if (b.can && !ctx.narrow) {
    ctx.drop = lay
    if (card) for (let at = 0; at <= b.row.length && at < 9; at += 1) ctx.keys[String(at + 1)] = () => lay(card, at)
    if (b.doubt.can) ctx.keys.d = () => ctx.root.querySelector(".doubt").focus()
  }
  return ctx.narrow ? inHand(b, ctx, lay) : onTable(b, ctx, lay)
}

const doubt = (b, ctx) =>
  heldButton(ctx, [h("b", b.doubt.title), h("span", b.doubt.text)], () => ctx.move({seat: b.seat, move: "doubt"}), {
    class: "doubt",
    hint: b.words.hold,
    disabled: !b.doubt.can,
  })

const pick = (b, ctx, c, chosen = ctx.ui.card, set = ctx.set, may = b.can) =>
  h(
    "button.pick",
    {
      key: c.iso,
      class: chosen === c.iso ? "chosen" : "",
      "data-card": c.iso,
      "data-move": c.iso,
      disabled: !may,
      "aria-pressed": chosen === c.iso,
      onclick: () => set({card: chosen === c.iso ? null : c.iso}),
    },
    flag(ctx, c.flag),
    h("span.fit", named(c.name)),
  )

/** Who laid a card: a team, the start, or just now. */
const laidBy = (c, size) => h("span.by", badge(c.seat, size), (c.seat === null || c.last) && h("span.soft", c.note))

/** A hand, in more lines the larger it is. */
function cards(hand, draw) {
  const columns = hand.length > 8 && widest(hand) < 12.4 ? 5 : 4 // columns of a hand too large for one line
  const many = hand.length > 2 * columns ? "3" : hand.length > 8 ? "2" : hand.length > 6 ? "1" : null
  return h("div.cards", {"data-walk": true, "data-many": many, style: `--columns:${columns}`}, hand.map(draw))
}

/** The class's screen: the row in lines, the hand of the team on turn, the pile, the doubt. */
function onTable(b, ctx, lay) {
  const per = perLine(b.row, ctx.root.classList.contains("tight"))
  const lines = Math.ceil(b.row.length / per)
  const size = lines === 1 && per > 7 ? "m" : ["l", "s", "xs"][lines - 1] || "xxs"
  const looked = b.teams.find((t) => t.seat === ctx.ui.looked && t.seat !== b.seat) // another team's open hand
  const spot = (line, column) => `--line:${line + 1};--column:${column + 1}`
  const before = (i) => (i && i % per === 0 ? spot(i / per - 1, 2 * per) : spot(Math.floor(i / per), 2 * (i % per)))
  const slot = (at) =>
    h("li.slot-place", {key: at < b.row.length ? `before ${b.row[at].iso}` : "end", style: before(at)}, [
      h(
        "button.slot",
        {
          class: ctx.ui.card ? "open" : "",
          "data-slot": at,
          "aria-label": `${b.place} ${at + 1}`,
          disabled: !b.can,
          onclick: () => (ctx.ui.card ? lay(ctx.ui.card, at) : ctx.toast(b.turn.hint)),
        },
        h("span", at + 1),
      ),
    ])
  const laid = (c, i) => {
    const style = spot(Math.floor(i / per), 2 * (i % per) + 1)
    return h("li.laid", {key: c.iso, class: c.last ? "last" : "", "data-move": c.iso, style}, [
      card(ctx, c, {}, laidBy(c, 4.4)),
    ])
  }
  return h(
    "main.countries-play",
    h(
      "div.top",
      {"data-many": b.teams.length > 4},
      h("div.category", h("p.lead", b.lead), h("h2.hero", b.category), b.note && h("p.lead.note", b.note)),
      teamStrip(b.teams, (seat) => ctx.set({looked: seat === b.seat || seat === ctx.ui.looked ? null : seat})),
    ),
    h(
      "ol.row",
      {
        class: lines > 1 ? (lines > 2 ? "lines small" : "lines") : "",
        "data-size": size,
        "data-walk": true,
        style: `--per:${per}`,
      },
      b.row.map((c, i) => [slot(i), laid(c, i)]),
      slot(b.row.length),
    ),
    h("div.scale", {"aria-hidden": true}, h("b", b.ends[0]), h("i"), h("b", b.ends[1])),
    h(
      "div.dock",
      looked
        ? h(
            "section.panel.hand",
            h(
              "header",
              badge(looked.seat, 5.4),
              h("h2", looked.name),
              h("span.soft", looked.cards_said),
              button(b.words.back, () => ctx.set({looked: null})),
            ),
            cards(looked.hand, (c) => h("div.pick", {key: c.iso}, flag(ctx, c.flag), h("span.fit", named(c.name)))),
          )
        : h(
            "section.panel.hand",
            h(
              "header",
              badge(b.turn.seat, 5.4),
              h("h2", b.turn.title),
              h("span.soft", ctx.ui.card ? b.chosen : b.turn.hint),
            ),
            cards(b.hand, (c) => pick(b, ctx, c)),
          ),
      b.pile
        ? h("section.pile", card(ctx, b.pile, {}, h("span.soft", b.pile_text)))
        : h("section.pile.empty", h("span.soft", b.pile_text)),
      doubt(b, ctx),
    ),
  )
}

/** The choice on a handheld screen. Off turn it is a plan that keeps its place in the row until the turn comes. */
function chosenInHand(b, ctx) {
  const plan = ctx.ui.plan || {}
  const after = b.row.findIndex((c) => c.iso === plan.after)
  const at = plan.after === null ? 0 : after < 0 ? null : after + 1
  if (b.can && ctx.ui.plan) Object.assign(ctx.ui, {plan: null, card: plan.card, at})
  if (b.can) return {iso: ctx.ui.card, at: ctx.ui.at, set: ctx.set}
  const set = (change) =>
    ctx.set({plan: {...plan, ...("at" in change ? {after: change.at ? b.row[change.at - 1].iso : null} : change)}})
  return {iso: plan.card, at, set}
}

/** Handheld: the row as a list with its slots, the own cards below; choose, choose, confirm. */
function inHand(b, ctx, lay) {
  const {iso, at, set} = chosenInHand(b, ctx)
  const may = b.can || Boolean(ctx.scene.me)
  const chosen = b.hand.find((c) => c.iso === iso)
  const placed = typeof at === "number" && at <= b.row.length
  const slot = (n) =>
    h("li.place", {key: n < b.row.length ? `before ${b.row[n].iso}` : "end"}, [
      h(
        "button",
        {"data-slot": n, "aria-pressed": at === n, "aria-label": `${b.place} ${n + 1}`, onclick: () => set({at: n})},
        h("span", n + 1),
      ),
    ])
  const label = !chosen ? b.words.card : placed ? fill(chosen.lay, {at: at + 1}) : b.words.place
  return h(
    "main.countries-hand",
    h("h2.hero", b.category),
    b.note && h("p.lead", b.note),
    h("p.end", b.ends[0]),
    h(
      "ol.column",
      b.row.map((c, i) => [
        may && slot(i),
        h("li.laid", {key: c.iso, class: c.last ? "last" : "", "data-move": c.iso}, [
          flag(ctx, c.flag),
          h("b", c.name),
          laidBy(c, 4.4),
        ]),
      ]),
      may && slot(b.row.length),
    ),
    h("p.end", b.ends[1]),
    h(
      "div.dock",
      !ctx.scene.me && h("header", h("h2", b.turn.title), h("span.soft", b.turn.hint)),
      h(
        "div.cards",
        {role: "group", tabindex: may ? null : "0", "aria-label": b.words.hand},
        b.hand.map((c) => pick(b, ctx, c, iso, set, may)),
      ),
      b.can
        ? h(
            "div.buttons",
            doubt(b, ctx),
            button(label, () => lay(iso, at), {class: "accent play", disabled: !(chosen && placed)}),
          )
        : may
          ? planLine(ctx, chosen && placed, b.words.plan)
          : null,
    ),
  )
}

// the first guess

/** Group typed digits by three; the server parses everything else. Only separators inserted here are removed again:
 *  "1,5" may be a decimal. */
function groupDigits(field, lang) {
  const gap = (10000).toLocaleString(lang).replace(/\d/g, "")
  const parts = field.value.replace(/\s/g, "").split(gap.trim() || " ")
  const typed = parts.length > (field._groups || 1) ? "" : parts.join("")
  field._groups = 1
  if (!/^\d{1,19}$/.test(typed)) return
  field.value = Number(typed).toLocaleString(lang)
  field._groups = field.value.split(gap).length
}

boards["countries.guess"] = (b, ctx) =>
  h(
    "main.countries-guess",
    h("div.asked", h("p.lead", b.lead), h("h2.verdict", b.question), h("p.lead", b.hint)),
    h(
      "div.guess-body",
      {class: b.teams.length > 6 ? "many" : ""},
      h("div.guess-card", card(ctx, b.card, {class: "big"})),
      h(
        "section.panel.guess-list",
        b.teams.map((t) => guessRow(b, ctx, t)),
      ),
    ),
  )

function guessRow(b, ctx, t) {
  const send = (e) => {
    const population = e.target.elements.n.value.trim()
    if (population) ctx.move({seat: t.seat, move: "guess", population})
    else ctx.toast(b.empty)
  }
  const field = {
    name: "n",
    enterkeyhint: "done",
    autocomplete: "off",
    "aria-label": t.label,
    placeholder: "…",
    maxlength: "40",
    oninput: (e) => groupDigits(e.target, ctx.scene.lang),
  }
  return h(
    "form.guess-row",
    {key: `g${t.seat}`, class: t.can ? "to-type" : "", ...submitted(send)},
    badge(t.seat, 5),
    h("b.name", t.name),
    t.can
      ? [h("input", field), h("span.soft", b.unit), h("button.button.strong", {type: "submit"}, b.send)]
      : h("span.soft.state", t.state === "guessed" ? "✓ " : "", t.text),
  )
}

boards["countries.help"] = (b, ctx) => {
  const wrong = (i) => b.turned && i !== 1
  const slot = (n) => !b.turned && h("span.slot", n)
  return h(
    "div.help-row",
    {"aria-hidden": true},
    h("b", b.ends[0]),
    b.row.map((c, i) => [
      slot(i + 1),
      strip(ctx, c, {class: wrong(i) ? "wrong" : ""}, wrong(i) && h("span.mark.wrong.cross", "✕")),
    ]),
    slot(b.row.length + 1),
    h("b", b.ends[1]),
  )
}
