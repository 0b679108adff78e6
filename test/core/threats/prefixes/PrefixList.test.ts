import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  PrefixIndex,
  prefixIndexFromBuffers,
  prefixIndexFromOwnBuffers
} from "../../../../core/threats/prefixes/PrefixIndex.ts"
import { emptyPrefixList, prefixListFromBuffer, prefixListOf } from "../../../../core/threats/prefixes/PrefixList.ts"
import { ascii, concat, fromHex, hex } from "../../../support/Bytes.ts"
import { crowdedBytes, listOf, sizedPrefixes } from "./Prefixes.ts"

const padded = (prefix: Uint8Array): Uint8Array => concat([prefix, new Uint8Array(32 - prefix.length)])

describe("a prefix list", () => {
  it("contains the same prefixes as a set", () => {
    fc.assert(
      fc.property(sizedPrefixes, fc.array(crowdedBytes(32), { maxLength: 20 }), ({ prefixes, size }, digests) => {
        const list = listOf(size, prefixes)
        const set = new Set(prefixes.map(hex))
        expect(list.length).toBe(set.size)
        expect(prefixes.every((prefix) => list.has(padded(prefix)))).toBe(true)
        for (const digest of digests) expect(list.has(digest)).toBe(set.has(hex(digest.subarray(0, size))))
      })
    )
  })

  it("returns its prefixes sorted, whole or in parts", () => {
    fc.assert(fc.property(sizedPrefixes, fc.nat(60), fc.nat(60), ({ prefixes, size }, from, count) => {
      const list = listOf(size, prefixes)
      const sorted = [...new Set(prefixes.map(hex))].toSorted()
      expect(hex(list.toBytes())).toBe(sorted.join(""))
      expect(hex(list.toBytes(Math.min(from, list.length), Math.min(from + count, list.length))))
        .toBe(sorted.slice(from, from + count).join(""))
    }))
  })

  it("survives a round trip through a buffer", () => {
    fc.assert(fc.property(sizedPrefixes, fc.boolean(), ({ prefixes, size }, tagged) => {
      const list = listOf(size, prefixes, tagged ? Uint8Array.from(prefixes, (_, at) => at) : undefined)
      const back = Result.getOrThrow(prefixListFromBuffer(structuredClone(list.buffer)))
      expect(back.toBytes()).toEqual(list.toBytes())
      for (let at = 0; at < list.length; at++) expect(back.tagAt(at)).toBe(list.tagAt(at))
    }))
  })

  it("returns the lowest tag of a matching prefix", () => {
    const list = listOf(4, ["dddd", "aaaa", "cccc", "aaaa"].map(ascii), Uint8Array.of(4, 7, 3, 2))
    const tagOf = (text: string) => list.tagAt(list.find(padded(ascii(text))))
    expect(["aaaa", "cccc", "dddd"].map(tagOf)).toEqual([2, 3, 4])
    expect(list.find(padded(ascii("bbbb")))).toBe(-1)
  })

  it("finds nothing in a digest shorter than the prefixes", () => {
    expect(listOf(8, [new Uint8Array(8)]).has(new Uint8Array(7))).toBe(false)
  })

  it("takes 2.07 bytes per prefix if there are many", () => {
    const bytes = new Uint8Array(4_000_000)
    for (let at = 0; at < 1_000_000; at++) new DataView(bytes.buffer).setUint32(at * 4, Math.imul(at, 0x9e3779b1))
    expect(Result.getOrThrow(prefixListOf(bytes, 4)).bytes).toBe(2_000_000 + 65_537 * 4 + 32)
  })

  it.each([[3, 6, "size"], [33, 33, "size"], [4.5, 9, "size"], [4, 6, "length"]])(
    "of size %d in %d bytes is refused: %s",
    (size, length, problem) => {
      const refused = prefixListOf(new Uint8Array(length), size)
      expect(Result.isFailure(refused) && refused.failure.problem).toBe(problem)
    }
  )

  it("is refused with fewer tags than prefixes", () => {
    expect(Result.isFailure(prefixListOf(new Uint8Array(8), 4, new Uint8Array(1)))).toBe(true)
  })
})

describe("a buffer", () => {
  it("is refused if it is damaged", () => {
    const { buffer } = listOf(5, ["bbbbb", "aaaaa", "aaaab", "aabaa"].map(ascii))
    const damaged = (at: number, byte: number) => {
      const copy = new Uint8Array(buffer.slice(0))
      copy[at] = byte
      return Result.isFailure(prefixListFromBuffer(copy.buffer))
    }
    const tailAt = buffer.byteLength - 4
    // Damages the magic number, the size, the count, the tags, the unused bytes and a start.
    // Also damages a tail, so that "aaaab" comes before "aaaaa".
    expect(
      [[0, 9], [4, 6], [8, 9], [12, 1], [16, 1], [32 + 9 * 4, 1], [tailAt + 1, 0x60]].map(([at, byte]) =>
        damaged(at!, byte!)
      )
    ).toEqual([true, true, true, true, true, true, true])
    expect(damaged(0, new Uint8Array(buffer)[0]!)).toBe(false)
  })

  it("of any bytes or length is read without errors", () => {
    const { buffer } = listOf(4, [ascii("aaaa"), ascii("bbbb")])
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(80), (bytes, kept) => {
      expect(Result.isFailure(prefixListFromBuffer(bytes.slice().buffer))).toBe(true)
      const copy = new Uint8Array(buffer.slice(0))
      copy.set(bytes, kept)
      prefixListFromBuffer(copy.buffer)
      expect(Result.isFailure(prefixListFromBuffer(buffer.slice(0, -1 - kept)))).toBe(true)
    }))
  })
})

describe("an index of lists", () => {
  const index = new PrefixIndex([
    listOf(8, [fromHex("291bc5421f1cd54d")]),
    emptyPrefixList(5),
    listOf(4, [fromHex("291bc542"), fromHex("af30010e")])
  ])
  const digest = (text: string) => padded(fromHex(text))

  it("reports each matching size", () => {
    expect(index.match(digest("291bc5421f1cd54d"))).toEqual([4, 8])
    expect(index.match(digest("af30010e4c011fc7"))).toEqual([4])
    expect(index.match(digest("00000000"))).toEqual([])
    expect([index.length, index.lists.map(({ size }) => size)]).toEqual([3, [4, 8]])
  })

  it("survives a round trip through buffers", () => {
    const back = Result.getOrThrow(prefixIndexFromBuffers(structuredClone(index.buffers)))
    expect(back.match(digest("291bc5421f1cd54d"))).toEqual([4, 8])
    expect(back.bytes).toBe(index.bytes)
    expect(Result.isFailure(prefixIndexFromBuffers([new ArrayBuffer(3)]))).toBe(true)
  })

  it("opens its own buffers immediately, without checking the prefixes again", () => {
    const buffers = index.buffers.map((buffer) => structuredClone(buffer))
    const opened = Result.getOrThrow(prefixIndexFromOwnBuffers(buffers))
    expect(opened.match(digest("291bc5421f1cd54d"))).toEqual([4, 8])
    expect(opened.buffers).toEqual(buffers)
    expect(Result.isFailure(prefixIndexFromOwnBuffers([buffers[0]!.slice(0, -1)]))).toBe(true)
  })
})
