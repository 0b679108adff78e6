import type { ShieldDecision } from "./Decision.ts"

/** Handling of a form without a verified token. */
export type UnverifiedPolicy = "allow" | "review" | "reject"

/** Your policy in addition to the contract, in which the score is only informational. */
export interface AcceptPolicy {
  /** Minimum score. Forms with a lower score are rejected. The default is 0, which rejects no form. */
  readonly scoreMin?: number
  /** Score below which a form is accepted but marked for review. */
  readonly reviewBelow?: number
  /** Handling of empty and degraded tokens. Anyone can send an empty token, so use `review` if abuse is costly. */
  readonly onDegraded?: UnverifiedPolicy
  /** Handling of forms that the verifier accepted while Gatehouse was unavailable. */
  readonly onUnavailable?: UnverifiedPolicy
}

type Outcome = UnverifiedPolicy

const outcomeOf = (decision: ShieldDecision, policy: AcceptPolicy): Outcome => {
  const { onDegraded = "allow", onUnavailable = "allow", reviewBelow = 0, scoreMin = 0 } = policy
  if (!decision.accepted) return "reject"
  switch (decision.kind) {
    case "human": {
      const score = decision.score ?? 0
      return score < scoreMin ? "reject" : score < reviewBelow ? "review" : "allow"
    }
    case "degraded":
      return onDegraded
    case "unavailable":
      return onUnavailable
    case "rejected":
      return "reject"
  }
}

/** Reports whether to accept a form. Forms that a person should review are accepted. */
export const shouldAccept = (decision: ShieldDecision, policy: AcceptPolicy = {}): boolean =>
  outcomeOf(decision, policy) !== "reject"

/** Reports whether a person should review an accepted form before it takes effect. */
export const shouldReview = (decision: ShieldDecision, policy: AcceptPolicy = {}): boolean =>
  outcomeOf(decision, policy) === "review"
