import { Context } from "effect"

/** Where an IP address is. Synchronous: the database is a file held in memory. */
export class Geo extends Context.Service<Geo, {
  /** ISO 3166-1 alpha-2, upper-case; null for private, reserved and unknown addresses. */
  readonly countryOf: (ip: string) => string | null
  /** Number of the autonomous system that announces it, `AS64500`; null where none is known. */
  readonly asnOf: (ip: string) => string | null
}>()("gatehouse/core/kernel/networks/Geo") {}
