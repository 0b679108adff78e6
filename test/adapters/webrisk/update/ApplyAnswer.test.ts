import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checksumOf } from "../../../../adapters/webrisk/google/ListChecks.ts"
import { type DiffAnswer, readDiff } from "../../../../adapters/webrisk/update/DiffAnswer.ts"
import { applyAnswer } from "../../../../adapters/webrisk/update/ListJobs.ts"
import { PrefixIndex } from "../../../../core/threats/prefixes/PrefixIndex.ts"
import { sortedPieces } from "../../../../core/threats/prefixes/SortedRuns.ts"
import { WebRiskVendor } from "../../../fakes/WebRiskVendor.ts"
import { runs } from "../../../support/TestRun.ts"

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const empty = new PrefixIndex([])

/** Prefixes in ASCII, as the published tests have them. */
const answer = (given: {
  readonly isReset: boolean
  readonly adds?: ReadonlyArray<string>
  readonly removes?: ReadonlyArray<number>
  readonly checksum: string
}): DiffAnswer => ({
  isReset: given.isReset,
  token: "",
  nextAt: null,
  checksum: Buffer.from(given.checksum, "hex"),
  diff: {
    removals: given.removes ?? [],
    additions: (given.adds ?? []).map((text) => ({ size: text.length, bytes: new TextEncoder().encode(text) }))
  }
})

const textOf = (index: PrefixIndex) => [...sortedPieces(index)].map((piece) => new TextDecoder().decode(piece)).join("")

describe("changes of a list (google/webrisk, database_test.go)", () => {
  const first = "a3b93fac424834c2447e2dbe5db3ec8553519777523907ea310e207f556a7637"
  const second = "b742965b7a759ba0254685bfc6edae3b1ba54d0168fb86f526d6c79c3d44c753"
  const whole = answer({
    isReset: true,
    adds: ["aaaa", "0421e", "666666", "7777777", "88888888"],
    checksum: first
  })
  const one = Result.getOrThrow(applyAnswer(empty, whole))

  it("do not remove from a list that is empty", () => {
    const removing = answer({ isReset: false, removes: [0], checksum: first })
    expect(Result.isFailure(applyAnswer(empty, removing))).toBe(true)
  })

  it("begin with a whole list", () => {
    expect(textOf(one)).toBe("0421e666666777777788888888aaaa")
    expect(hex(checksumOf(one))).toBe(first)
  })

  it("may be none", () => {
    const same = Result.getOrThrow(applyAnswer(one, answer({ isReset: false, checksum: first })))
    expect(textOf(same)).toBe(textOf(one))
  })

  it("begin anew: what was there is gone", () => {
    const two = applyAnswer(one, answer({ isReset: true, adds: ["AAAA", "0421E"], checksum: second }))
    expect(textOf(Result.getOrThrow(two))).toBe("0421EAAAA")
  })

  it("that lead to another checksum are refused, and the list stays", () => {
    const bad = applyAnswer(
      one,
      answer({ isReset: false, removes: [0, 1], adds: ["fizz", "buzz"], checksum: "bad0".repeat(16) })
    )
    expect(Result.isFailure(bad) && bad.failure).toContain("another checksum")
    expect(textOf(one)).toBe("0421e666666777777788888888aaaa")
  })

  it("that remove what is not there are refused", () => {
    const bad = applyAnswer(one, answer({ isReset: false, removes: [9_000], checksum: first }))
    expect(Result.isFailure(bad) && bad.failure).toContain("does not fit")
  })
})

describe("a list that follows its vendor", () => {
  it("is always the vendor's, whatever changes, however it is sent", () => {
    const prefix = fc.oneof({ weight: 3, arbitrary: fc.constant(4) }, fc.integer({ min: 5, max: 8 }))
      .chain((size) => fc.uint8Array({ minLength: size, maxLength: size })).map(hex)
    const step = fc.record({
      adds: fc.array(prefix, { maxLength: 12 }),
      keeps: fc.infiniteStream(fc.boolean()),
      compression: fc.constantFrom("RAW" as const, "RICE" as const),
      forgets: fc.boolean()
    })
    const property = fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const vendor = new WebRiskVendor()
      let entries: ReadonlyArray<string> = []
      let index = empty
      let token = ""
      for (const { adds, compression, forgets, keeps } of steps) {
        const kept = entries.filter(() => keeps.next().value)
        entries = [...new Set([...kept, ...adds])].toSorted()
        if (entries.some((one) => entries.some((other) => one !== other && other.startsWith(one)))) return
        vendor.compression = compression
        vendor.empties("MALWARE")
        vendor.prefixes("MALWARE", entries)
        const json = JSON.stringify(vendor.computeDiff("MALWARE", forgets ? "" : token))
        const read = Result.getOrThrow(readDiff(json))
        index = Result.getOrThrow(applyAnswer(index, read))
        token = read.token
        expect(hex(Buffer.concat([...sortedPieces(index)]))).toBe(entries.join(""))
      }
    })
    fc.assert(property, runs(40))
  })
})
