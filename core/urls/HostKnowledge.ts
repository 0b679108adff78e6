import type { PopularDomains } from "./PopularDomains.ts"
import type { PublicSuffixes } from "./PublicSuffixes.ts"

/** Data used to judge list entries that cover a whole host. */
export interface HostKnowledge {
  readonly suffixes: PublicSuffixes["Service"]
  readonly popular: PopularDomains["Service"]
  /** Hosts of the sites that Shield protects, in lower-case ASCII. Absent if the sites are unknown, as for feeds. */
  readonly own?: ReadonlySet<string>
}
