import { samples } from "./Samples.ts"
import type { Shape } from "./Shape.ts"

/** A longer pause is thinking, not typing. */
const flightMillisMax = 1_500
const heldMax = 10

/** Measures the rhythm of keys: how long they are held and how they follow each other. Which they are is not kept. */
export const typing = (course: Shape) => {
  const dwells = samples()
  const flights = samples()
  const counts = { keys: 0, corrections: 0, rollovers: 0 }
  const held = new Map<string, number>()
  let last = 0
  return {
    pressed: (event: KeyboardEvent) => {
      // Keyboards on a screen and methods of input tell no keys; what is held down repeats by itself.
      if (
        event.repeat || event.isComposing || !event.code || /^(Unid|Proc|Dead|Shift|Cont|Alt|Meta|Caps)/.test(event.key)
      ) return
      const flight = event.timeStamp - last
      last = event.timeStamp
      counts.keys++
      const isCorrection = /^(Back|Del)/.test(event.key)
      if (isCorrection) counts.corrections++
      if (held.size) counts.rollovers++
      course.typed(isCorrection ? 3 : Math.min(held.size, 2))
      if (flight < flightMillisMax) flights.add(flight)
      if (held.size < heldMax) held.set(event.code, event.timeStamp)
    },
    released: ({ code, timeStamp }: KeyboardEvent) => {
      const since = held.get(code)
      if (since) dwells.add(timeStamp - since)
      held.delete(code)
    },
    /** A key that is let go elsewhere is never seen. */
    left: () => held.clear(),
    summary: () => ({ ...counts, ...dwells.summary("dwell"), ...flights.summary("flight") })
  }
}
