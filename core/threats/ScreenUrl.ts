import { Clock, Effect } from "effect"
import type { RequestDetails } from "../history/RequestDetails.ts"
import { parseWebUrl, type WebUrl } from "../urls/WebUrl.ts"
import { wrappedIn, wrappedMax } from "../urls/WrappedUrl.ts"
import { Blocklist } from "./blocklist/Blocklist.ts"
import { decideUrl } from "./blocklist/BlocklistDecision.ts"
import { blocklistTargetsOf } from "./blocklist/BlocklistTargets.ts"
import { type Threat, type ThreatType, WebRisk } from "./WebRisk.ts"

export interface Listed {
  readonly source: string
  /** Why, as the source says; null for the blocklist. */
  readonly type: ThreatType | null
  readonly expression: string
}

/** The verdict on a URL, with what it rests on. */
export interface UrlVerdict {
  /** True when every required source answered and none lists it, or when an entry of the blocklist allows it. */
  readonly ok: boolean
  /** Where it is listed; null when `ok`. */
  readonly listed: Listed | null
  /** The entry of the blocklist that makes an exception for it, so that no source was asked; null when there is none. */
  readonly allowed: { readonly entry: number; readonly expression: string } | null
  /** Listings by sources that are only observed. */
  readonly observed: ReadonlyArray<Threat>
  /** Sources that answered from data older than it should be, yet within their limit. */
  readonly stale: ReadonlyArray<string>
}

/**
 * Screens one URL: bad when the blocklist or a threat source lists it, safe only when all of them have answered, or when the
 * blocklist makes an exception for it (see `decideUrl`). Fails with `InvalidUrl`, or with `WebRiskUnavailable` when a source that
 * is needed did not answer.
 */
export const screenUrl = Effect.fnUntraced(function*(raw: string) {
  return yield* screenWebUrl(yield* Effect.fromResult(parseWebUrl(raw)))
})

/** Of a known redirector also where it leads: an exception for the one is none for the other. */
export const screenWebUrl = Effect.fnUntraced(function*(url: WebUrl) {
  let verdict: UrlVerdict = yield* screenOne(url)
  const further = [...wrappedIn(url)]
  // Grows while it is read: what is wrapped may wrap another.
  for (const [at, inner] of further.entries()) {
    if (!verdict.ok || at >= wrappedMax) break
    const next: UrlVerdict = yield* screenOne(inner)
    verdict = {
      ...next.ok ? verdict : next,
      observed: [...verdict.observed, ...next.observed],
      stale: [...new Set([...verdict.stale, ...next.stale])]
    }
    further.push(...wrappedIn(inner))
  }
  return verdict
})

const screenOne = Effect.fnUntraced(function*(url: WebUrl) {
  const now = new Date(yield* Clock.currentTimeMillis)
  const entry = decideUrl(url, yield* (yield* Blocklist).find(blocklistTargetsOf(url), now))
  if (entry?.action === "allow") return { ...unlisted, allowed: { entry: entry.id, expression: entry.expression } }
  if (entry !== null) return listed({ source: "blocklist", type: null, expression: entry.expression })
  const { observed, stale, threat } = yield* (yield* WebRisk).check(url)
  if (threat !== null) return { ...listed(threat), observed, stale }
  return { ...unlisted, observed, stale }
})

const unlisted: UrlVerdict = { ok: true, listed: null, allowed: null, observed: [], stale: [] }

const listed = ({ expression, source, type }: Listed): UrlVerdict => ({
  ...unlisted,
  ok: false,
  listed: { source, type, expression }
})

/** Of a URL that is listed, or that a source observes, what is kept beside its request: where, and by which expression. */
export const urlDetails = ({ listed, observed }: UrlVerdict): RequestDetails | null => {
  const listings = [
    ...listed === null ? [] : [{ ...listed, code: "LISTED", said: "Listed by" }],
    ...observed.map((threat) => ({ ...threat, code: "OBSERVED", said: "Seen, without a consequence, by" }))
  ]
  if (listings.length === 0) return null
  return {
    score: null,
    reasons: listings.map(({ code, expression, said, source, type }) => ({
      code,
      message: `${said} ${source}${type === null || type === "unknown" ? "" : ` as ${type}`}.`,
      where: expression
    })),
    facts: listed === null ? {} : { source: listed.source, type: listed.type, expression: listed.expression }
  }
}
