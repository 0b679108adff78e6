import type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
import { popularDomains } from "./PopularDomainsEmbedded.ts"
import { publicSuffixes } from "./PublicSuffixesTldts.ts"

/** What the release carries of hosts. */
export const hostKnowledge: HostKnowledge = { suffixes: publicSuffixes, popular: popularDomains }

/** Where a thread finds it: functions do not go between threads. */
export const hostKnowledgeModule: string = import.meta.url
