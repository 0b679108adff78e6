import type { ShieldDecision } from "./Decision.ts"

/** How to handle a form without a verified token. */
export type UnverifiedPolicy = "allow" | "review" | "reject"

/** Your policy on top of the contract, which treats the score as informational. */
export interface AcceptPolicy {
  /** Minimum score. Lower scores are rejected; the default of 0 rejects none. */
  readonly scoreMin?: number
  /** Lower scores are accepted and marked for review. */
  readonly reviewBelow?: number
  /** Handling of empty and degraded tokens. Anyone can send an empty one: use `review` if abuse is costly for you. */
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

/** Reports whether to accept the form. Forms to review are accepted. */
export const shouldAccept = (decision: ShieldDecision, policy: AcceptPolicy = {}): boolean =>
  outcomeOf(decision, policy) !== "reject"

/** Reports whether a person should review the form before it has any effect. */
export const shouldReview = (decision: ShieldDecision, policy: AcceptPolicy = {}): boolean =>
  outcomeOf(decision, policy) === "review"
