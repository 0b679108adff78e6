/**
 * Data about email providers, domains, countries, languages and spam, as layers of the core's ports.
 *
 * Each module is named for its port and its data: `EmailListsEmbedded.layer` provides `EmailLists`. `…Memory` modules
 * contain only the names that you pass. `SpamClassifierFile` reads a model file of yours, and `GeoMmdb` can read
 * database files of yours. All other data is included in the package or its dependencies. Nothing is fetched.
 *
 * @example
 * import { Effect, Layer } from "effect"
 * import { screenUrl } from "gatehouse/core"
 * import { PublicSuffixesTldts } from "gatehouse/data"
 */
export * as GeoMmdb from "../../adapters/geo/GeoMmdb.ts"
export * as LanguageEld from "../../adapters/language/LanguageEld.ts"
export * as EmailListsEmbedded from "../../adapters/lists/EmailListsEmbedded.ts"
export * as EmailListsMemory from "../../adapters/lists/EmailListsMemory.ts"
export { hostKnowledge } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
export * as PopularDomainsEmbedded from "../../adapters/lists/PopularDomainsEmbedded.ts"
export * as PopularDomainsMemory from "../../adapters/lists/PopularDomainsMemory.ts"
export * as PublicSuffixesTldts from "../../adapters/lists/PublicSuffixesTldts.ts"
export * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"
export * as SpamClassifierFile from "../../adapters/spam/SpamClassifierFile.ts"
export { layerData } from "./EmbeddedData.ts"
