// Globalissimo: a round's reveal, unsolved answers, the end.

const charted = (ctx) => ctx.figures && !ctx.narrow // else bars are drawn in the cards

boards["globalissimo.reveal"] = (b, ctx) =>
  h(
    "main.globalissimo-reveal",
    {"data-stage": b.stage},
    headline([], b.category, b.unit),
    h(
      "ol.ranking",
      {style: `--n:${b.cards.length}`},
      b.cards.map((c, i) => rankedCard(b, ctx, c, i)),
    ),
    b.stage === 0 && h("div.only-next", {key: "only"}, h("p.lead", b.rule), wayOn(b, ctx)),
    b.stage === 1 && lesson(b, ctx),
    b.stage === 2 && [walks(b, ctx), track(b.track, ctx)],
    h("footer.foot", sourced(b, ctx), b.stage === 1 && saveButton(b, ctx)),
  )

const rankedCard = (b, ctx, c, i) =>
  h(
    "li",
    {key: c.iso, class: `ranked ${c.tile && c.tile.right ? "right" : ""}`, style: `--i:${i}`},
    h("span.ranked-head", h("b.ranked-rank", ordinal(c.rank)), flag(ctx, c.flag)),
    h("span.ranked-words", named(c.name), h("b.ranked-figure", c.figure, " ", h("small", c.unit))),
    b.stage === 1 && !charted(ctx) && bar(b, c),
    c.tile
      ? h(
          "span.tile-place",
          badge(c.tile.seat, 4.6),
          h("span.guess", c.tile.text),
          h("span.said", c.tile.said),
          h("b.won", {"aria-hidden": true}, c.tile.right ? "✓ " : "", c.tile.points),
        )
      : h("span.tile-place.empty", c.nobody),
  )

const bar = (b, c) =>
  h(
    "span.bar-place",
    h(
      "span.bar",
      b.decades.map((at) => h("u", {style: `left:${at * 100}%`})),
      h("i", {style: `width:${Math.max(1, c.length * 100)}%;background:${c.colour}`}),
    ),
    h("span.soft", c.world),
  )

const lesson = (b, ctx) =>
  h(
    "div.lesson",
    {key: "lesson", class: charted(ctx) ? "charted" : ""},
    charted(ctx)
      ? [
          h(
            "section.panel.chart.bars",
            h("header", h("h3", b.bars.title), h("span.soft", b.bars.note)),
            figure(ctx, 0),
          ),
          h(
            "section.panel.chart.among",
            h("header", h("h3", b.strip.title), h("span.soft", b.strip.note)),
            figure(ctx, 1),
          ),
        ]
      : h("p.soft.scale-note", b.bars.note),
    mapPanel(b, ctx),
    asked(
      b,
      ctx,
      b.answers.map((a) => h("div.not-found", {key: a.iso}, h("h3", a.title), solved(ctx, a))),
    ),
  )

const mapPanel = (b, ctx) => h("section.panel.map", worldMap(ctx, b.map, {}))

const solved = (ctx, a) => strip(ctx, a, {key: a.iso, class: `answer ${a.colour}`})

const walks = (b, ctx) =>
  h(
    "div.walks",
    {key: "walks"},
    h(
      "ul",
      b.moves.map((m) =>
        h(
          "li.panel",
          {key: `m${m.seat}`},
          badge(m.seat, 5.4),
          h("span.words", h("b", m.name, " · ", m.points), h("span.soft", m.text)),
        ),
      ),
    ),
    wayOn(b, ctx),
  )

boards["globalissimo.answer"] = (b, ctx) =>
  h(
    "main.globalissimo-answer",
    headline([], b.title),
    h(
      "div.answer-grid",
      h("section.answer-found", solved(ctx, b.answer), outcome(b.outcome), b.questions.length ? null : wayOn(b, ctx)),
      mapPanel(b, ctx),
      b.questions.length > 0 && asked(b, ctx),
    ),
    track(b.track, ctx),
  )

// the end

boards["globalissimo.over"] = (b, ctx) =>
  h(
    "main.globalissimo-over",
    ours(b),
    h(
      "div.verdict-line",
      b.winners.map((seat) => badge(seat, 8)),
      h(
        "div.won-by",
        h("h2", {class: b.title.length > 26 ? "verdict long" : "verdict"}, b.title),
        h("p.detail", b.text),
      ),
      afterwards(b, ctx),
    ),
    h("div.end-grid", standings(b), precision(b), missed(b, ctx), (b.missed.length || !ctx.narrow) && mapPanel(b, ctx)),
    track(b.track, ctx),
  )

const standings = (b) =>
  h(
    "section.panel.standings",
    h(
      "ol",
      {"data-many": b.standings.length > 4},
      b.standings.map((s) =>
        h(
          "li",
          {key: `s${s.seat}`},
          badge(s.seat, 5),
          h("b.fit", named(s.name)),
          h("span", s.square),
          h("span.soft", s.barriers),
        ),
      ),
    ),
  )

/** How close the tiles were. */
const precision = (b) =>
  h(
    "section.panel.precision",
    b.precision
      ? [
          h("h3", b.precision.title),
          h(
            "ul",
            b.precision.bars.map((bar) => h("li", h("span", bar.name), gauge(bar.share), h("b", bar.text))),
          ),
          h("p.soft", b.precision.note),
          b.hardest && h("p", b.hardest),
        ]
      : h("p.soft", b.none_missed),
  )

const missed = (b, ctx) =>
  h(
    "section.panel.missed",
    h("h3", b.missed_title),
    b.missed.length
      ? h(
          "ul",
          b.missed.map((c) => h("li", {key: c.iso}, strip(ctx, c, {}))),
        )
      : h("p.soft", b.none_missed),
  )
