// The board as a PNG to hang up: a copy with all its resources is put into an SVG and drawn on a canvas.

const POSTER = 1920 // px, least width of a picture
const HEAD = 12 // rem, height of the title line
const EDGE = 3 // rem, margin
// Hidden, as they are useless on paper, but they keep their space so that the layout stays the same.
const PRESSED = ".button, .tool, .another, .join, .map-zoom, .toast-place, .veil, [data-not-in-picture]"

/** Save *surface*, or only a *part* of it with the page's title, as *name*. */
async function savePicture(surface, name, part = surface) {
  await document.fonts.ready
  const rem = remSize()
  const {top, width} = part.getBoundingClientRect()
  const copy = part.cloneNode(true)
  await Promise.all([drawFigures(part, copy), ...pictured(copy)])
  for (const gone of copy.querySelectorAll(PRESSED)) gone.style.visibility = "hidden"
  const whole = part === surface
  const tall = part.clientHeight + cutLines(part)
  const page = whole ? copy : surface.cloneNode(false)
  if (!whole) {
    page.append(pageHead(surface), copy)
    Object.assign(page.style, {display: "block", padding: `0 ${EDGE * rem}px`})
    Object.assign(copy.style, {width: `${width}px`, height: `${tall}px`})
  }
  const head = page.querySelector(".head")
  for (const gone of head.querySelectorAll(".tools, .join")) gone.remove()
  head.append(dated(surface.lang))
  page.classList.add("host", "picture")
  page.prepend(Object.assign(document.createElement("style"), {textContent: styles(surface, rem)}))
  const size = whole
    ? {width, height: Math.min(lowest(part) - top + EDGE * rem, surface.clientHeight)}
    : {width: width + 2 * EDGE * rem, height: tall + (HEAD + EDGE) * rem}
  const height = whole ? surface.clientHeight : size.height
  Object.assign(page.style, {width: `${size.width}px`, height: `${height}px`, minHeight: 0})
  await download(page, Math.round(size.width), Math.round(size.height), rem, name)
}

function pageHead(surface) {
  const head = Object.assign(document.createElement("header"), {className: "head"})
  head.append(surface.querySelector(".brand").cloneNode(true))
  return head
}

/** The extra height needed to show clipped paragraphs. */
const cutLines = (part) =>
  [...part.querySelectorAll("p")].reduce((all, p) => all + Math.max(0, p.scrollHeight - p.clientHeight - 2), 0)

/** The bottom of the visible content. */
function lowest(part) {
  const shown = [...part.querySelectorAll("main *")].filter((el) => {
    if (el.closest(PRESSED) || el.closest(".said, .unseen")) return false
    const {borderTopStyle, boxShadow, backgroundColor} = getComputedStyle(el)
    const seen = [borderTopStyle, boxShadow].some((look) => look !== "none") || !/, 0\)$/.test(backgroundColor)
    return (
      seen ||
      /^(svg|img|canvas)$/.test(el.localName) ||
      [...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
    )
  })
  return Math.max(...shown.map((el) => el.getBoundingClientRect().bottom))
}

/** Put images of the figures of *part* into its *copy*. */
function drawFigures(part, copy) {
  const slots = [...copy.querySelectorAll(".figure-slot")]
  for (const [i, slot] of [...part.querySelectorAll(".figure-slot")].entries()) {
    const at = slot.getBoundingClientRect()
    const images = canvasesIn(slot).map((canvas) => {
      const {left, top, width, height} = canvas.getBoundingClientRect()
      const image = Object.assign(document.createElement("img"), {src: canvas.toDataURL()})
      const place = {position: "absolute", inset: "auto", left: `${left - at.left}px`, top: `${top - at.top}px`}
      Object.assign(image.style, {...place, width: `${width}px`, height: `${height}px`})
      return image
    })
    slots[i].replaceChildren(...images)
  }
}

/** Inline the flags: an SVG on a canvas cannot fetch anything. */
function pictured(copy) {
  const kept = new Map()
  const inline = (el, name) => {
    const url = el.getAttribute(name)
    if (!url || url.startsWith("data:")) return null
    if (!kept.has(url)) kept.set(url, inlined(url))
    return kept.get(url).then((data) => el.setAttribute(name, data))
  }
  return [
    ...[...copy.querySelectorAll("img")].map((el) => inline(el, "src")),
    ...[...copy.querySelectorAll("image")].map((el) => inline(el, "href")),
  ]
}

async function inlined(url) {
  const blob = await (await fetch(url)).blob()
  return new Promise((done) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result)
    reader.readAsDataURL(blob)
  })
}

function dated(lang) {
  const day = new Date().toLocaleDateString(lang, {year: "numeric", month: "long", day: "numeric"})
  return Object.assign(document.createElement("time"), {className: "chip dated", textContent: day})
}

/** The fonts, current variables and style sheets of the surface. */
function styles(surface, rem) {
  const look = getComputedStyle(document.documentElement)
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => rule.cssText)
  const names = rules.flatMap((rule) => (rule.style ? [...rule.style].filter((name) => name.startsWith("--")) : []))
  const variables = [...new Set(names)].map((name) => `${name}:${look.getPropertyValue(name)};`)
  const sheets = [...surface.getRootNode().querySelectorAll("style")].map((sheet) => sheet.textContent)
  return [
    ...faces,
    `svg:root{font-size:${rem}px}.host{${variables.join("")}background:var(--table)}`,
    ...sheets.map((sheet) => sheet.replace(/:host/g, ".host")),
    "*{animation:none!important;transition:none!important;scrollbar-width:none}::-webkit-scrollbar{display:none}",
  ].join("\n")
}

/** WebKit loads the images in an SVG after the SVG itself: draw until nothing has changed for half a second. */
async function atRest(drawn) {
  let last = drawn()
  for (let same = 0, n = 0; same < 5 && n < 50; n += 1) {
    await new Promise((later) => setTimeout(later, 100))
    const next = drawn()
    same = next === last ? same + 1 : 0
    last = next
  }
  return last
}

/** Scale while drawing: browsers differ in how `zoom` affects an SVG. */
async function download(page, width, height, rem, name) {
  const zoom = Math.max(1, POSTER / width)
  page.setAttribute("xmlns", "http://www.w3.org/1999/xhtml")
  const size = `width="${width}" height="${height}"`
  const xml = new XMLSerializer().serializeToString(page)
  const root = `<svg xmlns="http://www.w3.org/2000/svg" style="font-size:${rem}px" ${size}>`
  const svg = `${root}<foreignObject ${size}>${xml}</foreignObject></svg>`
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await picture.decode()
  const large = {width: Math.round(width * zoom), height: Math.round(height * zoom)}
  const canvas = Object.assign(document.createElement("canvas"), large)
  const drawn = () => {
    const ctx = canvas.getContext("2d")
    ctx.clearRect(0, 0, canvas.width, canvas.height)
    ctx.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL("image/png")
  }
  const href = navigator.vendor.startsWith("Apple") ? await atRest(drawn) : drawn()
  Object.assign(document.createElement("a"), {href, download: `${name}.png`}).click()
}

function canvasesIn(el) {
  const found = []
  const walk = (node) => {
    if (node.localName === "canvas" && node.width) found.push(node)
    for (const child of [...node.children, ...(node.shadowRoot ? node.shadowRoot.children : [])]) walk(child)
  }
  walk(el)
  return found
}

/** Save a file from the server under its name, or show it in the window opened for it. */
function giveFile(file, popup) {
  const bytes = Uint8Array.from(atob(file.content), (c) => c.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], {type: file.kind}))
  if (file.open && popup) popup.location = address
  else Object.assign(document.createElement("a"), {href: address, download: file.name}).click()
  setTimeout(() => URL.revokeObjectURL(address), 60000)
}
