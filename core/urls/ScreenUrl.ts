import { Clock, Effect } from "effect"
import { Blocklist } from "../ports/Blocklist.ts"
import { WebRisk } from "../ports/WebRisk.ts"
import { blocklistTargetsOf } from "./BlocklistTargets.ts"
import { parseWebUrl, type WebUrl } from "./WebUrl.ts"

/** The verdict on a URL, with what it rests on. */
export interface UrlVerdict {
  /** True when every source answered and none lists it. */
  readonly ok: boolean
  /** Where it is listed; null when `ok`. */
  readonly listed: { readonly source: string; readonly expression: string } | null
}

/**
 * Screens one URL: bad when the blocklist or a threat source lists it, safe only when all of them have answered. Fails with
 * `InvalidUrl`, or with `WebRiskUnavailable` when a source that is needed did not answer.
 */
export const screenUrl = Effect.fnUntraced(function*(raw: string) {
  return yield* screenWebUrl(yield* Effect.fromResult(parseWebUrl(raw)))
})

export const screenWebUrl = Effect.fnUntraced(function*(url: WebUrl) {
  const now = new Date(yield* Clock.currentTimeMillis)
  const entry = yield* (yield* Blocklist).find(blocklistTargetsOf(url), now)
  if (entry !== null) return listed("blocklist", entry.expression)
  const threat = yield* (yield* WebRisk).check(url)
  return threat === null ? safe : listed(threat.source, threat.expression)
})

const safe: UrlVerdict = { ok: true, listed: null }

const listed = (source: string, expression: string): UrlVerdict => ({ ok: false, listed: { source, expression } })
