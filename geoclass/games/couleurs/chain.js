// Couleurs du monde: the board (from the ground) and the chain being built, on every screen.

const grounds = new WeakMap()

/** The board, decoded once: nations, regions with their nations, lines, neighbours. */
function boardFrom(ground) {
  if (!grounds.has(ground)) grounds.set(ground, readBoard(ground))
  return grounds.get(ground)
}

function readBoard(ground) {
  const regions = ground.regions.map(([id, name, closes]) => ({id, name, closes, members: [], corner: []}))
  const nations = {},
    near = {},
    lines = []
  for (const iso of Object.keys(ground.nations)) {
    const [x, y, flag, name, the, value, lies, grey] = ground.nations[iso]
    const region = regions[lies]
    region.members.push(iso)
    if (region.closes && !grey) region.corner.push(iso)
    nations[iso] = {iso, at: [x, y], flag: `${flag}.${ground.flag}`, name, the: the || name, value}
    nations[iso].region = grey ? "centre" : region.id
    near[iso] = new Set()
  }
  for (const a of Object.keys(ground.links))
    for (const line of ground.links[a].split(" ").filter(Boolean)) {
      const b = line.replace("~", "")
      lines.push([a, b, line !== b])
      near[a].add(b)
      near[b].add(a)
    }
  for (const iso of Object.keys(nations)) nations[iso].island = !near[iso].size
  return {regions, nations, near, lines, words: ground.words, bonus: ground.bonus, pads: {}, layouts: new Map()}
}

/** The chain chosen so far; dropped when the turn passes or a card of it is no longer held. */
function begun(b, ctx, held) {
  const {chain} = ctx.ui
  if (!chain || !(b.can || b.plan)) return []
  const stands = chain.seat === b.seat && chain.cards.every((iso) => held.includes(iso))
  if (!stands || !b.first.includes(chain.cards[0])) ctx.ui.chain = null
  return ctx.ui.chain ? chain.cards : []
}

/** The chain being built: cards chosen, cards that fit, points, and how to go on. */
function chainOf(b, ctx) {
  const on = boardFrom(ctx.ground),
    {nations, near, words} = on
  const held = b.seat === null ? [] : b.teams[b.seat].cards
  const cards = begun(b, ctx, held)
  const last = cards[cards.length - 1]
  const rest = held.filter((iso) => !cards.includes(iso))
  const fits = (iso) => (last ? near[last].has(iso) : b.first.includes(iso))
  const playable = new Set(b.can || b.plan ? rest.filter(fits) : [])
  const lay = (laid) => ctx.set({chain: laid.length ? {seat: b.seat, cards: laid} : null, passing: false})
  const why = (iso) => {
    const reason = !last ? "first" : near[last].size ? "joined" : "island"
    return fill(words.why[reason], {card: nations[iso].the, before: last ? nations[last].the : ""})
  }
  return {
    cards,
    rest,
    playable,
    points: worth(on, b, cards),
    draws: words.draws[Math.max(0, Math.min(4 - cards.length, b.left))], // M6, D3
    hint: hintOf(b, words, cards, playable),
    cut: (n) => lay(cards.slice(0, n)),
    take: (iso) => (playable.has(iso) ? lay(cards.concat(iso)) : b.can || b.plan ? ctx.toast(why(iso)) : null),
    send: () => ctx.move({seat: b.seat, move: "play", cards}),
  }
}

/** The points of a chain (M8), including regions it completes (M9). */
function worth(on, b, cards) {
  const base = cards.reduce((sum, iso, i) => sum + (i + 1) * on.nations[iso].value, 0)
  const closed = on.regions.filter((r) => {
    const {left} = b.corners[r.id] || {}
    return left && cards.filter((iso) => r.corner.includes(iso)).length === left
  })
  return base + closed.length * on.bonus
}

function hintOf(b, words, cards, playable) {
  if (cards.length) return playable.size ? words.onward : words.nothing
  if (!b.can) return !b.plan ? b.turn.hint : playable.size ? words.plan : words.unable
  return playable.size ? words.start : (b.fine && b.fine.why) || words.unable
}

/** The chain's cards; a tap cuts the chain before that card. */
const laidCards = (ctx, chain) => {
  const {nations, words} = boardFrom(ctx.ground)
  return h(
    "ol.laying-cards",
    {"aria-label": words.chain},
    chain.cards.map((iso, i) =>
      h(
        "li",
        {key: iso, "data-move": iso},
        h(
          "button.card.laid-card",
          {"aria-label": fill(words.back_to, {card: nations[iso].name}), onclick: () => chain.cut(i)},
          flag(ctx, nations[iso].flag),
          named(nations[iso].name),
          h("span.times", nations[iso].value, " ", h("em", `×${i + 1}`)),
        ),
      ),
    ),
  )
}

/** The colour of a region, as a swatch. */
const tintOf = (region) => h("i", {style: `background:var(--${region})`})

const UPRIGHT = {class: "upright"} // cards as on a phone

/** A card in hand; *can*: "can", "cannot", or nothing if this screen may not play. */
const handCard = (ctx, c, can) =>
  kept(ctx, `card ${c.iso}`, `${c.name} ${c.value} ${can}`, () =>
    h(
      "button",
      {
        key: c.iso,
        again: true,
        "data-move": c.iso,
        class: `hand-card ${can} ${c.name.length > 15 ? "wide" : /[^\s-]{9}/.test(c.name) ? "long" : ""}`,
        disabled: !can,
      },
      tintOf(c.region),
      flag(ctx, c.flag),
      h("span.fit", named(c.name)),
      h("b", c.value),
    ),
  )

/** A hand as cards; with *chain*, fitting cards are framed and a tap adds them. */
function handCards(ctx, cards, chain, attrs) {
  const {nations} = boardFrom(ctx.ground)
  const look = (iso) => (!chain ? "" : chain.playable.has(iso) ? "can" : "cannot")
  const touch = (e) => {
    const card = e.target.closest(".hand-card")
    if (card && chain) chain.take(card.dataset.move)
  }
  return h(
    "div.hand-cards",
    {"data-walk": true, onclick: touch, ...attrs},
    cards.map((iso) => handCard(ctx, nations[iso], look(iso))),
  )
}

/** The confirmation of a pass, which names the fine (M7). */
boards["couleurs.pass"] = (ctx) => {
  const b = ctx.scene.board
  if (!b.fine) return null
  const yes = () => {
    ctx.close()
    ctx.move({seat: b.seat, move: "pass"})
  }
  const {words} = boardFrom(ctx.ground)
  const ways = h(
    "div.ways",
    button(words.stay, () => ctx.close()),
    button(b.fine.yes, yes, {class: "accent pass-yes"}),
  )
  return dialog(ctx, b.fine.title, [h("p", b.fine.why), ways], {class: "narrow"})
}
