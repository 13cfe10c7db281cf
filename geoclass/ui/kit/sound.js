// Short synthesised tones, off by default. The browser stores the setting.

const TONES = {turn: [659, 880], right: [523, 659, 784], wrong: [392, 311]} // notes in hertz, one after another
const NOTE = 0.14 // seconds

const sounds = {
  on: () => keptChoice("sound") === "on",
  set(on) {
    keepChoice("sound", on ? "on" : "off")
    if (on) sounds.play("turn")
  },
  /** Browsers mute a page until its first click; tones that would come late are skipped. */
  async play(name) {
    const air = (sounds.air = sounds.air || new AudioContext())
    const asked = Date.now()
    await air.resume()
    if (Date.now() - asked > 500) return
    TONES[name].forEach((hertz, n) => {
      const at = air.currentTime + n * NOTE,
        tone = new OscillatorNode(air, {frequency: hertz, type: "triangle"}),
        loud = new GainNode(air, {gain: 0})
      tone.connect(loud).connect(air.destination)
      loud.gain.setValueAtTime(0, at)
      loud.gain.linearRampToValueAtTime(0.2, at + 0.02)
      loud.gain.exponentialRampToValueAtTime(0.001, at + 2 * NOTE)
      tone.start(at)
      tone.stop(at + 2 * NOTE)
    })
  },
}

/** Play what has just happened, where sounds are on. */
function sound(before, after) {
  const tone = sounds.on() && heard(before, after)
  if (tone) sounds.play(tone)
}

/** The tone for the latest change: a reveal, or another team's turn. */
function heard(before, after) {
  const was = before.board,
    is = after.board
  if (!was || is.kind.startsWith("console.") || (was.next && was.next.send.do === "past")) return null
  if (typeof is.right === "boolean")
    return was.kind !== is.kind && before.turn !== after.turn ? (is.right ? "right" : "wrong") : null
  const active = (board) => (board.teams || []).filter((team) => team.active).map((team) => team.seat)
  return active(is).some((seat) => !active(was).includes(seat)) ? "turn" : null
}
