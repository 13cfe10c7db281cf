boards["words.play"] = (b, ctx) => h("main", {class: "words-board"},
  teamStrip(b.teams),
  b.turn ? h("h2", {class: "turn"}, badge(b.turn.seat), b.turn.title) : null,
  h("section", {class: "panel lines"}, b.lines.map((line) => h("p", {}, line))),
  b.moves.length ? h("section", {class: "panel moves", "data-walk": true}, b.moves.map((m) => button(m.text, () => ctx.send({do: "move", move: m.move})))) : null)
