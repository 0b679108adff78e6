import { Context } from "effect"

/** Looks up the location of IP addresses. The functions are synchronous, because the database is in memory. */
export class Geo extends Context.Service<Geo, {
  /** Returns the country as an upper-case ISO 3166-1 alpha-2 code. Null for private, reserved and unknown addresses. */
  readonly countryOf: (ip: string) => string | null
  /**
   * Returns the number of the autonomous system that announces the address, such as `AS64500`. Null if it is unknown.
   */
  readonly asnOf: (ip: string) => string | null
}>()("gatehouse/core/kernel/networks/Geo") {}
