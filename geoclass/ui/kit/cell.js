// Loaded before a surface's scripts when it is embedded in another page (a notebook, another app): stand-ins for the
// page's root, title, address and keys, so that nothing outside the surface changes.

let here = null // the surface
const standIn = {
  dataset: {theme: "light"},
  lang: "",
  style: {setProperty() {}}, // an embedded surface follows its own width
  requestFullscreen: () => here.requestFullscreen(),
}
const document = new Proxy(globalThis.document, {
  get(page, name) {
    if (name === "documentElement") return standIn
    const value = page[name]
    return typeof value === "function" ? value.bind(page) : value
  },
  set: () => true,
})
const window = new Proxy(globalThis, {
  get(page, name) {
    if (name === "history") return {replaceState() {}}
    const value = page[name]
    return typeof value === "function" ? value.bind(page) : value
  },
})
const location = {
  assumed: true,
  search: "",
  href: globalThis.location.href,
  assign: (address) => open(address, "_blank"),
}

function getComputedStyle(el, ...more) {
  if (el !== standIn) return globalThis.getComputedStyle(el, ...more)
  const look = here && globalThis.getComputedStyle(here)
  return {
    fontSize: `${here && here.clientWidth ? here.clientWidth / 192 : 5}px`,
    getPropertyValue: (name) => (look ? look.getPropertyValue(name) : ""),
  }
}

/** Handle keys only inside the surface. */
function addEventListener(type, act, options) {
  const inside = (e) => e.composedPath().includes(here)
  globalThis.addEventListener(type, type.startsWith("key") ? (e) => inside(e) && act(e) : act, options)
}

try {
  CSS.registerProperty({name: "--rem", syntax: "<length>", inherits: true, initialValue: "5px"})
} catch {
  /* defined by an earlier surface of this page */
}
