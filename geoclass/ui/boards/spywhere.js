// Spywhere: what everybody sees; the private screen behind the curtain; the reveal in parts; the end.

const plate = (c) => h("img", {class: "dish", src: c.picture, alt: "", draggable: "false", decoding: "sync"})
/** A dish in a small place: a plate would tell nothing there, a flag does. */
const mark = (ctx, c) => c.drawn ? plate(c) : flag(ctx, c.flag)
const country = (ctx, c) => h("span", {class: "country"}, flag(ctx, c.flag), h("span", {}, c.name))

/** A nationality card: dish, its name, flag and country. */
const dishCard = (ctx, c, attrs, ...more) => h(attrs?.onclick ? "button" : "div", {...attrs, class: `dish-card ${attrs?.class || ""}`, ...(attrs?.onclick ? {type: "button"} : {})},
  plate(c), h("span", {class: "fit"}, named(c.dish)), country(ctx, c), more)

/** Cards seen from the back, as a fan; more than nine look like nine. */
const fan = (n) => h("svg", {class: "fan", viewBox: "0 0 170 78", "aria-hidden": "true"}, Array.from({length: Math.min(n, 9)}, (_, i) => {
  const many = Math.min(n, 9), x = 12 + i * Math.min(22, 102 / Math.max(1, many - 1)), turn = (i - (many - 1) / 2) * Math.min(6, 30 / many)
  return h("rect", {x, y: 12 + Math.abs(turn) / 4, width: 42, height: 56, rx: 5, class: "back", transform: `rotate(${turn} ${x + 21} 70)`})
}))

/** An identification card, face down, with the badge of who laid it. */
const faceDown = (seat) => h("span", {class: "face-down"}, badge(seat, 4))

/** Who tried whom: the teams in a ring, an arrow for each attempt. */
function ring(b) {
  const n = b.teams.length, at = (seat) => {
    const a = -Math.PI / 2 + (seat - (n % 2 ? 0 : 0.5)) / n * 2 * Math.PI
    return {x: 200 + Math.cos(a) * 150, y: 105 + Math.sin(a) * 76}
  }
  const arrows = b.tries.pairs.map(([from, to], i) => {
    const p = at(from), q = at(to), d = Math.hypot(q.x - p.x, q.y - p.y), ux = (q.x - p.x) / d, uy = (q.y - p.y) / d
    const twice = b.tries.pairs.slice(0, i).filter(([f, t]) => f === from && t === to).length
    const bend = 16 + 22 * twice, s = 29, e = 33
    const x0 = p.x + ux * s - uy * 8, y0 = p.y + uy * s + ux * 8, x1 = q.x - ux * e - uy * 8, y1 = q.y - uy * e + ux * 8
    const cx = (x0 + x1) / 2 - uy * bend, cy = (y0 + y1) / 2 + ux * bend, t = Math.atan2(y1 - cy, x1 - cx), wing = (o) => `${x1 - Math.cos(t + o) * 13} ${y1 - Math.sin(t + o) * 13}`
    return h("path", {key: `${from}-${to}-${twice}`, class: "arrow", d: `M${x0} ${y0}Q${cx} ${cy} ${x1} ${y1}M${wing(0.45)}L${x1} ${y1}L${wing(-0.45)}`})
  })
  return h("svg", {class: "ring", viewBox: "0 0 400 210", "aria-hidden": "true"}, arrows, b.teams.map((t) => {
    const {x, y} = at(t.seat), mark = badge(t.seat)
    return h("g", {key: `r${t.seat}`, transform: `translate(${x - 24} ${y - 24})`}, mark.kids)
  }))
}

const clues = (ctx, all, isNot, none) => all.length ? h("p", {class: "clues"}, h("span", {class: "soft"}, isNot), all.map((c) => h("span", {key: c.iso, class: "clue", title: c.dish, "aria-label": `${c.dish} ${c.times}`}, mark(ctx, c), h("b", {}, c.times))))
  : h("p", {class: "clues soft"}, none)

const publicTeam = (b, t, ctx) => h("li", {key: `team${t.seat}`, class: t.active ? "spy active" : "spy", "aria-current": t.active ? "true" : null},
  h("header", {}, badge(t.seat, 4.4), h("b", {class: "fit"}, named(t.name))),
  h("p", {class: "holds", "aria-label": t.cards_said}, fan(t.cards), h("b", {}, String(t.cards))),
  clues(ctx, t.clues, b.is_not, b.no_clue),
  t.tried_by.length ? h("p", {class: "laid-before", "aria-label": t.tried_said}, t.tried_by.map((seat) => faceDown(seat))) : null)

boards["spywhere.play"] = (b, ctx) => {
  if (ctx.ui.curtain) return curtain(ctx, b.pass.find((p) => p.seat === ctx.ui.curtain.seat)?.text || "", (secret) => privateScreen(secret, ctx))
  return h("main", {class: "spywhere-play"},
    h("div", {class: "spy-top"}, b.turn.seat !== null ? badge(b.turn.seat, 7) : null,
      h("div", {class: "title"}, h("h2", {class: "verdict"}, b.turn.title), b.before ? h("p", {class: "lead"}, swapped(ctx, b.before)) : null, !b.before || b.choosing ? h("p", {class: "lead"}, b.turn.hint) : null),
      h("div", {class: b.pass.length > 1 ? "passing many" : "passing", "data-not-in-picture": true}, b.pass.length > 1 ? h("span", {class: "soft"}, b.pass_to) : null,
        b.pass.map((p) => button(b.pass.length > 1 ? [badge(p.seat, 4), p.name] : p.text, () => ctx.pass(p.seat), {key: `p${p.seat}`, "aria-label": p.text, class: p.phone || b.pass.length > 1 ? "" : "accent"})))),
    h("ol", {class: "middle"}, b.open.map((c, i) => h("li", {key: `${i}${c.iso}`}, dishCard(ctx, c))),
      h("li", {key: "pile", class: b.pile.n ? "stock" : "stock empty"}, h("div", {}, h("span", {}, b.pile.text), h("b", {}, String(b.pile.n))))),
    h("div", {class: "spies"},
      h("ul", {class: "spy-teams", "data-many": b.teams.length > 4 ? "true" : null}, b.teams.map((t) => publicTeam(b, t, ctx))),
      h("section", {class: "panel tries"}, h("header", {}, h("h3", {}, b.tries.title), h("button", {type: "button", class: "tool", onclick: () => ctx.open("spywhere.log")}, icon("history"), h("span", {}, b.log.title))),
        h("div", {class: "ring-place"}, ring(b), b.tries.pairs.length ? null : h("p", {class: "soft"}, b.tries.none)), h("ul", {class: "said"}, b.tries.said.map((line) => h("li", {}, line))))))
}

/** A sentence with two cards in it. */
const swapped = (ctx, before) => before.text.split(/\{(give|take)\}/).map((part, i) => i % 2 ? h("b", {class: "swap"}, mark(ctx, before[part]), before[part].dish) : part)

const exchanges = (log, most = Infinity) => log.rows.length ? h("ol", {class: "spy-log"}, log.rows.slice(0, most).map((row, i) =>
  h("li", {key: `l${log.rows.length - i}`}, h("span", {class: "soft"}, String(log.rows.length - i)), badge(row.seat, 4), h("span", {}, row.text)))) : h("p", {}, log.none)

boards["spywhere.log"] = (ctx) => {
  const {log} = ctx.scene.board
  return log ? dialog(ctx, log.title, exchanges(log), {class: "narrow"}) : null
}

// Behind the curtain

function privateScreen(s, ctx) {
  const targets = [...new Set(s.moves.filter((m) => m.move.move === "identify").map((m) => m.move.target))]
  const picked = {...(targets.length === 1 ? {target: targets[0]} : {}), ...ctx.ui.picked}
  const pick = (change) => ctx.set({picked: {...picked, ...change}})
  const kinds = new Set(s.moves.map((m) => m.move.move))
  const play = (m) => { ctx.set({picked: null}); ctx.send({do: "move", move: m.move}) }
  const bare = (kind) => s.moves.find((m) => m.move.move === kind)
  const chosen = kinds.has("exchange") ? s.moves.find((m) => m.move.give === picked.give && m.move.take === picked.take)
    : s.moves.find((m) => m.move.move === "identify" && m.move.target === picked.target && m.move.nationality === picked.nation)
  const end = bare("end") || bare("done"), out = bare("eliminate")
  return h("div", {class: "secret"},
    h("aside", {class: s.passports.length > 1 ? "two" : null},
      s.passports.map((c) => passport(ctx, c, s.words.passport)),
      h("section", {class: "panel own-cards"}, h("h3", {}, s.words.cards),
        h("ul", {}, s.nations.map((c) => h("li", {key: c.iso}, country(ctx, c))), s.laid.map((c) => h("li", {key: `x${c.iso}`, class: "spent"}, country(ctx, c), h("span", {title: s.words.laid, "aria-label": s.players[c.target]}, badge(c.target, 3.4)))))),
      h("section", {class: "panel known"}, h("h3", {}, s.words.known), h("ul", {}, s.known.map((t) => h("li", {key: `k${t.seat}`}, badge(t.seat, 4), clues(ctx, t.clues, s.words.is_not, s.words.no_clue)))))),
    h("section", {class: "panel choosing"},
      h("header", {}, badge(s.seat, 5.4), h("h2", {}, s.title), h("span", {class: "soft"}, s.in_hand)),
      kinds.has("exchange") ? [
        h("h3", {}, s.words.give),
        h("div", {class: "picks", "data-walk": true, style: "--n:6"}, s.hand.map((c) => dishCard(ctx, c, {key: `h${c.iso}`, class: `${c.n > 1 ? "stack" : ""} ${picked.give === c.iso ? "chosen" : ""}`, "aria-pressed": String(picked.give === c.iso), onclick: () => pick({give: c.iso})}, times(c)))),
        h("h3", {}, s.words.take),
        h("div", {class: "picks", "data-walk": true, style: "--n:6"}, s.open.map((c, i) => dishCard(ctx, c, {key: `o${i}`, class: picked.open === i ? "chosen" : "", "aria-pressed": String(picked.open === i), onclick: () => pick({take: c.iso, open: i})}))),
      ] : [
        h("div", {class: "picks still", style: "--n:6"}, s.hand.map((c) => dishCard(ctx, c, {key: `h${c.iso}`, class: c.n > 1 ? "stack" : ""}, times(c)))),
        out ? h("div", {class: "eliminate"}, h("p", {}, s.words.eliminate_hint), button(out.text, () => play(out), {class: "strong"})) : null,
        kinds.has("identify") ? [
          h("h3", {}, s.words.identify, h("span", {class: "soft"}, s.words.identify_hint)),
          h("div", {class: "targets", "data-walk": true}, targets.map((seat) =>
            h("button", {key: `t${seat}`, type: "button", class: picked.target === seat ? "target chosen" : "target", "aria-pressed": String(picked.target === seat), onclick: () => pick({target: seat})}, badge(seat, 4.4), s.players[seat]))),
          h("div", {class: "picks", "data-walk": true, style: "--n:6"}, s.nations.map((c) => dishCard(ctx, c, {key: `n${c.iso}`, class: picked.nation === c.iso ? "chosen" : "", "aria-pressed": String(picked.nation === c.iso), onclick: () => pick({nation: c.iso})}))),
        ] : null,
      ],
      h("footer", {},
        button(ctx.t("curtain_close"), () => ctx.shut(), {class: "quiet"}),
        end ? button(end.text, () => play(end), {class: chosen ? "" : "strong"}) : null,
        kinds.has("exchange") || kinds.has("identify") ? button(chosen ? chosen.text : kinds.has("exchange") ? s.words.give_hint : s.words.identify, () => play(chosen), {class: "accent", disabled: chosen ? null : true}) : null)))
}

const times = (c) => c.n > 1 ? h("b", {class: "times"}, c.times) : null

const passport = (ctx, c, title) => h("section", {key: `p${c.iso}`, class: "passport"},
  h("span", {}, title), h("b", {class: "fit"}, named(c.name)), h("span", {class: "both"}, flag(ctx, c.flag), plate(c)), h("span", {}, c.note))

// The reveal

const spyHead = (b, ...more) => h("div", {class: "verdict-line"}, b.seat !== null && b.seat !== undefined ? badge(b.seat, 7) : null, h("h2", {class: "verdict"}, b.title), more)
const goOn = (b, ctx) => {
  if (b.next) for (const key of ["ArrowRight", " ", "PageDown"]) ctx.keys[key] = () => ctx.send(b.next.send)
  return b.next ? button(b.next.text, () => ctx.send(b.next.send), {class: "strong next"}) : null
}
const keepPicture = (b, ctx) => h("button", {type: "button", class: "tool save", "data-not-in-picture": true, onclick: () => savePicture(ctx.root.querySelector("main"), b.file)}, icon("save"), h("span", {}, ctx.t("save")))
const spyFoot = (b, ctx) => h("footer", {class: "foot"}, h("p", {class: "source"}, b.source || ""), h("span", {class: "buttons"}, keepPicture(b, ctx), goOn(b, ctx)))
const questions = (b) => b.questions?.length ? h("section", {class: "panel spy-ask"}, h("h3", {}, b.ask), b.questions.map((q, i) => h("p", {key: `q${i}`}, q))) : null

boards["spywhere.passports"] = (b, ctx) => h("main", {class: "spywhere-reveal"}, spyHead(b),
  h("ol", {class: "passports", style: `--n:${b.teams.length}`}, b.teams.map((t) => h("li", {key: `w${t.seat}`, class: t.now ? "who now" : "who"},
    h("header", {}, badge(t.seat, 4.6), h("b", {class: "fit"}, named(t.name))),
    h("div", {class: "passes"}, t.turned ? t.passports.map((c) => h("div", {key: `o${c.iso}`, class: "passport open"}, h("b", {class: "fit"}, named(c.name)), h("span", {class: "both"}, flag(ctx, c.flag), plate(c)), h("span", {}, c.dish)))
      : h("div", {key: "shut", class: "passport shut"}, logo(), h("span", {}, b.cover))),
    h("p", {class: "soft"}, t.laid.length ? b.tried : b.nobody),
    h("ul", {class: "identified"}, t.laid.map((i, n) => h("li", {key: `i${n}`, class: i.right === undefined ? "hidden" : i.right ? "right" : "wrong"}, badge(i.seat, 3.4),
      i.right === undefined ? h("span", {class: "face-down wide"}) : [country(ctx, i), h("b", {}, i.right ? "✓" : "✕")])))))),
  spyFoot(b, ctx))

boards["spywhere.points"] = (b, ctx) => h("main", {class: "spywhere-reveal"}, spyHead(b),
  h("table", {class: "panel points", "data-step": b.step}, h("thead", {}, h("tr", {}, b.heads.map((head) => h("th", {scope: "col"}, head)))),
    h("tbody", {}, b.rows.map((r) => h("tr", {key: `s${r.seat}`, class: r.won && b.step > 1 ? "won" : null},
      h("th", {scope: "row"}, badge(r.seat, 5), h("span", {}, r.name)),
      h("td", {"data-label": b.heads[1]}, r.own.map((c) => mark(ctx, c)), h("b", {}, r.cards)),
      h("td", {"data-label": b.heads[2]}, b.step > 0 ? r.right : null), h("td", {"data-label": b.heads[3]}, b.step > 1 ? r.bonus : null), h("td", {class: "total"}, b.step > 1 ? r.total : null))))),
  spyFoot(b, ctx))

boards["spywhere.tell"] = (b, ctx) => h("main", {class: "spywhere-reveal"}, spyHead(b, h("p", {class: "detail"}, b.lead)),
  h("div", {class: "tell"},
    h("section", {class: "panel chart"}, h("ul", {class: "legend"}, b.legend.map((text, i) => h("li", {key: `k${i}`}, h("i", {class: `key k${i}`}, i === 3 ? "✕" : ""), text))), figure(ctx, 0)),
    h("div", {class: "beside"},
      h("ul", {class: "panel tell-lines"}, b.lines.map((li) => h("li", {key: `t${li.seat}`}, badge(li.seat, 4), h("span", {}, li.text, h("b", {}, li.verdict))))),
      questions(b))),
  spyFoot(b, ctx))

boards["spywhere.countries"] = (b, ctx) => h("main", {class: "spywhere-reveal"}, spyHead(b),
  h("table", {class: "panel side-by-side"},
    h("thead", {}, h("tr", {}, h("td", {}), b.countries.map((c) => h("th", {key: c.iso, scope: "col"}, h("span", {class: "top"}, flag(ctx, c.flag), h("span", {class: "fit"}, named(c.name))), h("span", {class: "of"}, c.drawn ? plate(c) : null, h("span", {}, c.dish), c.seat !== null ? badge(c.seat, 3.6) : null))))),
    h("tbody", {}, b.labels.map((label, i) => h("tr", {key: `f${i}`}, h("th", {scope: "row"}, label, h("small", {}, b.units[i])), b.countries.map((c) => h("td", {key: c.iso, class: "figure"}, c.figures[i])))),
      h("tr", {key: "grows"}, h("th", {scope: "row"}, b.grows), b.countries.map((c) => h("td", {key: c.iso, class: "grows"}, c.grows.length ? c.grows.map((p, i) => [i ? ", " : "", p.needed ? h("b", {}, p.name) : p.name]) : "–"))),
      h("tr", {key: "fits"}, h("th", {scope: "row"}, b.fits), b.countries.map((c) => h("td", {key: c.iso, class: "fits"}, c.fits.fits === null ? null : h("span", {class: c.fits.fits ? "yes" : "no"}, c.fits.fits ? "✓ " : "✕ "), c.fits.text))))),
  spyFoot(b, ctx))

boards["spywhere.map"] = (b, ctx) => h("main", {class: "spywhere-reveal"}, spyHead(b),
  h("div", {class: "where"}, h("section", {class: "panel map"}, figure(ctx, 1)),
    h("div", {class: "beside"}, h("ul", {class: "panel map-list"}, b.countries.map((c) => h("li", {key: c.iso}, country(ctx, c), h("span", {class: "soft"}, c.dish), c.seat !== null ? badge(c.seat, 3.6) : null))), questions(b))),
  spyFoot(b, ctx))

boards["spywhere.over"] = (b, ctx) => h("main", {class: "spywhere-reveal"},
  h("div", {class: "verdict-line"}, b.winners.map((seat) => badge(seat, 8)), h("h2", {class: "verdict"}, b.title), h("p", {class: "detail"}, b.text)),
  b.rows.length ? h("table", {class: "panel points over"}, h("thead", {}, h("tr", {}, b.heads.map((head) => h("th", {scope: "col"}, head)))),
    h("tbody", {}, b.rows.map((r) => h("tr", {key: `s${r.seat}`, class: r.won ? "won" : null},
      h("th", {scope: "row"}, badge(r.seat, 5), h("span", {}, r.name)),
      h("td", {"data-label": b.heads[1]}, r.own.map((c) => h("span", {key: c.iso, class: "pair"}, plate(c), country(ctx, c)))),
      h("td", {"data-label": b.heads[2], "aria-label": r.found}, r.found_by.length ? r.found_by.map((seat) => badge(seat, 4)) : r.found),
      h("td", {"data-label": b.heads[3]}, r.sum), h("td", {class: "total"}, r.total))))) : h("section", {class: "panel stopped"}, h("h3", {}, b.log.title), exchanges(b.log, 20)),
  questions(b),
  h("footer", {class: "foot"}, b.again ? button(b.again.text, () => ctx.send(b.again.send), {class: "accent"}) : h("span", {}), b.rows.length ? keepPicture(b, ctx) : null))
