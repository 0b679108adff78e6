import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { WebUrl } from "../urls/WebUrl.ts"

export class WebRiskUnavailable extends Schema.TaggedError<WebRiskUnavailable>()("WebRiskUnavailable", {
  source: Schema.String,
  message: Schema.String
}) {}

/**
 * Threat type of a listing. `phishing` includes social engineering. `harmful-application` means harmful on mobile
 * devices only. `unknown` means that the source names no type.
 */
export type ThreatType = "malware" | "phishing" | "unwanted-software" | "harmful-application" | "unknown"

export interface Threat {
  /** Configured name of the source. */
  readonly source: string
  readonly type: ThreatType
  /** Expression of host suffix and path prefix that matched. */
  readonly expression: string
}

/** Combined result of the threat sources for a URL. */
export interface UrlRisk {
  /**
   * First listing by an enforced source. Null if every required source answered and no enforced source lists the URL.
   */
  readonly threat: Threat | null
  /** Listings by observe-only sources, which are reported but have no effect. */
  readonly observed: ReadonlyArray<Threat>
  /** Sources that answered from outdated data within its age limit. They are reported with the verdict. */
  readonly stale: ReadonlyArray<string>
}

export type SourceKind = "embedded" | "feed" | "web-risk-lookup" | "web-risk-update" | "safe-browsing"

/**
 * State of a threat source:
 * - `live`: answers from current data
 * - `stale`: answers from outdated data within its age limit
 * - `down`: does not answer; while a required source is down, no URL is reported as safe
 */
export type SourceState = "live" | "stale" | "down"

/** Status of a threat source, for health pages. */
export interface SourceStatus {
  readonly name: string
  readonly kind: SourceKind
  readonly state: SourceState
  /** True if no URL is reported as safe without an answer from this source. */
  readonly required: boolean
  /** True if listings of this source block URLs. Otherwise, they are only reported. */
  readonly enforced: boolean
  /** Number of expressions or prefixes stored locally. 0 for a source that is queried per URL. */
  readonly entries: number
  /** Size of the locally stored data in bytes. */
  readonly bytes: number
  /** Time at which the data was created or last confirmed. Null if unknown. */
  readonly updatedAt: Date | null
  /** Last problem, as a sentence. Null without a problem. */
  readonly problem: string | null
}

/** Combines all external threat sources. Never reports a URL as safe unless every required source answered. */
export class WebRisk extends Context.Service<WebRisk, {
  readonly check: (url: WebUrl) => Effect.Effect<UrlRisk, WebRiskUnavailable>
  readonly status: Effect.Effect<ReadonlyArray<SourceStatus>>
}>()("gatehouse/core/threats/WebRisk") {}
