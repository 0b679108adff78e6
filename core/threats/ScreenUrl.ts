import { Clock, Effect } from "effect"
import type { RequestDetails } from "../history/RequestDetails.ts"
import { allWrappedUrls } from "../urls/redirectors/WrappedUrl.ts"
import { parseWebUrl, type WebUrl } from "../urls/WebUrl.ts"
import { Blocklist } from "./blocklist/Blocklist.ts"
import { decideUrl } from "./blocklist/BlocklistDecision.ts"
import { blocklistTargetsOf } from "./blocklist/BlocklistTargets.ts"
import { type Threat, type ThreatType, WebRisk } from "./WebRisk.ts"

export interface Listing {
  readonly source: string
  /** Threat type reported by the source. Null for the blocklist. */
  readonly type: ThreatType | null
  readonly expression: string
}

/** Verdict on a URL, with the listings that led to it. */
export interface UrlVerdict {
  /**
   * True if a blocklist entry allows the URL. Otherwise, true if every required source answered, and neither the
   * blocklist nor an enforced source lists the URL.
   */
  readonly ok: boolean
  /** Listing that decided the verdict. Null if `ok` is true. */
  readonly listed: Listing | null
  /** Blocklist entry that allows the URL, or null. With such an entry, the threat sources are not queried. */
  readonly allowed: { readonly entry: number; readonly expression: string } | null
  /** Listings from observe-only sources. */
  readonly observed: ReadonlyArray<Threat>
  /** Sources that answered from outdated data within its age limit. */
  readonly stale: ReadonlyArray<string>
}

/**
 * Screens a URL. The URL is bad if the blocklist or a threat source lists it. It is safe only if all required sources
 * answered, or if the blocklist allows it (see `decideUrl`). Fails with `InvalidUrl`, or with `WebRiskUnavailable` if a
 * required source did not answer.
 */
export const screenUrl = Effect.fnUntraced(function*(raw: string) {
  return yield* screenWebUrl(yield* Effect.fromResult(parseWebUrl(raw)))
})

/**
 * Screens a parsed URL and, for known redirectors, the URLs wrapped in it. An entry that allows the outer URL does not
 * allow the wrapped URLs.
 */
export const screenWebUrl = Effect.fnUntraced(function*(url: WebUrl) {
  let verdict: UrlVerdict = yield* screenOne(url)
  for (const inner of allWrappedUrls(url)) {
    if (!verdict.ok) break
    const next: UrlVerdict = yield* screenOne(inner)
    verdict = {
      ...next.ok ? verdict : next,
      observed: [...verdict.observed, ...next.observed],
      stale: [...new Set([...verdict.stale, ...next.stale])]
    }
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

const listed = ({ expression, source, type }: Listing): UrlVerdict => ({
  ...unlisted,
  ok: false,
  listed: { source, type, expression }
})

/** Returns the listings of a URL for its request record, or null if there are none. */
export const urlDetails = ({ listed, observed }: UrlVerdict): RequestDetails | null => {
  const listings = [
    ...listed === null ? [] : [{ ...listed, code: "LISTED", said: "Listed by" }],
    ...observed.map((threat) => ({ ...threat, code: "OBSERVED", said: "Observed, without effect, by" }))
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
