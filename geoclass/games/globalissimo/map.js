// Globalissimo: pointing at a country on the blank map, or choosing it by position with a screen reader.

/** The map to point at; on a small screen only for the team that answers. */
function pointing(b, ctx) {
  const points = b.can && !b.spoken
  const {picked} = ctx.ui
  const answer = () => {
    if (ctx.ui.picked) ctx.move({seat: b.seat, move: "answer", country: ctx.ui.picked})
    else ctx.toast(b.words.touch)
  }
  const map = zoomable(ctx, picked ? {...b.map, chosen: [picked], fills: {[picked]: "var(--accent)"}} : b.map, {
    key: `ask ${ctx.scene.turn}`,
    choose: points ? (iso) => ctx.set({picked: iso}) : undefined,
    confirm: points ? answer : undefined,
    role: "application",
    "aria-label": `${b.map.said}. ${b.keys}`,
    made: (el) => points && !ctx.narrow && setTimeout(() => el.focus({preventScroll: true}), 0),
  })
  return h(
    "div.blank-map",
    map,
    h(
      "div.map-tools",
      h("p.asked-hint", b.hint),
      points && [
        byPosition(b, ctx),
        confirmed(picked ? b.words.point : b.words.touch, picked ? answer : null),
        unknown(b, ctx),
      ],
      b.can && b.spoken && judge(b, ctx),
    ),
  )
}

/** The same map, for everybody else's answer to the prompt. */
boards["vote.place"] = (ask, ctx, draft, set) => {
  const map = draft.say ? {...ask.map, chosen: [draft.say], fills: {[draft.say]: "var(--accent)"}} : ask.map
  const choose = (iso) => set({say: iso})
  const attrs = {key: ask.id, choose, role: "application", "aria-label": `${ask.map.said}. ${ask.map_words.keys}`}
  return h(
    "div.blank-map.vote-map",
    zoomable(ctx, map, attrs),
    byPosition({words: ask.map_words}, ctx, draft.say, choose),
  )
}

/** The button that confirms; disabled while there is nothing to confirm. */
const confirmed = (words, act) => h("div.confirm", button(words, act, {class: "accent large play", disabled: !act}))

/** All countries by position, without names; drawn only once opened. */
function byPosition(b, ctx, picked = ctx.ui.picked, pick = (iso) => ctx.set({picked: iso})) {
  const open = ctx.ui.positions === ctx.scene.turn
  const place = ([iso, where]) =>
    h("button.position", {key: iso, "aria-pressed": picked === iso, onclick: () => pick(iso)}, where)
  const toggle = (e) => {
    if (e.currentTarget.open !== open) ctx.set({positions: e.currentTarget.open ? ctx.scene.turn : null})
  }
  return h(
    "details.positions",
    {open: open ? true : null, ontoggle: toggle},
    h("summary", b.words.blind),
    open &&
      h(
        "div.position-list",
        (ctx.ground.positions || []).map((group) => [
          h("h3", {key: group.continent}, group.continent),
          h("div.continent", {key: `in ${group.continent}`, "data-walk": true}, group.places.map(place)),
        ]),
      ),
  )
}
