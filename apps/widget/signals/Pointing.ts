import { makeSamples } from "./Samples.ts"
import type { Shape } from "./Shape.ts"

/** Minimum distance in pixels that counts as a jump. A hand does not reach a click from that far with at most one move event. */
const jumpPixelsMin = 40
/** Maximum distance in pixels from the center of an element, where programs click. */
const centrePixelsMax = 1
/** Minimum side length in pixels. In smaller elements people also hit the center. */
const sidePixelsMin = 16
/** A change of direction by at least a tenth of a radian, as a cosine. */
const turnCosineMax = 0.995
/** Maximum pressed pointers to track: fingers, and a mouse. */
const pressedMax = 10

/** Measures pointers: mouse speed and turns, press duration, click position relative to the element, and touches. */
export const trackPointer = (shape: Shape) => {
  const speeds = makeSamples()
  const mouseHolds = makeSamples()
  const touchHolds = makeSamples()
  const counts = { moves: 0, turns: 0, clicks: 0, jumps: 0, centred: 0, taps: 0, swipes: 0, radii: 0 }
  const held = new Map<number, number>()
  /** The last two positions of the mouse. */
  let [x, y, at, angle] = [NaN, NaN, 0, 0]
  let [oldX, oldY] = [NaN, NaN]
  /** Moves since the last click. */
  let steps = 0
  let radius = 0

  return {
    moved: (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return void counts.swipes++
      const [dx, dy, millis] = [event.clientX - x, event.clientY - y, event.timeStamp - at]
      // The previous position is unknown at first: the distance is NaN and not 0.
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
      const offCentre = Math.max(Math.abs(inX - box.width / 2), Math.abs(inY - box.height / 2))
      if (offCentre < centrePixelsMax && Math.min(box.width, box.height) >= sidePixelsMin) counts.centred++
      if (event.pointerType === "mouse") {
        counts.clicks++
        // An unknown position counts as far away.
        const [fromX, fromY] = steps ? [oldX, oldY] : [x, y]
        if (steps < 2 && !(Math.hypot(event.clientX - fromX, event.clientY - fromY) < jumpPixelsMin)) counts.jumps++
        ;[x, y, steps] = [event.clientX, event.clientY, 0]
      } else {
        counts.taps++
        if (radius && event.width !== radius) counts.radii++
        radius = event.width
      }
    },
    /** The pointer was released, or the gesture became a scroll. */
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
