import { makeSamples } from "./Samples.ts"
import type { InteractionShape } from "./Shape.ts"

/** Minimum distance in pixels that counts as a jump. Over such a distance, a hand causes more than one move event. */
const jumpPixelsMin = 40
/** Maximum distance in pixels from the center of an element that counts as the center. Programs click there. */
const centerPixelsMax = 1
/**
 * Minimum side length in pixels of elements for which center clicks count. People also hit the center of smaller
 * elements.
 */
const sidePixelsMin = 16
/** Cosine of the minimum change of direction that counts as a turn: a tenth of a radian. */
const turnCosineMax = 0.995
/** Maximum number of pressed pointers to track at once: fingers, and a mouse. */
const pressedMax = 10

/** Measures mouse speed and turns, press duration, click position within the element, and touches. */
export const trackPointer = (shape: InteractionShape) => {
  const speeds = makeSamples()
  const mouseHolds = makeSamples()
  const touchHolds = makeSamples()
  const counts = { moves: 0, turns: 0, clicks: 0, jumps: 0, centred: 0, taps: 0, swipes: 0, radii: 0 }
  const held = new Map<number, number>()
  /** Last two positions of the mouse, with the time and direction of its last move. */
  let [x, y, at, angle] = [NaN, NaN, 0, 0]
  let [oldX, oldY] = [NaN, NaN]
  /** Number of moves since the last click. */
  let steps = 0
  let radius = 0

  return {
    moved: (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return void counts.swipes++
      const [dx, dy, millis] = [event.clientX - x, event.clientY - y, event.timeStamp - at]
      // Ignores events without movement. At first, the distance is NaN because no position is known.
      if (dx === 0 && dy === 0) return
      counts.moves++
      steps++
      if (millis > 0 && x === x) {
        speeds.add(Math.hypot(dx, dy) / millis)
        if (Math.cos(Math.atan2(dy, dx) - angle) < turnCosineMax) counts.turns++
      }
      ;[oldX, oldY, x, y, at, angle] = [x, y, event.clientX, event.clientY, event.timeStamp, Math.atan2(dy, dx)]
    },
    pressed: (event: PointerEvent) => {
      const box = (event.target as Element).getBoundingClientRect()
      const [inX, inY] = [event.clientX - box.x, event.clientY - box.y]
      shape.clicked(inX, inY)
      if (held.size < pressedMax) held.set(event.pointerId, event.timeStamp)
      const offCenter = Math.max(Math.abs(inX - box.width / 2), Math.abs(inY - box.height / 2))
      if (offCenter < centerPixelsMax && Math.min(box.width, box.height) >= sidePixelsMin) counts.centred++
      if (event.pointerType === "mouse") {
        counts.clicks++
        // Counts a click as a jump if the previous position is unknown: the comparison with NaN is false.
        const [fromX, fromY] = steps ? [oldX, oldY] : [x, y]
        if (steps < 2 && !(Math.hypot(event.clientX - fromX, event.clientY - fromY) < jumpPixelsMin)) counts.jumps++
        ;[x, y, steps] = [event.clientX, event.clientY, 0]
      } else {
        counts.taps++
        if (radius && event.width !== radius) counts.radii++
        radius = event.width
      }
    },
    /** Handles the release of a pointer, or a gesture that becomes a scroll. */
    released: ({ pointerId, pointerType, timeStamp, type }: PointerEvent) => {
      const since = held.get(pointerId)
      if (since && type === "pointerup") (pointerType === "mouse" ? mouseHolds : touchHolds).add(timeStamp - since)
      held.delete(pointerId)
    },
    summary: () => ({
      ...counts,
      ...speeds.summary("speed"),
      ...mouseHolds.summary("hold"),
      ...touchHolds.summary("tapHold")
    })
  }
}
