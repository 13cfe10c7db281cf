// Higher or lower: a pair to choose from, the same pair with its figures, and the end.

boards["higher.play"] = (b, ctx) =>
  h(
    "main.higher",
    h("div.higher-top", h("div", h("p.lead", b.lead), h("h2.verdict", b.title)), teamStrip(b.teams)),
    h(
      "div.pair",
      {"data-walk": true},
      b.cards.map((c) =>
        b.seat === null
          ? card(ctx, c, {key: c.iso})
          : card(ctx, c, {key: c.iso, onclick: () => ctx.move({seat: b.seat, move: "say", card: c.iso})}),
      ),
    ),
  )

boards["higher.reveal"] = (b, ctx) =>
  h(
    "main.higher",
    h("h2.verdict", b.title),
    h(
      "div.pair.told",
      b.cards.map((c) => strip(ctx, c, {key: c.iso, class: c.more ? "more" : ""})),
    ),
    h("div.higher-lesson", h("div.panel.map", worldMap(ctx, b.map, {})), asked(b, ctx)),
    h("footer.foot", sourced(b, ctx), saveButton(b, ctx)),
  )

boards["higher.over"] = (b, ctx) =>
  h("main.higher", ours(b), h("h2.verdict", b.title), teamStrip(b.teams), h("p.lead", b.text), afterwards(b, ctx))
