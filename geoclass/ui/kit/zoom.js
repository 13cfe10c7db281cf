// Zooming a map: wheel, pinch, buttons, keys. Runs on phones: use nothing newer than Chrome 80 and iOS 13.4.

const NEAREST = 12 // the largest zoom factor
const FAR_AWAY = 60 // km per pixel: above this a tap zooms in, so that the next one can choose
const AIM = 6 // pixels the keyboard cursor may miss by
const SLIP = 8 // pixels a finger may move in a tap
const LARGEST_DOT = 7 // pixels: circles of tiny states do not grow with the zoom
const MAP_STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}
const MAP_ZOOMS = {"+": 0.5, "=": 0.5, "-": 2, 0: NEAREST}

/** The zoom state of an <svg>: visible part of the *whole* map, cursor, fingers. Survives redraws. */
class MapView {
  constructor(svg, whole) {
    Object.assign(this, {svg, whole, box: whole.slice(), cursor: null, fingers: new Map(), moved: 0})
  }

  /** Kilometres per pixel. */
  unit() {
    const at = this.svg.getScreenCTM()
    return at ? 1 / at.a : 1
  }

  show() {
    const {box, whole, svg, cursor} = this
    for (const i of [0, 1]) {
      const low = whole[i] - box[2 + i] / 3,
        high = whole[i] + whole[2 + i] - (box[2 + i] * 2) / 3
      box[i] = Math.min(Math.max(box[i], low), high)
    }
    svg.setAttribute("viewBox", box.map((km) => km.toFixed(1)).join(" "))
    sizeDots(svg.querySelector(".land"))
    const cross = svg.querySelector(".cursor")
    cross.style.display = cursor ? "" : "none"
    if (cursor) cross.setAttribute("transform", `translate(${cursor.x} ${cursor.y}) scale(${this.unit()})`)
  }

  /** Zoom by a factor (below 1: in) around a point of the map; fully zoomed out restores the first view. */
  zoom(factor, around) {
    const {box, whole} = this
    const {x, y} = around || this.cursor || {x: box[0] + box[2] / 2, y: box[1] + box[3] / 2}
    const wide = Math.max(whole[2] / NEAREST, box[2] * factor)
    const k = wide / box[2]
    this.box = wide < whole[2] ? [x - (x - box[0]) * k, y - (y - box[1]) * k, wide, box[3] * k] : whole.slice()
    this.show()
  }

  pan(dx, dy) {
    this.box[0] -= dx * this.unit()
    this.box[1] -= dy * this.unit()
    this.show()
  }

  /** Move the cursor by 1/45 of the visible part, scrolling the map, and choose what is under it. */
  step([dx, dy], choose) {
    const {box} = this,
      far = box[2] / 45
    const from = this.cursor || {x: box[0] + box[2] / 2, y: box[1] + box[3] / 2}
    const x = Math.min(Math.max(from.x + dx * far, this.whole[0]), this.whole[0] + this.whole[2]),
      y = Math.min(Math.max(from.y + dy * far, this.whole[1]), this.whole[1] + this.whole[3])
    this.cursor = {x, y}
    box[0] = Math.min(Math.max(box[0], x + far - box[2]), x - far)
    box[1] = Math.min(Math.max(box[1], y + far - box[3]), y - far)
    this.show()
    const at = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM())
    choose(countryAt(this.svg, {clientX: at.x, clientY: at.y}, false, AIM))
  }

  press(event) {
    if (event.button) return
    if (!this.fingers.size) this.moved = 0
    this.fingers.set(event.pointerId, event)
    this.svg.setPointerCapture(event.pointerId)
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId)
    if (!before) return
    const other = Array.from(this.fingers.values()).find((finger) => finger.pointerId !== event.pointerId)
    const far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
    this.moved += far(event, before)
    if (other) this.zoom(far(before, other) / Math.max(1, far(event, other)), mapPoint(this.svg, other))
    else if (this.moved > SLIP) this.pan(event.clientX - before.clientX, event.clientY - before.clientY)
    this.fingers.set(event.pointerId, event)
  }

  release(event, choose) {
    const touched = this.fingers.delete(event.pointerId) && !this.fingers.size && this.moved <= SLIP
    if (!touched || event.type !== "pointerup") return
    this.cursor = null
    if (this.unit() > FAR_AWAY) this.zoom(0.3, mapPoint(this.svg, event))
    else {
      this.show()
      choose(countryAt(this.svg, event))
    }
  }

  roll(event) {
    event.preventDefault()
    this.zoom(event.deltaY > 0 ? 1.25 : 0.8, mapPoint(this.svg, event))
  }

  type(event, choose, confirm) {
    if (MAP_STEPS[event.key]) this.step(MAP_STEPS[event.key], choose)
    else if (event.key in MAP_ZOOMS) this.zoom(MAP_ZOOMS[event.key])
    else if (event.key === "Enter") confirm()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** A scene's map with zoom. choose(iso) is called on a tap and when keys move the cursor, with "" for no country;
 *  confirm() on Enter. attrs: of the <svg>; another key resets the zoom. */
function zoomable(ctx, m, {choose = () => {}, confirm = () => {}, ...attrs}, ...layers) {
  const view = (act) => (event) => act(event.currentTarget._view, event)
  const release = view((v, event) => v.release(event, choose))
  const handlers = {
    onpointerdown: view((v, event) => v.press(event)),
    onpointermove: view((v, event) => v.drag(event)),
    onpointerup: release,
    onpointercancel: release,
    onwheel: view((v, event) => v.roll(event)),
    onkeydown: view((v, event) => v.type(event, choose, confirm)),
    shown: (el) => {
      if (!el._view || el._view.whole.join() !== m.box.join()) el._view = new MapView(el, m.box)
    },
  }
  const cross = h("g.cursor", {key: "cursor", keep: true, made: drawCursor})
  return h(
    "div.zoomable",
    worldMap(ctx, {...m, largest: LARGEST_DOT}, {tabindex: "0", ...attrs, ...handlers}, layers, cross),
    h(
      "div.map-zoom",
      {"data-not-in-picture": true},
      zoomButton(ctx.t("nearer"), "+", 0.5),
      zoomButton(ctx.t("farther"), "−", 2),
      zoomButton(ctx.t("whole"), icon("full"), NEAREST),
    ),
  )
}

function zoomButton(said, sign, factor) {
  const zoom = (event) => event.currentTarget.closest(".zoomable").querySelector(".world")._view.zoom(factor)
  return h("button", {"aria-label": said, onclick: zoom}, sign)
}

function drawCursor(el) {
  el.append(mapShape("path", {d: "M-22 0H-6M6 0H22M0 -22V-6M0 6V22"}))
  el.style.display = "none"
}
