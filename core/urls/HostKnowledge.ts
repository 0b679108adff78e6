import type { PopularDomains } from "./PopularDomains.ts"
import type { PublicSuffixes } from "./PublicSuffixes.ts"

/** What is known of hosts when an entry that covers a whole one is judged. */
export interface HostKnowledge {
  readonly suffixes: PublicSuffixes["Service"]
  readonly popular: PopularDomains["Service"]
  /** Hosts of the operator's own sites, lower-case ASCII; absent where they are not known, as for feeds. */
  readonly own?: ReadonlySet<string>
}
