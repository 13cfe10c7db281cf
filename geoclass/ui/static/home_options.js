// The options in the form of a new game: one value, several, or typed by hand.

const FILTER = "filter" // entered as figure, side and bound; everything else as text

const isTyped = (value) => typeof value === "object" && !Array.isArray(value)

/** The way a value is being entered by hand, or null. */
const wayOf = (k, f) => {
  const value = f.set[k.name]
  if (f.typing[k.name] || !isTyped(value)) return f.typing[k.name] || ""
  return k.by_hand.map(([way]) => way).find((way) => (way === FILTER) === (typeof value.own === "object")) || ""
}

/** An option with the values that can be chosen. */
const knob = (k, f, ctx, change, offered) => {
  const put = (value) =>
    change({
      preset: "",
      auto: false,
      changed: k.name,
      typing: {...f.typing, [k.name]: ""},
      set: {...f.set, [k.name]: value},
    })
  const able = (i) => !offered || offered[k.name].includes(i)
  if (k.several) return severalOf(k, f, put, able)
  const way = wayOf(k, f)
  return h(
    "div.option",
    {key: k.name, class: way ? "wide" : ""},
    listOf(k, f, change, put, able, way),
    way && typedOf(k, f, ctx, put, way),
  )
}

/** A select of values, grouped by theme if they have one. */
const listOf = (k, f, change, put, able, way) => {
  const entry = (i) => able(i) && h("option", {key: i, value: i, selected: !way && f.set[k.name] === i}, k.values[i])
  const themed = new Set(k.themes.flatMap(([, places]) => places))
  const chosen = (value) =>
    k.by_hand.some(([one]) => one === value) ? change({typing: {...f.typing, [k.name]: value}}) : put(Number(value))
  return h(
    "label.knob",
    h("span", k.label),
    h(
      "select",
      {onchange: (e) => chosen(e.target.value), shown: (el) => (el.value = way || String(f.set[k.name]))},
      k.values.map((_, i) => (themed.has(i) ? null : entry(i))),
      k.themes.map(([name, places]) => h("optgroup", {key: name, label: name}, places.map(entry))),
      k.by_hand.map(([one, label]) => h("option", {key: one, value: one, selected: way === one}, label)),
    ),
  )
}

/** Checkboxes for several values, by theme. */
const severalOf = (k, f, put, able) => {
  const now = f.set[k.name]
  const chip = (i) => {
    const on = now.includes(i)
    return h(
      "button",
      {
        key: i,
        "aria-pressed": on,
        disabled: (on && now.length === 1) || (!on && !able(i)),
        onclick: () => put(on ? now.filter((at) => at !== i) : [...now, i].sort((a, b) => a - b)),
      },
      k.values[i],
    )
  }
  return h(
    "div.knob.several",
    {key: k.name, role: "group", "aria-label": k.label},
    h("span", k.label),
    k.themes.map(([name, places]) =>
      h("div.theme", {key: name}, h("span.soft", name), h("div.chips", places.map(chip))),
    ),
  )
}

/** A field for a value that is not in the list. */
const typedOf = (k, f, ctx, put, way) => {
  const [, label, hint] = k.by_hand.find(([one]) => one === way)
  const own = isTyped(f.set[k.name]) ? f.set[k.name].own : (way === "text" && k.typed[f.set[k.name]]) || ""
  if (way === FILTER) return filterOf(typeof own === "object" ? own : {}, ctx, put, label)
  const attrs = {
    "aria-label": `${k.label}: ${label}`,
    placeholder: hint,
    value: typeof own === "object" ? "" : String(own).replace(/; /g, "\n"),
    onchange: (e) => {
      const text = e.target.value.trim().replace(/\s*\n\s*/g, "; ")
      if (text) put({own: text})
    },
  }
  return h(
    "div.typed",
    way === "number"
      ? h("input", {...attrs, inputmode: "numeric"})
      : h("textarea", {...attrs, rows: Math.max(3, attrs.value.split("\n").length)}),
    h("p.soft", hint),
  )
}

/** A filter: countries above or below a bound of a figure. */
const filterOf = (own, ctx, put, label) => {
  const now = {figure: own.figure || "population", side: "under" in own ? "under" : "over"}
  const bound = own.over !== undefined ? own.over : own.under
  const given = (more) => {
    const {figure, side, value} = {...now, value: bound, ...more}
    if (value !== undefined && value !== "") put({own: {figure, [side]: value}})
  }
  const pick = (name, entries, text) =>
    h(
      "select",
      {"aria-label": text, onchange: (e) => given({[name]: e.target.value})},
      entries.map(([id, words]) => h("option", {key: id, value: id, selected: now[name] === id}, words)),
    )
  return h(
    "div.typed.filter",
    pick("figure", ctx.scene.new.figures, label),
    pick(
      "side",
      ["over", "under"].map((side) => [side, ctx.t(side)]),
      ctx.t("side"),
    ),
    h("input", {
      "aria-label": ctx.t("bound"),
      placeholder: ctx.t("bound_hint"),
      inputmode: "decimal",
      value: bound === undefined ? "" : bound,
      onchange: (e) => given({value: e.target.value.trim()}),
    }),
  )
}
