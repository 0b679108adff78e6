import type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
import { popularDomains } from "./PopularDomainsEmbedded.ts"
import { publicSuffixes } from "./PublicSuffixesTldts.ts"

/** Embedded data about hosts: public suffixes and popular domains. */
export const hostKnowledge: HostKnowledge = { suffixes: publicSuffixes, popular: popularDomains }

/**
 * URL from which worker threads import this module, because functions cannot be sent to a thread. In a bundle, this
 * module is a separate file beside the bundle. With the URL of the bundle itself, the thread would run the whole
 * program again.
 */
export const hostKnowledgeModuleUrl: string = new URL("./HostKnowledgeEmbedded.ts", import.meta.url).href
