import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { WebUrl } from "../urls/WebUrl.ts"

/** A source that is needed for a verdict did not answer. */
export class WebRiskUnavailable extends Schema.TaggedError<WebRiskUnavailable>()("WebRiskUnavailable", {
  source: Schema.String,
  message: Schema.String
}) {}

/**
 * Why a source lists a URL: `phishing` is what vendors call social engineering, `harmful-application` what is harmful on
 * mobile devices only, `unknown` what a source does not tell.
 */
export type ThreatType = "malware" | "phishing" | "unwanted-software" | "harmful-application" | "unknown"

/** A listing of a URL in a threat source. */
export interface Threat {
  /** Name of the source, as the operator configured it. */
  readonly source: string
  readonly type: ThreatType
  /** The host-suffix and path-prefix expression that matched. */
  readonly expression: string
}

/** What the threat sources say of a URL. */
export interface UrlRisk {
  /** The first listing by an enforced source; null when every required source answered and none of the enforced lists it. */
  readonly threat: Threat | null
  /** Listings by sources that are only observed: told, without a consequence. */
  readonly observed: ReadonlyArray<Threat>
  /** Sources that answered from data older than it should be, yet within their limit: told, not hidden. */
  readonly stale: ReadonlyArray<string>
}

export type SourceKind = "embedded" | "feed" | "web-risk-lookup" | "web-risk-update" | "safe-browsing"

/**
 * - `live`: answers, from data as fresh as it should be
 * - `stale`: answers, from data that could not be renewed in time and is still within its limit
 * - `down`: does not answer; when it is required, nothing is called safe meanwhile
 */
export type SourceState = "live" | "stale" | "down"

/** The state of one source, for health pages. */
export interface SourceStatus {
  readonly name: string
  readonly kind: SourceKind
  readonly state: SourceState
  /** Without its answer nothing is called safe. */
  readonly required: boolean
  /** Its listings block; else they are only told. */
  readonly enforced: boolean
  /** Expressions or prefixes that it holds here; 0 for one that is asked for each URL. */
  readonly entries: number
  /** Memory that these take. */
  readonly bytes: number
  /** When its data was made or last confirmed; null when unknown. */
  readonly updatedAt: Date | null
  /** What went wrong last, in a sentence; null when nothing is wrong. */
  readonly problem: string | null
}

/** External threat sources, as one. Never answers "safe" when a required source could not be asked. */
export class WebRisk extends Context.Service<WebRisk, {
  readonly check: (url: WebUrl) => Effect.Effect<UrlRisk, WebRiskUnavailable>
  readonly status: Effect.Effect<ReadonlyArray<SourceStatus>>
}>()("gatehouse/core/threats/WebRisk") {}
