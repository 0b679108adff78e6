import type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
import { popularDomains } from "./PopularDomainsEmbedded.ts"
import { publicSuffixes } from "./PublicSuffixesTldts.ts"

/** The embedded host data. */
export const hostKnowledge: HostKnowledge = { suffixes: publicSuffixes, popular: popularDomains }

/** URL of this module for worker threads, because functions cannot be sent to a thread. */
export const hostKnowledgeModule: string = import.meta.url
