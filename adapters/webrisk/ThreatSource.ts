import type { Effect } from "effect"
import type { SourceStatus, Threat, WebRiskUnavailable } from "../../core/threats/WebRisk.ts"
import type { UrlKeys } from "./UrlKeys.ts"

/** What one source says of a URL. */
export interface SourceAnswer {
  /** Its listing, or null. */
  readonly threat: Threat | null
  /** Its data is older than it should be, yet within its limit. */
  readonly isStale: boolean
}

/** Answers of a source whose data is fresh. */
export const notListed: SourceAnswer = { threat: null, isStale: false }

/** One source among several. */
export interface ThreatSource {
  readonly name: string
  /** It may wait for a network: all of those are asked at the same time, once those at hand have answered. */
  readonly asksOutside?: boolean
  /** Fails when it has nothing to answer from: never "not listed" for want of data. */
  readonly check: (keys: UrlKeys) => Effect.Effect<SourceAnswer, WebRiskUnavailable>
  readonly status: Effect.Effect<Omit<SourceStatus, "required" | "enforced">>
}

/** How much a source counts: the operator's choice. */
export interface SourcePolicy {
  readonly required: boolean
  readonly enforced: boolean
}

export interface RegisteredSource extends SourcePolicy {
  readonly source: ThreatSource
}

export const fullTrust: SourcePolicy = { required: true, enforced: true }
