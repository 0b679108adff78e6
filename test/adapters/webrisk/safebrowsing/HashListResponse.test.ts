import { Result } from "effect"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import {
  diffOf,
  type HashListResponse,
  parseHashList,
  parseHashLists
} from "../../../../adapters/webrisk/safebrowsing/HashListResponse.ts"
import { applyDiff } from "../../../../core/threats/prefixes/ApplyDiff.ts"
import { PrefixIndex } from "../../../../core/threats/prefixes/PrefixIndex.ts"
import { sortedBlocks } from "../../../../core/threats/prefixes/SortedRuns.ts"
import { encodeSafeBrowsing, encodeSafeBrowsingNumbers } from "../../../fakes/RiceEncode.ts"
import { bytesField, encodeHashList, encodeHashLists, numberField } from "../../../fakes/SafeBrowsingMessages.ts"
import { ascii, concat, fromHex, hex } from "../../../support/Bytes.ts"
import { runs } from "../../../support/TestRun.ts"
import vectors from "../vectors/rice-v5.json" with { type: "json" }

const read = (bytes: Uint8Array): HashListResponse => Result.getOrThrow(parseHashList(bytes))

const problemOf = <A, E extends { readonly problem: string }>(result: Result.Result<A, E>): string | null =>
  Result.isFailure(result) ? result.failure.problem : null

const nothing = new PrefixIndex([])

const bytesAfter = (index: PrefixIndex, answer: HashListResponse): readonly [PrefixIndex, string] => {
  const after = Result.getOrThrow(applyDiff(index, Result.getOrThrow(diffOf(answer))))
  return [after, hex(concat([...sortedBlocks(after)]))]
}

describe("a hash list response", () => {
  it("is decoded from the wire: no change, and a wait time", () => {
    expect(read(fromHex(vectors.wire[0]!.hex))).toEqual({
      name: "mw-4b",
      version: ascii("v2"),
      isPartial: true,
      additions: null,
      removals: null,
      waitMillis: 3000,
      checksum: new Uint8Array(0)
    })
  })

  it("is decoded from the wire: a 16-byte prefix whose second half is little-endian", () => {
    const answer = read(fromHex(vectors.wire[1]!.hex))
    expect(bytesAfter(nothing, answer)[1]).toBe("00000000000000010102030405060708")
    expect([answer.name, answer.isPartial, answer.waitMillis]).toEqual(["a", false, 0])
  })

  it("of a single zero is encoded as empty", () => {
    expect(bytesAfter(nothing, read(bytesField(4, new Uint8Array(0))))[1]).toBe("00000000")
  })

  it.each([4, 8, 16, 32])("of %d bytes is decoded completely, as a full list and as a change", (size) => {
    const prefixOf = (text: string) => text.repeat(size * 2)
    const sorted = ["1", "3", "7", "8", "f"].map(prefixOf)
    const checksum = createHash("sha256").update(fromHex(sorted.join(""))).digest()
    const additions = encodeSafeBrowsing(fromHex(sorted.join("")), size)
    const whole = read(encodeHashList({ name: `x-${size}b`, version: ascii("1"), additions, checksum, waitSeconds: 9 }))
    const [index, bytes] = bytesAfter(nothing, whole)
    expect(bytes).toBe(sorted.join(""))
    expect([hex(whole.checksum), whole.waitMillis, whole.name]).toEqual([checksum.toString("hex"), 9000, `x-${size}b`])
    const change = read(encodeHashList({
      name: "x",
      isPartial: true,
      additions: encodeSafeBrowsing(fromHex(["0", "9"].map(prefixOf).join("")), size),
      removals: encodeSafeBrowsingNumbers([0, 3])
    }))
    expect(bytesAfter(index, change)[1]).toBe(["0", "3", "7", "9", "f"].map(prefixOf).join(""))
  })

  it.each(vectors.cases)("decodes every list of the vectors: $width bytes, parameter $riceParameter", (vector) => {
    const hashes = fromHex(vector.hashesHex.join(""))
    const additions = encodeSafeBrowsing(hashes, vector.width, vector.riceParameter)
    expect(bytesAfter(nothing, read(encodeHashList({ name: "x", additions })))[1]).toBe(vector.hashesHex.join(""))
  })

  it("with several kinds of additions uses the last one", () => {
    const additions = concat([bytesField(9, numberField(1, 5)), bytesField(4, numberField(1, 7))])
    expect(bytesAfter(nothing, read(additions))[1]).toBe("00000007")
  })

  it("rejects removals in a full list", () => {
    const removals = encodeSafeBrowsingNumbers([1])
    expect(problemOf(diffOf(read(encodeHashList({ name: "x", removals }))))).toBe("removals of a whole list")
    expect(problemOf(diffOf(read(encodeHashList({ name: "x", removals, isPartial: true }))))).toBe(null)
  })

  it("rejects invalid added or removed entries", () => {
    const rice = { ...encodeSafeBrowsing(fromHex("0000000100000002"), 4), entriesCount: 50 }
    expect(problemOf(diffOf(read(encodeHashList({ name: "x", additions: rice }))))).toBe("truncated")
    expect(problemOf(diffOf(read(encodeHashList({ name: "x", removals: rice, isPartial: true }))))).toBe("truncated")
    const less = { ...rice, entriesCount: -1 }
    expect(problemOf(diffOf(read(encodeHashList({ name: "x", additions: less }))))).toBe("count")
  })

  it.each<[string, Uint8Array]>([
    ["text", bytesField(1, Uint8Array.of(0xff))],
    ["malformed", bytesField(4, Uint8Array.of(0xff))],
    ["malformed", bytesField(5, Uint8Array.of(0xff))],
    ["duration", bytesField(6, numberField(1, -1))]
  ])("is rejected: %s", (problem, bytes) => {
    expect(problemOf(parseHashList(bytes))).toBe(problem)
    expect(problemOf(parseHashLists(bytesField(1, bytes)))).toBe(problem)
  })
})

describe("a response with several lists", () => {
  it("keeps their order and ignores unknown fields", () => {
    const lists = [{ name: "mw-4b" }, { name: "se-4b", waitSeconds: 1800 }, {
      name: "gc-32b",
      checksum: ascii("short")
    }]
    const bytes = concat([encodeHashLists(lists), bytesField(2, ascii("the next page"))])
    const read = Result.getOrThrow(parseHashLists(bytes))
    expect(read.map(({ checksum, name, waitMillis }) => [name, waitMillis, checksum.length]))
      .toEqual([["mw-4b", 0, 0], ["se-4b", 1_800_000, 0], ["gc-32b", 0, 5]])
    expect(Result.getOrThrow(parseHashLists(new Uint8Array(0)))).toEqual([])
  })

  it("never throws on damaged input", () => {
    const additions = encodeSafeBrowsing(fromHex("000000010000000200ff0000"), 4)
    const removals = encodeSafeBrowsingNumbers([1, 2, 9])
    const whole = encodeHashLists([{ name: "mw-4b", additions, removals, isPartial: true, waitSeconds: 1.5 }])
    fc.assert(
      fc.property(fc.nat(whole.length), fc.uint8Array({ maxLength: 9 }), fc.nat(20), (at, bytes, skipped) => {
        const lists = parseHashLists(concat([whole.subarray(0, at), bytes, whole.subarray(at + skipped)]))
        if (Result.isSuccess(lists)) { for (const list of lists.success) diffOf(list) }
      }),
      runs(250)
    )
  })
})
