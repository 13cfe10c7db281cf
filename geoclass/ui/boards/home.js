// The first page: games as tiles with pictures made of their own pieces, and the form of a new game.

const pictures = {
  countries: (g, ctx) => h("div", {class: "art cards-art"}, g.flags.map((f, i) => h("span", {class: "mini", style: `--i:${i - 1}`}, flag(ctx, f), h("i", {}))),
    h("svg", {class: "under", viewBox: "0 0 300 20"}, h("path", {d: "M10 10H280", stroke: "var(--ink)", "stroke-width": 3}), h("polygon", {points: "278,3 294,10 278,17", fill: "var(--ink)"}))),
  globalissimo: () => {
    const {stops} = winding(9, 340, 150, 1.1)
    return h("div", {class: "art"}, h("svg", {viewBox: "0 -20 340 200"},
      h("polyline", {points: stops.map((p) => `${p.x},${p.y}`).join(" "), fill: "none", stroke: "var(--line)", "stroke-width": 12, "stroke-linejoin": "round"}),
      stops.map((p, i) => [2, 5, 8].includes(i)
        ? h("rect", {x: p.x - 6, y: p.y - 26, width: 12, height: 52, rx: i === 5 ? 2 : 6, fill: i === 5 ? "#7A4E9E" : "#D9731F", transform: `rotate(${p.angle} ${p.x} ${p.y})`})
        : h("circle", {cx: p.x, cy: p.y, r: 16, fill: "var(--sheet)", stroke: "var(--ink)", "stroke-width": 3})),
      [[3, 0], [6, 2]].map(([at, seat]) => h("g", {transform: `translate(${stops[at].x - 22} ${stops[at].y - 62}) scale(.92)`}, SHAPES[seat]({fill: `var(--team-${seat})`, stroke: "var(--edge)", "stroke-width": 2}),
        h("text", {x: 24, y: 32, "text-anchor": "middle", "font-size": 24, "font-weight": 700, style: `fill:var(--on-team-${seat})`}, LETTERS[seat])))))
  },
  couleurs: (g, ctx) => {
    const at = [[34, 8], [6, 32], [27, 60], [58, 42], [82, 30], [92, 66]]
    return h("div", {class: "art flags-art"}, h("svg", {viewBox: "0 0 100 80", preserveAspectRatio: "none"}, [[1, 0], [0, 3], [2, 3], [3, 4], [4, 5]].map(([a, b], i) =>
      h("path", {d: `M${at[a].join(" ")}L${at[b].join(" ")}`, stroke: i > 0 && i !== 2 ? "var(--accent)" : "var(--link)", "stroke-width": i > 0 && i !== 2 ? 5 : 3, "vector-effect": "non-scaling-stroke"}))),
    g.flags.map((f, i) => h("span", {class: "spot", style: `left:${12 + at[i][0] * 0.76}%;top:${16 + at[i][1] * 0.85}%`}, flag(ctx, f))))
  },
  course: (g, ctx) => h("div", {class: "art globe"}, h("div", {class: "ball"}, h("img", {src: ctx.scene.board.atlantic, alt: ""}),
    h("svg", {viewBox: "0 0 200 170"}, [["M40 62Q95 38 152 62", "accent"], ["M152 62Q150 100 128 132", "team-1"], ["M40 62Q38 110 66 150", "team-0"], ["M152 62Q176 66 190 84", "team-2"]].map(([d, c]) =>
      h("path", {d, fill: "none", stroke: `var(--${c})`, "stroke-width": 5, "stroke-linecap": "round"})),
    [[40, 62], [152, 62], [128, 132], [66, 150]].map(([cx, cy]) => h("circle", {cx, cy, r: 6, fill: "var(--sheet)", stroke: "var(--ink)", "stroke-width": 3})),
    h("path", {d: "M84 49l22 1-8-12 6 0 14 12 16 1c5 1 5 6 0 7l-16 1-14 12-6 0 8-12-22-1-6 7-4 0 2-11-2-11 4 0z", fill: "var(--ink)"})))),
  spywhere: () => h("div", {class: "art"}, h("svg", {viewBox: "0 0 300 200"},
    h("g", {transform: "rotate(-7 100 100)"}, h("rect", {x: 45, y: 30, width: 110, height: 150, rx: 10, fill: "#6B2A2A"}),
      h("g", {fill: "none", stroke: "#F1DDB0", "stroke-width": 4}, h("circle", {cx: 100, cy: 88, r: 28}), h("path", {d: "M72 88h56M100 60c-15 16-15 40 0 56M100 60c15 16 15 40 0 56"})),
      h("rect", {x: 72, y: 138, width: 56, height: 8, rx: 4, fill: "#F1DDB0"})),
    h("g", {transform: "rotate(6 205 108)"}, h("rect", {x: 155, y: 40, width: 104, height: 140, rx: 12, fill: "var(--sheet)", stroke: "var(--line)", "stroke-width": 2}),
      h("path", {d: "M172 112q0 18 12 18h46q12 0 12-18z", fill: "#fff", stroke: "#3B241C", "stroke-width": 4}),
      h("path", {d: "M168 112q0-30 24-32h30q24 2 24 32z", fill: "#F08A5D", stroke: "#3B241C", "stroke-width": 4}),
      h("path", {d: "M198 80h18v50h-18z", fill: "#2F4A44", stroke: "#3B241C", "stroke-width": 4}),
      h("rect", {x: 185, y: 150, width: 46, height: 8, rx: 4, fill: "var(--line)"})))),
}

boards["home.page"] = (b, ctx) => h("main", {class: "home-page"},
  h("header", {class: "home-head"}, logo(), h("h1", {}, "geoclass"), h("p", {class: "tagline"}, b.tagline),
    h("button", {type: "button", class: "tool", "aria-haspopup": "dialog", "aria-label": ctx.t("menu"), onclick: () => ctx.open("menu")}, icon("menu"))),
  h("ul", {class: "tiles"}, b.games.map((g) => h("li", {key: g.id}, h("button", {type: "button", class: "tile", onclick: () => ctx.open("home.new", startForm(g, ctx))},
    (pictures[g.id] || (() => h("div", {class: "art"}, logo())))(g, ctx),
    h("span", {class: "tile-words"}, h("b", {}, g.name), h("span", {class: "text"}, g.text), h("span", {class: "soft learn"}, g.learn), h("span", {class: "soft facts"}, g.teams, h("span", {}, g.time))))))),
  h("div", {class: "home-low"},
    h("a", {class: "panel explore", href: b.explore.href}, h("img", {src: b.explore.picture, alt: ""}), h("span", {class: "words"}, h("b", {}, ctx.t("explore")), h("span", {class: "soft"}, ctx.t("explore_text")))),
    h("section", {class: "panel resume"}, h("h2", {}, ctx.t("resume")), b.rooms.length > b.first_rooms ? h("button", {type: "button", class: "all", "aria-haspopup": "dialog", onclick: () => ctx.open("home.rooms")}, ctx.t("all_rooms")) : null,
      b.rooms.length ? h("ul", {}, b.rooms.slice(0, b.first_rooms).map((r) => h("li", {key: r.code}, room(r, ctx)))) : h("p", {class: "soft"}, ctx.t("no_rooms"))),
    h("section", {class: "panel how-to"}, b.join ? [h("div", {}, h("h2", {}, ctx.t("join")), h("p", {class: "address"}, b.join.address.split("/").flatMap((part, i) => i ? [h("wbr"), `/${part}`] : part)), h("p", {class: "soft"}, ctx.t("join_text"))), h("img", {class: "qr", src: b.join.qr, alt: ""})]
      : h("div", {}, h("h2", {}, ctx.t("join")), h("p", {class: "soft"}, ctx.t("no_phones"))))))

boards["home.elsewhere"] = (b, ctx) => h("main", {class: "sorry elsewhere"}, h("div", {class: "panel"}, logo(), h("p", {}, ctx.t("elsewhere")),
  h("div", {class: "two"}, h("a", {class: "button accent", href: "join"}, ctx.t("join")), h("a", {class: "button", href: b.explore.href}, ctx.t("explore"))),
  b.key ? h("form", {class: "key", onsubmit: (e) => {
    e.preventDefault()
    const typed = e.target.elements.key.value.replace(/[^a-z]+/gi, "-")
    if (typed) location.assign(`teacher/${typed}?lang=${ctx.scene.lang}`)
  }},
  h("label", {for: "key"}, ctx.t("key_label")), h("div", {class: "two"}, h("input", {id: "key", name: "key", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "40", placeholder: "…", "aria-describedby": "key-text"}), h("button", {class: "button strong"}, ctx.t("key_enter"))),
  b.wrong ? h("p", {class: "wrong", role: "alert"}, ctx.t("key_wrong")) : null,
  h("p", {class: "soft", id: "key-text"}, ctx.t("key_text"))) : null))

/** For another device of the teacher's: asked for from the menu, as this page may be on the wall. */
boards["home.key"] = (ctx) => dialog(ctx, ctx.t("key_title"), h("div", {class: "door"}, h("img", {class: "qr", src: ctx.ui.door.qr, alt: ""}),
  h("div", {}, h("p", {class: "address"}, ctx.ui.door.address), h("p", {class: "soft"}, ctx.t("key_secret")))))

const startForm = (g, ctx) => ({problem: null, form: {game: g.id, preset: "published", set: g.presets[0].set, phones: ctx.scene.new.phones, seed: "",
  teams: Array.from({length: Math.max(g.low, Math.min(4, g.high))}, (_, i) => ({name: ctx.scene.new.names[i] || "", bot: ""}))}})

/** An option of the game: one of its values, or some of them. */
const knob = (k, f, change) => {
  const put = (value) => change({preset: "", set: {...f.set, [k.name]: value}})
  const toggled = (i) => f.set[k.name].includes(i) ? f.set[k.name].filter((at) => at !== i) : [...f.set[k.name], i].sort((a, b) => a - b)
  if (k.several) return h("div", {class: "knob several", role: "group", "aria-label": k.label}, h("span", {}, k.label), h("div", {class: "chips"}, k.values.map((text, i) =>
    h("button", {type: "button", "aria-pressed": String(f.set[k.name].includes(i)), disabled: f.set[k.name].length === 1 && f.set[k.name][0] === i ? true : null, onclick: () => put(toggled(i))}, text))))
  return h("label", {class: "knob"}, h("span", {}, k.label), h("select", {onchange: (e) => put(Number(e.target.value))}, k.values.map((text, i) => h("option", {value: i, selected: f.set[k.name] === i ? true : null}, text))))
}

boards["home.new"] = (ctx) => {
  const f = ctx.ui.form, n = ctx.scene.new, g = ctx.scene.board.games.find((x) => x.id === f.game)
  const change = (more) => ctx.set({problem: null, form: {...f, ...more}})
  const team = (i, more) => change({teams: f.teams.map((t, k) => k === i ? {...t, ...more} : t)})
  return dialog(ctx, g.name, h("form", {class: "new-game", onsubmit: (e) => {
    e.preventDefault()
    ctx.send({do: "open", ...f, seed: f.seed === "" ? null : Number(f.seed)})
  }},
  n.phones ? choices(ctx.t("how"), [[true, ctx.t("with_phones")], [false, ctx.t("without_phones")]], f.phones, (phones) => change({phones})) : h("p", {class: "soft"}, ctx.t("board_only")),
  h("fieldset", {}, h("legend", {}, ctx.t("teams")), h("ul", {class: "form-teams"}, f.teams.map((t, i) => h("li", {key: `t${i}`}, badge(i, 5),
    h("input", {value: t.name, maxlength: n.longest, placeholder: ctx.t("made_up"), "aria-label": `${ctx.t("team_name")} ${LETTERS[i]}`, oninput: (e) => team(i, {name: e.target.value})}),
    h("select", {"aria-label": `${ctx.t("who_plays")} ${LETTERS[i]}`, onchange: (e) => team(i, {bot: e.target.value})},
      h("option", {value: "", selected: t.bot === "" ? true : null}, ctx.t("pupils")), n.levels.map(([level, text]) => h("option", {value: level, selected: t.bot === level ? true : null}, `${ctx.t("computer")} ${text}`))),
    f.teams.length > g.low ? h("button", {type: "button", class: "round", "aria-label": `${ctx.t("remove")} ${LETTERS[i]}`, onclick: () => change({teams: f.teams.filter((_, k) => k !== i)})}, icon("close")) : null))),
  f.teams.length < g.high ? button(ctx.t("add_team"), () => change({teams: [...f.teams, {name: n.names[f.teams.length] || "", bot: ""}]})) : null),
  h("fieldset", {}, h("legend", {}, ctx.t("rules")), h("div", {class: "presets"}, g.presets.map((p) => h("button", {type: "button", class: "preset", "aria-pressed": String(f.preset === p.id), onclick: () => change({preset: p.id, set: p.set})}, h("b", {}, p.text), h("span", {class: "soft"}, p.about))))),
  h("details", {}, h("summary", {}, ctx.t("advanced")), h("div", {class: "knobs"}, g.knobs.map((k) => knob(k, f, change)),
    h("label", {class: "knob"}, h("span", {}, ctx.t("seed")), h("input", {inputmode: "numeric", value: f.seed, placeholder: "…", oninput: (e) => change({seed: e.target.value.replace(/\D/g, "").slice(0, 14)})})))),
  ctx.ui.problem ? h("p", {class: "problem", role: "alert"}, ctx.ui.problem) : null,
  h("button", {class: "button accent large"}, f.phones ? ctx.t("open_room") : ctx.t("start"))))
}

const room = (r, ctx) => h("button", {type: "button", class: "room", onclick: () => ctx.send({do: "reopen", code: r.code})}, h("b", {}, r.title), h("span", {class: "who"}, r.code), h("span", {class: "soft"}, `${r.text}, ${r.when}`))

/** Every room of this computer, to go on with or to delete. */
boards["home.rooms"] = (ctx) => dialog(ctx, ctx.t("resume"), h("ul", {class: "all-rooms"}, ctx.scene.board.rooms.map((r) => h("li", {key: r.code}, room(r, ctx), h("span", {class: "soft teams-of"}, r.teams),
  h("button", {type: "button", class: "round", "aria-label": `${ctx.t("delete")} ${r.code}`, onclick: () => act(ctx, {send: {do: "delete", code: r.code}, sure: {title: `${ctx.t("delete")} ${r.code} ?`, text: ctx.t("delete_text"), yes: ctx.t("delete_yes")}})}, icon("close"))))))
