// Couleurs du monde: on the class's screen the map with the dock below; handheld: hand, chain and map.

const HAND_W = 720, // width of the map on a narrow screen
  HAND_PAD = [32, 34, 36, 34],
  DOCK = 334, // height of the dock on the class's screen, in map units (tenths of a rem)
  TALL_DOCK = 380 // the same in windows nearer to 4:3
const EDGES = [
  [40, 120, 200, 280, 380, 430],
  [34, 80, 170],
  [40, 110, 180, 300, 420, 500, 580],
  [34, 60, 100],
] // margins to try around the map: left, top, right, bottom

/** The map on the class's screen: its size and the panels over it (title, tools, join card, latest turn, regions). */
function stageMap(ctx, {regions}) {
  const tight = ctx.root.classList.contains("tight"),
    rem = remNow() / 10,
    w = Math.round(innerWidth / rem),
    high = Math.round(Math.max(1080, innerHeight / rem)) - (tight ? TALL_DOCK : DOCK)
  return {
    w,
    h: high,
    dot: tight ? 8 : DOT,
    avoid: [
      [0, 0, 435, 100],
      [0, 100, 280, 325],
      [w - 565, 0, w, 150],
      [w - 492, high - 272, w, high],
      [0, 325, 412, 430 + 39 * regions.length],
    ],
  }
}

/** The margins (as for `viewOn`) with which *box* is largest and none of *isos* is under a panel. */
function roomiest(on, {w, h: high, avoid}, box, isos) {
  const known = [w, high, ...box].join()
  if (!on.pads[known]) {
    const pads = EDGES.reduce((all, edges) => all.flatMap((pad) => edges.map((edge) => pad.concat(edge))), [[]])
    const views = pads.map((pad) => ({pad, view: viewOn(box, w, high, pad)})).sort((a, b) => b.view.k - a.view.k)
    const free = ([x, y]) => avoid.every(([l, t, r, d]) => x < l - 30 || x > r + 30 || y < t - 24 || y > d + 24)
    const clear = ({view}) => isos.every((iso) => free(view.at(on.nations[iso].at)))
    on.pads[known] = (views.find(clear) || views[views.length - 1]).pad
  }
  return on.pads[known]
}

const signed = (n) => String(n).replace("-", "−")

/** Cycle through a region, its crowded part, and the whole board. */
const zoomOn = (ctx, id) =>
  ctx.set(ctx.ui.zoom !== id ? {zoom: id, closer: false} : ctx.ui.closer ? {zoom: null, closer: false} : {closer: true})

/** The box shown: the board, a region, or where taps have zoomed to. */
function looked(on, ctx) {
  const {zoom, closer, box} = ctx.ui
  const region = on.regions.find((r) => r.id === zoom)
  if (region) return {box: regionBox(on, region, closer), isos: region.members}
  const all = Object.keys(on.nations)
  return zoom === "box"
    ? {box, isos: all.filter((iso) => within(box, on.nations[iso].at))}
    : {box: wholeBox(on), isos: all}
}

const within = ([west, south, east, north], [x, y]) => x > west && x < east && y > south && y < north

/** A tap zooms in there; when zoomed in, back to the whole board. */
const nearer =
  (ctx, {box}, k) =>
  ([x, y]) => {
    if (k > 0.22) return ctx.set({zoom: null})
    const w = (box[2] - box[0]) / 4.4,
      t = (box[3] - box[1]) / 4.4
    return ctx.set({zoom: "box", box: [x - w, y - t, x + w, y + t]})
  }

/** The map's data during play, independent of its size. */
function mapOf(b, ctx, chain, shown, more) {
  const on = boardFrom(ctx.ground),
    {cards} = chain,
    view = looked(on, ctx)
  const {w, h: high} = more
  const pad = more.pad ? more.pad(view) : HAND_PAD
  const open = (iso) => b.covered[iso] === undefined && !cards.includes(iso)
  const onward = cards.length ? [...on.near[cards[cards.length - 1]]].filter(open) : b.last ? b.last.onward : []
  return boardMap(ctx, {
    ...more,
    box: view.box,
    pad,
    covered: b.covered,
    chain: cards.length ? cards : b.last ? b.last.chain.map((c) => c.iso) : [],
    hand: new Set(shown),
    playable: chain.playable,
    onward: new Set(onward),
    pick: chain.take,
    nearer: nearer(ctx, view, viewOn(view.box, w, high, pad).k),
    label: ctx.scene.said,
  })
}

boards["couleurs.play"] = (b, ctx) => {
  if (!ctx.ground.nations) return h("main.couleurs-play.full")
  const chain = chainOf(b, ctx)
  boardFrom(ctx.ground).regions.forEach((r, i) => {
    ctx.keys[String(i + 1)] = () => zoomOn(ctx, r.id)
  })
  ctx.keys["0"] = () => ctx.set({zoom: null})
  return ctx.narrow ? inHand(b, ctx, chain) : onTable(b, ctx, chain)
}

// on the class's screen

function onTable(b, ctx, chain) {
  const {turn} = ctx.scene,
    on = boardFrom(ctx.ground)
  if (ctx.ui.look && ctx.ui.look.turn !== turn) ctx.ui.look = null
  const other = ctx.ui.look ? ctx.ui.look.seat : null // the seat of a waiting team whose open hand is shown
  const look = (seat) => ctx.set({look: seat === null || seat === other || seat === b.seat ? null : {turn, seat}})
  if (other !== null) ctx.keys.Backspace = () => look(null)
  else if (b.can && chain.cards.length)
    Object.assign(ctx.keys, {Backspace: () => chain.cut(chain.cards.length - 1), p: chain.send})
  const building = other === null ? chain : {...chain, cards: [], playable: new Set(), take: () => null}
  const shown = other === null ? chain.rest : b.teams[other].cards
  const size = stageMap(ctx, on)
  const pad = ({box, isos}) => roomiest(on, size, box, isos)
  redrawOnResize(ctx)
  return h(
    "main.couleurs-play.full",
    h("div.map-place", mapOf(b, ctx, building, shown, {...size, pad})),
    regionPanel(b, ctx),
    b.last && ctx.ui.shut !== b.last.index && lastTurn(b.last, ctx, true),
    h(
      "div.dock",
      h(
        "section.mine",
        other === null ? turnHead(b, ctx, chain) : otherHead(b, ctx, other, look),
        h(
          "div.laid-and-hand",
          building.cards.length > 0 && laying(ctx, chain),
          handCards(ctx, shown, b.can && other === null ? chain : null, crowd(on, shown, building.cards.length)),
        ),
      ),
      scores(b, other, look),
    ),
  )
}

const SIZES = [
  ["", 30, 9.4, 1, 7.2],
  ["dense", 30, 6.6, 0.8, 6],
  ["dense small", 24, 5.2, 0.6, 4.8],
  ["dense small", 27, 4.4, 0.3, 4],
  ["dense small tiny", 20, 4.4, 0.3, 4],
] // sizes of cards: look, then width, height, gap, flag width in rem

/** The largest size of cards that fits beside the chain. */
function crowd(on, cards, laid) {
  const room = Math.min(192, innerWidth / remNow()) - 49 - (laid ? Math.min(15.4 * laid + 16, 110) : 0)
  const fits = ([look, wide, high, gap]) => {
    const long = look.includes("small") ? cards.filter((iso) => on.nations[iso].name.length > 15).length : 0
    return Math.ceil((cards.length + long) / Math.max(1, Math.floor((room + 1) / (wide + 1)))) * (high + gap) < 24
  }
  const [look, wide, high, gap, flag] = SIZES.find(fits) || SIZES[SIZES.length - 1]
  return {class: look, style: `--w:${wide}rem;--h:${high}rem;--gap:${gap}rem;--flag:${flag}rem`}
}

const turnHead = (b, ctx, chain) =>
  h(
    "header",
    badge(b.turn.seat, 5),
    h("h2", {style: `--len:${b.turn.title.length}`}, b.turn.title),
    h("span.soft", chain.hint),
    h("span.acts", acts(b, ctx, chain, "small")),
  )

const otherHead = (b, ctx, seat, look) =>
  h(
    "header",
    badge(seat, 5),
    h("h2", b.teams[seat].hand),
    h(
      "span.acts",
      button(boardFrom(ctx.ground).words.to_turn, () => look(null), {class: "strong small", key: "turn"}),
    ),
  )

/** Buttons: play or clear the chain; without one, pass. */
function acts(b, ctx, chain, size) {
  const {words} = boardFrom(ctx.ground),
    n = chain.cards.length
  const back = button(words.back, () => chain.cut(n - 1), {class: `${size} back`, key: "back"})
  if (!b.can) return n ? [back] : []
  if (n)
    return [back, button(fill(words.send, {n: chain.points}), chain.send, {class: `accent ${size} send`, key: "send"})]
  if (!b.fine) return []
  const pass = {class: `${size} pass ${b.fine.unable ? "accent" : ""}`, key: "pass"}
  return [button(b.fine.text, () => ctx.open("couleurs.pass"), pass)]
}

const laying = (ctx, chain) =>
  h(
    "div.laying",
    laidCards(ctx, chain),
    h(
      "p.so-far",
      h("span", boardFrom(ctx.ground).words.points),
      h("strong", chain.points),
      h("span.soft", chain.draws),
    ),
  )

const scores = (b, other, look) =>
  h(
    "aside.scores",
    {"data-many": b.teams.length > 4},
    h(
      "ul",
      b.teams.map((t) =>
        h(
          "li",
          {key: `t${t.seat}`, class: t.active ? "active" : "", "aria-current": t.active || null},
          h(
            "button.score",
            {"aria-pressed": other === t.seat, onclick: () => look(t.seat)},
            scoreOf(t, b.teams.length > 4 ? 3.6 : 4.2),
          ),
        ),
      ),
    ),
    h("p.soft", b.stock),
  )

const scoreOf = (t, size) => [
  badge(t.seat, size),
  h("span.who", {class: t.name.length > 12 ? "long" : ""}, t.name),
  h("span.held.soft", cardsIcon(), h("span", {"aria-label": t.hand}, t.cards.length)),
  h("b", signed(t.points)),
]

/** The regions with their progress; a tap zooms in. Those with a bonus come first. */
function regionPanel(b, ctx) {
  const {regions, words} = boardFrom(ctx.ground)
  const row = (r) =>
    h(
      "button.region",
      {key: r.id, "aria-pressed": ctx.ui.zoom === r.id, onclick: () => zoomOn(ctx, r.id)},
      tintOf(r.id),
      h("span", r.name),
      h(
        "b",
        b.corners[r.id] ? b.corners[r.id].text : null,
        ctx.ui.zoom === r.id && h("span.more", ctx.ui.closer ? "−" : "+"),
      ),
    )
  const corners = regions.filter((r) => r.corner.length)
  return h(
    "nav.panel.regions",
    {"aria-label": words.zoom, "data-walk": true, ...UNSAVED},
    corners.map(row),
    corners.length > 0 && h("p.soft", words.bonus),
    regions.filter((r) => !r.corner.length).map(row),
    h("div.region-foot", wholeButton(ctx), listButton(ctx)),
  )
}

const wholeButton = (ctx) =>
  h(
    "button.region",
    {"aria-pressed": !ctx.ui.zoom, onclick: () => ctx.set({zoom: null})},
    boardFrom(ctx.ground).words.whole,
  )

const listButton = (ctx) =>
  h("button.region.listed", {onclick: () => ctx.open("couleurs.list")}, boardFrom(ctx.ground).words.list)

/** The panel of the latest turn, placed where it covers no nation. */
function lastTurn(l, ctx, closes) {
  const look = (text, page, cls) =>
    text && button(text, () => ctx.send({do: "past", index: l.index, page}), {class: `small ${cls}`, ...UNSAVED})
  const compared = l.compared && !l.better && l.chain.length < 4 && !l.regions.length
  return h(
    "section.panel.last-turn",
    {key: `last${l.index}`, "data-long": l.chain.length > 4},
    h("header", badge(l.seat, 4.2), h("b", l.team), h("strong", l.points), closes && shutButton(l, ctx)),
    l.said && h("p.soft", l.said),
    h(
      "ol",
      l.chain.map((c) => h("li", {key: c.iso}, flag(ctx, c.flag), h("span", c.name), h("em", `×${c.times}`))),
    ),
    l.regions.map((text) => h("p.won", text)),
    compared && !l.believed && h("p.soft", l.compared),
    l.believed && h("p.soft", l.believed),
    l.look && h("div.looks", look(l.look, 0, "look"), look(l.better, l.pages - 1, "better")),
  )
}

const shutButton = (l, ctx) =>
  h("button.shut", {"aria-label": ctx.t("close"), ...UNSAVED, onclick: () => ctx.set({shut: l.index})}, icon("close"))

let resized = null
/** Fit the map to its window. */
function redrawOnResize(ctx) {
  if (!resized) addEventListener("resize", () => resized())
  resized = ctx.redraw
}

// handheld

/** The height of a narrow map, as the whole board needs it. */
function tall(ctx) {
  const [west, south, east, north] = wholeBox(boardFrom(ctx.ground))
  return Math.round(Math.max(400, Math.min(640, (HAND_W * (north - south)) / (east - west) + 60)))
}

function inHand(b, ctx, chain) {
  const {words} = boardFrom(ctx.ground)
  const building = b.can || b.plan
  const framed = chain.rest.filter((iso) => chain.playable.has(iso))
  const ordered = building ? framed.concat(chain.rest.filter((iso) => !chain.playable.has(iso))) : chain.rest
  const own = ctx.scene.me || b.seat === null ? words.hand : b.turn.title
  const buttons = acts(b, ctx, chain, "")
  const choose = b.can && !chain.cards.length && chain.playable.size > 0
  return h(
    "main.couleurs-hand.full",
    {"data-dock": buttons.length > 0},
    chain.cards.length > 0 &&
      h(
        "section.chain",
        h("h2", words.chain, h("strong", `${words.points} ${chain.points}`)),
        laidCards(ctx, chain),
        h("p.soft", chain.draws),
      ),
    h("h2", own, h("span.soft", b.stock)),
    h("p.hint", {role: "status"}, chain.hint),
    handCards(ctx, ordered, building ? chain : null, UPRIGHT),
    b.last && lastTurn(b.last, ctx),
    h("h2", words.board),
    regionChips(b, ctx),
    h("div.map-place", mapOf(b, ctx, chain, chain.rest, {w: HAND_W, h: tall(ctx), least: 46, dot: 7})),
    h("h2", words.teams),
    standing(b, ctx),
    listButton(ctx),
    buttons.length > 0 &&
      h("div.dock", buttons, choose && button(words.choose, null, {class: "send", disabled: true, key: "send"})),
  )
}

/** The regions in a line; a tap zooms in. */
const regionChips = (b, ctx) =>
  h(
    "nav.chips",
    {"aria-label": boardFrom(ctx.ground).words.zoom},
    wholeButton(ctx),
    boardFrom(ctx.ground).regions.map((r) =>
      h(
        "button.region",
        {key: r.id, "aria-pressed": ctx.ui.zoom === r.id, onclick: () => zoomOn(ctx, r.id)},
        tintOf(r.id),
        h("span", r.name),
        b.corners[r.id] && h("b", b.corners[r.id].text),
      ),
    ),
  )

/** The teams with their points; a tap shows their open hand (M1). */
const standing = (b, ctx) =>
  h(
    "ul.standing",
    b.teams.map((t) =>
      h(
        "li",
        {key: `t${t.seat}`, class: t.active ? "active" : "", "aria-current": t.active || null},
        h("button.score", {onclick: () => ctx.open("couleurs.held", {held: t.seat})}, scoreOf(t, 5)),
      ),
    ),
  )

boards["couleurs.held"] = (ctx) => {
  const team = (ctx.scene.board.teams || [])[ctx.ui.held]
  return team && team.hand && dialog(ctx, team.hand, [handCards(ctx, team.cards, null, UPRIGHT)])
}

// all nations in words, for screen readers

const signs = (words) =>
  [
    ["land", h("line.land-link", {x1: 2, y1: 20, x2: 58, y2: 20})],
    ["sea", h("line.sea-link", {x1: 2, y1: 20, x2: 58, y2: 20})],
    ["centre", diamond(30, 20, 14)],
    ["island", [h("circle.shore", {cx: 30, cy: 20, r: 15}), h("circle.dot", {cx: 30, cy: 20, r: 9})]],
    ["worth", h("text.map-name", {x: 30, y: 31, "text-anchor": "middle", style: "font-size:30px"}, "5")],
  ].map(([name, sign]) =>
    h(
      "span",
      h("svg.board-map.sign", {viewBox: "0 0 60 40", "aria-hidden": true}, h("g.node.open", sign)),
      words[name],
    ),
  )

boards["couleurs.list"] = (ctx) => {
  const b = ctx.scene.board,
    {regions, nations, words} = boardFrom(ctx.ground)
  if (!b.corners) return null
  const sorted = (all) => [...all].sort((a, c) => nations[a].name.localeCompare(nations[c].name, ctx.scene.lang))
  return dialog(ctx, words.list_title, [
    h("p.signs", {"aria-label": words.key}, signs(words)),
    regions.map((r) =>
      h(
        "section.nation-list",
        h("h3", tintOf(r.id), r.name, b.corners[r.id] && h("span.soft", b.corners[r.id].text)),
        h(
          "ul",
          sorted(r.members).map((iso) => nationRow(b, ctx, nations[iso], words)),
        ),
      ),
    ),
  ])
}

function nationRow(b, ctx, n, words) {
  const seat = b.covered[n.iso]
  const notes = [n.region === "centre" ? words.centre : "", n.island ? words.island : ""].filter(Boolean).join(", ")
  return h(
    "li",
    {key: n.iso},
    flag(ctx, n.flag),
    h("span.words", h("b", n.name), notes && h("span.soft", notes)),
    h("span.worth", n.value),
    h("span.by.soft", seat === undefined ? words.open : [badge(seat, 3.6), h("span.said", b.teams[seat].name)]),
  )
}
