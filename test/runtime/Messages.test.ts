import { describe, expect, it } from "vitest"
import { nodeRuntime, otherRuntimes, reportOf } from "./Runtimes.ts"

const script = "MessagesScript.ts"

describe("messages are judged to the bit as on Node", () => {
  it.each(otherRuntimes("messages are"))("by $name", { timeout: 120_000 }, async (runtime) => {
    expect(await reportOf(runtime, script)).toEqual(await reportOf(nodeRuntime, script))
  })
})
