import { Layer } from "effect"
import type { SiteId } from "../../core/kernel/Ids.ts"
import { parseIpAddress } from "../../core/kernel/networks/IpAddress.ts"
import { type Pressure, VisitorTraffic } from "../../core/shield/VisitorTraffic.ts"
import { BoundedMap } from "./BoundedMap.ts"

/** How long a shape is remembered after it was seen last. */
export const shapeMillisMax = 21_600_000
/** Shapes of all sites that are remembered. */
const shapesMax = 40_000
/** Sessions of one shape that are told apart; what comes beyond counts as new each time. */
const sessionsToldApart = 8
/** Shapes, challenges and sites are named by short texts; a longer one is cut. */
const nameCharsMax = 64

/** Addresses, and as many networks, whose challenges are counted. */
export const addressesMax = 50_000
/** Limits of addresses that are counted. */
export const limitsMax = 60_000

const minuteMillis = 60_000
/** The instance's rate is that of about as many seconds. */
const instanceSeconds = 10
const instanceMillis = instanceSeconds * 1_000

/** How much of each is remembered. */
export interface VisitorTrafficSizes {
  readonly networks: number
  readonly addresses: number
  readonly limits: number
  readonly shapes: number
}

/** About 55 MB when all of it is in use. */
const maximaDefault: VisitorTrafficSizes = {
  networks: addressesMax,
  addresses: addressesMax,
  limits: limitsMax,
  shapes: shapesMax
}

/** Beside the port: how much is held, so that its bound can be shown. */
export const makeVisitorTraffic = (maxima: VisitorTrafficSizes = maximaDefault) => {
  const networks = new BoundedMap<DecayingCount>(maxima.networks)
  const addresses = new BoundedMap<DecayingCount>(maxima.addresses)
  const limits = new BoundedMap<MinuteLimit>(maxima.limits)
  const instance = new DecayingCount()
  const shapes = new ShapeSightings(maxima.shapes)

  const traffic = VisitorTraffic.of({
    challenged: (text, nowMillis): Pressure => {
      const { address, network } = addressKeys(text)
      return {
        network: countOf(networks, network).add(nowMillis, minuteMillis),
        address: countOf(addresses, address).add(nowMillis, minuteMillis),
        instance: instance.add(nowMillis, instanceMillis) / instanceSeconds
      }
    },
    pressureOf: (text, nowMillis): Pressure => {
      const { address, network } = addressKeys(text)
      return {
        network: networks.peek(network)?.valueAt(nowMillis, minuteMillis) ?? 0,
        address: addresses.peek(address)?.valueAt(nowMillis, minuteMillis) ?? 0,
        instance: instance.valueAt(nowMillis, instanceMillis) / instanceSeconds
      }
    },
    allows: (what, text, perMinute, nowMillis) => {
      const key = `${what} ${addressKeys(text).address}`
      let limit = limits.get(key)
      if (limit === undefined) limits.set(key, limit = new MinuteLimit())
      return limit.allows(perMinute, nowMillis)
    },
    shapeSeen: (siteId, shape, challengeId, nowMillis) => shapes.seen(siteId, shape, challengeId, nowMillis)
  })

  const sizes = (): VisitorTrafficSizes => ({
    networks: networks.size,
    addresses: addresses.size,
    limits: limits.size,
    shapes: shapes.size
  })
  return { traffic, sizes }
}

export const layer: Layer.Layer<VisitorTraffic> = Layer.sync(VisitorTraffic, () => makeVisitorTraffic().traffic)

const countOf = (counts: BoundedMap<DecayingCount>, key: string): DecayingCount => {
  let count = counts.get(key)
  if (count === undefined) counts.set(key, count = new DecayingCount())
  return count
}

/**
 * How many there were lately, in two numbers: each counts one at first and fades away with time, so that a steady stream
 * comes to what a minute of it holds (an exponentially weighted moving sum).
 */
class DecayingCount {
  private count = 0
  private at = -Infinity

  add(nowMillis: number, spanMillis: number): number {
    this.count = this.valueAt(nowMillis, spanMillis) + 1
    // One that was set back far would else let nothing fade until it has caught up.
    this.at = nowMillis > this.at - spanMillis ? Math.max(this.at, nowMillis) : nowMillis
    return this.count
  }

  valueAt(nowMillis: number, spanMillis: number): number {
    // A clock that was set back lets nothing fade, and nothing grow.
    const elapsed = Math.max(0, nowMillis - this.at)
    return this.count === 0 ? 0 : this.count * Math.exp(-elapsed / spanMillis)
  }
}

const slotMillis = 10_000
/** Any minute touches at most seven slots of ten seconds. */
const slotsOfMinute = 7

/** Counts what was let through in slots of ten seconds: never more than the limit in any minute, and all of it again after 70 s. */
class MinuteLimit {
  /** Half the size of a typed array, of which there would be one for each address. */
  private readonly counts: Array<number> = [0, 0, 0, 0, 0, 0, 0]
  private slot = -Infinity

  allows(perMinute: number, nowMillis: number): boolean {
    this.moveTo(Math.floor(nowMillis / slotMillis))
    let sum = 0
    for (const count of this.counts) sum += count
    if (sum >= perMinute) return false
    this.counts[this.slot % slotsOfMinute]!++
    return true
  }

  /**
   * Slots that were skipped are empty. A clock that was set back a little goes on in the slot that it had reached; by more, and all
   * begins anew: else who is at the limit would stay there until the clock has caught up.
   */
  private moveTo(slot: number): void {
    if (slot <= this.slot && slot > this.slot - slotsOfMinute) return
    const skipped = Math.min(slotsOfMinute, Math.abs(slot - this.slot))
    this.slot = slot
    for (let back = 0; back < skipped; back++) this.counts[(slot - back) % slotsOfMinute] = 0
  }
}

interface Sighting {
  readonly sessions: Array<string>
  count: number
  at: number
}

/** Which shapes of sessions were seen on which site. */
class ShapeSightings {
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

/** Whom an address stands for: one subscriber, and the network that it is in. */
interface AddressKeys {
  /** IPv4: the address; IPv6: its /64, which is what one subscriber gets (RFC 6177). */
  readonly address: string
  /** IPv4: /24; IPv6: /48, the largest that one site is commonly given (RFC 6177). */
  readonly network: string
}

/** Everything that is no address counts as one. */
const nowhere: AddressKeys = { address: "-", network: "-" }

export const addressKeys = (text: string): AddressKeys => {
  const ip = parseIpAddress(text)
  if (ip === null) return nowhere
  if (ip.family === 4) {
    const bits = Number(ip.bits)
    return { address: `4${bits.toString(36)}`, network: `4${(bits >>> 8).toString(36)}` }
  }
  return { address: `6${(ip.bits >> 64n).toString(36)}`, network: `6${(ip.bits >> 80n).toString(36)}` }
}
