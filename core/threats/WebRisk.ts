import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { WebUrl } from "../urls/WebUrl.ts"

export class WebRiskUnavailable extends Schema.TaggedError<WebRiskUnavailable>()("WebRiskUnavailable", {
  source: Schema.String,
  message: Schema.String
}) {}

/**
 * Threat type of a listing. `phishing` includes social engineering, `harmful-application` means harmful on mobile devices only,
 * `unknown` means that the source does not say.
 */
export type ThreatType = "malware" | "phishing" | "unwanted-software" | "harmful-application" | "unknown"

export interface Threat {
  /** Configured name of the source. */
  readonly source: string
  readonly type: ThreatType
  /** Matching expression of host suffix and path prefix. */
  readonly expression: string
}

/** Combined result of the threat sources for a URL. */
export interface UrlRisk {
  /** First listing by an enforced source. Null if every required source answered and no enforced source lists the URL. */
  readonly threat: Threat | null
  /** Listings by observe-only sources. Reported, but without effect. */
  readonly observed: ReadonlyArray<Threat>
  /** Sources that answered from data that is outdated but within its age limit. Reported with the verdict. */
  readonly stale: ReadonlyArray<string>
}

export type SourceKind = "embedded" | "feed" | "web-risk-lookup" | "web-risk-update" | "safe-browsing"

/**
 * - `live`: answers from current data
 * - `stale`: answers from data that is outdated but within its age limit
 * - `down`: does not answer; while a required source is down, no URL is safe
 */
export type SourceState = "live" | "stale" | "down"

/** State of a threat source, for health pages. */
export interface SourceStatus {
  readonly name: string
  readonly kind: SourceKind
  readonly state: SourceState
  /** Without an answer from a required source, no URL is safe. */
  readonly required: boolean
  /** Whether listings of this source block. Otherwise, they are only reported. */
  readonly enforced: boolean
  /** Expressions or prefixes stored locally. 0 for a source that is queried per URL. */
  readonly entries: number
  /** In bytes. */
  readonly bytes: number
  /** Time at which the data was created or last confirmed. Null if unknown. */
  readonly updatedAt: Date | null
  /** Last problem, as a sentence. Null without a problem. */
  readonly problem: string | null
}

/** All external threat sources combined. Never reports a URL as safe unless every required source answered. */
export class WebRisk extends Context.Service<WebRisk, {
  readonly check: (url: WebUrl) => Effect.Effect<UrlRisk, WebRiskUnavailable>
  readonly status: Effect.Effect<ReadonlyArray<SourceStatus>>
}>()("gatehouse/core/threats/WebRisk") {}
