// The pieces of Explore. A ctx has the parts that the server sends (scene, view, board, plot, strips, country, own), ui and send.

const BRIEF = 8  // rows of the ranking before "show all"

const option = (value, text) => h("option", {key: value, value}, text)

/** A choice: its label above, what is chosen below, the list on a tap. */
const pick = (label, value, options, onpick, more) => h("label", {class: `pick ${more || ""}`}, h("span", {class: "soft"}, label),
  h("select", {"aria-label": label, onchange: (e) => onpick(e.target.value), shown: (el) => { if (el.value !== value) el.value = value }}, options))

const figureOptions = (ctx) => ctx.scene.own.length
  ? [h("optgroup", {key: "_own", label: ctx.t("own_group")}, ctx.scene.own.map(([v, t]) => option(v, t))),
    h("optgroup", {key: "_tables", label: ctx.t("tables_group")}, ctx.scene.figures.map(([v, t]) => option(v, t)))]
  : ctx.scene.figures.map(([v, t]) => option(v, t))

const name = (ctx, iso) => ctx.names.get(iso)?.[1] ?? iso
const flagOf = (ctx, iso, more) => flag(ctx, ctx.names.get(iso)[2], more)
const isChosen = (ctx, iso) => ctx.view.countries.includes(iso)

const toggle = (text, on, act, more) => h("button", {type: "button", class: `toggle ${more || ""}`, "aria-pressed": String(on), onclick: act}, text)

function top(ctx) {
  const other = ctx.scene.languages.find(([code]) => code !== ctx.scene.lang)
  const dark = ctx.dark()
  return h("header", {class: "top"},
    h("div", {class: "brand"}, h("a", {class: "home", href: `./?lang=${ctx.scene.lang}`, "aria-label": ctx.t("home")}, logo(), h("span", {}, "geoclass")),
      h("i", {class: "bar"}), h("h1", {class: "game"}, ctx.scene.title)),
    h("nav", {class: "tabs", "aria-label": ctx.t("tabs")}, ctx.scene.tabs.map(([tab, text]) => h("button",
      {type: "button", key: tab, "aria-current": ctx.view.tab === tab ? "page" : null, onclick: () => ctx.send({do: "tab", value: tab})}, text))),
    h("div", {class: "lights"},
      h("button", {type: "button", class: "tool lang", lang: other[0], onclick: () => ctx.send({do: "lang", value: other[0]})}, other[1]),
      h("button", {type: "button", class: "tool night", onclick: () => ctx.light(!dark)}, dark ? ctx.t("day") : ctx.t("night"))),
    picks(ctx))
}

function picks(ctx) {
  const v = ctx.view, games = v.tab === "games"
  if (v.tab === "data" || (games && !ctx.ours.games?.length)) return null
  const send = (what) => (value) => ctx.send({do: what, value})
  return h("div", {class: "picks"},
    games ? [pick(ctx.t("game"), v.game, [option("", ctx.t("all_games")), ctx.ours.games.map(([id, text]) => option(id, text))], send("game"), "long"),
      pick(ctx.t("judged"), v.judged, [option("", ctx.t("all_judged")), ctx.ours.figures.map(([id, text]) => option(id, text))], send("judged"))]
      : v.tab === "compare" ? null : pick(ctx.t("figure"), v.figure, figureOptions(ctx), send("figure")),
    v.tab === "map" ? pick(ctx.t("against"), v.against, [option("", ctx.t("distribution")), figureOptions(ctx)], send("against")) : null,
    games || v.tab === "map" ? pick(ctx.t("where"), v.where, [option("", ctx.t("world")), ctx.scene.continents.map((c) => option(c.id, c.text))], send("where"), "short") : null)
}

function question(ctx) {
  const all = ctx.board.questions || []
  if (!all.length) return null
  const n = (ctx.ui.question || 0) % all.length
  return h("aside", {class: "question", key: "question", "aria-label": ctx.t("question")},
    h("p", {}, h("span", {class: "soft"}, ctx.t("question")), h("q", {class: "asked"}, all[n])),
    all.length > 1 ? h("button", {type: "button", class: "round", "aria-label": ctx.t("another"), title: ctx.t("another"), onclick: () => ctx.set({question: n + 1})}, "↻") : null)
}

/** Where one colour ends and the next begins, the limit is written. */
function legend(ctx) {
  const b = ctx.board
  if (!b.legend.length) return null
  const ends = b.legend.some((part) => part.end)
  return h("div", {class: ends ? "legend" : "legend named", role: "img", "aria-label": `${ctx.t("legend")}${ctx.colon()}${b.legend.map((part) => part.text).join("; ")}`},
    h("ol", {class: "scale"}, b.legend.map((part, i) => h("li", {key: i, title: part.text},
      h("i", {style: `background:${part.colour || `var(--class-${part.class})`}`}), h("span", {}, ends ? part.end : part.text)))),
    h("ol", {class: "other"}, b.others.map((o) => h("li", {key: o}, h("i", {class: {disputed: "crossed", no_data: "hatched"}[o] || null}), o === "never" ? b.never : ctx.t(o)))))
}

function mapPanel(ctx) {
  const b = ctx.board, v = ctx.view, games = v.tab === "games"
  return h("section", {class: "panel stage", key: "stage"},
    h("div", {class: "heading"}, h("div", {class: "what"}, h("div", {class: "titled"}, h("h2", {class: b.title.length > 20 ? "long" : null}, b.title), h("p", {class: "unit"}, b.unit))), legend(ctx)),
    h("div", {class: "sea", role: "group", "aria-label": ctx.t("map_label")}, h("div", {class: "figure-slot", key: "slot0", keep: true, shown: (el) => ctx.place(0, el)}),
      b.empty ? h("p", {class: "empty"}, b.empty) : null,
      h("div", {class: "overlay", "data-not-in-picture": true},
        games || v.tab === "country" ? null : toggle(`${ctx.t("classes")}${ctx.colon()}${ctx.t(v.steps)}`, false, () => ctx.send({do: "steps", value: v.steps === "steps" ? "counts" : "steps"}), "steps"),
        v.countries.length ? ["neighbours", "flights"].map((what) => toggle(ctx.t(what), v.show.includes(what), () => ctx.send({do: "show", value: what}))) : null)),
    source(ctx, [b.source, b.note].filter(Boolean).join(" ")))
}

/** Where the figure is from and what it means: a line on the projector, all of it on a tap. */
function source(ctx, text) {
  const open = !!ctx.ui.note
  const cut = (el) => { const p = el.firstChild; el.toggleAttribute("data-cut", open || p.scrollHeight > p.clientHeight + 2) }
  return h("div", {class: open ? "source open" : "source", shown: (el) => requestAnimationFrame(() => cut(el))}, h("p", {}, text),
    h("button", {type: "button", class: "link", "data-not-in-picture": true, "aria-expanded": String(open), onclick: () => ctx.set({note: !open})}, ctx.t(open ? "note_close" : "note_open")))
}

/** The first, the chosen and the last; or all; or those whose name is like what was typed. */
function rankingRows(ctx) {
  const among = new Set(ctx.view.among)
  const rows = ctx.board.rows.filter(([iso]) => !among.size || among.has(iso))
  const wanted = plainText(ctx.ui.search || "")
  if (wanted) return rows.filter(([iso]) => plainText(name(ctx, iso)).includes(wanted))
  if (ctx.ui.all || rows.length <= BRIEF + 1) return rows
  if (ctx.view.tab === "games") return rows.filter(([iso], i) => i < BRIEF || isChosen(ctx, iso))
  const chosen = rows.filter(([iso]) => isChosen(ctx, iso)).length
  const free = Math.max(3, BRIEF - chosen), last = rows.length - Math.floor(free / 2)
  const kept = []
  for (const [i, row] of rows.entries()) {
    if (i < Math.ceil(free / 2) || i >= last || isChosen(ctx, row[0])) kept.push(row)
    else if (kept.at(-1) !== null) kept.push(null)
  }
  return kept
}

const plainText = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim()

function rankingPanel(ctx) {
  const b = ctx.board, v = ctx.view, rows = b.empty ? [] : rankingRows(ctx), many = rows.length > 2 * BRIEF
  const row = ([iso, rank, text, share, shade]) => h("li", {key: iso}, h("button", {type: "button", class: rank ? "rank-row" : "rank-row unranked", "aria-pressed": String(isChosen(ctx, iso)), onclick: () => ctx.send({do: "choose", value: iso})},
    rank ? h("span", {class: "rank"}, rank) : null, flagOf(ctx, iso), h("span", {class: "name"}, name(ctx, iso)),
    share === null ? null : h("span", {class: "bar"}, h("i", {style: `width:${100 * share}%;background:${typeof shade === "number" ? `var(--class-${shade})` : shade}`})),
    h("span", {class: "value"}, text)))
  return h("section", {class: "panel ranking", key: "ranking", "aria-label": b.ranking || ctx.t("ranking")},
    h("div", {class: "rank-head"}, h("h2", {}, b.ranking || ctx.t("ranking")),
      h("input", {class: "search", type: "search", placeholder: ctx.t("search"), "aria-label": ctx.t("search"), value: ctx.ui.search || "", oninput: (e) => ctx.set({search: e.target.value})})),
    h("ol", {class: many ? "rows all" : rows.length > BRIEF + 2 ? "rows tight" : "rows", tabindex: many ? "0" : null}, rows.map((r, i) => r ? row(r) : h("li", {key: `gap${i}`, class: "gap", "aria-label": ctx.t("more")}, "…"))),
    !rows.length && !b.empty ? h("p", {class: "soft"}, ctx.t("nothing_found")) : null,
    h("div", {class: "rank-foot"}, h("span", {class: "soft"}, b.counted),
      ctx.ui.search || b.rows.length <= BRIEF + 1 ? null : h("button", {type: "button", class: "link", onclick: () => ctx.set({all: !ctx.ui.all})}, ctx.t(ctx.ui.all ? "fewer" : "all"))))
}

const MARKERS = {
  circle: () => h("circle", {cx: 10, cy: 10, r: 8}), square: () => h("rect", {x: 3, y: 3, width: 14, height: 14}),
  diamond: () => h("polygon", {points: "10,1 17,10 10,19 3,10"}), triangle: () => h("polygon", {points: "10,2 19,17 1,17"}),
  inverted_triangle: () => h("polygon", {points: "10,18 19,3 1,3"}),
}

function plotPanel(ctx) {
  const p = ctx.plot
  if (!p.kind) return h("section", {class: "panel plot", key: "plot"})  // it comes in a moment
  return h("section", {class: "panel plot", key: "plot", "aria-label": p.title},
    h("div", {class: "plot-head"}, h("h2", {}, p.title),
      p.kind === "scatter" ? h("ul", {class: "continents", "aria-label": ctx.t("continents")}, ctx.scene.continents.map((c) => h("li", {key: c.id},
        h("svg", {class: "marker", viewBox: "0 0 20 20", "aria-hidden": "true", style: `fill:${ctx.dark() ? c.night : c.day}`}, MARKERS[c.marker]()), c.text))) : null),
    h("div", {class: "chart", role: "img", "aria-label": `${ctx.t("plot_label")} ${p.said}`},
      ["scatter", "distribution"].map((kind, i) => h("div", {class: "figure-slot", key: `slot${i + 1}`, keep: true, hidden: p.kind !== kind, shown: (el) => ctx.place(i + 1, p.kind === kind ? el : null)}))),
    h("p", {class: "across"}, p.across),
    h("p", {class: "said-link"}, h("b", {}, p.said), " ", h("span", {class: "soft"}, p.more)))
}

/** How high each flag flies, and on which side of its pole: as low as they can, none over another, no pole through one. */
function flown(places, width, rem, small) {
  const rows = places.map((p) => {
    const x = p.at * width, wide = ((small ? 4.2 : 5.4) + p.text.length * 1.36) * rem
    const sides = [{left: true, from: x - wide, to: x}, {left: false, from: x, to: x + wide}].filter((s) => s.from > -2.4 * rem && s.to < width + 2.4 * rem)
    return {...p, x, sides: p.at < .5 ? sides.reverse() : sides, level: 0}
  })
  const through = (x, side) => side.from < x - 1 && x + 1 < side.to
  const apart = (a, b) => a.level === b.level ? a.side.to <= b.side.from + 1 || b.side.to <= a.side.from + 1
    : a.level > b.level ? !through(a.x, b.side) : !through(b.x, a.side)
  const fly = (i, top) => i === rows.length || rows[i].sides.some((side) => {
    for (let level = 0; level <= top; level++) {
      Object.assign(rows[i], {side, level})
      if (rows.slice(0, i).every((done) => apart(done, rows[i])) && fly(i + 1, top)) return true
    }
    return false
  })
  if (!rows.some((_, top) => fly(0, top))) rows.forEach((row, level) => Object.assign(row, {side: {left: true}, level}))  // the further right, the higher
  return rows
}

/** A figure: all countries as ticks, the compared ones as flags. */
function stripRow(ctx, s, small) {
  const places = flown(s.places, ctx.ui.track || 480, ctx.rem(), small)
  const high = 1 + Math.max(0, ...places.map((p) => p.level))
  const path = s.ticks.map((at) => `M${(at * 1000).toFixed(0)} 0V10`).join("")
  const row = h("li", {key: s.id, class: "cmp"},
    h("div", {class: "cmp-words"}, h("b", {}, s.title, " ", h("span", {class: "in"}, s.unit)), s.factor ? h("span", {class: "soft"}, s.factor) : null, s.missing ? h("span", {class: "soft"}, s.missing) : null),
    h("div", {class: "track", style: `--levels:${high}`, title: s.origin},
      places.map((p) => h("button", {type: "button", key: p.iso, class: p.side.left ? "pin left" : "pin", style: `left:${100 * p.at}%;--level:${p.level}`, "aria-label": `${name(ctx, p.iso)}${ctx.colon()}${p.said}`, title: `${name(ctx, p.iso)}${ctx.colon()}${p.said}`, onclick: () => ctx.send({do: "about", value: p.iso})},
        flagOf(ctx, p.iso), h("b", {}, p.text))),
      h("svg", {class: "ticks", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true"}, h("path", {d: path, "vector-effect": "non-scaling-stroke"}))))
  row.high = Math.max(8.4, high * (small ? 2.6 : 3.4) + 3)
  return row
}

function comparePanel(ctx) {
  const n = ctx.view.countries.length
  if (!n) return h("section", {class: "panel compare hint", key: "compare"}, h("p", {class: "lead"}, ctx.t("compare_hint")),
    h("button", {type: "button", class: "button", onclick: () => ctx.scene.examples.forEach((value) => ctx.send({do: "choose", value}))}, `${ctx.t("example")}${ctx.colon()}${ctx.scene.examples.map((iso) => name(ctx, iso)).join(", ")}`))
  const rows = []
  const overview = ctx.view.tab === "map" && innerWidth > 900, small = overview && n > 3
  let room = overview ? 31 : Infinity  // rem that the panel of the overview has for strips
  for (const s of ctx.strips) {
    const row = stripRow(ctx, s, small)
    if (room < row.high && rows.length) continue
    room -= row.high
    rows.push(row)
  }
  return h("section", {class: "panel compare", key: "compare", "aria-label": ctx.view.said},
    h("ol", {class: small ? "strips small" : "strips", shown: (el) => ctx.track(el)}, rows),
    ctx.view.tab === "map" ? h("p", {class: "cmp-foot"}, h("span", {class: "soft"}, n === 1 ? ctx.t("compare_one") : ""),
      h("button", {type: "button", class: "link", onclick: () => ctx.send({do: "tab", value: "compare"})}, ctx.t("more_figures"))) : null)
}

const countryPick = (ctx, label, act, more = "short") => pick(label, "", [option("", "…"), ctx.scene.countries.map(([iso, text]) => option(iso, text))], (value) => { if (value) act(value) }, more)

const chosenChips = (ctx) => ctx.view.countries.map((iso) => h("button", {type: "button", key: iso, class: "chip", title: `${ctx.t("let_go")}${ctx.colon()}${name(ctx, iso)}`, "aria-label": `${ctx.t("let_go")}${ctx.colon()}${name(ctx, iso)}`, onclick: () => ctx.send({do: "choose", value: iso})},
  flagOf(ctx, iso), h("b", {}, name(ctx, iso)), h("span", {class: "cross", "aria-hidden": "true"}, "×")))

const comparePage = (ctx) => h("main", {class: "whole", key: "compare-page"},
  h("div", {class: "chosen"}, chosenChips(ctx), ctx.view.countries.length < 6 ? countryPick(ctx, ctx.t("add"), (value) => ctx.send({do: "choose", value}), "wide") : null,
    ctx.view.countries.length > 1 ? h("button", {type: "button", class: "link", onclick: () => ctx.send({do: "clear"})}, ctx.t("clear")) : null),
  comparePanel(ctx))

function countryPage(ctx) {
  const c = ctx.country
  if (!c.iso) return h("main", {class: "whole", key: "no-country"}, h("section", {class: "panel hint"}, h("p", {class: "lead"}, ctx.t("country_hint")), countryPick(ctx, ctx.t("choose"), (value) => ctx.send({do: "about", value}))))
  return h("main", {class: "country", key: "country-page"},
    h("section", {class: "panel facts", key: "facts"},
      h("div", {class: "country-head"}, flagOf(ctx, c.iso, "large"), h("h2", {}, c.name), countryPick(ctx, ctx.t("choose"), (value) => ctx.send({do: "about", value}))),
      h("dl", {}, c.facts.map(([k, v]) => h("div", {key: k}, h("dt", {class: "soft"}, k), h("dd", {}, v)))),
      h("h3", {}, c.neighbours.title),
      h("p", {class: "borders"}, c.neighbours.rows.map(([iso, text]) => h("button", {type: "button", key: iso, class: "chip small", onclick: () => ctx.send({do: "about", value: iso})}, flagOf(ctx, iso), h("span", {}, text)))),
      h("h3", {}, c.flights.title), h("p", {}, c.flights.rows.join(" · "))),
    mapPanel(ctx),
    h("section", {class: "panel figures", key: "figures", tabindex: "0", "aria-label": ctx.t("all_figures")},
      h("table", {}, h("thead", {}, h("tr", {}, ["figure", "value", "rank", "year"].map((k) => h("th", {key: k, scope: "col"}, ctx.t(`${k}_column`))))),
        h("tbody", {}, c.figures.map((f) => h("tr", {key: f.id, "aria-current": f.id === ctx.view.figure ? "true" : null, title: f.origin},
          h("th", {scope: "row"}, h("button", {type: "button", class: "link", onclick: () => ctx.send({do: "figure", value: f.id})}, f.title)),
          h("td", {class: "value"}, h("b", {}, f.text), f.at === null ? null : h("i", {class: "meter", "aria-hidden": "true"}, h("i", {style: `left:${100 * f.at}%`}))),
          h("td", {class: "soft"}, f.rank), h("td", {class: "soft"}, f.year)))))))
}

function dataPage(ctx) {
  const told = ctx.own, go = (what) => () => ctx.send({do: what})
  return h("main", {class: "data", key: "data-page"},
    h("section", {class: "panel", key: "take"}, h("h2", {}, ctx.t("download")),
      h("div", {class: "menu-list"}, [["csv", go("csv")], ["xlsx", go("xlsx")], ["png", () => ctx.png()], ["link", () => ctx.copy()]].map(([what, act]) => h("button", {type: "button", key: what, class: "button", onclick: act}, ctx.t(what)))),
      h("h3", {}, ctx.t("sources")),
      h("ul", {class: "sources"}, ctx.scene.sources.map(([title, by]) => h("li", {key: title}, h("b", {}, title), ` ${by}`)))),
    h("section", {class: "panel own", key: "own"}, h("h2", {}, ctx.t("own")), h("p", {}, ctx.t("own_about")), h("p", {class: "soft"}, ctx.t("own_where")),
      h("p", {class: "soft"}, ctx.t("own_example")), h("pre", {}, ctx.scene.own_example),
      ctx.scene.local ? h("label", {class: "button strong file"}, ctx.t("own_choose"), h("input", {type: "file", accept: ".csv,.txt,text/csv", class: "said", onchange: (e) => ctx.load(e.target)})) : h("p", {}, h("b", {}, ctx.t("own_elsewhere"))),
      h("div", {role: "alert", class: "told"}, told.good ? h("p", {class: "good"}, h("b", {}, "✓ "), told.good) : null,
        told.bad ? [h("p", {class: "bad"}, h("b", {}, "✕ "), ctx.t("own_bad")), h("ul", {class: "bad-lines"}, told.bad.map((line, i) => h("li", {key: i}, line)))] : null)))
}

/** The games of this computer, to choose one of them. */
const gamesPanel = (ctx) => h("section", {class: "panel ours", key: "ours"}, h("h2", {}, ctx.t("games_here")),
  h("div", {class: "played"}, ctx.ours.cards.map((c) => h("button", {type: "button", key: c.id, onclick: () => ctx.send({do: "game", value: c.id})},
    h("b", {}, c.title), h("span", {class: "soft"}, c.when), h("span", {class: "soft"}, c.text)))))

/** The class and the bots on one scale: every run a dot, the mean a bar, the class a line through all. */
function versusPanel(ctx) {
  const v = ctx.ours.versus, us = v.rows.find((row) => row.ours)
  return h("section", {class: "panel ours versus", key: "versus"}, h("h2", {}, v.title), h("p", {class: "soft", role: "status"}, v.about),
    v.rows.length ? h("ul", {}, v.rows.map((row) => h("li", {key: row.who, class: row.ours ? "us" : null, title: row.said, "aria-label": row.said},
      h("span", {class: "who"}, row.who),
      h("span", {class: "runs", "aria-hidden": "true"}, h("s", {style: `left:${100 * us.mean}%`}), row.runs.map((at, i) => h("i", {key: i, style: `left:${100 * at}%`})), h("u", {style: `left:${100 * row.mean}%`})),
      h("b", {}, row.text))),
      h("li", {class: "ends", "aria-hidden": "true"}, h("span", {}), h("span", {class: "soft"}, h("span", {}, v.ends[0]), h("span", {}, v.ends[1])), h("span", {}))) : null)
}

const takePanel = (ctx) => h("section", {class: "panel take", key: "take"}, h("h2", {}, ctx.t("take_game")),
  h("div", {class: "menu-list"}, ctx.ours.files.map((kind) => h("button", {type: "button", key: kind, class: "button", onclick: () => ctx.send({do: "take", value: kind, names: !!ctx.ui.names})}, ctx.t(`take_${kind}`)))),
  toggle(ctx.t(ctx.ui.names ? "names_in" : "names_out"), !!ctx.ui.names, () => ctx.set({names: !ctx.ui.names})))

const gamesPage = (ctx) => h("main", {class: ctx.ours.games?.length ? "overview games" : "overview games none", key: "overview"}, mapPanel(ctx), rankingPanel(ctx),
  !ctx.ours.games?.length ? null : ctx.ours.files ? [versusPanel(ctx), takePanel(ctx)] : gamesPanel(ctx), question(ctx))

const PAGES = {
  map: (ctx) => h("main", {class: "overview", key: "overview"}, mapPanel(ctx), rankingPanel(ctx), plotPanel(ctx), comparePanel(ctx), question(ctx)),
  compare: comparePage,
  country: countryPage,
  games: gamesPage,
  data: dataPage,
}
