import { describe, expect, it } from "vitest"
import { nodeRuntime, otherRuntimes, reportOf } from "./Runtimes.ts"

const answered = (...counters: ReadonlyArray<number>) =>
  counters.map((counter, at) => ({ index: [0, 1, 63][at], counter }))

/** The same counters everywhere: each is the first that answers. */
const told = {
  argon2id: { answers: answered(12, 6, 74), right: true, wrong: false },
  sha256: { answers: answered(36, 232, 407), right: true, wrong: false }
}

describe("puzzles", () => {
  it.each([nodeRuntime, ...otherRuntimes("puzzles are")])("are solved and checked alike on $name", async (runtime) => {
    expect(await reportOf(runtime, "PuzzlesScript.ts")).toEqual(told)
  }, 60_000)
})
