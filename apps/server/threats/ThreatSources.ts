import { Effect, Layer } from "effect"
import { hostKnowledge, hostKnowledgeModule } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as Composite from "../../../adapters/webrisk/CombineSources.ts"
import { embeddedList, embeddedName } from "../../../adapters/webrisk/feeds/EmbeddedList.ts"
import { feedSource } from "../../../adapters/webrisk/feeds/FeedSource.ts"
import { http } from "../../../adapters/webrisk/http/Http.ts"
import { ThreatThread } from "../../../adapters/webrisk/thread/ThreatThread.ts"
import type { GatehouseConfig } from "../settings/Config.ts"
import { configuredFeeds } from "./ConfiguredFeeds.ts"
import { configuredPolicies, configuredVendors, remedyFor } from "./ConfiguredSources.ts"

/**
 * Embedded threat list, configured feeds, and vendors with a key, the same for the server and the command line.
 *
 * @param isUpdated false for lookups only: stored data is used, and no list is fetched
 */
export const layerThreatSources = (config: GatehouseConfig, { isUpdated }: { readonly isUpdated: boolean }) =>
  Layer.unwrap(Effect.gen(function*() {
    const feeds = yield* configuredFeeds(config)
    const vendors = configuredVendors(config)
    const policyOf = yield* configuredPolicies(config, feeds)
    const options = { http, knowledge: hostKnowledgeModule, folder: config.threatsDir, isUpdated }
    return Composite.layer([
      Effect.map(embeddedList(hostKnowledge), (source) => ({ ...source, ...policyOf(embeddedName) })),
      ...feeds.map((feed) => {
        const policy = policyOf(feed.name)
        return feedSource(feed, { ...options, remedy: remedyFor(policy) }, policy)
      }),
      ...vendors.map(({ name, source }) => source(policyOf(name), isUpdated))
    ], hostKnowledge.suffixes)
  })).pipe(Layer.provide(ThreatThread.layer))
