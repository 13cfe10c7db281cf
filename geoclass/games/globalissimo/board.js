// Globalissimo: the open countries and their tiles, and the questions at barriers.

/** Ordinals with raised letters: 2ᵉ. */
const ordinal = (text) => {
  const [, n, end] = text.match(/^(.*\d)(\D+)$/) || [null, text, ""]
  return [n, h("sup", end)]
}

/** Whether the latest answer was right. */
const outcome = (o) =>
  o &&
  h(
    "p",
    {class: `outcome ${o.right ? "right" : "wrong"}`},
    h("span", {class: o.right ? "mark right" : "mark"}, o.right ? "✓" : "–"),
    h("span", o.text),
  )

boards["globalissimo.play"] = (b, ctx) => {
  const put = (card, rank) => {
    ctx.set({card: null, picked: null})
    ctx.move({seat: b.seat, move: "estimate", card, rank})
  }
  return ctx.narrow ? inHand(b, ctx, put) : onTable(b, ctx, put)
}

/** The tile on a country. */
const tileOn = (b, c, size) =>
  c.tile
    ? h("span.tile-place", h("span.said", c.tile.said), badge(c.tile.seat, size), h("b", ordinal(c.tile.text)))
    : h("span.tile-place.empty", b.free)

const rankTile = (ctx, r, onclick) =>
  h(
    "button",
    {
      key: `r${r.rank}`,
      "data-card": `#${r.rank}`,
      class: ctx.ui.picked === r.rank ? "rank-tile chosen" : "rank-tile",
      "aria-pressed": ctx.ui.picked === r.rank,
      onclick,
    },
    ordinal(r.text),
  )

function openCard(b, ctx, c, size, onclick) {
  const can = b.can && !c.tile
  const chosen = can && ctx.ui.card === c.iso
  const more = can ? {onclick, "data-slot": c.iso, "aria-pressed": chosen} : {}
  const look = `open-card ${chosen ? "chosen" : ""} ${can && ctx.ui.picked ? "waits" : ""}`
  return card(ctx, c, {key: c.iso, class: look, ...more}, tileOn(b, c, size))
}

/** The barriers won by a team. */
const held = (t) => t.held > 0 && h("span.held", legendMark("orange"), h("span", {"aria-label": t.held_said}, t.held))

/** The first player's token. */
const token = (t) => t.token && h("span.token", {title: t.token, role: "img", "aria-label": t.token}, "★")

/** The class's screen: choose a rank and a country in any order, or drag the rank. */
function onTable(b, ctx, put) {
  const {card: iso, picked: rank} = ctx.ui
  const takeRank = (n) => (iso ? put(iso, n) : ctx.set({picked: rank === n ? null : n}))
  const takeCard = (c) => (rank ? put(c.iso, rank) : ctx.set({card: iso === c.iso ? null : c.iso}))
  if (b.can) {
    ctx.drop = (tile, c) => put(c, Number(tile.slice(1)))
    for (const r of b.ranks) ctx.keys[String(r.rank)] = () => takeRank(r.rank)
  }
  const hint = rank ? b.chosen.rank : iso ? b.chosen.card : b.turn.hint
  return h(
    "main.globalissimo-play",
    h(
      "div.top",
      h("h2", {class: b.category.length > 22 ? "hero long" : "hero"}, b.category),
      teamStrip(b.teams.map((t) => ({...t, text: [t.text, held(t), token(t)]}))),
      h("p.lead", b.lead),
    ),
    h(
      "div.open-cards",
      {"data-walk": true, style: `--n:${b.cards.length}`},
      b.cards.map((c) => openCard(b, ctx, c, 5, () => takeCard(c))),
    ),
    h(
      "div.turn-line",
      turnChip(b.turn),
      b.can &&
        h(
          "div.rank-tiles",
          {role: "group", "aria-label": b.words.which, "data-walk": true},
          b.ranks.map((r) => rankTile(ctx, r, () => takeRank(r.rank))),
        ),
      h("span.soft.hint", hint),
      legend(b.legend),
    ),
    track(b.track, ctx),
  )
}

/** Handheld: country, rank, confirm; the track below. */
function inHand(b, ctx, put) {
  const {card: iso, picked: rank} = ctx.ui
  const chosen = b.cards.find((c) => c.iso === iso && !c.tile)
  const {me} = ctx.scene
  const plan = me && !b.can && !b.cards.some((c) => c.tile && c.tile.seat === me.seat)
  const may = b.can || plan
  const words = !chosen ? b.words.card : rank ? fill(chosen.put, {rank}) : b.words.rank
  return h(
    "main.globalissimo-play.hand",
    h("h2.hero", b.category),
    h("p.lead", b.lead),
    me ? null : turnChip(b.turn),
    h(
      "div.open-cards",
      {role: "group", "aria-label": b.words.card},
      b.cards.map((c) => openCard({...b, can: may}, ctx, c, 4, () => ctx.set({card: c.iso}))),
    ),
    may && [
      h("h3.which", b.words.which),
      h(
        "div.rank-tiles",
        {role: "group", "aria-label": b.words.which},
        b.ranks.map((r) => rankTile(ctx, r, () => ctx.set({picked: r.rank}))),
      ),
      plan
        ? planLine(ctx, chosen && rank, b.words.plan)
        : confirmed(words, chosen && rank ? () => put(iso, rank) : null),
    ],
    standing(b.teams),
    track(b.track, ctx),
    legend(b.legend),
  )
}

/** Handheld: the teams with their squares. */
const standing = (teams) =>
  h(
    "ul.standing",
    teams.map((t) =>
      h(
        "li",
        {key: `t${t.seat}`, class: t.active ? "now" : ""},
        badge(t.seat, 4.6),
        h("span", t.name, token(t)),
        held(t),
        h("b", t.square),
      ),
    ),
  )

// a barrier's question

const judge = (b, ctx) => {
  const say = (right) => ctx.move({seat: b.seat, move: "judge", right})
  return h(
    "div.judge",
    button(["✓ ", b.words.right], () => say(true), {class: "strong large"}),
    button(["✕ ", b.words.wrong], () => say(false), {class: "large"}),
  )
}

/** The button "we don't know". */
const unknown = (b, ctx) =>
  button(b.words.unknown, () => ctx.move({seat: b.seat, move: "answer", unknown: true}), {class: "unknown"})

const typed = (b, ctx) =>
  h(
    "form.typed",
    {
      key: `answer${ctx.scene.turn}`,
      ...submitted((e) => {
        const text = e.target.elements.capital.value.trim()
        if (text) ctx.move({seat: b.seat, move: "answer", text})
        else ctx.toast(b.words.empty)
      }),
    },
    h("input", {
      name: "capital",
      "aria-label": b.words.label,
      placeholder: ctx.narrow ? b.words.label : "…",
      maxlength: "100",
      autocomplete: "off",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      made: (el) => ctx.narrow || setTimeout(() => el.focus(), 0),
    }),
    h("div.confirm", h("button.button.accent.large.play", {type: "submit"}, b.words.send)),
    unknown(b, ctx),
  )

boards["globalissimo.question"] = (b, ctx) => {
  const map = b.map && !(ctx.narrow && !b.can)
  return h(
    "main",
    {class: `globalissimo-question ${b.colour}`},
    h(
      "div.asked-line",
      badge(b.seat, map ? 6 : 8),
      h(
        "div.asked-words",
        h("p.lead", h("b", b.team), h("span", {class: `sort ${b.colour}`}, b.barrier)),
        h("h2", {class: map ? "verdict" : b.question.length > 34 ? "hero long" : "hero"}, b.question),
      ),
      outcome(b.outcome),
    ),
    map ? pointing(b, ctx) : asking(b, ctx),
    ctx.narrow && standing(b.teams),
  )
}

/** The country in question, with the field for the answer or the buttons to judge it. */
const asking = (b, ctx) =>
  h(
    "div.asked-body",
    h("div.asked-card", card(ctx, b.card, {class: "big"})),
    h("div.asked-answer", h("p.asked-hint", b.hint), b.can ? (b.spoken ? judge(b, ctx) : typed(b, ctx)) : null),
  )
