import { Effect, Layer } from "effect"
import { hostKnowledge, hostKnowledgeModuleUrl } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as Composite from "../../../adapters/webrisk/CombineSources.ts"
import { embeddedName, makeEmbeddedList } from "../../../adapters/webrisk/feeds/EmbeddedList.ts"
import { makeFeedSource } from "../../../adapters/webrisk/feeds/FeedSource.ts"
import { http } from "../../../adapters/webrisk/http/Http.ts"
import { ThreatThread } from "../../../adapters/webrisk/thread/ThreatThread.ts"
import type { GatehouseConfig } from "../settings/Config.ts"
import { configuredFeeds } from "./ConfiguredFeeds.ts"
import { configuredPolicies, configuredVendors, remedyFor } from "./ConfiguredSources.ts"

/**
 * Layer of the embedded threat list, the configured feeds and the vendors with a key. The server and the command line
 * both use it.
 *
 * @param isUpdated false to use only stored data, without fetching lists
 */
export const layerThreatSources = (config: GatehouseConfig, { isUpdated }: { readonly isUpdated: boolean }) =>
  Layer.unwrap(Effect.gen(function*() {
    const feeds = yield* configuredFeeds(config)
    const vendors = configuredVendors(config)
    const policyOf = yield* configuredPolicies(config, feeds)
    const options = { http, knowledge: hostKnowledgeModuleUrl, folder: config.threatsDir, isUpdated }
    return Composite.layer([
      Effect.map(makeEmbeddedList(hostKnowledge), (source) => ({ ...source, ...policyOf(embeddedName) })),
      ...feeds.map((feed) => {
        const policy = policyOf(feed.name)
        return makeFeedSource(feed, { ...options, remedy: remedyFor(policy) }, policy)
      }),
      ...vendors.map(({ name, source }) => source(policyOf(name), isUpdated))
    ], hostKnowledge.suffixes)
  })).pipe(Layer.provide(ThreatThread.layer))
