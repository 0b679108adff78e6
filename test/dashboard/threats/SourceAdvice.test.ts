import { describe, expect, it } from "vitest"
import { sourceAdvice, sourceMeaning, type SourceShown } from "../../../apps/dashboard/pages/threats/SourceAdvice.ts"

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
    expect(sourceAdvice(live)).toBe(null)
    expect(sourceMeaning(live)).toContain("blocked")
    expect(sourceMeaning({ ...live, enforced: false })).toContain("not blocked")
  })

  it("a wrong key, a wrong address and one that stays away are each told what to do about", () => {
    expect(sourceAdvice({ ...live, state: "down", problem: "The server answered 403. Is the key right?" })).toContain(
      "GATEHOUSE_FEED_KEYS"
    )
    expect(sourceAdvice({ ...live, state: "stale", problem: "The server answered 404." })).toContain(
      "GATEHOUSE_THREAT_FEEDS"
    )
    expect(sourceAdvice({ ...live, state: "down", problem: "It did not answer." })).toContain(
      "GATEHOUSE_SOURCES_OPTIONAL"
    )
    expect(sourceMeaning({ ...live, state: "down" })).toContain("422")
    expect(sourceMeaning({ ...live, state: "down", required: false })).not.toContain("422")
  })
})
