// What comes over the board and goes again.

/** A dialog: title, content, buttons. Escape and the cross close it; the focus stays inside and goes back after. */
const dialog = (ctx, title, content, attrs) => h("div", {key: `dialog ${title}`, class: "veil", onclick: (e) => { if (e.target === e.currentTarget) ctx.close() }},
  h("section", {class: `dialog ${attrs?.class || ""}`, role: "dialog", "aria-modal": "true", "aria-label": title, tabindex: "-1",
    made: (el) => {
      const from = ctx.root.getRootNode().activeElement
      if (!from?.closest(".dialog")) ctx.before = from  // one dialog may lead to another
      queueMicrotask(() => el.focus())
    },
    onkeydown: (e) => keepInside(e)},
  h("header", {}, h("h2", {}, title), h("button", {type: "button", class: "round", "aria-label": ctx.t("close"), onclick: () => ctx.close()}, icon("close"))),
  h("div", {class: "content", tabindex: "0"}, content)))

function keepInside(e) {
  if (e.key !== "Tab") return
  const all = [...e.currentTarget.querySelectorAll("button:not([disabled]), input, select, a[href], [tabindex='0']")]
  const active = e.currentTarget.getRootNode().activeElement
  const edge = e.shiftKey ? all[0] : all.at(-1)
  if (active === edge || active === e.currentTarget && e.shiftKey) { (e.shiftKey ? all.at(-1) : all[0]).focus(); e.preventDefault() }
}

/** A sentence that goes by itself: what was refused and why. */
const toast = (ctx) => h("div", {key: "toast", class: "toast-place", role: "alert"},
  ctx.ui.toast ? h("p", {key: ctx.ui.toast.id, class: "toast"}, ctx.ui.toast.text) : null)

/** A private screen on a shared device. The scene's *curtains* say whose may be opened, and for which turn; what is behind
 *  comes from the server when it is opened and leaves the page when it closes: after 20 s without a touch, at the turn's end, on blur. */
const curtain = (ctx, title, content) => ctx.ui.behind
  ? h("main", {key: "behind", class: "curtain open", tabindex: "-1", made: (el) => queueMicrotask(() => el.focus())}, content(ctx.ui.behind))
  : h("main", {key: "curtain", class: "curtain"}, badge(ctx.ui.curtain.seat, 12), h("h2", {}, title), h("p", {}, ctx.t("curtain_hint")),
    h("p", {class: "curtain-buttons"}, button(ctx.t("curtain_open"), () => { ctx.peek(); ctx.stay() }, {class: "accent large", made: (el) => queueMicrotask(() => el.focus())}),
      button(ctx.t("cancel"), () => ctx.shut(), {class: "large"})))
