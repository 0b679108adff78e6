import { describe, expect, it } from "vitest"
import { sourceAdvice, sourceMeaning, type SourceShown } from "../../../apps/dashboard/pages/threats/SourcesTab.tsx"

const live: SourceShown = {
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
  it("nothing is to be done about one that fares well", () => {
    expect(sourceAdvice(live, true)).toBe(null)
    expect(sourceAdvice(live, false)).toBe(null)
    expect(sourceMeaning(live)).toContain("blocked")
    expect(sourceMeaning({ ...live, enforced: false })).toContain("not blocked")
  })

  it("a wrong key, a wrong address and one that stays away are each told what to do about", () => {
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
    expect(sourceMeaning({ ...live, state: "down" })).toContain("422")
    expect(sourceMeaning({ ...live, state: "down", required: false })).not.toContain("422")
  })

  it("who does not run the server is told whom to ask, and neither a setting nor a command", () => {
    for (const state of ["stale", "down"] as const) {
      for (const problem of ["The server answered 403. Is the key right?", "The server answered 404.", null]) {
        const source = { ...live, state, problem }
        expect(sourceAdvice(source, false)).toBe(problem === null ? "Ask whoever runs this server." : null)
        expect(sourceAdvice(source, true)).toMatch(/GATEHOUSE_|`gatehouse /)
      }
    }
  })

  it("what the problem says to do is not said twice", () => {
    const problem = "mine has no list yet: `gatehouse feeds update` fetches it."
    expect(sourceAdvice({ ...live, state: "down", problem }, true)).toBe(null)
  })
})
