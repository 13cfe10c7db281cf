// My figures: the list, and the preview of a file or a pasted table.

const PACKED_FROM = 700000 // bytes
const LONGEST_FILE = 50e6
const FIELDS = ["label", "unit", "more", "less", "source", "year"]

/** A file as text for a message; large ones are compressed if the browser can. */
async function carried(file) {
  let content = file
  if (file.size > PACKED_FROM && window.CompressionStream)
    content = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob()
  const bytes = new Uint8Array(await content.arrayBuffer())
  let text = ""
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

const fresh = {about: {}, years: null, leave_out: false, problem: ""}

async function loadFile(file, b, ctx) {
  if (!file) return
  const text = file.size > LONGEST_FILE ? "" : await carried(file)
  if (!text || text.length > (b.largest * 4) / 3) return ctx.set({problem: ctx.t(file.size ? "large" : "empty")})
  ctx.set(fresh)
  ctx.send({do: "load", value: text})
}

/** The teacher's choices so far, for the next preview. */
const said = (ctx, more) => {
  const {about, years, leave_out} = {...fresh, ...ctx.ui, ...more}
  return {about, years, leave_out}
}

const look = (ctx, more) => {
  ctx.set(more)
  ctx.send({do: "look", ...said(ctx)})
}

boards["figures.page"] = (b, ctx) =>
  h(
    "main.my-figures",
    b.told && h("p.news", {key: "told"}, h("b", "✓ "), b.told),
    b.seen ? preview(b.seen, b, ctx) : [adding(b, ctx), listed(b, ctx)],
  )

const adding = (b, ctx) =>
  h(
    "section.panel.adding",
    {key: "adding"},
    h("h2", ctx.t("add")),
    h("p", ctx.t("add_text")),
    h(
      "label.drop",
      {
        class: ctx.ui.over ? "over" : null,
        ondragover: (e) => {
          e.preventDefault()
          if (!ctx.ui.over) ctx.set({over: true})
        },
        ondragleave: () => ctx.set({over: false}),
        ondrop: (e) => {
          e.preventDefault()
          ctx.set({over: false})
          loadFile(e.dataTransfer.files[0], b, ctx)
        },
      },
      h("span.button.strong", ctx.t("choose")),
      h("span.soft", ctx.t("drop")),
      filePicker(".csv,.tsv,.txt,.xlsx,.zip,text/csv", (file) => loadFile(file, b, ctx)),
    ),
    h(
      "form.paste",
      submitted(() => {
        const text = ctx.ui.pasted || ""
        if (!text.trim()) return ctx.set({problem: ctx.t("empty")})
        if (text.length > b.largest) return ctx.set({problem: ctx.t("large")})
        ctx.set(fresh)
        ctx.send({do: "load", text})
      }),
      h("label", {for: "pasted"}, ctx.t("paste")),
      h("textarea", {
        id: "pasted",
        rows: 6,
        spellcheck: "false",
        placeholder: b.example,
        value: ctx.ui.pasted || "",
        oninput: (e) => ctx.set({pasted: e.target.value, problem: ""}),
      }),
      problemLine(ctx.ui.problem),
      h("button.button.strong", {type: "submit"}, ctx.t("look")),
    ),
  )

const listed = (b, ctx) =>
  h(
    "section.panel.listed",
    {key: "listed"},
    h("h2", ctx.t("mine")),
    b.own.length
      ? h(
          "ul",
          b.own.map((file) =>
            h(
              "li",
              {key: file.id},
              h(
                "div",
                file.columns.map((c) =>
                  h("p", {key: c.explore}, h("a", {href: c.explore}, h("b", c.label)), h("span.soft", c.about)),
                ),
              ),
              h(
                "button.round",
                {
                  title: ctx.t("remove"),
                  "aria-label": `${ctx.t("remove")} ${file.columns.map((c) => c.label).join(", ")}`,
                  onclick: () =>
                    act(ctx, {
                      send: {do: "remove", column: file.id},
                      sure: {
                        title: file.columns.map((c) => c.label).join(", "),
                        text: ctx.t("remove_text"),
                        yes: ctx.t("remove"),
                      },
                    }),
                },
                icon("close"),
              ),
            ),
          ),
        )
      : h("p.soft", ctx.t("none")),
    h("p.soft", ctx.t("where")),
  )

const preview = (seen, b, ctx) =>
  h(
    "form.preview",
    {
      key: "preview",
      ...submitted(() => {
        ctx.send({do: "add", ...said(ctx)})
        ctx.ui.pasted = ""
      }),
    },
    h(
      "section.panel.understood",
      h("h2", ctx.t("understood")),
      seen.years.length > 1 && yearChoice(seen, b, ctx),
      seen.columns.map((c) => columnCard(c, seen, ctx)),
      !seen.columns.length && h("p.soft", ctx.t("nothing")),
    ),
    h(
      "section.panel.verdict-of",
      h("h2", ctx.t(seen.ready ? "ready" : "not_ready")),
      seen.problems.length > 0 &&
        h(
          "ul.problems",
          {role: "alert"},
          seen.problems.map((line) => h("li", {key: line}, h("b", "✕ "), line)),
        ),
      seen.unknown > 0 &&
        h(
          "label.tick",
          h("input", {
            type: "checkbox",
            checked: ctx.ui.leave_out,
            onchange: (e) => look(ctx, {leave_out: e.target.checked}),
          }),
          h("span", fill(ctx.t(seen.unknown > 1 ? "leave_out" : "leave_out_one"), {n: seen.unknown})),
        ),
      seen.remarks.map((line) => h("p.remark", {key: line}, h("b", "! "), line)),
      [seen.missing, seen.left_out].map(
        (some) => some.text && h("details", {key: some.text}, h("summary", some.text), h("p.soft", some.names)),
      ),
      h(
        "div.actions",
        h("button.button.accent.large", {type: "submit", disabled: !seen.ready}, ctx.t("take")),
        button(ctx.t("back"), () => {
          ctx.set(fresh)
          ctx.send({do: "cancel"})
        }),
      ),
      h("p.soft", ctx.t("all_or_nothing")),
    ),
  )

const yearChoice = (seen, b, ctx) => {
  const chosen = ctx.ui.years || seen.chosen
  const toggled = (year) => (chosen.includes(year) ? chosen.filter((y) => y !== year) : [...chosen, year])
  return h(
    "fieldset.years",
    h("legend", ctx.t("years")),
    h(
      "div.chips",
      {tabindex: "0"},
      seen.years
        .slice()
        .reverse()
        .map(([year, n]) =>
          h(
            "button",
            {
              key: year,
              title: fill(ctx.t("countries"), {n}),
              "aria-pressed": chosen.includes(year),
              disabled:
                (chosen.length === 1 && chosen[0] === year) ||
                (chosen.length >= b.most_years && !chosen.includes(year)),
              onclick: () => look(ctx, {years: toggled(year), about: {}}),
            },
            year,
          ),
        ),
    ),
  )
}

const columnCard = (c, seen, ctx) => {
  const mine = (ctx.ui.about || {})[c.id] || {}
  const words = {...c.words, ...mine}
  const put = (more) => ({about: {...ctx.ui.about, [c.id]: {...mine, ...more}}})
  const taken = mine.take === undefined ? c.taken : mine.take
  const input = (name) =>
    shortField(ctx, name, {
      value: words[name],
      maxlength: 200,
      oninput: (e) => ctx.set(put({[name]: e.target.value})),
      onchange: () => look(ctx, {}),
    })
  return h(
    "fieldset.column",
    {key: c.id, class: taken ? "taken" : "left"},
    h(
      "legend",
      h(
        "label.tick",
        h("input", {
          type: "checkbox",
          checked: taken,
          disabled: Boolean(c.text),
          onchange: (e) => look(ctx, put({take: e.target.checked})),
        }),
        h("b", words.label || c.id),
      ),
    ),
    h("p.soft", c.about),
    taken && h("div.fields", FIELDS.map(input)),
  )
}
