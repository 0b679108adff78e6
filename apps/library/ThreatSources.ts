import { Effect, Layer, type Redacted } from "effect"
import { hostKnowledge, hostKnowledgeModuleUrl } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as CombineSources from "../../adapters/webrisk/CombineSources.ts"
import { makeEmbeddedList } from "../../adapters/webrisk/feeds/EmbeddedList.ts"
import { makeFeedSource } from "../../adapters/webrisk/feeds/FeedSource.ts"
import { type FeedSpec, type FileFeed, parseFeedSpec } from "../../adapters/webrisk/feeds/FeedSpec.ts"
import { makeFileSource } from "../../adapters/webrisk/feeds/FileSource.ts"
import { webRiskUrl } from "../../adapters/webrisk/google/Vendor.ts"
import { http } from "../../adapters/webrisk/http/Http.ts"
import { webRiskLookup } from "../../adapters/webrisk/lookup/WebRiskLookup.ts"
import { safeBrowsingUrl } from "../../adapters/webrisk/safebrowsing/Requests.ts"
import { safeBrowsing, type SafeBrowsingMode } from "../../adapters/webrisk/safebrowsing/SafeBrowsing.ts"
import { ThreatThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import { requiredAndEnforcedPolicy, type SourcePolicy } from "../../adapters/webrisk/ThreatSource.ts"
import { webRiskUpdate } from "../../adapters/webrisk/update/WebRiskUpdate.ts"

/** Layer of the embedded threat list and the threat list files at these paths. Changed files are read again. */
export const layerThreatLists = (feedPaths: ReadonlyArray<string> = []) =>
  CombineSources.layer(
    [
      makeEmbeddedList(hostKnowledge),
      ...feedPaths.map((path) => makeFileSource(fileFeed(path), hostKnowledgeModuleUrl, requiredAndEnforcedPolicy))
    ],
    hostKnowledge.suffixes
  ).pipe(Layer.provide(ThreatThread.layer))

const fileFeed = (path: string): FileFeed => ({ origin: "file", name: path, path, format: null, type: "unknown" })

export interface ThreatSourcesOptions {
  /** Folder in which fetched lists are stored. */
  readonly folder: string
  /**
   * Names of known feeds, paths or URLs, as in the setting `GATEHOUSE_THREAT_FEEDS`, or parsed feeds. You are
   * responsible for complying with each feed's license.
   */
  readonly feeds?: ReadonlyArray<string | FeedSpec>
  /** Keys of known feeds that need one, by the feed's name. */
  readonly feedKeys?: Readonly<Record<string, string>>
  /**
   * Google Web Risk. `lookup` sends every URL to Google. `update`, the default, sends only digest prefixes of URLs that
   * match a stored list.
   */
  readonly webRisk?: {
    readonly key: Redacted.Redacted
    readonly mode?: "update" | "lookup"
    readonly url?: string
  }
  /** Google Safe Browsing, which Google allows for non-commercial use only. The default mode is `local`. */
  readonly safeBrowsing?: {
    readonly key: Redacted.Redacted
    readonly mode?: SafeBrowsingMode
    readonly url?: string
  }
  /** Policies by source name: a feed's name, `web-risk` or `safe-browsing`. By default, required and enforced. */
  readonly policies?: Readonly<Record<string, Partial<SourcePolicy>>>
}

/**
 * Layer of the embedded threat list, threat feeds and Google's services. Lists are fetched in the background for as long
 * as the layer is open.
 *
 * Fails with `InvalidFeed` if a feed cannot be parsed, and with `FeedUnreadable` if the file of a required feed cannot
 * be read.
 *
 * @example
 * layerThreatSources({ folder: "./data/threats", feeds: ["openphish", "lists/own.txt#type=phishing"] })
 */
export const layerThreatSources = (options: ThreatSourcesOptions) =>
  Layer.unwrap(Effect.gen(function*() {
    const { folder, safeBrowsing: browsing, webRisk } = options
    const keys = new Map(Object.entries(options.feedKeys ?? {}))
    const feeds = yield* Effect.forEach(
      options.feeds ?? [],
      (feed) => typeof feed === "string" ? Effect.fromResult(parseFeedSpec(feed, keys)) : Effect.succeed(feed)
    )
    const policyOf = (name: string): SourcePolicy => ({ ...requiredAndEnforcedPolicy, ...options.policies?.[name] })
    const feedOptions = { http, knowledge: hostKnowledgeModuleUrl, folder, isUpdated: true, remedy }
    return CombineSources.layer([
      makeEmbeddedList(hostKnowledge),
      ...feeds.map((feed) => makeFeedSource(feed, feedOptions, policyOf(feed.name))),
      ...webRisk === undefined ? [] : [webRiskSource(webRisk, folder, policyOf("web-risk"))],
      ...browsing === undefined ? [] : [safeBrowsingSource(browsing, folder, policyOf("safe-browsing"))]
    ], hostKnowledge.suffixes)
  })).pipe(Layer.provide(ThreatThread.layer))

/** Advice if a feed has no usable list, as part of a sentence. */
const remedy = "it is fetched again in the background, and the option `policies` makes it optional"

type VendorOptions<Name extends "webRisk" | "safeBrowsing"> = Required<ThreatSourcesOptions>[Name]

const webRiskSource = (
  { key, mode = "update", url = webRiskUrl }: VendorOptions<"webRisk">,
  folder: string,
  policy: SourcePolicy
) => {
  const vendor = { name: "web-risk", url, key, http }
  return mode === "lookup" ? webRiskLookup({ vendor, policy }) : webRiskUpdate({ vendor, folder, policy })
}

const safeBrowsingSource = (
  { key, mode = "local", url = safeBrowsingUrl }: VendorOptions<"safeBrowsing">,
  folder: string,
  policy: SourcePolicy
) => safeBrowsing({ vendor: { name: "safe-browsing", url, key, http }, mode, folder, policy })
