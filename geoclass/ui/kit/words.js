// The board of a game without its own: the public view in words, legal moves as buttons.

boards["words.play"] = (b, ctx) =>
  h(
    "main.words-board",
    ours(b),
    teamStrip(b.teams),
    b.turn && h("h2.turn", badge(b.turn.seat), b.turn.title),
    h(
      "section.panel.lines",
      b.lines.map((line) => h("p", line)),
    ),
    b.moves.length > 0 &&
      h(
        "section.panel.moves",
        {"data-walk": true},
        b.moves.map((m) => button(m.text, () => ctx.move(m.move))),
      ),
  )
