// The curtain over a private screen: on shared devices, not on phones.

const LOOK_AWAY = 20000 // ms without a touch after which an open curtain closes

/** The curtain over a team's private screen on a shared device. Its content is fetched when it opens and removed
 *  when it closes: after a while without a touch, at the end of the turn, or when the page is hidden. */
function hangCurtain(ctx) {
  let timer = null
  let unlocked = null // the turn for which it has opened by itself
  const curtains = () => ctx.scene.curtains || {}
  const isAlone = () => ctx.scene.alone in curtains() // the only team at the device needs no curtain
  let kept = {} // the unfinished choice, restored when the curtain opens again
  Object.assign(ctx, {
    pass: (seat) => ctx.set({curtain: {seat, turn: curtains()[seat]}, behind: null}),
    peek: () => {
      ctx.asked = ctx.ui.curtain.seat
      ctx.send({do: "peek", seat: ctx.asked})
    },
    stay: () => {
      clearTimeout(timer)
      timer = setTimeout(ctx.hide, LOOK_AWAY)
      for (const line of ctx.root.querySelectorAll(":scope > .time-left"))
        for (const run of line.getAnimations()) run.currentTime = 0
    },
    hide: () => {
      if (isAlone()) return
      ctx.asked = null
      clearTimeout(timer)
      const {behind, card, at, picked} = ctx.ui
      if (!behind) return
      kept = {choice: behind.choice, seat: behind.seat, chosen: {card, at, picked}}
      ctx.set({behind: null, ...NOTHING_CHOSEN})
    },
    shut: () => {
      ctx.hide()
      ctx.set({curtain: null, behind: null})
    },
    /** After each scene: close the curtain if its turn is over, else fetch its content again. */
    follow: () => {
      const {curtain, behind} = ctx.ui
      if (curtain && curtains()[curtain.seat] !== curtain.turn) ctx.shut()
      else if (behind) ctx.peek()
      else if (isAlone() && unlocked !== curtains()[ctx.scene.alone]) {
        unlocked = curtains()[ctx.scene.alone] // once a turn: who closes it wants to see the board
        ctx.asked = ctx.scene.alone
        ctx.send({do: "peek", seat: ctx.asked})
      }
    },
    show: (behind) => {
      if (behind.seat !== ctx.asked) return
      const again = !ctx.ui.behind && kept.seat === behind.seat && kept.choice === behind.choice
      const over = ctx.ui.behind && ctx.ui.behind.choice !== behind.choice
      const curtain = ctx.ui.curtain || {seat: behind.seat, turn: curtains()[behind.seat]}
      ctx.set({curtain, behind, ...(again ? kept.chosen : over ? NOTHING_CHOSEN : {})})
    },
  })
  addEventListener("blur", ctx.hide)
  document.addEventListener("visibilitychange", () => document.hidden && ctx.hide())
  for (const touch of ["pointermove", "pointerdown", "keydown"])
    ctx.root.addEventListener(touch, () => ctx.ui.behind && ctx.stay())
}

/** A private screen on a shared device. The scene's *curtains* say whose may be opened, and for which turn; what is
 *  behind comes from the server when it is opened and leaves the page when it closes: after 20 s without a touch, at
 *  the turn's end, on blur. */
const curtain = (ctx, title, content) =>
  ctx.ui.behind
    ? h(
        "main.curtain.open",
        {key: "behind", tabindex: "-1", made: (el) => queueMicrotask(() => el.focus())},
        content(ctx.ui.behind),
      )
    : h(
        "main.curtain",
        {key: "curtain"},
        badge(ctx.ui.curtain.seat, 12),
        h("h2", title),
        h("p", ctx.t("curtain_hint")),
        h(
          "p.curtain-buttons",
          button(
            ctx.t("curtain_open"),
            () => {
              ctx.peek()
              ctx.stay()
            },
            {class: "accent large", made: (el) => queueMicrotask(() => el.focus())},
          ),
          button(ctx.t("cancel"), () => ctx.shut(), {class: "large"}),
        ),
      )
