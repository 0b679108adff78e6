import { Effect } from "effect"
import {
  type RegisteredSource,
  requiredAndEnforcedPolicy,
  type SourcePolicy,
  type SourceResult,
  type ThreatSource
} from "../../adapters/webrisk/ThreatSource.ts"
import { WebRiskUnavailable } from "../../core/threats/WebRisk.ts"

/** Returns a live source with the given `check`. */
export const threatSource = (
  name: string,
  check: ThreatSource["check"],
  policy: Partial<SourcePolicy> = {}
): RegisteredSource => ({
  ...requiredAndEnforcedPolicy,
  ...policy,
  source: {
    name,
    check,
    status: Effect.succeed({
      name,
      kind: "feed",
      state: "live",
      entries: 0,
      bytes: 0,
      updatedAt: null,
      problem: null
    })
  }
})

export const sourceAnswer = (source: string, expression = "x/"): SourceResult => ({
  threat: { source, type: "phishing", expression },
  isStale: false
})

export const sourceFailure = (source: string, message = "no answer") =>
  Effect.fail(new WebRiskUnavailable({ source, message }))
