import type { ShieldDecision } from "./Decision.ts"

/** What to do with a form that nobody vouches for. */
export type Unverified = "allow" | "review" | "reject"

/** What you make of a decision beyond the contract, which calls the score informational. */
export interface AcceptPolicy {
  /** Lower scores are rejected; 0, which rejects none, unless you say otherwise. */
  readonly scoreMin?: number
  /** Lower scores are taken, and looked at by a person. */
  readonly reviewBelow?: number
  /** Empty and degraded tokens. Anybody can send an empty one: `review` where abuse costs you something. */
  readonly onDegraded?: Unverified
  /** Forms that came while Gatehouse was away, and that the verifier let through. */
  readonly onUnavailable?: Unverified
}

type Course = Unverified

const courseOf = (decision: ShieldDecision, policy: AcceptPolicy): Course => {
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

/** Whether to take the form at all; what has to be reviewed is taken. */
export const shouldAccept = (decision: ShieldDecision, policy: AcceptPolicy = {}): boolean =>
  courseOf(decision, policy) !== "reject"

/** Whether somebody should look at the form before anything comes of it. */
export const shouldReview = (decision: ShieldDecision, policy: AcceptPolicy = {}): boolean =>
  courseOf(decision, policy) === "review"
