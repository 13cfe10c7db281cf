// La course in play: map, teams with visas, and below a hand if it may be shown.

const stamp = (visa, b) =>
  h(
    "li",
    {
      class: `stamp ${visa.had ? "had" : ""} ${visa.fresh ? "fresh" : ""}`,
      title: visa.name,
      "aria-label": `${visa.name}: ${b.text[visa.had ? "visa" : "no_visa"]}`,
    },
    visa.code,
  )

const stamps = (visas, b) =>
  h(
    "ol.stamps",
    visas.map((visa) => stamp(visa, b)),
  )

const courseTeams = (b) =>
  h(
    "ul.course-teams",
    {"data-many": b.teams.length > 4 ? "1" : null},
    b.teams.map((t) =>
      h(
        "li",
        {key: `t${t.seat}`, class: t.active ? "team-line active" : "team-line", "aria-current": t.active || null},
        h(
          "div.who",
          {class: t.name.length > 12 ? "long" : ""},
          badge(t.seat, 4.4),
          h("b", t.name),
          h("span.soft", t.start),
        ),
        stamps(t.visas, b),
      ),
    ),
  )

const courseBegin = (begin) =>
  h(
    "div.begin",
    h("p.aim", begin.aim),
    h(
      "ol.stamps",
      begin.visas.map((visa) => h("li", h("span.stamp.had", {"aria-hidden": true}, visa.code), visa.name)),
    ),
    h("p.soft", begin.hint),
  )

/** In place of a hidden hand: whose turn it is, the button to the curtain, the latest flight. */
const handHidden = (b, ctx) =>
  h(
    "section.course-hand.waiting",
    h(
      "header",
      badge(b.seat, 5),
      h("h2", b.turn.title),
      h("span.soft.hint", b.hidden ? b.hidden.text : b.turn.hint),
      b.hidden &&
        b.hidden.open &&
        h(
          "span.go",
          button(b.hidden.first ? b.hidden.pass : b.hidden.open, () => ctx.pass(b.seat), {
            class: b.hidden.first ? "accent" : "",
          }),
        ),
    ),
    b.flight ? courseFlight(b.flight, b, ctx) : b.begin ? courseBegin(b.begin) : null,
  )

boards["course.play"] = (public_, ctx) => {
  const {curtain: hung, behind} = ctx.ui
  if (hung && !behind) return curtain(ctx, (public_.hidden && public_.hidden.pass) || "", () => null)
  const b = behind ? behind.board : public_
  const p = b.hand ? planned(b, ctx) : {}
  return inHand(ctx) ? playInHand(b, p, ctx) : playOnTable(b, p, ctx)
}

/** The latest move, if it was not a flight. */
const news = (b) => b.news && h("p.news", {key: b.news}, b.news)

const playOnTable = (b, p, ctx) =>
  h(
    "main.course-play.full",
    {key: "course"},
    mapPlace(
      ctx,
      b,
      p,
      news(b),
      cityCard(b, p, ctx) || (b.hand && b.flight ? latestFlight(b.flight, ctx) : null),
      ctx.ui.behind &&
        button([icon("close"), ctx.t("close")], () => ctx.shut(), {
          class: "shut",
          "aria-label": ctx.t("curtain_close"),
        }),
    ),
    courseTeams(b),
    h("div.course-dock", b.hand ? handBelow(b, p, ctx) : handHidden(b, ctx), coursePiles(b, b.hand ? p : null)),
  )

const playInHand = (b, p, ctx) =>
  h(
    "main.course-play.full.in-hand",
    {key: "course"},
    mapPlace(ctx, b, p),
    cityCard(b, p, ctx),
    news(b),
    b.own !== null && stamps(b.teams[b.own].visas, b),
    b.hand && !b.hand.can && b.flight && latestFlight(b.flight, ctx),
    b.hand ? handBeside(b, p, ctx) : [handHidden(b, ctx), coursePiles(b, null)],
    h("p.soft.rounds", b.round),
    courseTeams(b),
  )
