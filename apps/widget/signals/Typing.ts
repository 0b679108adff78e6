import { makeSamples } from "./Samples.ts"
import type { InteractionShape } from "./Shape.ts"

/** Maximum milliseconds between two keys that count as typing. Longer pauses count as thinking. */
const flightMillisMax = 1_500
const pressedMax = 10

/**
 * Measures the rhythm of keys: how long they are pressed, and the time between them. Does not store which keys are
 * pressed.
 */
export const trackTyping = (shape: InteractionShape) => {
  const dwells = makeSamples()
  const flights = makeSamples()
  const counts = { keys: 0, corrections: 0, rollovers: 0 }
  const held = new Map<string, number>()
  let last = 0
  return {
    pressed: (event: KeyboardEvent) => {
      // Skips events without a known key, from on-screen keyboards and input methods. Also skips modifier keys and
      // automatic repeats.
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
    /** Forgets the pressed keys. After the focus has left, the page does not see the release of a key. */
    left: () => held.clear(),
    summary: () => ({ ...counts, ...dwells.summary("dwell"), ...flights.summary("flight") })
  }
}
