// Couleurs du monde: the board as a map, the hand, the chain; a turn looked at closely; the end.

const MAP_W = 1920, MAP_H = 746
const OVER = [[0, 0, 435, 100], [0, 100, 280, 320], [0, 335, 412, 746], [1355, 0, 1920, 150]]  // title, tools, regions, how to join

/** Beside the panels, below or left of how to join: where the box is seen largest. */
const roomiest = (box) => [[430, 150, 40, 20], [430, 20, 540, 20]].sort((a, b) => viewOn(box, MAP_W, MAP_H, b).k - viewOn(box, MAP_W, MAP_H, a).k)[0]

/** The links of a nation on this board, worked out once for each board. */
function neighbours(ground) {
  if (!ground._near) {
    const near = Object.fromEntries(Object.keys(ground.nations).map((iso) => [iso, new Set()]))
    for (const [a, b] of ground.links) { near[a].add(b); near[b].add(a) }
    Object.defineProperty(ground, "_near", {value: near})
  }
  return ground._near
}

const counted = (ctx, words, n) => ((ctx.scene.lang === "fr" ? Math.abs(n) < 2 : n === 1) ? words.point : words.points)

const signed = (n) => String(n).replace("-", "−")

/** A region, then its crowded part, then the whole board again. */
const zoomOn = (ctx, id) => ctx.set(ctx.ui.zoom !== id ? {zoom: id, closer: false} : ctx.ui.closer ? {zoom: null, closer: false} : {closer: true})

/** The regions: how far each is covered, and the way to see one closely. Those that give a bonus come first. */
function regionPanel(b, ctx) {
  const {regions, words, bonus} = ctx.ground
  const row = (r) => h("button", {key: r.id, type: "button", class: "region", "aria-pressed": String(ctx.ui.zoom === r.id), onclick: () => zoomOn(ctx, r.id)},
    h("i", {class: `tint ${r.id}`}), h("span", {}, r.name), h("b", {}, b.corners[r.id]?.text, ctx.ui.zoom === r.id ? h("span", {class: "more"}, ctx.ui.closer ? "−" : "+") : null))
  const corners = regions.filter((r) => r.corner.length)
  return h("nav", {class: "panel regions", "aria-label": words.zoom, "data-walk": true, "data-not-in-picture": true},
    corners.map(row), corners.length ? h("p", {class: "soft"}, bonus) : null, regions.filter((r) => !r.corner.length).map(row),
    h("div", {class: "region-foot"},
      h("button", {type: "button", class: "region", "aria-pressed": String(!ctx.ui.zoom), onclick: () => ctx.set({zoom: null})}, words.whole),
      h("button", {type: "button", class: "region", onclick: () => ctx.open("couleurs.list")}, words.list)))
}

/** What the map's signs mean. */
const signs = (words) => [
  ["land", h("line", {class: "land-link", x1: 2, y1: 20, x2: 58, y2: 20})],
  ["sea", h("line", {class: "sea-link", x1: 2, y1: 20, x2: 58, y2: 20})],
  ["centre", diamond(30, 20, 14)],
  ["island", [h("circle", {class: "shore", cx: 30, cy: 20, r: 15}), h("circle", {class: "dot", cx: 30, cy: 20, r: 9})]],
  ["worth", h("text", {class: "map-name", x: 30, y: 31, "text-anchor": "middle", style: "font-size:30px"}, "5")],
].map(([name, sign]) => h("span", {}, h("svg", {class: "board-map sign", viewBox: "0 0 60 40", "aria-hidden": "true"}, h("g", {class: "node open"}, sign)), words[name]))

/** All nations in words: what the map shows. */
boards["couleurs.list"] = (ctx) => {
  const b = ctx.scene.board, ground = ctx.ground, words = ground.words
  const called = (iso) => ground.nations[iso].name
  const sorted = (all) => [...all].sort((a, c) => called(a).localeCompare(called(c), ctx.scene.lang))
  return dialog(ctx, words.list_title, [h("p", {class: "signs", "aria-label": words.key}, signs(words)), ground.regions.map((r) => h("section", {class: "nation-list"}, h("h3", {}, h("i", {class: `tint ${r.id}`}), r.name, h("span", {class: "soft"}, b.corners[r.id]?.text)),
    h("ul", {}, sorted(r.members).map((iso) => {
      const n = ground.nations[iso], seat = b.covered[iso]
      const notes = [n.region === "centre" ? words.centre : null, n.island ? words.island : null].filter(Boolean).join(", ")
      return h("li", {key: iso}, flag(ctx, n.flag), h("span", {class: "words"}, h("b", {}, n.name), notes ? h("span", {class: "soft"}, notes) : null), h("span", {class: "worth"}, String(n.value)),
        h("span", {class: "by soft"}, seat === undefined ? words.open : [badge(seat, 3.6), h("span", {class: "said"}, b.teams[seat].name)]))
    }))))])
}

/** What the last team did, until the next one begins. */
function passingPanel(b, ctx, aside) {
  const l = b.last
  const long = l.chain.length > 3
  const look = (page) => ctx.send({do: "board", index: l.index, page})
  return h("section", {key: `last${l.index}`, class: `panel passing ${aside ? "aside" : ""}`},
    h("header", {}, badge(l.seat, 4.4), h("b", {}, l.team), h("strong", {}, l.points)),
    l.said ? h("p", {class: "soft"}, l.said) : null,
    h("ol", {}, l.chain.map((c) => h("li", {key: c.iso}, c.km && !long ? h("span", {class: "km"}, c.km) : null, h("b", {}, c.name), h("span", {}, `${c.value} `, h("em", {}, `×${c.times}`))))),
    l.regions.map((text) => h("p", {class: "won"}, text)),
    l.compared && !long ? h("p", {class: "soft compared"}, l.compared) : null,
    h("div", {class: "ways", "data-not-in-picture": true},
      h("button", {type: "button", class: "button small", onclick: () => look(0)}, l.look),
      l.better ? h("button", {type: "button", class: "button small", onclick: () => look(l.pages - 1)}, l.better) : null))
}

/** A card in hand; *can*: can, cannot, or nothing where nobody may play here. */
const handCard = (ctx, c, can) => kept(ctx, `card ${c.iso}`, `${c.name} ${can}`, () => h("button", {key: c.iso, again: true, type: "button", "data-move": c.iso, class: `hand-card ${can} ${c.name.length > 15 ? "wide" : ""}`, disabled: can ? null : true},
  h("i", {class: `tint ${c.region}`}), flag(ctx, c.flag), h("span", {class: "fit"}, named(c.name)), h("b", {}, String(c.value))))

boards["couleurs.play"] = (b, ctx) => {
  const ground = ctx.ground
  if (!ground?.nations) return h("main", {class: "couleurs-play"})
  const turn = ctx.scene.turn, near = neighbours(ground), {regions, words} = ground
  for (const what of ["chain", "look"]) if (ctx.ui[what] && ctx.ui[what].turn !== turn) ctx.ui[what] = null  // also when that turn comes back, undone
  const looked = ctx.ui.look?.seat ?? null  // the open hand of a team that waits
  const look = (seat) => ctx.set({look: {turn, seat: seat === looked || seat === b.seat ? null : seat}})
  if (looked !== null) ctx.keys.Backspace = () => look(null)
  const cards = (seat) => (b.teams[seat]?.cards || []).map((iso) => ({iso, ...ground.nations[iso]}))
  const hand = new Map(cards(b.seat).map((c) => [c.iso, c]))
  const begun = (ctx.ui.chain?.cards || []).filter((iso) => hand.has(iso))
  const chain = looked === null ? begun : []
  const lay = (laid) => ctx.set({chain: {turn, cards: laid}})
  const can = b.can && looked === null
  const held = looked === null ? [...hand.values()] : cards(looked)
  const rest = held.filter((c) => !chain.includes(c.iso))
  const fits = (c) => (chain.length ? near[chain.at(-1)].has(c.iso) : b.first.includes(c.iso))
  const playable = new Set(can ? rest.filter(fits).map((c) => c.iso) : [])
  const take = (iso) => {
    if (!can) return
    if (playable.has(iso)) lay([...chain, iso])
    else ctx.toast(chain.length ? words.not_joined : words.not_first)
  }
  const back = () => lay(chain.slice(0, -1))
  const send = () => ctx.send({do: "move", move: {seat: b.seat, move: "play", cards: chain}})
  if (can && chain.length) Object.assign(ctx.keys, {Backspace: back, p: send})
  regions.forEach((r, i) => { ctx.keys[String(i + 1)] = () => zoomOn(ctx, r.id) })
  ctx.keys["0"] = () => ctx.set({zoom: null})
  const base = chain.reduce((sum, iso, i) => sum + (i + 1) * hand.get(iso).value, 0)
  const bonus = regions.filter((r) => b.corners[r.id]?.left && chain.filter((iso) => r.corner.includes(iso)).length === b.corners[r.id].left).length * 25
  const zoom = regions.find((r) => r.id === ctx.ui.zoom)
  const box = zoom ? regionBox(ground, zoom, ctx.ui.closer) : wholeBox(ground)
  const pad = !zoom && isWorld(ground) ? [372, 34, 290, 26] : roomiest(box)
  const aside = viewOn(box, MAP_W, MAP_H, pad).k > NEAR  // only the world has an ocean to spare
  const showLast = b.last && !chain.length
  const open = (iso) => b.covered[iso] === undefined && !chain.includes(iso)
  const onward = new Set(chain.length ? [...near[chain.at(-1)]].filter(open) : showLast ? b.last.onward : [])
  const shown = chain.length ? chain : showLast ? b.last.chain.map((c) => c.iso) : []
  return h("main", {class: "couleurs-play"},
    h("div", {class: "map-place", tabindex: "0", shown: (el) => inSight(el, viewOn(box, MAP_W, MAP_H, pad).at([(box[0] + box[2]) / 2, 0])[0] / MAP_W)}, boardMap(ctx, {w: MAP_W, h: MAP_H, box, pad,
      avoid: [...OVER, aside ? [1540, 570, 1920, 746] : showLast ? [1120, 440, 1480, 746] : [0, 0, 0, 0]], covered: b.covered, chain: shown,
      hand: new Set(rest.map((c) => c.iso)), playable, onward, pick: take, label: ctx.scene.said})),
    regionPanel(b, ctx),
    showLast ? passingPanel(b, ctx, aside) : null,
    h("div", {class: "dock"},
      h("section", {class: "mine"},
        looked !== null ? h("header", {}, badge(looked, 5), h("h2", {}, b.teams[looked].hand), h("span", {class: "acts"}, button(words.to_turn, () => look(null), {class: "strong small", key: "turn"})))
          : h("header", {}, b.turn.seat !== null ? badge(b.turn.seat, 5) : null, h("h2", {}, b.turn.title),
          h("span", {class: "soft"}, !b.can ? b.turn.hint : chain.length ? (playable.size ? words.onward : words.nothing) : playable.size ? words.start : b.pass?.why || b.turn.hint),
          h("span", {class: "acts"},
            b.can && chain.length ? [button(words.back, back, {class: "small", key: "back"}), button(words.send, send, {class: "accent small send", key: "send"})]
              : b.pass ? button(b.pass.text, () => ctx.open("couleurs.pass"), {class: b.pass.unable ? "accent small pass" : "small pass", key: "pass"}) : null)),
        h("div", {class: "laid-and-hand"},
          chain.length ? h("div", {class: "laying"},
            h("ol", {class: "laying-cards", "aria-label": words.chains, style: `--n:${chain.length}`}, chain.map((iso, i) => h("li", {key: iso, "data-move": iso},
              h("button", {type: "button", class: "card laid-card", onclick: () => lay(chain.slice(0, i))}, flag(ctx, hand.get(iso).flag), named(hand.get(iso).name),
                h("span", {class: "times"}, String(hand.get(iso).value), " ", h("em", {}, `×${i + 1}`)))))),
            h("p", {class: "so-far"}, h("strong", {}, String(base + bonus)), h("span", {}, counted(ctx, words, base + bonus)), h("span", {class: "soft"}, words.draws[Math.min(3, chain.length - 1)]))) : null,
          h("div", {class: "hand-cards", "data-walk": true, "data-many": rest.length > (chain.length ? 14 : 20) ? "3" : rest.length > 14 ? "2" : rest.length > 9 ? "1" : null,
            onclick: (e) => { const card = e.target.closest(".hand-card"); if (card) take(card.dataset.move) }}, rest.map((c) => handCard(ctx, c, playable.has(c.iso) ? "can" : can ? "cannot" : ""))))),
      h("aside", {class: "scores"}, h("ul", {}, b.teams.map((t) => h("li", {key: `t${t.seat}`, class: `tally-line ${t.active ? "active" : ""}`, "aria-current": t.active ? "true" : null},
        h("button", {type: "button", class: "score", "aria-pressed": String(looked === t.seat), onclick: () => look(t.seat)},
          badge(t.seat, b.teams.length > 4 ? 3.6 : 4.2), h("span", {class: "who"}, t.name), h("span", {class: "held soft"}, cardsIcon(), h("span", {"aria-label": t.hand}, String(t.cards.length))), h("b", {}, signed(t.points)))))),
        h("p", {class: "soft"}, b.stock))))
}

/** On a small device the map is wider than the screen: what is looked at comes into its middle. */
function inSight(el, middle) {
  if (el._middle === middle) return
  el._middle = middle
  requestAnimationFrame(() => { el.scrollLeft = middle * el.scrollWidth - el.clientWidth / 2 })
}

/** The board seen whole: the world, or all of a smaller board. */
const wholeBox = (ground) => boxOf(ground, Object.keys(ground.nations), isWorld(ground) ? 100 : 500)
const isWorld = (ground) => Object.keys(ground.nations).length > 130

/** A region without the centre's nations that lie far off, such as Russia. */
const regionBox = (ground, region, closer) => {
  const own = region.members.filter((iso) => ground.nations[iso].region === region.id)
  const all = own.length ? own : region.members
  return boxOf(ground, closer ? crowded(ground, all) : all, closer ? 400 : 500)
}

boards["couleurs.pass"] = (ctx) => {
  const b = ctx.scene.board
  if (!b.pass) return null
  return dialog(ctx, b.pass.title, [h("p", {}, b.pass.why), h("div", {class: "ways"},
    button(ctx.t("cancel"), () => ctx.close()),
    button(b.pass.yes, () => { ctx.close(); ctx.send({do: "move", move: {seat: b.seat, move: "pass"}}) }, {class: "accent pass-yes"}))], {class: "narrow"})
}

const keysOn = (b, ctx) => {
  if (b.next) for (const key of ["ArrowRight", " ", "PageDown"]) ctx.keys[key] = () => ctx.send(b.next.send)
  return b.next ? button(b.next.text, () => ctx.send(b.next.send), {class: "strong next"}) : null
}

const pictureButton = (b, ctx) => h("button", {type: "button", class: "tool save", "data-not-in-picture": true, onclick: () => savePicture(ctx.root.querySelector("main"), b.file)}, icon("save"), h("span", {}, ctx.t("save")))

boards["couleurs.reveal"] = (b, ctx) => {
  const ground = ctx.ground
  if (!ground?.nations) return h("main", {class: "couleurs-reveal"})
  const chain = b.chain.map((c) => c.iso)
  const region = b.region ? ground.regions.find((r) => r.id === b.region) : null
  const box = region ? regionBox(ground, region) : chain.length ? roomy(boxOf(ground, [...chain, ...b.onward, ...(chain.length < 2 ? neighbours(ground)[chain[0]] : [])], 550)) : wholeBox(ground)
  return h("main", {class: "couleurs-reveal", "data-page": b.page},
    h("div", {class: "verdict-line"}, badge(b.seat, 7), h("h2", {class: "verdict"}, b.title),
      b.tabs.length ? h("div", {class: "segments", role: "group"}, b.tabs.map((t) => h("button", {type: "button", "aria-pressed": String(t.here), onclick: () => ctx.send(t.send)}, t.text))) : null),
    h("div", {class: "close-grid"},
      h("section", {class: "panel map-panel"}, boardMap(ctx, {w: 1130, h: 740, box, covered: b.covered, chain, onward: new Set(b.onward), km: Object.fromEntries(b.chain.map((c) => [c.iso, c.km])),
        fills: b.fills, tint: b.page + (b.region || "") + (ctx.dark() ? "dark" : ""), label: `${b.title}. ${b.map}`}),
        b.legend ? mapLegend(b.legend) : null),
      h("div", {class: "beside"}, b.page === "region" ? regionTable(b, ctx) : chainBeside(b, ctx),
        h("div", {class: "on"}, keysOn(b, ctx)))),
    h("footer", {class: "foot"}, h("p", {class: "source"}, b.source || b.compare?.source || ""), pictureButton(b, ctx)))
}

/** A box at least 3 000 km wide: a chain of two small nations is not the whole map. */
function roomy([west, south, east, north]) {
  const x = (west + east) / 2, y = (south + north) / 2, w = Math.max(east - west, 3600) / 2, t = Math.max(north - south, 2400) / 2
  return [x - w, y - t, x + w, y + t]
}

const chainBeside = (b, ctx) => [
  b.chain.length ? h("section", {class: "panel steps", "data-long": b.chain.length > 5 ? "true" : null}, h("ol", {}, b.chain.map((c) => h("li", {key: c.iso}, c.km ? h("span", {class: "km"}, c.km) : null,
    h("span", {class: "step"}, flag(ctx, c.flag), h("span", {class: "name"}, c.name), h("span", {}, `${c.value} `, h("em", {}, `×${c.times}`)))))),
  h("p", {class: "sum"}, b.sum)) : h("section", {class: "panel steps"}, h("p", {}, b.detail)),
  b.page === "best" ? h("section", {class: "panel ask"}, h("p", {class: "soft"}, b.detail), b.note ? h("p", {class: "soft"}, b.note) : null) : null,
  b.compare ? h("section", {class: "panel bars"}, h("h3", {}, b.compare.title, b.compare.unit ? h("span", {class: "soft"}, b.compare.unit) : null),
    h("ul", {}, b.compare.bars.map((bar) => h("li", {key: bar.iso, class: bar.played ? "played" : ""}, h("span", {}, bar.name), h("i", {}, h("u", {style: `width:${Math.max(0.6, bar.share * 100)}%`})), h("b", {}, bar.figure))))) : null,
  b.questions.length ? h("section", {class: "panel ask"}, h("h3", {}, b.ask), b.questions.slice(0, b.compare && b.chain.length > 3 ? 1 : 2).map((q) => h("p", {class: "question"}, unbroken(q)))) : null,
]

const mapLegend = (legend) => h("p", {class: "legend"}, h("b", {}, legend.title), legend.classes.map(([colour, text]) => h("span", {}, h("i", {style: `background:${colour}`}), text)))

const regionTable = (b, ctx) => h("section", {class: "panel region-table", tabindex: "0"},
  h("table", {}, h("thead", {}, h("tr", {}, h("th", {}), b.head.map((text) => h("th", {scope: "col"}, text)))),
    h("tbody", {}, b.rows.map((row) => h("tr", {key: row.iso}, h("th", {scope: "row"}, flag(ctx, row.flag), row.name), row.figures.map((f) => h("td", {}, f)))))))

boards["couleurs.over"] = (b, ctx) => {
  const ground = ctx.ground
  if (!ground?.nations) return h("main", {class: "couleurs-over"})
  return h("main", {class: "couleurs-over"},
    h("div", {class: "verdict-line"}, b.winners.map((seat) => badge(seat, 8)), h("h2", {class: "verdict"}, b.title), b.how ? h("p", {class: "detail"}, b.how) : null),
    h("div", {class: "end-grid"},
      h("section", {class: "panel tally"}, h("table", {}, h("thead", {}, h("tr", {}, h("th", {scope: "col"}, b.team), b.head.map((text) => h("th", {scope: "col"}, text)))),
        h("tbody", {}, b.table.map((row) => h("tr", {key: `r${row.seat}`, class: row.won ? "won" : ""}, h("th", {scope: "row"}, badge(row.seat, 4.2), h("span", {}, row.name)), row.parts.map((n, i) => h("td", {"data-label": b.head[i], "data-none": n ? null : true}, n ? signed(n) : "–")), h("td", {class: "total"}, signed(row.total))))))),
      h("section", {class: "panel finest"}, h("h3", {}, b.finest_title), h("ol", {}, b.finest.map((f) => h("li", {}, badge(f.seat, 4), h("span", {class: "flags", role: "img", "aria-label": f.text}, f.cards.slice(0, 7).map((c) => flag(ctx, c.flag))), f.cards.length < 5 ? h("span", {class: "soft", "aria-hidden": "true"}, f.text) : null, h("b", {}, String(f.points))))),
        b.found ? h("div", {class: "found"}, h("h3", {}, b.found.text), h("i", {}, h("u", {style: `width:${Math.max(1, b.found.share * 100)}%`})), h("p", {class: "soft"}, b.found_note)) : null),
      h("section", {class: "panel map-panel"}, boardMap(ctx, {w: 960, h: 700, least: 32, pad: [10, 10, 10, 60], box: wholeBox(ground), covered: b.covered, chain: [], label: b.map_title}), h("p", {class: "map-title"}, b.map_title))),
    h("footer", {class: "foot"}, b.again ? h("div", {class: "ways"}, button(b.again.text, () => ctx.send(b.again.send), {class: "accent"}), button(b.report.text, () => inWindow(ctx, b.report.send))) : h("span", {}), pictureButton(b, ctx)))
}
