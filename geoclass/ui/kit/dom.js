// A small virtual DOM: describe the page, and only the differences are changed.

const SVG_TAGS = new Set("svg path circle rect line polygon g text polyline ellipse image pattern".split(" "))
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches

// Attributes for this file, not for the page. "again": keep a removed element, which will come back unchanged.
const OURS = new Set(["key", "keep", "made", "shown", "again"])

/** h("button.big", {onclick: f}, "text", [more]): a tag with its classes; attributes may be left out, and kids that are
 *  null, false or "" are dropped: h("p", name && h("b", name)). A button submits a form only if its type says so. */
function h(name, attrs, ...kids) {
  const given = attrs && typeof attrs === "object" && !Array.isArray(attrs) && !attrs.tag
  const [tag, ...classes] = name.split(".")
  const dressed = given ? attrs : {}
  const all = given ? kids : [attrs, ...kids]
  return {
    tag,
    attrs: classes.length ? {...dressed, class: [...classes, dressed.class || ""].join(" ").trim()} : dressed,
    kids: all.flat(Infinity).filter((kid) => kid || kid === 0),
  }
}

/** An element can be reused if these are equal: tag, first class, and whether its content is managed here. */
function kind(v) {
  if (!v.kind) v.kind = `${v.tag.toLowerCase()}.${(v.attrs.class || "").split(" ")[0]}${v.attrs.keep ? "!" : ""}`
  return v.kind
}

function create(v) {
  if (typeof v !== "object") return document.createTextNode(String(v))
  const el = SVG_TAGS.has(v.tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", v.tag)
    : document.createElement(v.tag)
  el._key = v.attrs.key
  el._kind = kind(v)
  if (v.tag === "button") el.type = "button"
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
    else if (name.startsWith("aria-") && typeof value === "boolean") el.setAttribute(name, value) // "true" or "false"
    else if (value === null || value === undefined || value === false) undress(el, name)
    else if (name === "value") el.value = value
    else if (name === "style") el.style.cssText = value // the content security policy forbids the attribute, not this
    else el.setAttribute(name, value === true ? "" : value)
  }
}

function undress(el, name) {
  if (name.startsWith("on")) el[name] = null
  else if (!OURS.has(name) && name !== "value") el.removeAttribute(name)
}

/** Make the children of *el* match *vs*, keeping elements with the same key (or tag and first class). */
function patch(el, vs) {
  const first = el.firstChild
  if (!first && !vs.length) return
  if (vs.length === 1 && typeof vs[0] !== "object" && first && first.nodeType === 3 && !first.nextSibling) {
    // text only
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
      if (node) {
        if (node.data !== String(v)) node.data = String(v)
      } else node = create(v)
    } else {
      const wanted = kind(v)
      node =
        v.attrs.key !== undefined
          ? keyed.get(v.attrs.key) || (el._gone && el._gone.get(v.attrs.key))
          : loose.find((n) => !used.has(n) && n._kind === wanted)
      if (node && node._kind === wanted && !used.has(node)) {
        if (node._drawn !== v) {
          // the same object as last time: unchanged
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
    if (n._attrs && n._attrs.again) (el._gone = el._gone || new Map()).set(n._key, n)
  }
  arrange(el, [...used], new Map(old.map((n, i) => [n, i])))
}

/** Put *nodes* into *el* in this order, moving as few of the present ones (*was*: node → index) as possible. */
function arrange(el, nodes, was) {
  const stay = inOrder(
    nodes.filter((n) => was.has(n)),
    was,
  )
  let next = null
  for (const node of nodes.reverse()) {
    if (!stay.has(node)) el.insertBefore(node, next)
    next = node
  }
}

/** A longest subset of *nodes* whose indexes in *was* are increasing. */
function inOrder(nodes, was) {
  const ends = [],
    before = new Map() // ends[k]: the lowest index at which a sequence of k + 1 can end
  for (const node of nodes) {
    let low = 0,
      high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (was.get(ends[middle]) < was.get(node)) low = middle + 1
      else high = middle
    }
    before.set(node, ends[low - 1])
    ends[low] = node
  }
  const found = new Set()
  for (let node = ends[ends.length - 1]; node; node = before.get(node)) found.add(node)
  return found
}

/** Patch, then animate elements with data-move from their old to their new position. */
function draw(root, vs, motion = true) {
  const before = new Map()
  if (motion && !still()) {
    for (const el of root.querySelectorAll("[data-move]")) before.set(el.dataset.move, el.getBoundingClientRect())
  }
  patch(root, vs)
  // measuring forces a layout: do it once, in the next frame
  if (before.size) requestAnimationFrame(() => walk(root, before))
}

function walk(root, before) {
  // measure everything before starting animations, each of which would force another layout
  const moved = [...root.querySelectorAll("[data-move]")].map((el) => ({
    el,
    from: before.get(el.dataset.move),
    to: el.getBoundingClientRect(),
  }))
  for (const {el, from, to} of moved) {
    if (!from || !to.width || !from.width) continue
    const dx = from.left - to.left,
      dy = from.top - to.top
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue
    const sx = from.width / to.width
    el.animate(
      [
        {transform: `translate(${dx}px, ${dy}px) scale(${sx})`, transformOrigin: "0 0"},
        {transform: "none", transformOrigin: "0 0"},
      ],
      {duration: 220, easing: "ease-out"},
    )
  }
}

/** Set a property only if it changes: setting a page's language restyles all of it. */
function change(thing, name, value) {
  if (thing[name] !== value) thing[name] = value
}

/** Settings stored in this browser, such as dark mode; storage may be forbidden. */
function keptChoice(name) {
  try {
    return localStorage.getItem(`geoclass.${name}`)
  } catch {
    return null
  }
}

function keepChoice(name, value) {
  try {
    localStorage.setItem(`geoclass.${name}`, value)
  } catch {
    console.info(`${name} is not kept`)
  }
}

const NARROW = 141 // rem: below this the layout is handheld; 900 px at normal size
const TIGHT = 184 // rem: below this the stage drops what it can
const TEXT = {normal: 1, large: 1.15, largest: 1.4}
const ZOOMS = [1.1, 1.25, 1.33, 1.5, 1.75, 2, 2.5, 3]

/** The browser's zoom factor, which a stage that scales to its window would undo. An open side panel is not a zoom: it
 *  gives no device pixel ratio of 1, 1.25, 1.5 … */
function zoomed() {
  const near = ZOOMS.find((zoom) => Math.abs(outerWidth / innerWidth / zoom - 1) < 0.02)
  const screen = (devicePixelRatio / near) * 4
  return near && Math.abs(screen - Math.round(screen)) < 0.05 ? near : 1
}

/** Mark *root* as handheld while the window is narrow, or *always*; calls *changed*(is) now and on changes. */
function watchWidth(root, always, changed) {
  const {style} = document.documentElement
  let narrow = null
  const look = () => {
    style.setProperty("--larger", (TEXT[keptChoice("text")] || 1) * (always ? 1 : zoomed()))
    const wide = innerWidth / remSize()
    const is = Boolean(always) || wide < NARROW
    root.classList.toggle("tight", !is && wide < TIGHT)
    if (is === narrow) return
    narrow = is
    root.classList.toggle("handheld", is)
    changed(is)
  }
  addEventListener("resize", look)
  look()
}

/** A rem in pixels. */
const remSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize)
