import { describe, expect, it } from "vitest"
import { type AcceptPolicy, type ShieldDecision, shouldAccept, shouldReview } from "../../apps/shield/index.ts"

const courseOf = (decision: ShieldDecision, policy?: AcceptPolicy): string => {
  const accepts = shouldAccept(decision, policy)
  const reviews = shouldReview(decision, policy)
  return accepts ? (reviews ? "review" : "accept") : reviews ? "both" : "reject"
}

const human = (score: number): ShieldDecision => ({ accepted: true, kind: "human", score })
const degraded: ShieldDecision = { accepted: true, kind: "degraded" }
const unavailable: ShieldDecision = { accepted: true, kind: "unavailable" }

describe("a policy", () => {
  it("defaults to the contract's", () => {
    expect([human(0), degraded, unavailable].map((decision) => courseOf(decision))).toEqual([
      "accept",
      "accept",
      "accept"
    ])
    expect(courseOf({ accepted: false, kind: "rejected" })).toBe("reject")
  })

  it.each([[39, "reject"], [40, "review"], [69, "review"], [70, "accept"]])(
    "maps a score of %i to %s",
    (score, course) => {
      expect(courseOf(human(score), { scoreMin: 40, reviewBelow: 70 })).toBe(course)
    }
  )

  it("does not treat a missing score as human", () => {
    expect(courseOf({ accepted: true, kind: "human" }, { scoreMin: 1 })).toBe("reject")
  })

  it.each([["allow", "accept"], ["review", "review"], ["reject", "reject"]] as const)(
    "follows %s for degraded and unavailable verdicts",
    (unverified, course) => {
      expect(courseOf(degraded, { onDegraded: unverified })).toBe(course)
      expect(courseOf(unavailable, { onDegraded: unverified })).toBe("accept")
      expect(courseOf(unavailable, { onUnavailable: unverified })).toBe(course)
      expect(courseOf(degraded, { onUnavailable: unverified })).toBe("accept")
      expect(courseOf(human(0), { onDegraded: unverified, onUnavailable: unverified })).toBe("accept")
    }
  )

  it.each(["rejected", "unavailable", "human", "degraded"] as const)(
    "never accepts %s with accepted: false",
    (kind) => {
      const policy = { onDegraded: "allow", onUnavailable: "review", reviewBelow: 100 } as const
      expect(courseOf({ accepted: false, kind, score: 100 }, policy)).toBe("reject")
    }
  )
})
