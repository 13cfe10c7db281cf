// The connection: comes back by itself, and sends a tap again until the server has answered it.

const AGAIN = 4000; // ms until an unanswered tap is sent again
const LONGEST = 8000; // ms between two attempts

export class Link {
  constructor(greet, hear, change) {
    this.greet = greet; // what to say first
    this.hear = hear; // called with each message
    this.change = change; // called when the connection comes or goes
    this.open = false;
    this.waiting = null; // the tap in flight
    this.tries = 0;
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    window.addEventListener("online", () => this.wake());
    window.addEventListener("pageshow", () => this.wake());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/phone/socket`);
    this.socket = socket;
    this.since = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.open = true;
      this.tries = 0;
      this.change();
      this.hello();
    };
    socket.onmessage = (event) => socket === this.socket && this.heard(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  hello() {
    const greeting = this.greet();
    if (greeting) this.send(greeting);
  }

  lost() {
    this.open = false;
    this.change();
    const delay = Math.min(LONGEST, 250 * Math.pow(2, this.tries)) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), delay);
  }

  // After sleep a socket may look open and be dead: a new one is quicker than finding out.
  wake() {
    const state = this.socket.readyState;
    const stale = state === WebSocket.CONNECTING && Date.now() - this.since > 3000;
    if (state > WebSocket.OPEN || stale) {
      this.tries = 0;
      this.drop();
      this.connect();
    } else if (state === WebSocket.OPEN && this.seat) {
      this.hello();
      clearTimeout(this.probe);
      this.probe = setTimeout(() => {
        this.drop();
        this.lost();
      }, 3000);
    }
  }

  drop() {
    const old = this.socket;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // A move: one at a time, known by its own random name, so that it counts once however often it is sent.
  move(move) {
    if (this.waiting) return;
    const tap = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
    this.waiting = { type: "move", tap, move };
    this.resend();
    this.change();
  }

  resend() {
    clearTimeout(this.again);
    if (!this.waiting) return;
    this.send(this.waiting);
    this.again = setTimeout(() => this.resend(), AGAIN);
  }

  heard(message) {
    clearTimeout(this.probe);
    const answered = message.type === "played" || message.type === "refused";
    if (answered && this.waiting && message.tap === this.waiting.tap) {
      this.waiting = null;
      clearTimeout(this.again);
    }
    if (message.type === "joined") {
      this.seat = true;
      this.resend();
    }
    if (message.type === "gone" || message.type === "lobby") {
      this.seat = false;
      this.waiting = null;
    }
    this.hear(message);
  }
}
