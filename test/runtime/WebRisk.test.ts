import { describe, expect, it } from "vitest"
import { nodeRuntime, otherRuntimes, reportOf } from "./Runtimes.ts"

const runtimes = [nodeRuntime, ...otherRuntimes("Web Risk is")]

const answered = {
  bytes: 302_182,
  entries: 20_001,
  problem: null,
  state: "live",
  answers: ["malware", "not listed"],
  unknown: "unavailable: web-risk did not answer.",
  updates: 1
}

describe("Web Risk's lists", () => {
  it.each(runtimes)("are fetched in a thread, stored, and taken up again on $name", async (runtime) => {
    expect(await reportOf(runtime, "WebRiskScript.ts")).toEqual({ fetched: answered, stored: answered })
  }, 90_000)
})
