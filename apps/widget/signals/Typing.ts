import { makeSamples } from "./Samples.ts"
import type { Shape } from "./Shape.ts"

/** Longer pauses count as thinking, not typing. */
const flightMillisMax = 1_500
const pressedMax = 10

/** Measures the rhythm of keys: how long they are pressed, and the time between them. Does not keep which keys they are. */
export const trackTyping = (shape: Shape) => {
  const dwells = makeSamples()
  const flights = makeSamples()
  const counts = { keys: 0, corrections: 0, rollovers: 0 }
  const held = new Map<string, number>()
  let last = 0
  return {
    pressed: (event: KeyboardEvent) => {
      // On-screen keyboards and input methods do not report keys; a key that is held down repeats automatically.
      if (
        event.repeat || event.isComposing || !event.code || /^(Unid|Proc|Dead|Shift|Cont|Alt|Meta|Caps)/.test(event.key)
      ) return
      const flight = event.timeStamp - last
      last = event.timeStamp
      counts.keys++
      const isCorrection = /^(Back|Del)/.test(event.key)
      if (isCorrection) counts.corrections++
      if (held.size) counts.rollovers++
      shape.typed(isCorrection ? 3 : Math.min(held.size, 2))
      if (flight < flightMillisMax) flights.add(flight)
      if (held.size < pressedMax) held.set(event.code, event.timeStamp)
    },
    released: ({ code, timeStamp }: KeyboardEvent) => {
      const since = held.get(code)
      if (since) dwells.add(timeStamp - since)
      held.delete(code)
    },
    /** The release of a key outside the page is never seen. */
    left: () => held.clear(),
    summary: () => ({ ...counts, ...dwells.summary("dwell"), ...flights.summary("flight") })
  }
}
