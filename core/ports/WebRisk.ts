import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { WebUrl } from "../urls/WebUrl.ts"

/** A source that is needed for a verdict did not answer. */
export class WebRiskUnavailable extends Schema.TaggedError<WebRiskUnavailable>()("WebRiskUnavailable", {
  source: Schema.String,
  message: Schema.String
}) {}

/** A listing of a URL in a threat source. */
export interface Threat {
  /** Name of the source, as the operator configured it. */
  readonly source: string
  readonly type: "malware" | "phishing" | "unwanted-software" | "unknown"
  /** The host-suffix and path-prefix expression that matched. */
  readonly expression: string
}

/** The state of one source, for health pages. */
export interface SourceStatus {
  readonly name: string
  readonly entries: number
  /** When its data was made or last confirmed; null when unknown. */
  readonly updatedAt: Date | null
  readonly live: boolean
}

/** External threat sources, as one. Never answers "safe" when a required source could not be asked. */
export class WebRisk extends Context.Service<WebRisk, {
  /** The first listing found, or null when every source answered and none lists it. */
  readonly check: (url: WebUrl) => Effect.Effect<Threat | null, WebRiskUnavailable>
  readonly status: Effect.Effect<ReadonlyArray<SourceStatus>>
}>()("gatehouse/core/ports/WebRisk") {}
