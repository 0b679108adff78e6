import type { Effect } from "effect"
import type { SourceStatus, Threat, WebRiskUnavailable } from "../../core/threats/WebRisk.ts"
import type { UrlKeys } from "./UrlKeys.ts"

/** Answer of a threat source for one URL. */
export interface SourceResult {
  readonly threat: Threat | null
  /** Whether the data is older than intended, but still within its age limit. */
  readonly isStale: boolean
}

/** Negative answer of a source with fresh data. */
export const notListed: SourceResult = { threat: null, isStale: false }

export interface ThreatSource {
  readonly name: string
  /** Whether a check may use the network. Such sources are queried concurrently, after the local sources. */
  readonly isExternal?: boolean
  /** Checks a URL. Fails if the source has no usable data, because missing data must not mean "not listed". */
  readonly check: (keys: UrlKeys) => Effect.Effect<SourceResult, WebRiskUnavailable>
  readonly status: Effect.Effect<Omit<SourceStatus, "required" | "enforced">>
}

/** Effect of a source on the check, as the operator configures it. */
export interface SourcePolicy {
  readonly required: boolean
  readonly enforced: boolean
}

export interface RegisteredSource extends SourcePolicy {
  readonly source: ThreatSource
}

export const requiredAndEnforcedPolicy: SourcePolicy = { required: true, enforced: true }
