// La course: a flight in words and figures, and the end.

const shareRing = (share) =>
  h(
    "svg.share-ring",
    {viewBox: "-22 -22 44 44", "aria-hidden": true},
    h("circle", {r: 18, fill: "none", stroke: "var(--line)", "stroke-width": 6}),
    h("circle", {
      r: 18,
      fill: "none",
      stroke: "var(--ink)",
      "stroke-width": 6,
      pathLength: 100,
      "stroke-dasharray": `${Math.min(100, share * 100)} 100`,
      transform: "rotate(-90)",
    }),
  )

const arrivalCard = (f, ctx) =>
  h(
    "div.arrival",
    flag(ctx, f.arrival.flag),
    h(
      "div.words",
      h("p", h("b", f.arrival.name), f.arrival.capital && h("span", f.arrival.capital)),
      h(
        "dl",
        f.arrival.figures.map((one) => [h("dt.soft", one.label), h("dd", one.value)]),
      ),
    ),
  )

/** The answer to a question, shown on demand. */
function answer(f, b, ctx) {
  const at = (ctx.ui.asking || 0) % f.answers.length,
    said = f.answers[at],
    which = `${f.index} ${at}`
  if (!said) return null
  return h("p.over", ctx.ui.answered === which ? said : button(b.text.over, () => ctx.set({answered: which})))
}

/** A flight: legs, total, country of arrival, questions. */
const courseFlight = (f, b, ctx) =>
  h(
    "section.flight",
    {key: `flight${f.seat}${f.cities.join()}`, "aria-label": `${f.title} ${f.way}, ${f.km}`},
    h(
      "h3",
      badge(f.seat, 4),
      h("span.whole", f.title),
      h("b", f.km),
      f.visas.map((visa) => h("span.stamp.had.fresh", visa.code)),
      h("span.share", shareRing(f.share), f.share_text),
    ),
    h(
      "ol.legs-list",
      f.legs.map((leg) => h("li", h("span", leg.text), h("span.km", leg.km))),
    ),
    arrivalCard(f, ctx),
    h("p.soft.sources", [...f.notes, f.source].join(" ")),
    h(
      "div.asking",
      question(f, ctx),
      f.answers.length > 0 && answer(f, b, ctx),
      f.believed && h("p.soft.class-said", f.believed),
    ),
  )

/** The latest flight in brief, beside a hand; on the class's screen it can be opened. */
function latestFlight(f, ctx) {
  const opens = !inHand(ctx)
  return h(
    opens ? "button" : "section",
    {
      key: `latest${f.seat}${f.cities.join()}`,
      class: "flight brief",
      "aria-label": `${f.title} ${f.way}, ${f.km}`,
      ...(opens ? {onclick: () => ctx.send({do: "past", index: f.index})} : {}),
    },
    h("h3", badge(f.seat, 4), h("b", f.km), h("span.share", shareRing(f.share), f.share_text)),
    !opens && h("span", f.way),
    h("span.arrival", flag(ctx, f.arrival.flag), h("b", f.arrival.name)),
    h("span", f.arrival.capital),
    f.believed && !opens && h("span.soft", f.believed),
    opens && h("span.more", f.more),
  )
}

boards["course.flight"] = (b, ctx) =>
  h(
    "main.course-play.full.one-flight",
    {key: "course", class: inHand(ctx) ? "in-hand" : ""},
    mapPlace(ctx, b),
    courseTeams(b),
    h("div.course-dock", h("section.course-hand.waiting", courseFlight(b.flight, b, ctx)), wayOn(b, ctx)),
  )

boards["course.over"] = (b, ctx) => {
  const chosen = ctx.ui.card // a team's seat, or the start of a best tour
  const best = b.best.find((tour) => tour.start === chosen)
  const team = b.teams.find((t) => t.seat === chosen)
  const only = team ? chosen : best ? -1 : undefined
  const choose = (what) => ctx.set({card: chosen === what ? null : what})
  const tickets = ((team && team.hand) || []).map((card) => ({ends: card.split("--").map((id) => ({id}))}))
  return h(
    "main.course-over.full",
    {key: "over", class: inHand(ctx) ? "in-hand" : ""},
    ours(b),
    mapPlace(ctx, b, {best: best ? best.cities : [], only, tickets}),
    bestTours(b, ctx, best, team, choose),
    h(
      "div.course-dock",
      h(
        "div.verdict-line",
        b.winners.map((seat) => badge(seat, 6)),
        h("h2", {class: b.title.length > 26 ? "verdict long" : "verdict"}, b.title),
        h("p.detail", b.detail),
        b.next ? wayOn(b, ctx) : afterwards(b, ctx),
      ),
      b.own &&
        b.own.length > 0 &&
        h(
          "section.own-tour",
          b.own.map((line) => h("p", line)),
        ),
      tourTable(b, chosen, choose),
    ),
  )
}

/** The tickets still held at the end, of all teams or of the chosen one. */
/** The tickets left: of all teams where there is room for them, else of the chosen team. */
const heldTickets = (b, team, ctx) =>
  !team && !ctx.narrow && (b.best.length > 2 || b.teams.flatMap((t) => t.hand).length > 12)
    ? h("p.soft", b.hand_hint)
    : h(
        "section.hands",
        h("h3", b.hand_title),
        (team ? [team] : b.teams).map((t) =>
          h(
            "p",
            badge(t.seat, 3),
            t.hand.map((card) => h("span", cityNames(ctx, card.split("--"), " – "))),
          ),
        ),
      )

const bestTours = (b, ctx, best, team, choose) =>
  h(
    "aside.best-list",
    {tabindex: 0},
    h("h3", b.best_title),
    b.best.length < 3 && h("p.soft", b.best_hint),
    b.best.map((tour) =>
      h(
        "button.best-tour",
        {
          key: tour.start,
          "aria-pressed": tour === best,
          disabled: !tour.cities.length,
          onclick: () => choose(tour.start),
        },
        h("b", tour.title),
        h("span", tour.text),
        tour === best && h("span.soft", tour.way),
      ),
    ),
    best || team ? null : question(b, ctx),
    b.teams[0].hand && heldTickets(b, team, ctx),
  )

const tourTable = (b, chosen, choose) =>
  h(
    "table.panel.tours",
    {"data-many": b.teams.length > 4 ? "1" : null},
    h(
      "thead",
      h(
        "tr",
        Object.keys(b.columns).map((name) => h("th", {scope: "col"}, b.columns[name])),
      ),
    ),
    h(
      "tbody",
      b.teams.map((t) => tourRow(b, t, chosen === t.seat, () => choose(t.seat))),
    ),
  )

function tourRow(b, t, chosen, choose) {
  const press = (e) => {
    e.stopPropagation()
    choose()
  }
  const cell = (name, content, title) => h("td", {"data-label": b.columns[name], title}, content)
  return h(
    "tr",
    {key: `r${t.seat}`, class: chosen ? "chosen" : "", onclick: choose},
    h(
      "th",
      {scope: "row"},
      h(
        "button",
        {"aria-pressed": chosen, onclick: press},
        badge(t.seat, 3.6),
        h("span", t.name, b.winners.includes(t.seat) && h("b.won", " ★")),
      ),
    ),
    cell("km", t.km),
    cell("share", t.share),
    cell("legs", String(t.legs)),
    cell(
      "visas",
      stamps(
        t.visas.map((visa) => ({...visa, fresh: false})),
        b,
      ),
    ),
    cell("landed", String(t.landed), t.landed_said),
    cell("over", String(t.over), t.over_said),
  )
}
