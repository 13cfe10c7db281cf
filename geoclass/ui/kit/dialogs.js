// Dialogs, toasts and notices over the board.

// Functions (ctx) that draw a dialog, by its name in ctx.ui.dialog; a board's own are among the boards.
const dialogs = {}

/** A dialog: title, content, buttons. Escape and the cross close it; the focus stays inside and goes back after. */
const dialog = (ctx, title, content, attrs) =>
  h(
    "div.veil",
    {
      key: `dialog ${title}`,
      onclick: (e) => {
        if (e.target === e.currentTarget) ctx.close()
      },
    },
    h(
      "section",
      {
        class: classed("dialog", attrs),
        role: "dialog",
        "aria-modal": true,
        "aria-label": title,
        tabindex: "-1",
        made: (el) => {
          const from = ctx.root.getRootNode().activeElement
          if (!from || !from.closest(".dialog")) ctx.before = from // one dialog may open another
          queueMicrotask(() => el.focus())
        },
        onkeydown: (e) => keepInside(e),
      },
      h(
        "header",
        h("h2", title),
        h("button.round", {"aria-label": ctx.t("close"), onclick: () => ctx.close()}, icon("close")),
      ),
      h("div.content", {tabindex: "0"}, content),
    ),
  )

function keepInside(e) {
  if (e.key !== "Tab") return
  const all = [...e.currentTarget.querySelectorAll("button:not([disabled]), input, select, a[href], [tabindex='0']")]
  const active = e.currentTarget.getRootNode().activeElement
  const edge = e.shiftKey ? all[0] : all[all.length - 1]
  if (active === edge || (active === e.currentTarget && e.shiftKey)) {
    ;(e.shiftKey ? all[all.length - 1] : all[0]).focus()
    e.preventDefault()
  }
}

const choices = (label, all, chosen, onchoose) =>
  h(
    "div.choices",
    {role: "group", "aria-label": label},
    h("span.label", label),
    h(
      "div.segments",
      all.map(([value, text]) => h("button", {"aria-pressed": value === chosen, onclick: () => onchoose(value)}, text)),
    ),
  )

/** The text size on this device. */
const textChoice = (ctx) =>
  choices(
    ctx.t("text"),
    Object.keys(TEXT).map((size) => [size, ctx.t(`text_${size}`)]),
    keptChoice("text") || "normal",
    (size) => {
      keepChoice("text", size)
      dispatchEvent(new Event("resize")) // everything is measured again
      ctx.redraw()
    },
  )

/** A sentence that disappears by itself, such as why a move was refused. */
const toast = (ctx) =>
  h(
    "div.toast-place",
    {key: "toast", role: "alert"},
    ctx.ui.toast && h("p.toast", {key: ctx.ui.toast.id}, ctx.ui.toast.text),
  )

const menuButton = (ctx, look, ...more) =>
  h(
    `button.${look}`,
    {"aria-label": ctx.t("menu"), "aria-haspopup": "dialog", onclick: () => ctx.open("menu")},
    icon("menu"),
    more,
  )

/** Why a form cannot be sent. */
const problemLine = (text) => text && h("p.problem", {role: "alert"}, text)

/** Attributes of a form that calls *act* when it is sent. */
const submitted = (act) => ({
  onsubmit: (e) => {
    e.preventDefault()
    act(e)
  },
})

/** Covers everything while the server is lost. */
const lostLine = (ctx) => ctx.ui.lost && h("p.lost", {key: "lost", role: "status"}, ctx.t("lost"))

/** The notice of a pause, on every screen. */
const pauseLine = (ctx, resume) =>
  ctx.scene.paused && h("p.paused", {key: "paused", role: "status"}, icon("pause"), h("b", ctx.scene.paused), resume)
