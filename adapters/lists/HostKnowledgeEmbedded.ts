import type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
import { popularDomains } from "./PopularDomainsEmbedded.ts"
import { publicSuffixes } from "./PublicSuffixesTldts.ts"

/** What the release carries of hosts. */
export const hostKnowledge: HostKnowledge = { suffixes: publicSuffixes, popular: popularDomains }
