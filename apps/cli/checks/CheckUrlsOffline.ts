import { Effect, Layer } from "effect"
import { screenUrl, type UrlVerdict } from "../../../core/threats/ScreenUrl.ts"
import { WebRisk, type WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { layerThreatSources } from "../../server/threats/ThreatSources.ts"
import { layerNoBlocklist, layerStoredBlocklist } from "../storage/StoredBlocklist.ts"

/** What `check url` says of one URL. */
export interface CheckedUrl {
  readonly url: string
  readonly ok: boolean
  /** Where it is listed, if it is. */
  readonly listed: UrlVerdict["listed"]
  /** The entry of the blocklist that makes an exception for it, if one does: no source was asked then. */
  readonly allowed: UrlVerdict["allowed"]
  /** Listings by sources that are only observed. */
  readonly observed: UrlVerdict["observed"]
  /** Sources whose data is older than it should be. */
  readonly stale: UrlVerdict["stale"]
  /** Why it could not be checked, if it could not. */
  readonly message: string | null
}

/**
 * Screens URLs without a server, against the embedded threat list, the threat feeds that are set, and the blocklist of the
 * configured database, where there is one. The database is only read: no file is made and no migration runs.
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

/** Who screens a URL is told that a feed does not answer; who runs the command can do something about it. */
const forOperator = Effect.fnUntraced(function*({ message, source }: WebRiskUnavailable) {
  const statuses = yield* (yield* WebRisk).status
  const status = statuses.find(({ kind, name }) => name === source && kind === "feed")
  return status?.problem ?? message
})

const notChecked: UrlVerdict = { ok: false, listed: null, allowed: null, observed: [], stale: [] }
