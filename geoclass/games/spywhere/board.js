// Spywhere: the public board, and a team's secret screen, on its phone or behind the curtain.

const plate = (ctx, c) =>
  h("img.dish", {src: ctx.ground.dishes[c.picture], alt: "", draggable: "false", decoding: "sync"})
/** A small picture of a dish; a flag if there is no drawing. */
const mark = (ctx, c) => (c.drawn ? plate(ctx, c) : flag(ctx, c.flag))
const country = (ctx, c) => h("span.country", flag(ctx, c.flag), h("span", c.name))

/** A nationality card: drawing and name of the dish, flag, country. */
const dishCard = (ctx, c, attrs, ...more) =>
  pressable("dish-card", attrs, plate(ctx, c), h("span.fit", named(c.dish)), country(ctx, c), more)

/** A fan of face-down cards, at most nine. */
const fan = (n) =>
  h(
    "svg.fan",
    {viewBox: "0 0 170 78", "aria-hidden": true},
    Array.from({length: Math.min(n, 9)}, (_, i) => {
      const many = Math.min(n, 9),
        x = 12 + i * Math.min(22, 102 / Math.max(1, many - 1)),
        turn = (i - (many - 1) / 2) * Math.min(6, 30 / many)
      return h("rect.back", {
        x,
        y: 12 + Math.abs(turn) / 4,
        width: 42,
        height: 56,
        rx: 5,
        transform: `rotate(${turn} ${x + 21} 70)`,
      })
    }),
  )

/** A face-down identification card with the badge of its team. */
const faceDown = (seat) => h("span.face-down", badge(seat, 4))

/** Attempts to identify: the teams in a ring, an arrow for each attempt. */
function ring(b) {
  const n = b.teams.length,
    at = (seat) => {
      const a = -Math.PI / 2 + ((seat - (n % 2 ? 0 : 0.5)) / n) * 2 * Math.PI
      return {x: 200 + Math.cos(a) * 150, y: 105 + Math.sin(a) * 76}
    }
  const arrows = b.tries.pairs.map(([from, to], i) => {
    const p = at(from),
      q = at(to),
      d = Math.hypot(q.x - p.x, q.y - p.y),
      ux = (q.x - p.x) / d,
      uy = (q.y - p.y) / d
    const twice = b.tries.pairs.slice(0, i).filter(([f, t]) => f === from && t === to).length
    const bend = 16 + 22 * twice,
      s = 29,
      e = 33
    const x0 = p.x + ux * s - uy * 8,
      y0 = p.y + uy * s + ux * 8,
      x1 = q.x - ux * e - uy * 8,
      y1 = q.y - uy * e + ux * 8
    const cx = (x0 + x1) / 2 - uy * bend,
      cy = (y0 + y1) / 2 + ux * bend,
      t = Math.atan2(y1 - cy, x1 - cx),
      wing = (o) => `${x1 - Math.cos(t + o) * 13} ${y1 - Math.sin(t + o) * 13}`
    return h("path.arrow", {
      key: `${from}-${to}-${twice}`,
      d: `M${x0} ${y0}Q${cx} ${cy} ${x1} ${y1}M${wing(0.45)}L${x1} ${y1}L${wing(-0.45)}`,
    })
  })
  return h(
    "svg.ring",
    {viewBox: "0 0 400 210", "aria-hidden": true},
    arrows,
    b.teams.map((t) => {
      const {x, y} = at(t.seat),
        mark = badge(t.seat)
      return h("g", {key: `r${t.seat}`, transform: `translate(${x - 24} ${y - 24})`}, mark.kids)
    }),
  )
}

const clues = (ctx, all, isNot, none) =>
  all.length
    ? h(
        "p.clues",
        h("span.soft", isNot),
        all.map((c) =>
          h(
            "span.clue",
            {key: c.iso, title: c.dish, "aria-label": `${c.dish} ${c.times}`},
            mark(ctx, c),
            h("b", c.times),
          ),
        ),
      )
    : h("p.clues.soft", none)

const publicTeam = (b, t, ctx) =>
  h(
    "li",
    {key: `team${t.seat}`, class: t.active ? "spy active" : "spy", "aria-current": t.active || null},
    h("header", badge(t.seat, 4.4), h("b.fit", named(t.name))),
    h("p.holds", {"aria-label": t.cards_said}, fan(t.cards), h("b", t.cards)),
    clues(ctx, t.clues, b.is_not, b.no_clue),
    t.tried_by.length > 0 &&
      h(
        "p.laid-before",
        {role: "img", "aria-label": t.tried_said},
        t.tried_by.map((seat) => faceDown(seat)),
      ),
  )

boards["spywhere.play"] = (b, ctx) => {
  if (ctx.ui.curtain) {
    const to = b.hand_over.find((p) => p.seat === ctx.ui.curtain.seat)
    return curtain(ctx, to ? to.text : "", (behind) => ownScreen(behind.board, ctx))
  }
  return h(
    "main.spywhere-play",
    h(
      "div.spy-top",
      badge(b.turn.seat, 7),
      h(
        "div.title",
        h("h2.verdict", b.turn.title),
        b.before && h("p.lead", swapped(ctx, b.before)),
        (!b.before || b.choosing) && h("p.lead", b.turn.hint),
      ),
      h(
        "div",
        {class: b.hand_over.length > 1 ? "passing many" : "passing", "data-not-in-picture": true},
        b.hand_over.length > 1 && h("span.soft", b.pass_to),
        b.hand_over.map((p) =>
          button(b.hand_over.length > 1 ? [badge(p.seat, 4), p.name] : p.text, () => ctx.pass(p.seat), {
            key: `p${p.seat}`,
            "aria-label": p.text,
            class: p.phone || b.hand_over.length > 1 ? "" : "accent",
          }),
        ),
      ),
    ),
    h(
      "ol.middle",
      b.open.map((c, i) => h("li", {key: `${i}${c.iso}`}, dishCard(ctx, c))),
      h(
        "li",
        {key: "pile", class: b.pile.n ? "stock" : "stock empty"},
        h("div", h("span", b.pile.text), h("b", b.pile.n)),
      ),
    ),
    h(
      "div.spies",
      h(
        "ul.spy-teams",
        {"data-many": b.teams.length > 4},
        b.teams.map((t) => publicTeam(b, t, ctx)),
      ),
      h(
        "section.panel.tries",
        h(
          "header",
          h("h3", b.tries.title),
          h("button.tool", {onclick: () => ctx.open("spywhere.log")}, icon("history"), h("span", b.log.title)),
        ),
        h("div.ring-place", ring(b), !b.tries.pairs.length && h("p.soft", b.tries.none)),
        h(
          "ul.said",
          b.tries.said.map((line) => h("li", line)),
        ),
      ),
    ),
  )
}

/** A sentence with two cards drawn in it. */
const swapped = (ctx, before) =>
  before.text
    .split(/\{(give|take)\}/)
    .map((part, i) => (i % 2 ? h("b.swap", mark(ctx, before[part]), before[part].dish) : part))

const exchanges = (log, most = Infinity) =>
  log.rows.length
    ? h(
        "ol.spy-log",
        log.rows
          .slice(0, most)
          .map((row, i) =>
            h(
              "li",
              {key: `l${log.rows.length - i}`},
              h("span.soft", log.rows.length - i),
              badge(row.seat, 4),
              h("span", row.text),
            ),
          ),
      )
    : h("p", log.none)

boards["spywhere.log"] = (ctx) => {
  const {log} = ctx.scene.board
  return log && dialog(ctx, log.title, exchanges(log), {class: "narrow"})
}

// a team's secret screen

boards["spywhere.own"] = (b, ctx) => h("main.spywhere-own", ownScreen(b, ctx))

function ownScreen(b, ctx) {
  const picked = {...(b.targets.length === 1 ? {target: b.targets[0].seat} : {}), ...ctx.ui.picked}
  if ((b.open[picked.at] || {}).iso !== picked.take) picked.at = b.open.findIndex((c) => c.iso === picked.take)
  const can = (kind) => b.moves.some((m) => m.move.move === kind)
  const plan = ctx.scene.me && b.plan
  const act = {
    picked,
    pick: (change) => ctx.set({picked: {...picked, ...change}}),
    play: (m) => {
      ctx.set({picked: null})
      ctx.move(m.move)
    },
  }
  return h(
    "div.secret",
    {class: ctx.narrow ? "held" : null},
    h(
      "aside",
      {class: b.passports.length > 1 ? "two" : null},
      ownPassport(b, ctx),
      ownCards(b, ctx),
      knownToAll(b, ctx),
    ),
    h(
      "section.panel.choosing",
      !ctx.scene.me && h("header", badge(b.seat, 5.4), h("h2", b.title)),
      can("exchange") || plan
        ? exchange(b, ctx, act)
        : [eliminate(b, act), can("identify") && identify(b, ctx, act), inHand(b, ctx)],
      plan ? planned(b, ctx, picked) : dock(b, ctx, act, can),
    ),
  )
}

/** Off turn, the exchange can be planned: it is ready for the turn while its card lies in the middle. */
const planned = (b, ctx, {give, at}) =>
  h("footer.dock", planLine(ctx, b.hand.some((c) => c.iso === give) && at >= 0, b.words.plan))

/** The passport, which can be hidden from curious eyes. */
function ownPassport(b, ctx) {
  const hidden = ctx.ui.hidden
  const turn = h(
    "button.turn-over",
    {"aria-pressed": Boolean(hidden), onclick: () => ctx.set({hidden: !hidden})},
    b.words[hidden ? "show" : "hide"],
  )
  return b.passports.map((c, i) =>
    h(
      "section.passport",
      {key: `p${c.iso}`},
      h("span", b.words.passport),
      h("b.fit", hidden ? "…" : named(c.name)),
      !hidden && h("span.both", flag(ctx, c.flag), plate(ctx, c)),
      h("span", hidden ? "" : c.note),
      i ? null : turn,
    ),
  )
}

const ownCards = (b, ctx) =>
  h(
    "section.panel.own-cards",
    h("h3", b.words.cards),
    h(
      "ul",
      b.nations.map((c) => h("li", {key: c.iso}, country(ctx, c))),
      b.laid.map((c) =>
        h(
          "li.spent",
          {key: `x${c.iso}`},
          country(ctx, c),
          h("span", {role: "img", title: b.words.laid, "aria-label": c.team}, badge(c.target, 3.4)),
        ),
      ),
    ),
  )

const knownToAll = (b, ctx) =>
  h(
    "section.panel.known",
    h("h3", b.words.known),
    h(
      "ul",
      b.known.map((t) => h("li", {key: `k${t.seat}`}, badge(t.seat, 4), clues(ctx, t.clues, b.is_not, b.no_clue))),
    ),
    ctx.narrow && [h("h3", b.log.title), exchanges(b.log, 12)],
  )

const times = (c) => c.n > 1 && h("b.times", c.times)

/** Cards to choose from or to look at. */
const picks = (ctx, cards, is, choose) =>
  h(
    "div.picks",
    {"data-walk": choose ? true : null, class: choose ? "" : "still"},
    cards.map((c, i) => {
      const chosen = choose && is(c, i)
      const attrs = {key: `${i}${c.iso}`, class: `${c.n > 1 ? "stack" : ""} ${chosen ? "chosen" : ""}`}
      const pressed = choose ? {"aria-pressed": chosen, onclick: () => choose(c, i)} : {}
      return dishCard(ctx, c, {...attrs, ...pressed}, times(c))
    }),
  )

const inHand = (b, ctx) => [
  h("h3", b.words.hand, h("span.soft", b.in_hand)),
  picks(ctx, b.hand),
  h("h3.of-middle", b.words.middle),
  h("div.of-middle", picks(ctx, b.open)),
]

/** The exchange of a card in hand for an open one, which everybody sees. */
function exchange(b, ctx, {picked, pick}) {
  const give = b.hand.find((c) => c.iso === picked.give)
  const take = b.open[picked.at]
  return [
    h("h3", b.words.give, h("span.soft", b.in_hand)),
    picks(
      ctx,
      b.hand,
      (c) => c.iso === picked.give,
      (c) => pick({give: c.iso}),
    ),
    h("h3", b.words.take),
    h(
      "div.five",
      picks(
        ctx,
        b.open,
        (_, i) => i === picked.at,
        (c, i) => pick({take: c.iso, at: i}),
      ),
    ),
    h(
      "p.swapping",
      give && take && [plate(ctx, give), h("b", {"aria-hidden": true}, "⇄"), plate(ctx, take)],
      h("span", b.words.seen),
    ),
  ]
}

function eliminate(b, {play}) {
  const out = b.moves.find((m) => m.move.move === "eliminate")
  return (
    out &&
    h(
      "div.eliminate",
      h("p", b.words.eliminate),
      button(out.text, () => play(out), {class: "strong"}),
    )
  )
}

const identify = (b, ctx, {picked, pick}) => [
  h("h3", b.words.identify),
  h(
    "div.targets",
    {"data-walk": true},
    b.targets.map((t) =>
      h(
        "button.target",
        {
          key: `t${t.seat}`,
          class: picked.target === t.seat ? "chosen" : "",
          "aria-pressed": picked.target === t.seat,
          onclick: () => pick({target: t.seat}),
        },
        badge(t.seat, 4.4),
        t.name,
      ),
    ),
  ),
  h("h3", b.words.which, h("span.soft", b.words.face_down)),
  h(
    "div.nations",
    {"data-walk": true},
    b.nations.map((c) =>
      h(
        "button.target",
        {
          key: `n${c.iso}`,
          class: picked.nation === c.iso ? "chosen" : "",
          "aria-pressed": picked.nation === c.iso,
          onclick: () => pick({nation: c.iso}),
        },
        country(ctx, c),
      ),
    ),
  ),
]

/** The main button, labelled with its effect, and the end of the turn. */
function dock(b, ctx, {picked, play}, can) {
  const chosen = b.moves.find(({move}) =>
    move.move === "exchange"
      ? move.give === picked.give && move.take === picked.take
      : move.move === "identify" && move.target === picked.target && move.nationality === picked.nation,
  )
  const end = b.moves.find(({move}) => move.move === "end" || move.move === "done")
  const missing = can("exchange")
    ? b.words[picked.give ? "take" : "give"]
    : b.words[picked.target === undefined ? "identify" : "which"]
  return h(
    "footer.dock",
    ctx.ui.behind && button(ctx.t("curtain_close"), () => ctx.shut(), {class: "quiet"}),
    end && button(end.text, () => play(end), {class: chosen ? "" : "strong"}),
    (can("exchange") || can("identify")) &&
      button(chosen ? chosen.text : missing, () => play(chosen), {class: "accent play", disabled: !chosen}),
    can("exchange") && b.then && h("p.soft", b.then),
  )
}
