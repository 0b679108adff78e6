import { describe, expect, it } from "vitest"
import { nodeRuntime, otherRuntimes, reportOf } from "./Runtimes.ts"

const script = "FeedsScript.ts"
const others = otherRuntimes("threat lists are")

describe("threat lists in a thread", { timeout: 130_000 }, () => {
  it("are read, stored and read again alike on every runtime", async () => {
    const onNode = await reportOf(nodeRuntime, script)
    expect(onNode).toEqual({
      plain: [2, 2, 1, 1, "lines"],
      packed: [2, 2, 1_000, 1_000, "lines"],
      cut: "refused",
      page: "refused",
      json: [1, 1, 0, 0, "polkadot-json"],
      deep: "refused",
      isStored: true,
      same: true
    })
    for (const other of others) expect(await reportOf(other, script), other.name).toEqual(onNode)
  })
})
