// The board as a PNG: everything it needs is put inside one SVG, which a canvas then draws.

async function inlined(url) {
  const blob = await (await fetch(url)).blob()
  return new Promise((done) => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(blob) })
}

/** Save *el* (inside the surface) under *name*; style sheets, flags and figures go along. */
async function savePicture(el, name) {
  const box = el.getBoundingClientRect(), scale = Math.max(1, 1920 / box.width)
  const copy = el.cloneNode(true)
  const figures = [...el.querySelectorAll(".figure-slot")]
  for (const [i, slot] of [...copy.querySelectorAll(".figure-slot")].entries()) {
    const canvases = canvasesIn(figures[i])
    slot.replaceChildren()
    const at = figures[i].getBoundingClientRect()
    for (const c of canvases) {
      const place = c.getBoundingClientRect(), img = document.createElement("img")
      img.src = c.toDataURL()
      img.setAttribute("style", `position:absolute;left:${place.left - at.left}px;top:${place.top - at.top}px;width:${place.width}px;height:${place.height}px`)
      slot.appendChild(img)
    }
  }
  for (const img of copy.querySelectorAll("img")) if (!img.src.startsWith("data:")) img.src = await inlined(img.src)
  for (const image of copy.querySelectorAll("image")) image.setAttribute("href", await inlined(image.getAttribute("href")))
  for (const gone of copy.querySelectorAll("[data-not-in-picture]")) gone.remove()
  const look = getComputedStyle(document.documentElement)
  const names = new Set([...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => rule.style ? [...rule.style].filter((p) => p.startsWith("--") && p !== "--graticule-image") : []))
  const variables = [...names].map((p) => `${p}:${look.getPropertyValue(p)}`).join(";")
  const faces = [...document.styleSheets].flatMap((s) => [...s.cssRules]).filter((r) => r instanceof CSSFontFaceRule).map((r) => r.cssText).join("")
  const sheets = [...el.getRootNode().querySelectorAll("style")].map((s) => s.textContent).join("\n").replaceAll(":host", ".host")
  const style = `${faces}html{font-size:${look.fontSize}}.host{${variables};background:var(--table);width:${box.width}px;height:${box.height}px}*{animation:none!important}${sheets}`
  const wrap = document.createElement("div")
  wrap.setAttribute("xmlns", "http://www.w3.org/1999/xhtml")
  wrap.className = "host"
  wrap.appendChild(Object.assign(document.createElement("style"), {textContent: style}))
  wrap.appendChild(copy)
  const xml = new XMLSerializer().serializeToString(wrap)
  const root = `style="font-size:${look.fontSize}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${root} width="${box.width * scale}" height="${box.height * scale}" viewBox="0 0 ${box.width} ${box.height}"><foreignObject width="100%" height="100%">${xml}</foreignObject></svg>`
  const picture = new Image()
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg)
  await picture.decode()
  const canvas = Object.assign(document.createElement("canvas"), {width: box.width * scale, height: box.height * scale})
  canvas.getContext("2d").drawImage(picture, 0, 0)
  const link = Object.assign(document.createElement("a"), {href: canvas.toDataURL("image/png"), download: `${name}.png`})
  link.click()
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

/** A file from the server: kept under its name, or opened in the window that a click has made for it. */
function giveFile(file, popup) {
  const bytes = Uint8Array.from(atob(file.content), (c) => c.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], {type: file.kind}))
  if (file.open && popup) popup.location = address
  else Object.assign(document.createElement("a"), {href: address, download: file.name}).click()
  setTimeout(() => URL.revokeObjectURL(address), 60000)
}
