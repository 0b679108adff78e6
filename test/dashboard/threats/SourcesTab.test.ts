import { describe, expect, it } from "vitest"
import { describeSource, sourceAdvice, type SourceState } from "../../../apps/dashboard/pages/threats/SourcesTab.tsx"

const live: SourceState = {
  name: "urlhaus",
  kind: "feed",
  state: "live",
  required: true,
  enforced: true,
  updatedAt: 1,
  entries: 1,
  problem: null
}

describe("sources", () => {
  it("need no action if healthy", () => {
    expect(sourceAdvice(live, true)).toBe(null)
    expect(sourceAdvice(live, false)).toBe(null)
    expect(describeSource(live)).toContain("blocked")
    expect(describeSource({ ...live, enforced: false })).toContain("not blocked")
  })

  it("say what to do about a wrong key, a wrong address and an unreachable source", () => {
    expect(sourceAdvice({ ...live, state: "down", problem: "The server answered 403. Is the key right?" }, true))
      .toContain(
        "GATEHOUSE_FEED_KEYS"
      )
    expect(sourceAdvice({ ...live, state: "stale", problem: "The server answered 404." }, true)).toContain(
      "GATEHOUSE_THREAT_FEEDS"
    )
    expect(sourceAdvice({ ...live, state: "down", problem: "It did not answer." }, true)).toContain(
      "GATEHOUSE_SOURCES_OPTIONAL"
    )
    expect(describeSource({ ...live, state: "down" })).toContain("422")
    expect(describeSource({ ...live, state: "down", required: false })).not.toContain("422")
  })

  it("say whom to ask for members who do not run the server, without settings or commands", () => {
    for (const state of ["stale", "down"] as const) {
      for (const problem of ["The server answered 403. Is the key right?", "The server answered 404.", null]) {
        const source = { ...live, state, problem }
        expect(sourceAdvice(source, false)).toBe(problem === null ? "Ask the operator of this server." : null)
        expect(sourceAdvice(source, true)).toMatch(/GATEHOUSE_|`gatehouse /)
      }
    }
  })

  it("do not repeat the instructions in the problem", () => {
    const problem = "mine has no list yet: `gatehouse feeds update` fetches it."
    expect(sourceAdvice({ ...live, state: "down", problem }, true)).toBe(null)
  })
})
