// The connection: reconnects by itself, and resends a tap until the server has answered it.

const AGAIN = 4000 // ms until an unanswered tap is resent
const LONGEST = 8000 // ms between two attempts

class Link {
  constructor(greet, hear, change) {
    this.greet = greet // returns the first message
    this.hear = hear // called with each message
    this.change = change // called when the connection comes or goes
    this.open = false
    this.waiting = null // the tap in flight
    this.tries = 0
    document.addEventListener("visibilitychange", () => document.hidden || this.wake())
    window.addEventListener("online", () => this.wake())
    window.addEventListener("pageshow", () => this.wake())
    this.since = 0
  }

  connect() {
    clearTimeout(this.timer)
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const {code} = this.greet() || {code: ""} // by which a proxy chooses a process
    const socket = new WebSocket(`${scheme}://${location.host}/phone/socket?room=${code}`)
    this.socket = socket
    this.since = Date.now()
    socket.onopen = () => {
      if (socket !== this.socket) return
      this.open = true
      this.tries = 0
      this.change()
      this.hello()
    }
    socket.onmessage = (event) => socket === this.socket && this.heard(JSON.parse(event.data))
    socket.onclose = () => socket === this.socket && this.lost()
  }

  anew() {
    if (!this.open) return
    this.open = false
    this.drop()
    this.connect()
  }

  hello() {
    const greeting = this.greet()
    if (greeting) this.send(greeting)
  }

  lost() {
    this.open = false
    this.change()
    const delay = Math.min(LONGEST, 250 * Math.pow(2, this.tries)) * (0.75 + Math.random() / 2)
    this.tries += 1
    this.timer = setTimeout(() => this.connect(), delay)
  }

  // After sleep a socket may look open and be dead: reconnecting is quicker than finding out.
  wake() {
    if (!this.socket) return
    const state = this.socket.readyState
    const stale = state === WebSocket.CONNECTING && Date.now() - this.since > 3000
    if (state > WebSocket.OPEN || stale) {
      this.tries = 0
      this.drop()
      this.connect()
    } else if (state === WebSocket.OPEN && this.seat) {
      this.hello()
      clearTimeout(this.probe)
      this.probe = setTimeout(() => {
        this.drop()
        this.lost()
      }, 3000)
    }
  }

  drop() {
    const old = this.socket
    old.onopen = old.onmessage = old.onclose = null
    old.close()
  }

  send(message) {
    if (this.open) this.socket.send(JSON.stringify(message))
  }

  // One move at a time, with a random name, so that it counts once however often it is sent.
  move(asked) {
    this.ask({type: "move", ...asked})
  }

  ask(message) {
    if (this.waiting) {
      if (message.type === "answer") this.later = message // the latest counts
      return
    }
    this.waiting = {tap: newTap(), ...message}
    this.resend()
    this.change()
  }

  resend() {
    clearTimeout(this.again)
    if (!this.waiting) return
    this.send(this.waiting)
    this.again = setTimeout(() => this.resend(), AGAIN)
  }

  heard(message) {
    clearTimeout(this.probe)
    const answered = message.type === "played" || message.type === "refused"
    if (answered && this.waiting && message.tap === this.waiting.tap) {
      this.waiting = null
      clearTimeout(this.again)
      const {later} = this
      this.later = null
      if (later) this.ask(later)
    }
    if (message.type === "joined") {
      this.seat = true
      this.resend()
    }
    if (message.type === "gone") {
      this.seat = false
      this.waiting = null
    }
    this.hear(message)
  }
}
