import { Result } from "effect"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import {
  decodeSafeBrowsingHashes,
  decodeSafeBrowsingNumbers
} from "../../../../adapters/webrisk/rice/RiceSafeBrowsing.ts"
import type { SafeBrowsingRice } from "../../../../adapters/webrisk/rice/RiceSafeBrowsing.ts"
import { encodeSafeBrowsing, encodeSafeBrowsingNumbers } from "../../../fakes/RiceEncode.ts"
import { concat, fromHex, hex } from "../../../support/Bytes.ts"
import vectors from "../vectors/rice-v5.json" with { type: "json" }

const problemOf = (rice: SafeBrowsingRice): string | null => {
  const hashes = decodeSafeBrowsingHashes(rice)
  return Result.isFailure(hashes) ? hashes.failure.problem : null
}

/** Encodes the first value as bytes. A message stores it in one to four parts. */
const firstOf = (width: number, parts: ReadonlyArray<string | number | undefined>): Uint8Array => {
  const there = parts.filter((part) => part !== undefined)
  const digits = (width * 2) / there.length
  return fromHex(there.map((part) => BigInt(part).toString(16).padStart(digits, "0")).join(""))
}

const partNames = ["", "Hi", "Lo", "FirstPart", "SecondPart", "ThirdPart", "FourthPart"]

const cases = vectors.cases.map((vector) => {
  const parts = partNames.map((name) => (vector as Record<string, unknown>)[`firstValue${name}`] as string | undefined)
  const { encodedDataHex, entriesCount, hashesHex, riceParameter, sha256Checksum, width } = vector
  const rice = { first: firstOf(width, parts), riceParameter, entriesCount, encodedData: fromHex(encodedDataHex) }
  return { rice, width, riceParameter, hashesHex, sha256Checksum }
})

describe("Safe Browsing Rice coding", () => {
  it.each(cases)("decodes the hashes and their checksum: $width bytes, parameter $riceParameter", (vector) => {
    const decoded = Result.getOrThrow(decodeSafeBrowsingHashes(vector.rice))
    expect(hex(decoded)).toBe(vector.hashesHex.join(""))
    expect(createHash("sha256").update(decoded).digest("hex")).toBe(vector.sha256Checksum)
  })

  it.each(cases)("matches our encoder: $width bytes, parameter $riceParameter", (vector) => {
    const encoded = encodeSafeBrowsing(fromHex(vector.hashesHex.join("")), vector.width, vector.riceParameter)
    expect({ ...encoded, encodedData: hex(encoded.encodedData) })
      .toEqual({ ...vector.rice, encodedData: hex(vector.rice.encodedData) })
  })

  it.each<[string, Partial<SafeBrowsingRice>]>([
    ["parameter", { riceParameter: 2 }],
    ["parameter", { riceParameter: 31 }],
    ["parameter", { riceParameter: 3.5 }],
    ["parameter", { first: new Uint8Array(8) }],
    ["count", { entriesCount: -1 }],
    ["truncated", { encodedData: new Uint8Array(0) }],
    ["truncated", { encodedData: Uint8Array.of(0xff) }],
    ["truncated", { encodedData: Uint8Array.of(0x7f) }],
    ["truncated", { entriesCount: 3 }],
    ["truncated", { entriesCount: 33_554_432 }],
    ["left over", { encodedData: Uint8Array.of(0x42) }],
    ["left over", { encodedData: Uint8Array.of(2, 0) }],
    ["left over", { entriesCount: 0 }],
    ["order", { encodedData: Uint8Array.of(0) }],
    ["overflow", { riceParameter: 30, encodedData: Uint8Array.of(0x0f, 0, 0, 0, 0, 0) }],
    ["overflow", { first: Uint8Array.of(255, 255, 255, 255) }],
    ["first value", { first: new Uint8Array(0) }],
    ["first value", { first: new Uint8Array(12) }]
  ])("rejects %s of %j", (problem, change) => {
    const rice = { first: new Uint8Array(4), riceParameter: 3, entriesCount: 1, encodedData: Uint8Array.of(2) }
    expect(hex(Result.getOrThrow(decodeSafeBrowsingHashes(rice)))).toBe("0000000000000001")
    expect(problemOf({ ...rice, ...change })).toBe(problem)
  })

  it("decodes a single value if no more follow", () => {
    const one = { first: new Uint8Array(16), riceParameter: 0, entriesCount: 0, encodedData: new Uint8Array(0) }
    expect(Result.getOrThrow(decodeSafeBrowsingHashes(one))).toEqual(new Uint8Array(16))
  })

  it("decodes the encoded hashes of all widths, and rejects a missing byte", () => {
    const hashes = fc.constantFrom(4, 8, 16, 32).chain((width) =>
      fc.uniqueArray(fc.uint8Array({ minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 40,
        selector: hex
      })
        .map((some) => ({ width, bytes: concat(some.toSorted((a, b) => hex(a) < hex(b) ? -1 : 1)) }))
    )
    fc.assert(fc.property(hashes, fc.option(fc.integer({ min: 24, max: 30 }), { nil: undefined }), (list, top) => {
      const { bytes, width } = list
      const rice = encodeSafeBrowsing(bytes, width, top === undefined ? undefined : width * 8 - 32 + top)
      expect(hex(Result.getOrThrow(decodeSafeBrowsingHashes(rice)))).toBe(hex(bytes))
      for (let kept = 0; kept < rice.encodedData.length; kept++) {
        expect(problemOf({ ...rice, encodedData: rice.encodedData.subarray(0, kept) })).toBe("truncated")
      }
    }))
  })

  it("decodes numbers", () => {
    expect([...Result.getOrThrow(decodeSafeBrowsingNumbers(encodeSafeBrowsingNumbers([0, 7, 4_000_000_000])))])
      .toEqual([0, 7, 4_000_000_000])
    const wide = decodeSafeBrowsingNumbers(encodeSafeBrowsing(new Uint8Array(8), 8))
    expect(Result.isFailure(wide)).toBe(true)
  })

  it("never throws on arbitrary input", () => {
    const any = fc.record({
      first: fc.constantFrom(4, 8, 16, 32).chain((width) => fc.uint8Array({ minLength: width, maxLength: width })),
      top: fc.integer({ min: 2, max: 31 }),
      entriesCount: fc.oneof(fc.nat(40), fc.integer(), fc.double()),
      encodedData: fc.uint8Array({ maxLength: 100 })
    })
    fc.assert(fc.property(any, ({ first, top, ...rice }) => {
      const hashes = decodeSafeBrowsingHashes({ ...rice, first, riceParameter: first.length * 8 - 32 + top })
      if (Result.isSuccess(hashes)) expect(hashes.success.length).toBe((rice.entriesCount + 1) * first.length)
    }))
  })
})
