/**
 * Threat sources as layers of the port `WebRisk`: the embedded list, threat feeds, Google Web Risk and Google Safe
 * Browsing. Also downloads of documents, and reports to Web Risk.
 *
 * `layerThreatSources` covers most programs. To combine sources of your own, implement `ThreatSource` and pass all
 * sources to `CombineSources.layer`.
 *
 * @example
 * import { Redacted } from "effect"
 * import { layerThreatSources } from "gatehouse/webRisk"
 *
 * const layer = layerThreatSources({
 *   folder: "/var/lib/shop/threats",
 *   feeds: ["openphish"],
 *   webRisk: { key: Redacted.make(key) }
 * })
 */
export * as DownloadDisabled from "../../adapters/download/DownloadDisabled.ts"
export { defaultDownloadLimits, type DownloadLimits } from "../../adapters/download/DownloadLimits.ts"
export * as DownloadNode from "../../adapters/download/DownloadNode.ts"
export * as CombineSources from "../../adapters/webrisk/CombineSources.ts"
export { makeEmbeddedList } from "../../adapters/webrisk/feeds/EmbeddedList.ts"
export { makeFeedSource } from "../../adapters/webrisk/feeds/FeedSource.ts"
export {
  type FeedSpec,
  type FileFeed,
  InvalidFeed,
  parseFeedSpec,
  type UrlFeed
} from "../../adapters/webrisk/feeds/FeedSpec.ts"
export { FeedUnreadable, makeFileSource } from "../../adapters/webrisk/feeds/FileSource.ts"
export { type KnownFeed, knownFeeds } from "../../adapters/webrisk/feeds/KnownFeeds.ts"
export type { UrlSourceOptions } from "../../adapters/webrisk/feeds/UrlSource.ts"
export { webRiskUrl } from "../../adapters/webrisk/google/Vendor.ts"
export type { Vendor } from "../../adapters/webrisk/google/Vendor.ts"
export { type Http, http, HttpFailure, type HttpRequest, type HttpResponse } from "../../adapters/webrisk/http/Http.ts"
export { webRiskLookup, type WebRiskLookupOptions } from "../../adapters/webrisk/lookup/WebRiskLookup.ts"
export { safeBrowsingUrl } from "../../adapters/webrisk/safebrowsing/Requests.ts"
export {
  safeBrowsing,
  type SafeBrowsingMode,
  type SafeBrowsingOptions
} from "../../adapters/webrisk/safebrowsing/SafeBrowsing.ts"
export * as ThreatReportsGoogle from "../../adapters/webrisk/submission/GoogleReports.ts"
export * as ThreatReportsDisabled from "../../adapters/webrisk/submission/ReportsDisabled.ts"
export { ThreatThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
export {
  notListed,
  type RegisteredSource,
  requiredAndEnforcedPolicy,
  type SourcePolicy,
  type SourceResult,
  type ThreatSource
} from "../../adapters/webrisk/ThreatSource.ts"
export { webRiskUpdate, type WebRiskUpdateOptions } from "../../adapters/webrisk/update/WebRiskUpdate.ts"
export { UrlKeys } from "../../adapters/webrisk/UrlKeys.ts"
export { layerThreatLists, layerThreatSources, type ThreatSourcesOptions } from "./ThreatSources.ts"
