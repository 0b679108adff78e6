import type { SiteId } from "../../core/kernel/Ids.ts"
import { BoundedMap } from "./BoundedMap.ts"

/** How long a shape is remembered after it was seen last. */
export const shapeMillisMax = 21_600_000
/** Shapes of all sites that are remembered. */
export const shapesMax = 40_000
/** Sessions of one shape that are told apart; what comes beyond counts as new each time. */
const sessionsToldApart = 8
/** Shapes, challenges and sites are named by short texts; a longer one is cut. */
const nameCharsMax = 64

interface Sighting {
  readonly sessions: Array<string>
  count: number
  at: number
}

/** Which shapes of sessions were seen on which site. */
export class ShapeSightings {
  private readonly sightings: BoundedMap<Sighting>

  constructor(shapes: number) {
    this.sightings = new BoundedMap(shapes)
  }

  get size(): number {
    return this.sightings.size
  }

  /** Takes note of a session's shape; how many other sessions had it. */
  seen(siteId: SiteId, shape: string, session: string, nowMillis: number): number {
    const key = `${siteId.slice(0, nameCharsMax)} ${shape.slice(0, nameCharsMax)}`
    const name = session.slice(0, nameCharsMax)
    const known = this.sightings.get(key)
    if (known === undefined || nowMillis - known.at >= shapeMillisMax) {
      this.sightings.set(key, { sessions: [name], count: 1, at: nowMillis })
      return 0
    }
    known.at = Math.max(known.at, nowMillis)
    if (known.sessions.includes(name)) return known.count - 1
    if (known.sessions.length < sessionsToldApart) known.sessions.push(name)
    return known.count++
  }
}
