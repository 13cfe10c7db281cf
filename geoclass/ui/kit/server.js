// A Panel page and its server: sends each action once, and waits for a lost server.

const LOOK_AGAIN = 1000 // ms between two attempts to reach a lost server
const SILENT = 20000 // ms after which a server that has not answered a new page counts as lost
const KEPT_UI = "geoclass.ui"
const PASSING = ["lost", "toast", "behind", "curtain", "sure"] // of ctx.ui: not restored after a reload

/** Sends messages, each with its own name. An unanswered message is not repeated, and nothing is sent once the page is
 *  being left. */
function sender(model, ctx) {
  const waiting = new Map() // message → its name
  const send = (message) => {
    const sent = {...message, at: ctx.scene.at || null}
    const asked = JSON.stringify(sent)
    if (ctx.ui.lost) return ctx.toast(ctx.t("lost"))
    if (waiting.has(asked) || ctx.leaving) return
    const tap = newTap()
    waiting.set(asked, tap)
    model.send_msg({...sent, tap})
  }
  const answered = (tap) => waiting.forEach((name, asked) => name === tap && waiting.delete(asked))
  return {send, answered}
}

/** Tell the user when the connection is lost, and reload the page when the server is back: the server restores the
 *  room, the address what is open, the browser what was being chosen or typed. A connection lost before this was called
 *  is noticed by a greeting without an answer. */
function watchServer(view, model, ctx) {
  const look = async () => {
    try {
      if ((await fetch(model.outlines, {method: "HEAD", cache: "no-store"})).ok) return back()
    } catch {
      /* not yet */
    }
    setTimeout(look, LOOK_AGAIN * (0.75 + Math.random() / 2))
  }
  const back = () => {
    keepUi(ctx)
    location.reload()
  }
  const lost = () => {
    if (ctx.ui.lost) return
    if (ctx.hide) ctx.hide()
    ctx.set({lost: true})
    look()
  }
  document.documentElement.dataset.watched = "true"
  view.model.document.on_event("connection_lost", lost)
  if (location.assumed) return // embedded: the page is not ours to reload
  const silent = setTimeout(lost, SILENT)
  model.on("msg:custom", (message) => message.answered === "here" && clearTimeout(silent))
  model.send_msg({do: "here", tap: "here"})
}

const standing = (ctx) => JSON.stringify([location.pathname, ctx.scene.choice || ""])

function keepUi(ctx) {
  const kept = Object.entries(ctx.ui).filter(([name, value]) => !PASSING.includes(name) && isPlain(value))
  try {
    sessionStorage.setItem(KEPT_UI, JSON.stringify([standing(ctx), Object.fromEntries(kept)]))
  } catch {
    /* storage may be forbidden */
  }
}

/** Restore the unfinished choice of before the server was lost, if the game has not moved on. */
function keptUi(ctx) {
  try {
    const [where, ui] = JSON.parse(sessionStorage.getItem(KEPT_UI))
    sessionStorage.removeItem(KEPT_UI)
    return where === standing(ctx) ? ui : {}
  } catch {
    return {}
  }
}

const isPlain = (value) =>
  Array.isArray(value)
    ? value.every(isPlain)
    : value && typeof value === "object"
      ? Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
      : typeof value !== "function"

/** Write what is open into the address; null removes it. */
function inAddress(changes) {
  const query = new URLSearchParams(location.search)
  const before = String(query)
  for (const [name, value] of Object.entries(changes)) value === null ? query.delete(name) : query.set(name, value)
  if (String(query) !== before) window.history.replaceState(null, "", `?${query}${location.hash}`)
}
