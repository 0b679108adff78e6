import { Layer } from "effect"
import { type Pressure, VisitorTraffic } from "../../core/shield/VisitorTraffic.ts"
import { addressKeys } from "./AddressKeys.ts"
import { BoundedMap } from "./BoundedMap.ts"
import { DecayingCount } from "./DecayingCount.ts"
import { MinuteLimit } from "./MinuteLimit.ts"
import { ShapeSightings, shapesMax } from "./ShapeSightings.ts"

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
