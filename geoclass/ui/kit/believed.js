// The class's screen: the vote below the board, and the class's beliefs beside the truth.

const voteButton = (b, ctx) => button(b.text, () => act(ctx, b), {class: b.sort, "data-do": b.open || b.send.action})

const dots = (n, of) =>
  of <= 48 &&
  h(
    "span.vote-dots",
    {"aria-hidden": true, style: `--per:${Math.ceil(of / (of > 14 ? 2 : 1))}`},
    Array.from({length: of}, (_, i) => h("i", {class: i < n ? "in" : ""})),
  )

function voteBand(v, ctx) {
  if (v.beliefs) return shownBand(v, ctx)
  const [on, ...more] = v.buttons
  const talk = v.phase === "talk"
  if (on) for (const key of ["ArrowRight", " ", "PageDown"]) ctx.keys[key] = () => ctx.send(on.send)
  return h(
    "section.vote-band",
    {key: "vote", "data-phase": v.phase},
    h(
      "ol.vote-steps",
      v.steps.map((step, i) =>
        h(
          "li",
          {class: i < v.at ? "done" : i === v.at ? "now" : "", "aria-current": i === v.at ? "step" : null},
          h("i", i < v.at ? "✓" : i + 1),
          step,
        ),
      ),
    ),
    h(
      "div.vote-panels",
      h(
        "div.panel.vote-main",
        h("h2", v.title),
        h("p", v.held && [v.seat !== null && badge(v.seat, 4.2), h("b", v.held)], h("span.soft", v.text)),
        talk
          ? h("p.vote-count.soft", v.hidden)
          : h("p.vote-count", h("b", v.answered), h("span", v.answered_text), dots(v.answered, v.of)),
      ),
      (talk || on) &&
        h(
          "div.vote-side",
          talk &&
            h(
              "div.panel.vote-time",
              clock(v),
              more.filter((b) => b.sort === "more").map((b) => voteButton(b, ctx)),
            ),
          on && voteButton(on, ctx),
          h(
            "div.vote-ways",
            more.filter((b) => b.sort !== "more").map((b) => voteButton(b, ctx)),
          ),
        ),
    ),
  )
}

const shownBand = (v, ctx) =>
  h(
    "section.vote-band",
    {key: "vote", "data-phase": v.phase},
    h(
      "div.vote-panels",
      beliefsPanel(v.beliefs, ctx),
      v.buttons.length
        ? h(
            "div.vote-side",
            v.buttons.map((b) => voteButton(b, ctx)),
          )
        : null,
    ),
  )

/** Each team's points for predictions, over the end of the game while the teacher shows them. */
const predicted = (p, ctx) =>
  h(
    "aside.panel.predicted",
    {key: "predicted", "aria-label": p.title},
    h(
      "header",
      h("h2", p.title),
      h("span.soft", p.note),
      p.hide && h("button.round", {"aria-label": p.hide.text, onclick: () => ctx.send(p.hide.send)}, icon("close")),
    ),
    h(
      "ul",
      p.teams.map((t) => h("li", {key: `p${t.seat}`}, badge(t.seat, 5), h("span", t.name), h("b", t.n))),
    ),
  )

// beliefs

const isBelieved = (b, ctx) => {
  const {believed} = ctx.ui
  return believed && believed.of === b.beliefs.id + b.believed ? believed.is : Boolean(b.believed)
}

/** Switches between the reveal and the class's beliefs, on this screen only. */
const believedButton = (b, ctx) =>
  b.beliefs &&
  h(
    "button.tool.believed-tool",
    {...UNSAVED, onclick: () => ctx.set({believed: {of: b.beliefs.id + b.believed, is: !isBelieved(b, ctx)}})},
    h("span", isBelieved(b, ctx) ? b.beliefs.back : b.beliefs.title),
  )

/** The beliefs as a page, for boards that do not draw them. */
const believedPage = (b, ctx) =>
  h(
    "main.believed-page",
    {key: "believed"},
    h("div.believed-head", h("h2.verdict", b.beliefs.lead), h("p.soft", b.beliefs.title)),
    h(
      "div.believed-body",
      beliefsPanel(b.beliefs, ctx),
      h(
        "div.believed-side",
        rightPanel(b.beliefs),
        asked(
          {...b, ask: b.beliefs.ask, questions: b.beliefs.questions.concat(b.beliefs.pads ? [] : b.questions || [])},
          ctx,
        ),
      ),
    ),
    h("footer.foot", sourced(b, ctx, b.beliefs.source || b.source || ""), saveButton(b, ctx)),
  )

/** How many were right in each vote. */
const rightPanel = (t) =>
  h(
    "section.panel.believed-right",
    t.right.length > 1 && h("p", h("span.soft", t.right[0]), " → ", h("b", t.right[1])),
    h("p", t.right_text),
  )

function beliefsPanel(t, ctx) {
  const chart = t.pads
    ? staircase
    : t.kind === "order"
      ? ranks
      : t.kind === "choice" && t.options.length < 4
        ? shift
        : said
  return h(
    "section.panel.beliefs",
    {role: "group", "aria-label": `${t.title}. ${t.summary}`},
    h(
      "header",
      h("h3", t.title),
      t.fact && h("b", t.fact),
      h("span.soft", t.answers),
      chart === said && t.votes.length > 1 && votesKey(t),
    ),
    h("div.beliefs-body", chart(t, ctx), (t.sure || (t.which && t.which.length)) && sureAndWrong(t, ctx)),
  )
}

const isTrue = (t, value) => (Array.isArray(t.truth.say) ? t.truth.say.includes(value) : t.truth.say === value)

// choice: boxes for each vote, bands for those who changed

const HIGH = 250 // height of the picture, in tenths of a rem
const BOX = 112
const LEAST = 52 // least height of a box with text
const GAP = 16

/** The boxes of one vote, stacked. */
function boxes(counts, options, n) {
  const there = options.filter((o) => counts[o.value])
  const free = HIGH - GAP * (there.length - 1) - LEAST * there.length
  let y = 0
  return there.map((o) => {
    const high = LEAST + (free * counts[o.value]) / Math.max(1, n)
    const box = {...o, n: counts[o.value], y, high, used: 0}
    y += high + GAP
    return box
  })
}

const hatch = () =>
  h(
    "svg.no-size",
    {"aria-hidden": true},
    h(
      "pattern",
      {id: "wrong-hatch", width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
      h("rect", {width: 14, height: 14, fill: "var(--accent-soft)"}),
      h("rect", {width: 4, height: 14, fill: "var(--accent)", opacity: 0.35}),
    ),
  )

function shift(t) {
  const votes = t.said.map((counts, i) => boxes(counts, t.options, t.n[i]))
  const last = votes.length - 1
  const at = (i) => i * 240
  const truthAt = at(last) + BOX + 90
  const box = (b, i) =>
    h(
      "g",
      {class: isTrue(t, b.value) ? "box right" : "box wrong", key: `${i}${b.value}`},
      h("rect", {x: at(i) + 2, y: b.y + 2, width: BOX, height: b.high - 4, rx: 14}),
      h("text", {x: at(i) + 2 + BOX / 2, y: b.y + b.high / 2, class: "n"}, b.n),
      h("text", {x: at(i) + 2 + BOX / 2, y: b.y + b.high / 2 + 24}, b.text),
    )
  const wide = truthAt + BOX + 8
  const truth = t.options.find((o) => isTrue(t, o.value))
  const middle = HIGH / 2
  return h(
    "figure.shift",
    {style: `--wide:${wide}`},
    hatch(),
    h(
      "div.shift-heads",
      t.votes.map((vote, i) => h("span", {style: `--at:${at(i) + BOX / 2}`}, vote)),
      h("span", {style: `--at:${truthAt + BOX / 2}`}, t.words.truth),
    ),
    h(
      "svg",
      {viewBox: `0 0 ${wide} ${HIGH + 4}`, "aria-hidden": true},
      last > 0 && bandsBetween(t, votes, at),
      votes.map((vote, i) => vote.map((b) => box(b, i))),
      h("path.arrow", {d: `M${at(last) + BOX + 22} ${middle}h46m-12 -10l12 10l-12 10`}),
      h(
        "g.box.truth",
        h("rect", {x: truthAt, y: middle - 70, width: BOX, height: 140, rx: 14}),
        h("text", {x: truthAt + BOX / 2, y: middle - 4, class: "n"}, "✓"),
        h("text", {x: truthAt + BOX / 2, y: middle + 32}, truth.text),
      ),
    ),
    h("figcaption", [t.joined, t.left].filter(Boolean).join(" · ")),
  )
}

/** A band for all who changed from one answer to the other; its widths are shares of the two boxes. */
const bandsBetween = (t, [first, second], at) =>
  t.moved.map(([a, b, n]) => {
    const from = first.find((x) => x.value === a)
    const to = second.find((x) => x.value === b)
    const [w1, w2] = [(from.high * n) / from.n, (to.high * n) / to.n]
    const [y1, y2] = [from.y + from.used, to.y + to.used]
    from.used += w1
    to.used += w2
    const [x1, x2, mid] = [at(0) + BOX, at(1) + 4, (at(0) + BOX + at(1)) / 2]
    const d =
      `M${x1} ${y1}C${mid} ${y1} ${mid} ${y2} ${x2} ${y2}V${y2 + w2}` +
      `C${mid} ${y2 + w2} ${mid} ${y1 + w1} ${x1} ${y1 + w1}Z`
    const sort = a === b ? "stayed" : isTrue(t, b) ? "joined" : isTrue(t, a) ? "quit" : "other"
    const [c1, c2] = [y1 + w1 / 2, y2 + w2 / 2]
    const early = a === b ? 0.5 : 0.3 // bands cross in the middle
    const [x, y] = [x1 + (x2 - x1) * early, c1 + (c2 - c1) * (3 - 2 * early) * early * early]
    return h("g", {class: `band ${sort}`, key: `${a}${b}`}, h("path", {d}), h("text", {x, y: y + 9}, n))
  })

const sureAndWrong = (t, ctx) =>
  h(
    "div.sure-wrong",
    t.sure && h("p.sure-n", h("b", t.sure_wrong[0]), t.sure_wrong[1]),
    t.sure &&
      t.options.length < 4 && [
        t.options.map((o) =>
          h(
            "p.sure-row",
            {key: o.value},
            h("span", o.text),
            mark(isTrue(t, o.value)),
            h("span.vote-dots", {"aria-hidden": true}, [
              Array.from({length: t.sure[o.value][0]}, () =>
                h("i.in", {class: isTrue(t, o.value) ? "right" : "wrong"}),
              ),
              Array.from({length: t.sure[o.value][1]}, () => h("i", {class: isTrue(t, o.value) ? "right" : "wrong"})),
            ]),
          ),
        ),
        h("p.sure-key.soft", h("i.in"), t.words.sure, h("i"), t.words.unsure),
      ],
    t.which && t.which.length > 0 && suspected(t, ctx),
  )

const suspected = (t) => [
  h("h4", t.suspected, h("span.soft", t.by)),
  h(
    "ul.suspected",
    t.which.map((c) =>
      h(
        "li",
        {key: c.value, class: c.out ? "out" : ""},
        h("span", c.text),
        h("i", {style: `--share:${c.n / t.which[0].n}`}),
        h("b", c.n, c.out && mark(false)),
      ),
    ),
  ),
]

// other kinds: a bar for each vote

const BARS = 6 // of all the places touched

const votesKey = (t) =>
  h(
    "span.soft.votes-key",
    t.votes.map((vote, i) => h("span", h("i", {class: i ? "second" : "first"}), vote)),
  )

const said = (t, ctx) => {
  const most = Math.max(1, ...t.said.flatMap((counts) => Object.values(counts)))
  return h(
    "ul.said-bars",
    t.options.slice(0, BARS).map((o) =>
      h(
        "li",
        {key: o.value, class: isTrue(t, o.value) ? "true" : ""},
        h("span.what", o.flag && flag(ctx, o.flag), o.text, isTrue(t, o.value) ? " ✓" : ""),
        h(
          "span.votes",
          t.said.map((counts, i) =>
            h(
              "span",
              {class: i ? "second" : "first"},
              h("i", {style: `--share:${(counts[o.value] || 0) / most}`}),
              h("b", counts[o.value] || 0),
            ),
          ),
        ),
      ),
    ),
  )
}

/** Each team's share of right pads by turn; a frame marks where it passes one half. */
const staircase = (t, ctx) =>
  h(
    "table.staircase",
    h(
      "tr.soft",
      h("th"),
      h(
        "td",
        h(
          "div.stairs",
          t.turns.map((n, i) => h("span", t.talked.includes(i) ? "→" : t.turns.length < 13 || i % 2 ? n : "")),
        ),
      ),
      h("th", t.pad_words.end),
      h("th"),
    ),
    t.pads.map((row) =>
      h(
        "tr",
        {key: `p${row.seat}`},
        h(
          "th",
          h(
            "div.pad-team",
            badge(row.seat, 5),
            h(
              "span",
              h("b", row.name),
              row.nations.map((c) => h("small", flag(ctx, c.flag), c.name)),
            ),
          ),
        ),
        h(
          "td",
          h(
            "div.stairs.bars",
            row.shares.map((share, i) =>
              h(
                "span",
                {class: `${share > 0.5 ? "half" : ""} ${i === row.known ? "known" : ""}`},
                h("i", {style: `--share:${share}`}),
              ),
            ),
          ),
        ),
        h("th", h("b", `${row.end} %`)),
        h("th", h("b", row.text), h("small", row.more)),
      ),
    ),
    h(
      "caption.soft",
      h("span", h("i.first"), h("i.second"), t.pad_words.share),
      h("span", h("i.true"), t.pad_words.known),
      t.talked.length ? h("span", "→ ", t.pad_words.talked) : null,
    ),
  )

/** The ranks given in the two votes; countries are in true order, so the truth is the diagonal. */
function ranks(t, ctx) {
  const most = Math.max(1, ...t.said.flatMap((by) => Object.values(by).flat()))
  const order = [...t.options].sort((a, b) => t.truth.say[a.value] - t.truth.say[b.value])
  const cell = (o, rank) => {
    const at = t.said.map((by) => by[o.value][rank])
    const [first, second] = at.length > 1 ? at : [0, at[0]]
    const bar = (n, side) => h("span", {class: side}, h("i", {style: `--share:${n / most}`}), h("b", n ? n : ""))
    const right = t.truth.say[o.value] === rank + 1
    return h("td", {key: o.value, class: right ? "true" : ""}, h("div", bar(first, "first"), bar(second, "second")))
  }
  return h(
    "table.ranks",
    h(
      "tr",
      h("th.soft", t.words.truth),
      order.map((o) =>
        h(
          "th",
          {key: o.value},
          h("span.soft", o.rank[0], h("sup", o.rank[1])),
          flag(ctx, o.flag),
          h("b", o.text),
          h("small", o.figure),
        ),
      ),
    ),
    order.map((_, rank) =>
      h(
        "tr",
        {key: `r${rank}`},
        h("th.soft", t.said_rank[rank]),
        order.map((o) => cell(o, rank)),
      ),
    ),
    h(
      "caption.soft",
      t.votes.length > 1 ? t.votes.map((vote, i) => h("span", h("i", {class: i ? "second" : "first"}), vote)) : null,
      h("span", h("i.true"), t.words.true_rank),
    ),
  )
}

// at the end: false beliefs of the majority

/** The first one in a line below the board; a click shows all. */
const notSoLine = (t, ctx) =>
  t.claims.length
    ? h(
        "button.panel.not-so-line",
        {key: "not-so", onclick: () => ctx.set({not_so: true})},
        h("b", t.title),
        h("span.soft", t.claims[0].question),
        h("span.claim-said", mark(false), t.claims[0].said),
        h("span.claim-true", mark(true), t.claims[0].brief),
        h("span.more", UNSAVED, t.more),
      )
    : h("p.panel.not-so-line", {key: "not-so"}, h("b", t.title), h("span.soft", `${t.text} ${t.none}`))

const claimList = (t) =>
  h(
    "ol.claims",
    t.claims.map((c, i) =>
      h(
        "li",
        {key: `c${i}`},
        h("p.soft", c.question),
        h("p.claim-said", mark(false), h("b", c.said), h("span.soft", [c.counted, c.sure].filter(Boolean).join(" · "))),
        gauge(c.share),
        h("p.claim-true", mark(true), h("b", c.truth)),
      ),
    ),
  )

/** All of them as a page on the class's screen, which can be saved as a picture. */
const notSoPage = (b, ctx) =>
  h(
    "main.not-so-page",
    {key: "not-so-page"},
    h("h2.verdict", b.not_so.title),
    h("p.soft", b.not_so.text),
    h("section.panel", claimList(b.not_so)),
    h(
      "footer.foot",
      h(
        "div.after",
        UNSAVED,
        button(b.not_so.back, () => ctx.set({not_so: false})),
      ),
      saveButton(b.not_so, ctx),
    ),
  )
