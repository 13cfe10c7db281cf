// Prompts and votes on phones: the question, the answer, and the class's beliefs.

/** What a screen shows in the place of its board: the question, the class's beliefs, or the board itself. */
function drawn(b, ctx) {
  const {ask, vote, me} = ctx.scene
  if (ask && tabOf(ask, ctx) === "ask") return boards["vote.ask"](ask, ctx)
  if (!me && b.beliefs && isBelieved(b, ctx)) return (boards[`${b.kind}.believed`] || believedPage)(b, ctx)
  if (!me && b.not_so && ctx.ui.not_so) return notSoPage(b, ctx)
  return [
    ask && askTabs(ask, ctx),
    me && b.beliefs && toldMe(b.beliefs, ctx),
    ask ? null : toldBefore(ctx.scene),
    boards[b.kind] ? boards[b.kind](b, ctx) : h("p", b.kind),
    b.not_so ? (me || ctx.narrow ? notSo(b.not_so) : notSoLine(b.not_so, ctx)) : null,
    vote && voteBand(vote, ctx),
    !ctx.scene.points ? null : me ? h("p.points", {key: "points"}, ctx.scene.points) : predicted(ctx.scene.points, ctx),
  ]
}

// on a phone

/** The answer being made: kept while the prompt is open, initialised with the earlier answer. */
function draftOf(ask, ctx) {
  const [first, second] = ctx.scene.mine || []
  const key = `${ask.id} ${ask.vote}`
  if (!ctx.ui.draft || ctx.ui.draft.key !== key) ctx.ui.draft = {key, ...(second || first || {})}
  return {draft: ctx.ui.draft, kept: ask.vote === 2 ? second : first, before: ask.vote === 2 ? first : null}
}

const answerOf = (ask, {say, which, sure}) => ({
  say,
  ...(which && say === ask.doubtful ? {which} : {}),
  ...(typeof sure === "boolean" ? {sure} : {}),
})

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)
const sendAnswer = (ask, ctx, answer) => ctx.send({do: "answer", prompt: ask.id, vote: ask.vote, answer})

/** An answer in words: wrong, Russia. */
function inWords(ask, {say, which}, lang) {
  if (ask.kind === "pad") return ""
  const text = (value, among) => {
    const found = among.find((o) => o.value === value)
    return found ? found.the || found.text.toLocaleLowerCase(lang) : ""
  }
  if (!Array.isArray(say))
    return [text(say, ask.options), which ? text(which, ask.cards) : ""].filter(Boolean).join(", ")
  return say.map((value) => ask.options.find((o) => o.value === value).text).join(", ") || ask.words.none
}

const lock = () =>
  h(
    "svg.icon.lock",
    {viewBox: "0 0 26 26", "aria-hidden": true},
    h("path", {
      d: "M5 11h16v11H5zM8 11V8a5 5 0 0 1 10 0v3",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.2,
      "stroke-linejoin": "round",
    }),
  )

const tabOf = (ask, ctx) => ctx.ui.tab || ask.tab

const askTabs = (ask, ctx) =>
  h(
    "div.vote-tabs",
    {key: "tabs", role: "group"},
    ["ask", "board"].map((tab) =>
      h(
        "button",
        {"data-tab": tab, "aria-pressed": tabOf(ask, ctx) === tab, onclick: () => ctx.set({tab})},
        ask.tabs[tab],
        tab === "ask" && ask.kind !== "pad" && !(ctx.scene.mine || [])[ask.vote - 1] && h("i.vote-new"),
      ),
    ),
  )

boards["vote.ask"] = (ask, ctx) => {
  const {draft, kept, before} = draftOf(ask, ctx)
  const set = (change) => ctx.set({draft: {...draft, ...change}})
  return h(
    "main.vote-ask",
    {key: "ask"},
    askTabs(ask, ctx),
    toldBefore(ctx.scene),
    h("div.vote-head", h("h2.hero", ask.title), h("span.soft", lock(), ask.words.private)),
    ask.talk
      ? h(
          "section.panel.vote-talk",
          h("h3", ask.talk.title),
          h("p", h("b", ask.question)),
          h("p", ask.talk.text),
          clock(ask),
        )
      : [h("h3.vote-question", ask.question), FORMS[ask.kind](ask, ctx, draft, set)],
    ask.talk || (ask.kind === "pad" && !ask.phase) ? null : voteDock(ask, ctx, draft, {kept, before}),
  )
}

/** What came of the question before, where no reveal tells it, and what this phone had answered. */
const toldBefore = ({told, before, lang}) =>
  told &&
  before &&
  h(
    "section.vote-before",
    {key: "before"},
    h("p.small", told.title),
    h("p", h("b", told.fact)),
    h(
      "p.told-pad",
      h("span", fill(told.words.you, {what: inWords(told, before, lang)})),
      mark(isSaid(told, before.say)),
    ),
  )

const pressed = (on, onclick, attrs, ...kids) => h("button", {...attrs, "aria-pressed": Boolean(on), onclick}, ...kids)

const MARKS = {right: "✓", wrong: "✕"}

/** One of the options, or several. */
const choiceForm = (ask, ctx, draft, set) => {
  const several = ask.kind === "several"
  const said = several ? draft.say || [] : [draft.say]
  const without = (value) => said.filter((v) => v !== value)
  const say = (value) => (!several ? value : said.includes(value) ? without(value) : [...said, value])
  return [
    h(
      "div.vote-options",
      {"data-n": ask.options.length},
      ask.options.map((o) =>
        pressed(
          said.includes(o.value),
          () => set({say: say(o.value)}),
          {class: "vote-option", key: o.value, "data-value": o.value},
          o.flag ? flag(ctx, o.flag) : h("i", {"aria-hidden": true}, MARKS[o.value] || ""),
          h("b", o.text),
        ),
      ),
    ),
    ask.cards.length > 0 && draft.say === ask.doubtful && whichCard(ask, ctx, draft, set),
    ask.sure && sureness(ask, draft, set),
  ]
}

const whichCard = (ask, ctx, draft, set) => [
  h("h4", ask.which),
  h(
    "div.vote-cards",
    ask.ends && h("span.vote-ends", {"aria-hidden": true}, h("b", ask.ends[0]), h("i"), h("b", ask.ends[1])),
    h(
      "ol",
      ask.cards.map((c) =>
        h("li", {key: c.value}, [
          pressed(
            draft.which === c.value,
            () => set({which: draft.which === c.value ? null : c.value}),
            {"data-value": c.value},
            flag(ctx, c.flag),
            h("b", c.text),
            h("i.vote-radio", {"aria-hidden": true}, draft.which === c.value ? "✓" : ""),
          ),
        ]),
      ),
    ),
  ),
]

const sureness = (ask, draft, set) =>
  h(
    "div.vote-tabs.vote-sure",
    {role: "group"},
    [true, false].map((sure) =>
      pressed(draft.sure === sure, () => set({sure}), {"data-sure": String(sure)}, ask.words[sure ? "sure" : "unsure"]),
    ),
  )

/** Put countries in order, one tap each; a tap on a placed one takes it back. */
const orderForm = (ask, ctx, draft, set) => {
  const said = draft.say || []
  const place = (n) => {
    const c = ask.options.find((o) => o.value === said[n])
    const next = n === said.length
    return h(
      "li",
      {key: `r${n}`},
      h("span.rank", ask.ranks[n][0], h("sup", ask.ranks[n][1])),
      c
        ? h(
            "button.vote-placed",
            {"data-move": c.value, onclick: () => set({say: said.filter((v) => v !== c.value)})},
            flag(ctx, c.flag),
            h("b", c.text),
            h("i", {"aria-hidden": true}, "✕"),
          )
        : h("span.vote-gap", {class: next ? "next" : ""}, next ? ask.words.next : ""),
    )
  }
  const rest = ask.options.filter((o) => !said.includes(o.value))
  return [
    h(
      "ol.vote-order",
      ask.options.map((_, n) => place(n)),
    ),
    rest.length > 0 && h("h4", ask.words.left),
    h(
      "div.vote-rest",
      rest.map((o) =>
        h(
          "button",
          {key: o.value, "data-value": o.value, "data-move": o.value, onclick: () => set({say: [...said, o.value]})},
          flag(ctx, o.flag),
          h("b", o.text),
        ),
      ),
    ),
  ]
}

/** One option for each team; every tap is saved. */
const padForm = (ask, ctx, draft, set) => {
  const said = draft.say || {}
  const write = (seat, value) => {
    const next = {...said, [seat]: value}
    if (said[seat] === value) delete next[seat]
    set({say: next})
    sendAnswer(ask, ctx, {say: next})
  }
  return [
    ask.rows.map((row) => {
      const chosen = ask.options.find((o) => o.value === said[row.seat])
      return h(
        "section.panel.vote-pad",
        {key: `pad${row.seat}`},
        h(
          "div.vote-pad-head",
          badge(row.seat, 6),
          h("b", row.name),
          h("span.soft", chosen ? h("b", chosen.text) : ask.words.no_idea),
        ),
        h(
          "div.vote-pad-row",
          ask.options.map((o) => {
            const out = (row.out || []).includes(o.value)
            return pressed(
              said[row.seat] === o.value,
              () => write(row.seat, o.value),
              {key: o.value, "data-value": o.value, class: out ? "out" : null, disabled: out},
              flag(ctx, o.flag),
              out && h("i", {"aria-hidden": true}, "✕"),
              h("small", o.text),
            )
          }),
        ),
      )
    }),
    ask.phase ? null : h("p.small", lock(), ask.words.until),
  ]
}

const FORMS = {
  choice: choiceForm,
  several: choiceForm,
  order: orderForm,
  place: (...all) => boards["vote.place"](...all),
  pad: padForm,
}

function voteDock(ask, ctx, draft, {kept, before}) {
  const answer = answerOf(ask, draft)
  const missing = ask.kind === "order" ? ask.options.length - (draft.say || []).length : 0
  const ready = ask.kind === "several" || (draft.say !== undefined && draft.say !== null && !missing)
  const saved = ready && kept && same(answer, kept)
  const what = ready ? inWords(ask, draft, ctx.scene.lang) : ""
  const short = what && what.length < 40
  const label = missing
    ? fill(ask.words.missing, {n: missing})
    : !ready
      ? ask.words.choose
      : before && same(answer, before)
        ? short
          ? fill(ask.words.keep, {what})
          : ask.words.keep_all
        : short
          ? fill(ask.words.send_what, {what})
          : ask.words.send
  if (ask.kind === "several" && draft.say === undefined) answer.say = []
  return h(
    "div.vote-dock",
    saved
      ? h("p.vote-saved", {role: "status"}, "✓ ", ask.words.sent)
      : button(label, () => sendAnswer(ask, ctx, answer), {class: "accent go", disabled: !ready}),
    h("p.small", ask.words.until),
  )
}

// after the reveal: what I said, what the class said

const mark = (right) => h("span.mark", {class: right ? "right" : "wrong"}, right ? "✓" : "✕")

function toldMe(t, ctx) {
  const mine = (ctx.scene.mine || []).filter(Boolean)
  const both = mine.length > 1
  const text = (value) => (t.options.find((o) => o.value === value) || {}).text || ""
  const words = (say) => (Array.isArray(say) ? say.map(text).join(", ") : text(say))
  const more = (a) => {
    const card = a.which && (t.cards || []).find((c) => c.value === a.which)
    const sure = typeof a.sure === "boolean" ? t.words[a.sure ? "sure" : "unsure"] : ""
    return [card ? card.text : "", sure].filter(Boolean).join(" · ")
  }
  return h(
    "section.told-me",
    {key: "told"},
    h("h2.label", t.words.you_said),
    mine.length && t.pads
      ? toldPad(t, mine[0].say, text)
      : mine.length
        ? h(
            "div.told-cards",
            mine.map((a, i) => {
              const right = t.kind === "order" ? isRanked(t, a.say) : isSaid(t, a.say)
              return h(
                "div",
                {class: right ? "told right" : "told wrong", key: `v${i}`},
                h("span", t.votes[both ? i : t.votes.length - 1]),
                h("b", words(a.say)),
                h("span", more(a)),
                mark(right),
              )
            }),
          )
        : h("p.soft", t.words.not_said),
    t.kind === "choice" && t.fact ? h("p.told-fact", h("b", t.fact)) : null,
    t.class_said
      ? [
          h("h2.label", t.class_said),
          t.n.map((n, i) =>
            h(
              "p.told-bar",
              {key: `c${i}`},
              h("span", t.votes[i]),
              h("i", {style: `--share:${(t.said[i][t.truth.say] || 0) / Math.max(1, n)}`}),
              h("b", t.of[i]),
            ),
          ),
          both && !isSaid(t, mine[0].say) && isSaid(t, mine[1].say) && h("p", t.joined_text),
        ]
      : [
          (t.kind === "several" || t.kind === "place") && [
            h("h2.label", t.fact || t.words.truth),
            h("p", h("b", words(t.truth.say))),
          ],
          h("p.told-right", t.right_text),
        ],
    t.questions && t.questions.length ? h("div.panel.told-ask", h("h2.label", t.ask), h("p", t.questions[0])) : null,
  )
}

/** For a pad: my guess for each team, and the truth. */
const toldPad = (t, say, text) =>
  t.pads.map((row) => {
    const right = t.truth.say[row.seat].includes(say[row.seat])
    const truth = row.nations.map((nation) => nation.name).join(", ")
    return (
      say[row.seat] &&
      h(
        "p.told-pad",
        {key: `pad${row.seat}`},
        badge(row.seat, 6),
        h("span", row.name),
        h("span", h("b", text(say[row.seat])), right ? null : ` → ${truth}`),
        mark(right),
      )
    )
  })

const isSaid = (t, said) =>
  Array.isArray(t.truth.say) ? same([...said].sort(), [...t.truth.say].sort()) : t.truth.say === said
const isRanked = (t, said) => said.every((c, i) => !i || t.truth.say[said[i - 1]] <= t.truth.say[c])
