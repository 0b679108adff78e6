import { Effect, Layer } from "effect"
import { screenUrl, type UrlVerdict } from "../../../core/threats/ScreenUrl.ts"
import { WebRisk, type WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { layerThreatSources } from "../../server/threats/ThreatSources.ts"
import { layerNoBlocklist, layerStoredBlocklist } from "../storage/StoredBlocklist.ts"

/** Result of `check url` for one URL. */
export interface CheckedUrl {
  readonly url: string
  readonly ok: boolean
  /** Listing of the URL, if any. */
  readonly listed: UrlVerdict["listed"]
  /** Blocklist entry that allows the URL, if any. The threat sources are not queried for an allowed URL. */
  readonly allowed: UrlVerdict["allowed"]
  /** Listings by sources in observe mode, which do not block the URL. */
  readonly observed: UrlVerdict["observed"]
  /** Sources with outdated data. */
  readonly stale: UrlVerdict["stale"]
  /** Reason why the check failed; null if it succeeded. */
  readonly message: string | null
}

/**
 * Screens URLs without a server, against the embedded threat list, threat feeds and the blocklist. The blocklist comes
 * from the configured database, if it exists. The database is only read: no file is created and no migration runs.
 */
export const checkUrlsOffline = Effect.fn(function*(urls: ReadonlyArray<string>, withBlocklist: boolean) {
  const layer = Layer.merge(
    withBlocklist ? layerStoredBlocklist : layerNoBlocklist,
    Layer.unwrap(Effect.map(gatehouseConfig, (config) => layerThreatSources(config, { isUpdated: false })))
  )
  return yield* Effect.provide(Effect.forEach(urls, checkOne), layer)
})

const checkOne = (url: string) =>
  screenUrl(url).pipe(
    Effect.map((verdict): CheckedUrl => ({ url, ...verdict, message: null })),
    Effect.catchTag("WebRiskUnavailable", (failure) =>
      Effect.map(forOperator(failure), (message): CheckedUrl => ({ url, ...notChecked, message }))),
    Effect.catch(({ message }) =>
      Effect.succeed<CheckedUrl>({ url, ...notChecked, message })
    )
  )

/**
 * Returns the problem of the failed feed, which the operator can fix. If the source is not a feed or has no known
 * problem, returns the message for API callers.
 */
const forOperator = Effect.fnUntraced(function*({ message, source }: WebRiskUnavailable) {
  const statuses = yield* (yield* WebRisk).status
  const status = statuses.find(({ kind, name }) => name === source && kind === "feed")
  return status?.problem ?? message
})

const notChecked: UrlVerdict = { ok: false, listed: null, allowed: null, observed: [], stale: [] }
