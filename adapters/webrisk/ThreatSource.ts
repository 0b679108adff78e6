import type { Effect } from "effect"
import type { SourceStatus, Threat, WebRiskUnavailable } from "../../core/ports/WebRisk.ts"
import type { WebUrl } from "../../core/urls/WebUrl.ts"

/** One source among several. */
export interface ThreatSource {
  readonly name: string
  readonly check: (url: WebUrl) => Effect.Effect<Threat | null, WebRiskUnavailable>
  readonly status: Effect.Effect<SourceStatus>
}
