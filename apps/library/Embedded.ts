import { Layer } from "effect"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import * as BlocklistMemory from "../../adapters/storage/memory/BlocklistMemory.ts"
import * as SubmissionsMemory from "../../adapters/storage/memory/SubmissionsMemory.ts"
import { layerData } from "./EmbeddedData.ts"
import { layerThreatLists } from "./ThreatSources.ts"

/**
 * Layer of all ports of the screening use cases, from data included in the package. Needs no server, database, account
 * or network. The blocklist and the submissions start empty and stay in memory. Fails if the country database, a file
 * of a package, cannot be read.
 *
 * @example
 * Effect.provide(screenUrl("https://example.com/"), layerEmbedded)
 */
export const layerEmbedded = Layer.mergeAll(
  DocumentReaderPool.layer(),
  layerData,
  layerThreatLists(),
  BlocklistMemory.layer,
  SubmissionsMemory.layer
)
