/**
 * Gatehouse as a library: `import { checkEmail, layerEmbedded } from "gatehouse"`.
 *
 * Use cases are Effects that require ports. `layerEmbedded` provides every port of the screening use cases, and you can
 * replace any port with your own layer. This entry point loads no HTTP server and no database. Accounts, credits, keys
 * and Shield also need a layer of `gatehouse/storage`.
 */
export * from "./core.ts"
export * from "./data.ts"
export * from "./documents.ts"
export { layerEmbedded } from "./Embedded.ts"
export { layerThreatLists } from "./ThreatSources.ts"

// In-memory storage for the screening use cases
export * as BlocklistMemory from "../../adapters/storage/memory/BlocklistMemory.ts"
export * as SubmissionsMemory from "../../adapters/storage/memory/SubmissionsMemory.ts"
