import { type Samples, samples } from "./Samples.ts"
import type { Shape } from "./Shape.ts"

/** A click from farther than this in one step of the pointer was not led there by a hand. */
const jumpPixelsMin = 40
/** The middle of an element, as programs find it. */
const centrePixelsMax = 1
/** In a smaller element people hit the middle as well. */
const sidePixelsMin = 16
/** A change of direction, in radians. */
const turnMin = 0.1

/** Measures pointers: how a mouse moves, how long it is held, where in an element it clicks; how fingers touch. */
export const pointing = (course: Shape) => {
  const speeds = samples()
  const mouseHolds = samples()
  const touchHolds = samples()
  const counts = { moves: 0, turns: 0, clicks: 0, jumps: 0, centred: 0, taps: 0, swipes: 0, radii: 0 }
  const held = new Map<number, { readonly at: number; readonly holds: Samples }>()
  let last: { readonly x: number; readonly y: number; readonly at: number; readonly angle: number } | undefined
  /** Where the pointer was before its latest step, and steps since the latest click. */
  let before: { readonly x: number; readonly y: number } | undefined
  let steps = 0
  let radius = 0

  const moved = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return void counts.swipes++
    counts.moves++
    steps++
    const [x, y, at] = [event.clientX, event.clientY, event.timeStamp]
    const [dx, dy] = last ? [x - last.x, y - last.y] : [0, 0]
    const distance = Math.hypot(dx, dy)
    if (distance === 0 && last) return
    const angle = Math.atan2(dy, dx)
    if (last && at > last.at) {
      speeds.add(distance / (at - last.at))
      const turn = Math.abs(angle - last.angle)
      if (Math.min(turn, 2 * Math.PI - turn) > turnMin) counts.turns++
    }
    before = last
    last = { x, y, at, angle }
  }

  const pressed = (event: PointerEvent) => {
    const box = (event.target as Element).getBoundingClientRect()
    const [x, y] = [event.clientX - box.x, event.clientY - box.y]
    course.clicked(x, y)
    const isMouse = event.pointerType === "mouse"
    if (held.size < 10) held.set(event.pointerId, { at: event.timeStamp, holds: isMouse ? mouseHolds : touchHolds })
    const isCentred = Math.abs(x - box.width / 2) < centrePixelsMax && Math.abs(y - box.height / 2) < centrePixelsMax
    if (isCentred && Math.min(box.width, box.height) >= sidePixelsMin) counts.centred++
    if (isMouse) {
      counts.clicks++
      const from = steps === 0 ? last : before
      if (steps < 2 && !(from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < jumpPixelsMin)) {
        counts.jumps++
      }
      steps = 0
      last = { x: event.clientX, y: event.clientY, at: event.timeStamp, angle: last?.angle ?? 0 }
    } else {
      counts.taps++
      if (radius && event.width !== radius) counts.radii++
      radius = event.width
    }
  }

  const released = (event: PointerEvent) => {
    const press = held.get(event.pointerId)
    if (press && event.type === "pointerup") press.holds.add(event.timeStamp - press.at)
    held.delete(event.pointerId)
  }

  return {
    moved,
    pressed,
    released,
    summary: () => ({
      ...counts,
      ...speeds.summary("speed"),
      ...mouseHolds.summary("hold"),
      ...touchHolds.summary("tapHold")
    })
  }
}
