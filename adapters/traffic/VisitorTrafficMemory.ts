import { Layer } from "effect"
import type { SiteId } from "../../core/kernel/Ids.ts"
import { parseIpAddress } from "../../core/kernel/networks/IpAddress.ts"
import { type VisitorRates, VisitorTraffic } from "../../core/shield/VisitorTraffic.ts"
import { BoundedMap } from "./BoundedMap.ts"

/** Time in milliseconds for which a shape is remembered after it was last seen. */
export const shapeRetentionMillis = 21_600_000
/** Maximum number of shapes remembered for all sites. */
const shapesMax = 40_000
/** Maximum number of distinct sessions tracked per shape; further sessions always count as new. */
const sessionsPerShapeMax = 8
/** Maximum characters of the IDs of shapes, challenges and sites. Longer IDs are cut off. */
const nameCharsMax = 64

/** Maximum number of addresses, and of networks, whose challenges are counted. */
export const addressesMax = 50_000
/** Maximum number of rate limits that are tracked, one per address and kind of request. */
export const rateLimitsMax = 60_000

const minuteMillis = 60_000
/** Time span in seconds over which the instance's rate is measured. */
const instanceSeconds = 10
const instanceMillis = instanceSeconds * 1_000

/** Number of entries of each kind. */
export interface VisitorTrafficSizes {
  readonly networks: number
  readonly addresses: number
  readonly limits: number
  readonly shapes: number
}

/** Default maxima. The maps take about 55 MB when they are full. */
const defaultSizes: VisitorTrafficSizes = {
  networks: addressesMax,
  addresses: addressesMax,
  limits: rateLimitsMax,
  shapes: shapesMax
}

/** Returns the service and, for tests of the maxima, a function that returns the current numbers of entries. */
export const makeVisitorTraffic = (maxima: VisitorTrafficSizes = defaultSizes) => {
  const networks = new BoundedMap<DecayingCount>(maxima.networks)
  const addresses = new BoundedMap<DecayingCount>(maxima.addresses)
  const limits = new BoundedMap<MinuteLimit>(maxima.limits)
  const instance = new DecayingCount()
  const shapes = new ShapeSightings(maxima.shapes)

  const traffic = VisitorTraffic.of({
    recordChallenge: (text, nowMillis): VisitorRates => {
      const { address, network } = addressKeys(text)
      return {
        network: countFor(networks, network).add(nowMillis, minuteMillis),
        address: countFor(addresses, address).add(nowMillis, minuteMillis),
        instance: instance.add(nowMillis, instanceMillis) / instanceSeconds
      }
    },
    pressureOf: (text, nowMillis): VisitorRates => {
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
    shapeSeen: (siteId, shape, challengeId, nowMillis) => shapes.record(siteId, shape, challengeId, nowMillis)
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

const countFor = (counts: BoundedMap<DecayingCount>, key: string): DecayingCount => {
  let count = counts.get(key)
  if (count === undefined) counts.set(key, count = new DecayingCount())
  return count
}

/**
 * Recent count as an exponentially weighted moving sum, stored in two numbers. Each event counts as one at first and
 * decays with time, so a steady stream converges to the number of events in one time span.
 */
class DecayingCount {
  private count = 0
  private lastAtMillis = -Infinity

  add(nowMillis: number, spanMillis: number): number {
    this.count = this.valueAt(nowMillis, spanMillis) + 1
    // If the clock was set back by a time span or more, counting continues from the new time. Otherwise the decay would
    // stop until the clock catches up.
    this.lastAtMillis = nowMillis > this.lastAtMillis - spanMillis ? Math.max(this.lastAtMillis, nowMillis) : nowMillis
    return this.count
  }

  valueAt(nowMillis: number, spanMillis: number): number {
    // While the clock is behind the last event, the count neither decays nor grows.
    const elapsed = Math.max(0, nowMillis - this.lastAtMillis)
    return this.count === 0 ? 0 : this.count * Math.exp(-elapsed / spanMillis)
  }
}

const slotMillis = 10_000
/** Maximum number of ten-second slots that a minute overlaps. */
const slotsOfMinute = 7

/**
 * Counts admitted requests in slots of ten seconds. Admits at most `perMinute` requests in any minute. An address that
 * reached the limit has the full limit again after 70 s.
 */
class MinuteLimit {
  /** Admitted requests per slot. A plain array takes half the memory of a typed array per address. */
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
   * Moves to a slot and clears skipped slots. If the clock was set back by fewer than seven slots, the current slot
   * continues. Otherwise the counts are reset, because an address at its limit would stay blocked until the clock
   * catches up.
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

/** Tracks the shapes of sessions per site. */
class ShapeSightings {
  private readonly sightings: BoundedMap<Sighting>

  constructor(shapes: number) {
    this.sightings = new BoundedMap(shapes)
  }

  get size(): number {
    return this.sightings.size
  }

  /** Records a session's shape. Returns the number of other sessions that had the same shape. */
  record(siteId: SiteId, shape: string, session: string, nowMillis: number): number {
    const key = `${siteId.slice(0, nameCharsMax)} ${shape.slice(0, nameCharsMax)}`
    const name = session.slice(0, nameCharsMax)
    const known = this.sightings.get(key)
    if (known === undefined || nowMillis - known.at >= shapeRetentionMillis) {
      this.sightings.set(key, { sessions: [name], count: 1, at: nowMillis })
      return 0
    }
    known.at = Math.max(known.at, nowMillis)
    if (known.sessions.includes(name)) return known.count - 1
    if (known.sessions.length < sessionsPerShapeMax) known.sessions.push(name)
    return known.count++
  }
}

interface AddressKeys {
  /**
   * Key of a subscriber: the IPv4 address, or the /64 of an IPv6 address, the usual size for one subscriber (RFC 6177).
   */
  readonly address: string
  /**
   * Key of a network: the /24 of an IPv4 address, or the /48 of an IPv6 address, the largest that one site usually gets
   * (RFC 6177).
   */
  readonly network: string
}

/** Keys that all invalid addresses share. */
const invalidAddressKeys: AddressKeys = { address: "-", network: "-" }

export const addressKeys = (text: string): AddressKeys => {
  const ip = parseIpAddress(text)
  if (ip === null) return invalidAddressKeys
  if (ip.family === 4) {
    const bits = Number(ip.bits)
    return { address: `4${bits.toString(36)}`, network: `4${(bits >>> 8).toString(36)}` }
  }
  return { address: `6${(ip.bits >> 64n).toString(36)}`, network: `6${(ip.bits >> 80n).toString(36)}` }
}
