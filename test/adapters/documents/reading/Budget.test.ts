import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"

const mebibyte = 1024 * 1024

it("has fixed default limits", () => {
  expect(new Budget().limits).toEqual({
    inflatedBytesMax: 128 * mebibyte,
    inflatedStreamBytesMax: 16 * mebibyte,
    inflatedEntryBytesMax: 64 * mebibyte,
    embeddedBytesMax: 64 * mebibyte,
    readBytesMax: 128 * mebibyte,
    objectsMax: 65_536,
    valuesMax: 2_000_000,
    lexedBytesMax: 32 * mebibyte,
    lexedReserveBytes: 2 * mebibyte,
    factsMax: 10_000,
    archiveFilesMax: 4_096
  })
})

describe("a limit", () => {
  const limited = new Budget(Infinity, {
    objectsMax: 2,
    valuesMax: 5,
    lexedBytesMax: 10,
    lexedReserveBytes: 3,
    embeddedBytesMax: 7
  })

  it("of objects is reached at one more object", () => {
    expect([limited.takeObject(), limited.takeObject(), limited.takeObject()]).toEqual([true, true, false])
  })

  it("of values is reached at one more value", () => {
    expect([limited.takeValue(5), limited.hasValues, limited.takeValue(), limited.hasValues])
      .toEqual([true, true, false, false])
  })

  it("of lexed bytes leaves a reserve for another XML part", () => {
    expect([limited.takeLexed(10), limited.lexable, limited.takeLexed(3), limited.lexable, limited.canBeginXml])
      .toEqual([true, 0, false, 0, true])
    limited.takeLexed(1)
    expect(limited.canBeginXml).toBe(false)
  })

  it("of embedded bytes counts only accepted bytes", () => {
    expect([limited.takeEmbedded(5), limited.takeEmbedded(3), limited.takeEmbedded(2)]).toEqual([true, false, true])
  })

  it("is reported once", () => {
    expect(limited.exhausted).toEqual(["objects", "values", "lexed bytes", "embedded bytes"])
  })
})

it("stops all reading at the deadline", () => {
  let now = 100
  const budget = new Budget(100, { now: () => now })
  expect([budget.isLate, budget.takeObject(), budget.inflatable > 0]).toEqual([false, true, true])
  now = 101
  expect([budget.isLate, budget.takeObject(), budget.takeLexed(1), budget.takeEmbedded(1), budget.inflatable])
    .toEqual([true, false, false, false, 0])
  expect(budget.exhausted).toEqual(["time"])
})
