import { Layer } from "effect"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import * as GeoMmdb from "../../adapters/geo/GeoMmdb.ts"
import * as LanguageEld from "../../adapters/language/LanguageEld.ts"
import * as EmailListsEmbedded from "../../adapters/lists/EmailListsEmbedded.ts"
import { hostKnowledge, hostKnowledgeModule } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as PopularDomainsEmbedded from "../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"
import * as BlocklistMemory from "../../adapters/storage/memory/BlocklistMemory.ts"
import * as SubmissionsMemory from "../../adapters/storage/memory/SubmissionsMemory.ts"
import * as Composite from "../../adapters/webrisk/CombineSources.ts"
import { embeddedList } from "../../adapters/webrisk/feeds/EmbeddedList.ts"
import type { FileFeed } from "../../adapters/webrisk/feeds/FeedSpec.ts"
import { fileSource } from "../../adapters/webrisk/feeds/FileSource.ts"
import { ThreatThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import { requiredAndEnforcedPolicy } from "../../adapters/webrisk/ThreatSource.ts"
import { compileBlockRules } from "../../core/block-rules/CompiledBlockRules.ts"

/** Embedded threat list, plus the threat list files at these paths, which are read again when they change. */
export const layerThreatLists = (feedPaths: ReadonlyArray<string> = []) =>
  Composite.layer(
    [
      embeddedList(hostKnowledge),
      ...feedPaths.map((path) => fileSource(fileFeed(path), hostKnowledgeModule, requiredAndEnforcedPolicy))
    ],
    hostKnowledge.suffixes
  ).pipe(Layer.provide(ThreatThread.layer))

const fileFeed = (path: string): FileFeed => ({ origin: "file", name: path, path, format: null, type: "unknown" })

/**
 * All ports of the screening use cases, from data included in the package: no server, database, account or network. The blocklist and the
 * submissions start empty and stay in memory. Fails if the country database, a file in a package, cannot be read.
 */
export const layerEmbedded = Layer.mergeAll(
  DocumentReaderPool.layer(),
  EmailListsEmbedded.layer,
  PublicSuffixesTldts.layer,
  PopularDomainsEmbedded.layer,
  GeoMmdb.layer(null),
  LanguageEld.layer,
  SpamClassifierEmbedded.layer,
  layerThreatLists(),
  BlocklistMemory.layer,
  SubmissionsMemory.layer
)

/** Empty set of rules, for programs without rules. */
export const noBlockRules = compileBlockRules([])
