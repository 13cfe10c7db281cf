// Spywhere: the reveal in parts, and the end.

const spyHead = (b, ...more) =>
  h("div.verdict-line", badge(b.seat, 7), h("h2.verdict", b.title), b.unfinished && h("span.tag", b.unfinished), more)
const spyFoot = (b, ctx) =>
  h("footer.foot", sourced(b, ctx, b.source || ""), h("span.buttons", saveButton(b, ctx), wayOn(b, ctx)))
const questions = (b) =>
  b.questions &&
  b.questions.length > 0 &&
  h(
    "section.panel.spy-ask",
    h("h3", b.ask),
    b.questions.map((q, i) => h("p", {key: `q${i}`}, q)),
  )

boards["spywhere.passports"] = (b, ctx) =>
  h(
    "main.spywhere-reveal",
    spyHead(b),
    h(
      "ol.passports",
      {class: b.teams.some((t) => t.turned && t.passports.length > 1) ? "pairs" : "", style: `--n:${b.teams.length}`},
      b.teams.map((t) =>
        h(
          "li",
          {key: `w${t.seat}`, class: t.now ? "who now" : "who"},
          h("header", badge(t.seat, 4.6), h("b.fit", named(t.name))),
          h(
            "div.passes",
            t.turned
              ? t.passports.map((c) =>
                  h(
                    "div.passport.open",
                    {key: `o${c.iso}`},
                    h("b.fit", named(c.name)),
                    h("span.both", flag(ctx, c.flag), plate(ctx, c)),
                    h("span", c.dish),
                  ),
                )
              : h("div.passport.shut", {key: "shut"}, logo(), h("span", b.cover)),
          ),
          h("p.soft", t.laid.length ? b.tried : b.nobody),
          h(
            "ul.identified",
            t.laid.map((i, n) =>
              h(
                "li",
                {key: `i${n}`, class: i.right === undefined ? "hidden" : i.right ? "right" : "wrong"},
                badge(i.seat, 3.4),
                i.right === undefined ? h("span.face-down.wide") : [country(ctx, i), h("b", i.right ? "✓" : "✕")],
              ),
            ),
          ),
        ),
      ),
    ),
    spyFoot(b, ctx),
  )

/** One line per team; *cells*(row) gives its content, total last. */
const pointsTable = (b, cls, cells) =>
  h(
    "table",
    {class: `panel points ${cls}`},
    h(
      "thead",
      h(
        "tr",
        b.heads.map((head) => h("th", {scope: "col"}, head)),
      ),
    ),
    h(
      "tbody",
      b.rows.map((r) =>
        h(
          "tr",
          {key: `s${r.seat}`, class: r.won && b.step !== 0 && b.step !== 1 ? "won" : null},
          h("th", {scope: "row"}, badge(r.seat, 5), h("span", r.name)),
          cells(r).map((cell, i) => h("td", i < 3 ? {"data-label": b.heads[i + 1]} : {class: "total"}, cell)),
        ),
      ),
    ),
  )

boards["spywhere.points"] = (b, ctx) =>
  h(
    "main.spywhere-reveal",
    spyHead(b),
    pointsTable(b, "", (r) => [
      [r.own.map((c) => mark(ctx, c)), h("b", r.cards)],
      b.step > 0 ? r.right : null,
      b.step > 1 ? r.bonus : null,
      b.step > 1 ? r.total : null,
    ]),
    spyFoot(b, ctx),
  )

boards["spywhere.tell"] = (b, ctx) =>
  h(
    "main.spywhere-reveal",
    spyHead(b, h("p.detail", b.lead)),
    h(
      "div.tell",
      ctx.figures && tellChart(b, ctx),
      h(
        "div.beside",
        h(
          "ul.panel.tell-lines",
          b.lines.map((li) =>
            h(
              "li",
              {key: `t${li.seat}`},
              badge(li.seat, 4),
              h("span", h("b", h("span", li.name), " ", h("span", li.verdict)), li.text),
            ),
          ),
        ),
        questions(b),
      ),
    ),
    spyFoot(b, ctx),
  )

const tellChart = (b, ctx) =>
  h(
    "section.panel.chart",
    h(
      "ul.legend",
      b.legend.map((text, i) => h("li", {key: `k${i}`}, h("i", {class: `key k${i}`}, i === 3 ? "✕" : ""), text)),
    ),
    figure(ctx, 0),
  )

boards["spywhere.countries"] = (b, ctx) =>
  h(
    "main.spywhere-reveal",
    spyHead(b),
    h(
      "table.panel.side-by-side",
      h(
        "thead",
        h(
          "tr",
          h("td", {}),
          b.countries.map((c) =>
            h(
              "th",
              {key: c.iso, scope: "col"},
              h("span.top", flag(ctx, c.flag), h("span.fit", named(c.name))),
              h("span.of", c.drawn && plate(ctx, c), h("span", c.dish), badge(c.seat, 3.6)),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        b.labels.map((label, i) =>
          h(
            "tr",
            {key: `f${i}`},
            h("th", {scope: "row"}, label, h("small", b.units[i])),
            b.countries.map((c) => h("td.figure", {key: c.iso}, c.figures[i])),
          ),
        ),
        h(
          "tr",
          {key: "grows"},
          h("th", {scope: "row"}, b.grows),
          b.countries.map((c) =>
            h(
              "td.grows",
              {key: c.iso},
              c.grows.length ? c.grows.map((p, i) => [i ? ", " : "", p.needed ? h("b", p.name) : p.name]) : "–",
            ),
          ),
        ),
        h(
          "tr",
          {key: "fits"},
          h("th", {scope: "row"}, b.fits),
          b.countries.map((c) =>
            h(
              "td.fits",
              {key: c.iso},
              c.fits.fits && h("span", {class: c.fits.fits}, {all: "✓ ", some: "◐ ", none: "✕ "}[c.fits.fits]),
              c.fits.text,
            ),
          ),
        ),
      ),
    ),
    spyFoot(b, ctx),
  )

boards["spywhere.map"] = (b, ctx) =>
  h(
    "main.spywhere-reveal",
    spyHead(b),
    h(
      "div.where",
      ctx.figures && h("section.panel.map", figure(ctx, 1)),
      h(
        "div.beside",
        h(
          "ul.panel.map-list",
          b.countries.map((c) => h("li", {key: c.iso}, country(ctx, c), h("span.soft", c.dish), badge(c.seat, 3.6))),
        ),
        questions(b),
      ),
    ),
    spyFoot(b, ctx),
  )

boards["spywhere.over"] = (b, ctx) =>
  h(
    "main.spywhere-reveal",
    ours(b),
    b.own && h("p.soft", b.own),
    headline(b.winners, b.title, b.text),
    pointsTable(b, "over", (r) => [
      r.own.map((c) => h("span.pair", {key: c.iso}, plate(ctx, c), country(ctx, c))),
      r.found_by.length
        ? h(
            "span",
            {role: "img", "aria-label": r.found},
            r.found_by.map((seat) => badge(seat, 4)),
          )
        : r.found,
      r.sum,
      r.total,
    ]),
    questions(b),
    afterwards(b, ctx),
  )
