// Saved lessons: saved from the stage or the form of a new game, listed and shown on the first page.

/** A short field of a form: its label above, a hint inside. */
const shortField = (ctx, name, attrs) =>
  h("label.short", {key: name}, h("span.soft", ctx.t(name)), h("input", {placeholder: ctx.t(`${name}_hint`), ...attrs}))

/** The hidden input of a label that chooses a file; the same file can be chosen again. */
const filePicker = (accept, load) =>
  h("input.said", {
    type: "file",
    accept,
    onchange: (e) => {
      load(e.target.files[0])
      e.target.value = ""
    },
  })

/** The dialog to save a prepared game under a name, here or as a file. */
dialogs.keep = (ctx) => {
  const name = ctx.ui.lesson_name || ""
  const keep = (file) => ctx.send({...ctx.ui.keeping, do: "keep", name, file})
  return dialog(
    ctx,
    ctx.t("keep_title"),
    h(
      "form.keep",
      submitted(() => keep(false)),
      h("p", ctx.t("keep_text")),
      h("label", {for: "lesson-name"}, ctx.t("keep_name")),
      h("input", {
        id: "lesson-name",
        value: name,
        maxlength: 60,
        autocomplete: "off",
        placeholder: ctx.t("keep_hint"),
        oninput: (e) => ctx.set({lesson_name: e.target.value, problem: null}),
      }),
      problemLine(ctx.ui.problem),
      h(
        "div.actions",
        !(ctx.ui.keeping && ctx.ui.keeping.only_file) &&
          h("button.button.accent", {type: "submit"}, ctx.t("keep_here")),
        button(ctx.t("keep_file"), () => keep(true)),
      ),
    ),
    {class: "narrow"},
  )
}

/** The first page's line of lessons, and the link to My figures. */
const lessonRow = (b, ctx) =>
  h(
    "nav.my-lessons",
    {key: "mine", "aria-label": ctx.t("lessons")},
    b.figures && h("b", ctx.t("lessons")),
    b.lessons.length
      ? h(
          "ul",
          b.lessons
            .slice(0, b.first_lessons)
            .map((l) =>
              h(
                "li",
                {key: l.id},
                h("button.button", {onclick: () => ctx.send({do: "lesson", id: l.id})}, h("span", l.name)),
              ),
            ),
        )
      : b.figures
        ? h("span.soft", ctx.t("no_lessons"))
        : null,
    b.lessons.length > b.first_lessons && button(ctx.t("all_rooms"), () => ctx.open("lessons")),
    h(
      "label.button.plain",
      ctx.t("lesson_file"),
      filePicker(".json,application/json", (file) => loadLesson(file, ctx)),
    ),
    b.figures && h("a.button", {href: b.figures}, ctx.t("my_figures")),
  )

const LINK = "#lesson="

/** The lesson that came with the address, once: what is in it is shown. */
function lessonOfLink(ctx) {
  if (!location.hash.startsWith(LINK)) return false
  ctx.send({do: "load", text: location.hash.slice(LINK.length)})
  window.history.replaceState(null, "", location.pathname + location.search)
  return true
}

/** A link that carries the lesson whole: copied where the browser lets us, and to be seen in any case. */
const shareLink = (l, ctx) => {
  const link = `${location.origin}${location.pathname}${LINK}${l.link}`
  if (navigator.clipboard)
    navigator.clipboard.writeText(link).then(
      () => ctx.toast(ctx.t("link_copied")),
      () => {},
    )
  ctx.set({link})
}

const sharedLink = (l, ctx) =>
  l.link &&
  (ctx.ui.link || "").endsWith(LINK + l.link) &&
  h(
    "label.keep",
    h("span.soft", ctx.t("link_text")),
    h("input", {readonly: true, value: ctx.ui.link, onfocus: (e) => e.target.select()}),
  )

async function loadLesson(file, ctx) {
  if (!file) return
  const text = file.size < 1400000 ? await file.text() : "" // longer files are not lessons
  ctx.send({do: "load", text})
}

dialogs.lessons = (ctx) =>
  dialog(
    ctx,
    ctx.t("lessons"),
    h(
      "ul.menu-list",
      ctx.scene.board.lessons.map((l) =>
        h(
          "li",
          {key: l.id},
          h(
            "button.button.past",
            {onclick: () => ctx.send({do: "lesson", id: l.id})},
            h("b", l.name),
            h("span.soft", l.problem || l.game),
          ),
        ),
      ),
    ),
    {class: "narrow"},
  )

/** The content of a lesson, before it is opened. */
dialogs.lesson = (ctx) => {
  const l = ctx.ui.lesson
  const about = {id: l.id, group: ctx.ui.group || "", label: ctx.ui.label || ""}
  const opened = (same) => {
    const message = {do: "open_lesson", same, ...about}
    l.window ? inWindow(ctx, {...message, window: true}) : ctx.send(message)
  }
  const gone = {
    send: {do: "drop_lesson", id: l.id},
    sure: {title: l.name, text: ctx.t("drop_text"), yes: ctx.t("drop")},
  }
  const input = (name) =>
    shortField(ctx, name, {value: ctx.ui[name] || "", maxlength: 24, oninput: (e) => ctx.set({[name]: e.target.value})})
  return dialog(ctx, l.name, [
    l.brought && h("p.soft", ctx.t("brought")),
    h(
      "dl.inside",
      l.lines.map(([what, text], i) => h("div", {key: i}, h("dt", what), h("dd", text))),
    ),
    l.problem
      ? problemLine(l.problem)
      : [
          h("div.keep.fields", input("group"), input("label")),
          h(
            "div.actions",
            button(ctx.t("new_cards"), () => opened(false), {class: "accent large"}),
            button(ctx.t("same_cards"), () => opened(true), {class: "large"}),
          ),
        ],
    h(
      "div.actions",
      l.brought
        ? l.keeps && !l.problem
          ? button(ctx.t("keep_here"), () => ctx.send({do: "keep_lesson"}))
          : null
        : [
            button(ctx.t("keep_file"), () => ctx.send({do: "save_lesson", id: l.id})),
            l.link && button(ctx.t("link"), () => shareLink(l, ctx)),
            button(ctx.t("drop"), () => act(ctx, gone)),
          ],
    ),
    sharedLink(l, ctx),
  ])
}
