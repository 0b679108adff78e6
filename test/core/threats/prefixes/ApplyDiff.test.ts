import { Result } from "effect"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { applyDiff } from "../../../../core/threats/prefixes/ApplyDiff.ts"
import type { PrefixDiff } from "../../../../core/threats/prefixes/ApplyDiff.ts"
import { PrefixIndex } from "../../../../core/threats/prefixes/PrefixIndex.ts"
import { sortedBlocks } from "../../../../core/threats/prefixes/SortedRuns.ts"
import { ascii, concat, fromHex, hex } from "../../../support/Bytes.ts"
import { runs } from "../../../support/TestRun.ts"
import vectors from "../../urls/threats/vectors/hash.json" with { type: "json" }
import { crowdedBytes, listOf } from "./Prefixes.ts"

const nothing = new PrefixIndex([])

/** Adds each prefix separately, as a provider may send them. */
const adding = (prefixes: ReadonlyArray<Uint8Array>): PrefixDiff["additions"] =>
  prefixes.map((bytes) => ({ size: bytes.length, bytes }))

const indexOf = (prefixes: ReadonlyArray<string>): PrefixIndex =>
  Result.getOrThrow(applyDiff(nothing, { removals: [], additions: adding(prefixes.map(ascii)) }))

const bytesOf = (index: PrefixIndex): Uint8Array => concat([...sortedBlocks(index)])

const textOf = (index: PrefixIndex): string => new TextDecoder().decode(bytesOf(index))

const problemOf = (index: PrefixIndex, diff: PrefixDiff): string | null => {
  const changed = applyDiff(index, diff)
  return Result.isFailure(changed) ? changed.failure.problem : null
}

/** Reference implementation on sorted hex texts. Returns null if one prefix is the beginning of another. */
const model = (
  before: ReadonlyArray<string>,
  removals: ReadonlyArray<number>,
  additions: ReadonlyArray<string>
): ReadonlyArray<string> | null => {
  const after = [...before.filter((_, at) => !removals.includes(at)), ...additions].toSorted()
  return after.some((text, at) => at > 0 && text.startsWith(after[at - 1]!)) ? null : after
}

const prefixes = fc.array(fc.constantFrom(4, 5, 6, 8, 32).chain(crowdedBytes), { maxLength: 60 })

/** Generates sorted prefixes, none of which is the beginning of another. */
const apart = prefixes.map((some) => {
  const sorted = some.map(hex).toSorted()
  return sorted.filter((text, at) => !sorted.some((other, place) => place < at && text.startsWith(other)))
})

describe("an update of prefixes of all sizes", () => {
  it("has the same effect as on a sorted list of texts", () => {
    fc.assert(
      fc.property(apart, fc.uniqueArray(fc.nat(59)), prefixes.map((some) => some.slice(0, 20).map(hex)), (...given) => {
        const [before, places, additions] = given
        const removals = places.filter((place) => place < before.length).toSorted((a, b) => a - b)
        const index = Result.getOrThrow(applyDiff(nothing, { removals: [], additions: adding(before.map(fromHex)) }))
        expect(hex(bytesOf(index))).toBe(before.join(""))
        const diff = { removals: Uint32Array.from(removals), additions: adding(additions.map(fromHex)) }
        const changed = applyDiff(index, diff)
        const expected = model(before, removals, additions)
        expect(Result.isSuccess(changed) ? hex(bytesOf(changed.success)) : null).toBe(expected?.join("") ?? null)
        expect(hex(bytesOf(index))).toBe(before.join(""))
      }),
      runs(80)
    )
  })

  it("can be applied to many prefixes", () => {
    const number = (value: number) => value.toString(16).padStart(8, "0")
    const many = Array.from({ length: 20_000 }, (_, at) => number(Math.imul(at, 0x9e3779b1) >>> 0)).toSorted()
    const index = Result.getOrThrow(applyDiff(nothing, {
      removals: [],
      additions: [{ size: 4, bytes: fromHex(many.join("")) }]
    }))
    const removals = [0, 1, 2, 70, 71, 9000, 19_999]
    const additions = ["00000001", "10203040", "10203041", "ffffffff"]
    const changed = Result.getOrThrow(applyDiff(index, { removals, additions: adding(additions.map(fromHex)) }))
    expect(hex(bytesOf(changed))).toBe(model(many, removals, additions)!.join(""))
    const digest = (text: string) => concat([fromHex(text), new Uint8Array(28)])
    expect(
      [many[1]!, many[3]!, many[9000]!, many[9001]!, ...additions].map((text) => changed.match(digest(text)).length)
    )
      .toEqual([0, 1, 0, 1, 1, 1, 1, 1])
  })

  it.each(vectors.checksums)("produces bytes with the published checksum: $hashesAscii", ({ hashesAscii, sha256 }) => {
    expect(createHash("sha256").update(bytesOf(indexOf(hashesAscii.toReversed()))).digest("hex")).toBe(sha256)
  })

  it.each(vectors.validate.filter(({ hashes }) => hashes.toSorted().join() === hashes.join()))(
    "is refused if Google's client refuses it: $hashes",
    ({ hashes, valid }) => {
      expect(problemOf(nothing, { removals: [], additions: adding(hashes.map(ascii)) }) === null).toBe(valid)
    }
  )

  it.each(vectors.lookup)("produces an index that finds the published entries: $set", ({ q, set }) => {
    const index = indexOf(set)
    for (const [text, size] of Object.entries(q)) {
      expect(index.match(concat([ascii(text), new Uint8Array(32 - text.length)]))).toEqual(size === 0 ? [] : [size])
    }
  })

  it("produces indexes that find the published entries of three lists", () => {
    const [{ queries, set }] = vectors.lookupPrefix as unknown as [
      { queries: Record<string, [string | null, Array<string>]>; set: Record<string, Array<string>> }
    ]
    const lists = Object.entries(set).map(([name, some]) => [name, indexOf(some)] as const)
    for (const [text, [prefix, names]] of Object.entries(queries)) {
      const hits = lists.filter(([, index]) => index.match(ascii(text)).includes(prefix?.length ?? 4))
      expect(hits.map(([name]) => name)).toEqual(names)
    }
  })

  it("counts removal indices across sizes", () => {
    const index = indexOf(["bbbbb", "aaaa", "dddd", "cccccccc", "eeeee"])
    const changed = applyDiff(index, { removals: [1, 3], additions: adding([ascii("dddd")]) })
    expect(textOf(Result.getOrThrow(changed))).toBe("aaaaccccccccddddeeeee")
  })

  it("can leave an empty list", () => {
    const changed = Result.getOrThrow(applyDiff(indexOf(["aaaa", "bbbbb"]), { removals: [0, 1], additions: [] }))
    expect([changed.length, changed.lists, textOf(changed)]).toEqual([0, [], ""])
  })

  it.each<[string, ReadonlyArray<number>, ReadonlyArray<string>]>([
    ["removals", [2], []],
    ["removals", [9000], []],
    ["removals", [-1], []],
    ["removals", [0.5], []],
    ["removals", [Number.NaN], []],
    ["removals", [0, 0], []],
    ["removals", [1, 0], []],
    ["repeated", [], ["aaaa"]],
    ["repeated", [0], ["bbbbb"]],
    ["repeated", [], ["cccc", "cccc"]],
    ["nested", [], ["aaaaa"]],
    ["nested", [], ["bbbb"]],
    ["size", [], ["ccc"]],
    ["size", [], ["c".repeat(33)]]
  ])("is refused completely: %s of %j and %j", (problem, removals, additions) => {
    const index = indexOf(["aaaa", "bbbbb"])
    expect(problemOf(index, { removals, additions: adding(additions.map(ascii)) })).toBe(problem)
    expect(textOf(index)).toBe("aaaabbbbb")
  })

  it("is refused if a removal has no target or a prefix is incomplete", () => {
    expect(problemOf(nothing, { removals: [0], additions: [] })).toBe("removals")
    expect(problemOf(nothing, { removals: [], additions: [{ size: 4, bytes: new Uint8Array(6) }] })).toBe("length")
  })
})

describe("the sorted bytes", () => {
  it("contain all lists, with a shorter prefix before its longer extensions", () => {
    const property = fc.property(prefixes, (some) => {
      const sizes = [...new Set(some.map(({ length }) => length))]
      const index = new PrefixIndex(sizes.map((size) => listOf(size, some.filter(({ length }) => length === size))))
      expect(hex(bytesOf(index))).toBe([...new Set(some.map(hex))].toSorted().join(""))
    })
    fc.assert(property, runs(50))
  })

  it("come in chunks of whole prefixes that add up to all of them", () => {
    const bytes = fromHex(Array.from({ length: 100_000 }, (_, at) => at.toString(16).padStart(10, "0")).join(""))
    const index = Result.getOrThrow(applyDiff(nothing, { removals: [], additions: [{ size: 5, bytes }] }))
    const pieces = [...sortedBlocks(index)]
    expect(pieces.length).toBe(2)
    expect(pieces.every((piece) => piece.length % 5 === 0)).toBe(true)
    expect(Buffer.compare(concat(pieces), bytes)).toBe(0)
  })
})
