import { Context } from "effect"

/** Location of an IP address. Synchronous: the database is a file in memory. */
export class Geo extends Context.Service<Geo, {
  /** ISO 3166-1 alpha-2, upper case. Null for private, reserved and unknown addresses. */
  readonly countryOf: (ip: string) => string | null
  /** Number of the autonomous system that announces the address, such as `AS64500`. Null if unknown. */
  readonly asnOf: (ip: string) => string | null
}>()("gatehouse/core/kernel/networks/Geo") {}
