import type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
import { popularDomains } from "./PopularDomainsEmbedded.ts"
import { publicSuffixes } from "./PublicSuffixesTldts.ts"

/** Embedded data about hosts: public suffixes and popular domains. */
export const hostKnowledge: HostKnowledge = { suffixes: publicSuffixes, popular: popularDomains }

/**
 * URL from which worker threads import this module, because functions cannot be sent to a thread. In a bundle, it is
 * a file of its own beside the bundle: the URL of the bundle itself would run the program again in the thread.
 */
export const hostKnowledgeModuleUrl: string = new URL("./HostKnowledgeEmbedded.ts", import.meta.url).href
