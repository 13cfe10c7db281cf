// A small way to say what the page should look like now, and to change only what differs.

const SVG_TAGS = new Set(["svg", "path", "circle", "rect", "line", "polygon", "g", "text", "polyline", "ellipse", "image"])
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches

// What is said to this file, not to the page. "again": an element that goes is kept, as it will come back as it was.
const OURS = new Set(["key", "keep", "made", "shown", "again"])

/** h("button", {class: "big", onclick: f}, "text", [more]) */
function h(tag, attrs, ...kids) {
  return {tag, attrs: attrs || {}, kids: kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false)}
}

const kind = (v) => v.kind ??= `${v.tag.toLowerCase()}.${(v.attrs.class || "").split(" ")[0]}${v.attrs.keep ? "!" : ""}`

function create(v) {
  if (typeof v !== "object") return document.createTextNode(String(v))
  const el = SVG_TAGS.has(v.tag) ? document.createElementNS("http://www.w3.org/2000/svg", v.tag) : document.createElement(v.tag)
  el._key = v.attrs.key
  el._kind = kind(v)
  dress(el, {}, v.attrs)
  el._attrs = v.attrs
  el._drawn = v
  if (!v.attrs.keep) patch(el, v.kids)
  if (v.attrs.made) v.attrs.made(el)
  return el
}

function dress(el, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) undress(el, name)
  for (const [name, value] of Object.entries(after)) {
    if (OURS.has(name)) continue
    if (name.startsWith("on")) el[name] = value || null
    else if (value === before[name]) continue
    else if (value === null || value === undefined || value === false) undress(el, name)
    else if (name === "value") el.value = value
    else el.setAttribute(name, value === true ? "" : value)
  }
}

function undress(el, name) {
  if (name.startsWith("on")) el[name] = null
  else if (!OURS.has(name) && name !== "value") el.removeAttribute(name)
}

/** Make the children of *el* what *vs* says, keeping elements with the same key (or tag and first class). */
function patch(el, vs) {
  const first = el.firstChild
  if (!first && !vs.length) return
  if (vs.length === 1 && typeof vs[0] !== "object" && first && first.nodeType === 3 && !first.nextSibling) {  // only a text
    if (first.data !== String(vs[0])) first.data = String(vs[0])
    return
  }
  const old = [...el.childNodes]
  const keyed = new Map(old.filter((n) => n._key !== undefined).map((n) => [n._key, n]))
  const loose = old.filter((n) => n._key === undefined)
  const used = new Set()
  for (const v of vs) {
    let node
    if (typeof v !== "object") {
      node = loose.find((n) => n.nodeType === 3 && !used.has(n))
      if (node) { if (node.data !== String(v)) node.data = String(v) } else node = create(v)
    } else {
      const wanted = kind(v)
      node = v.attrs.key !== undefined ? keyed.get(v.attrs.key) ?? el._gone?.get(v.attrs.key) : loose.find((n) => !used.has(n) && n._kind === wanted)
      if (node && node._kind === wanted && !used.has(node)) {
        if (node._drawn !== v) {  // the same thing as last time, kept by the board, has not changed
          dress(node, node._attrs, v.attrs)
          node._attrs = v.attrs
          node._drawn = v
          if (!v.attrs.keep) patch(node, v.kids)
        }
      } else node = create(v)
      if (v.attrs.shown) v.attrs.shown(node)
    }
    used.add(node)
  }
  for (const n of old) {
    if (used.has(n)) continue
    n.remove()
    if (n._attrs?.again) (el._gone ??= new Map()).set(n._key, n)
  }
  arrange(el, [...used], new Map(old.map((n, i) => [n, i])))
}

/** Put *nodes* into *el* in this order, moving as few of those that are there (*was*: node → place) as can be. */
function arrange(el, nodes, was) {
  const stay = inOrder(nodes.filter((n) => was.has(n)), was)
  let next = null
  for (const node of nodes.reverse()) {
    if (!stay.has(node)) el.insertBefore(node, next)
    next = node
  }
}

/** A largest set of *nodes* whose places in *was* already rise. */
function inOrder(nodes, was) {
  const ends = [], before = new Map()  // ends[k]: the lowest place at which k + 1 of them in order can end
  for (const node of nodes) {
    let low = 0, high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (was.get(ends[middle]) < was.get(node)) low = middle + 1
      else high = middle
    }
    before.set(node, ends[low - 1])
    ends[low] = node
  }
  const found = new Set()
  for (let node = ends.at(-1); node; node = before.get(node)) found.add(node)
  return found
}

/** Patch, then let what has a data-move walk from where it was to where it is. */
function draw(root, vs, motion = true) {
  const before = new Map()
  if (motion && !still()) {
    for (const el of root.querySelectorAll("[data-move]")) before.set(el.dataset.move, el.getBoundingClientRect())
  }
  patch(root, vs)
  if (before.size) requestAnimationFrame(() => walk(root, before))  // measuring lays the page out: once, for the next frame
}

function walk(root, before) {
  // all is measured before anything starts to move, which would make the page be laid out anew for each
  const moved = [...root.querySelectorAll("[data-move]")].map((el) => ({el, from: before.get(el.dataset.move), to: el.getBoundingClientRect()}))
  for (const {el, from, to} of moved) {
    if (!from || !to.width || !from.width) continue
    const dx = from.left - to.left, dy = from.top - to.top
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue
    const sx = from.width / to.width
    el.animate(
      [{transform: `translate(${dx}px, ${dy}px) scale(${sx})`, transformOrigin: "0 0"}, {transform: "none", transformOrigin: "0 0"}],
      {duration: 220, easing: "ease-out"},
    )
  }
}

/** Set a property only where it changes: setting the language of a page anew styles all of it anew. */
function change(thing, name, value) {
  if (thing[name] !== value) thing[name] = value
}
