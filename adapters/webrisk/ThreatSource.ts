import type { Effect } from "effect"
import type { SourceStatus, Threat, WebRiskUnavailable } from "../../core/threats/WebRisk.ts"
import type { UrlKeys } from "./UrlKeys.ts"

/** A source's answer for a URL. */
export interface SourceResult {
  readonly threat: Threat | null
  /** True if the data is older than it should be, but within its limit. */
  readonly isStale: boolean
}

/** Negative answer of a source with fresh data. */
export const notListed: SourceResult = { threat: null, isStale: false }

export interface ThreatSource {
  readonly name: string
  /** True if a check can wait for the network. These sources are queried concurrently, after the local ones. */
  readonly isExternal?: boolean
  /** Fails if there is no data to answer from; missing data never means "not listed". */
  readonly check: (keys: UrlKeys) => Effect.Effect<SourceResult, WebRiskUnavailable>
  readonly status: Effect.Effect<Omit<SourceStatus, "required" | "enforced">>
}

/** Weight of a source, set by the operator. */
export interface SourcePolicy {
  readonly required: boolean
  readonly enforced: boolean
}

export interface RegisteredSource extends SourcePolicy {
  readonly source: ThreatSource
}

export const requiredAndEnforcedPolicy: SourcePolicy = { required: true, enforced: true }
