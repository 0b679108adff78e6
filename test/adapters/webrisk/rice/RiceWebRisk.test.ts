import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BitReader, decodeDeltas } from "../../../../adapters/webrisk/rice/RiceDeltas.ts"
import { decodeWebRiskHashes, decodeWebRiskNumbers } from "../../../../adapters/webrisk/rice/RiceWebRisk.ts"
import type { WebRiskRice } from "../../../../adapters/webrisk/rice/RiceWebRisk.ts"
import { prefixListOf } from "../../../../core/threats/prefixes/PrefixList.ts"
import { encodeWebRisk, encodeWebRiskHashes } from "../../../fakes/RiceEncode.ts"
import { concat, fromBase64, fromHex, hex } from "../../../support/Bytes.ts"
import chromium from "../vectors/rice-chromium.json" with { type: "json" }
import google from "../vectors/rice.json" with { type: "json" }

const problemOf = (rice: WebRiskRice): string | null => {
  const numbers = decodeWebRiskNumbers(rice)
  return Result.isFailure(numbers) ? numbers.failure.problem : null
}

const messageOf = (rice: { firstValue: string; riceParameter: number; entryCount: number; encodedData: string }) => ({
  ...rice,
  firstValue: Number(rice.firstValue),
  encodedData: fromBase64(rice.encodedData)
})

describe("bits", () => {
  it("are read in the order of Google's reader", () => {
    const reader = new BitReader(fromHex(google.bitReader.hex))
    for (const [count, value, left] of google.bitReader.reads) {
      expect([reader.bits(count!), reader.unreadBits]).toEqual([value, left])
    }
  })

  it("are missing past the end, permanently", () => {
    const reader = new BitReader(Uint8Array.of(0xff, 0xff))
    expect([reader.bits(17), reader.bits(1), reader.ones(), reader.unreadBits]).toEqual([-1, -1, -1, 0])
  })
})

describe("Web Risk Rice coding", () => {
  it.each([...google.cases, ...chromium.cases])("decodes the published differences: $dataHex", (published) => {
    const { dataHex, deltas, k } = published
    const decoded = Result.getOrThrow(decodeDeltas(fromHex(dataHex), deltas.length, k, 1))
    expect([...decoded.words]).toEqual(deltas)
    expect(decoded.remainingBits.unreadBits).toBeLessThan(8)
  })

  it.each(google.decodeHashes.map(({ hashesHexSorted, sets }) => [sets, hashesHexSorted] as const))(
    "decodes the published hashes and sorts them: %#",
    (sets, sorted) => {
      const found = sets.flatMap((set) => {
        if (set.riceHashes !== undefined) {
          const bytes = Result.getOrThrow(decodeWebRiskHashes(messageOf(set.riceHashes)))
          return hexOfEach(Result.getOrThrow(prefixListOf(bytes, 4)).toBytes(), 4)
        }
        return hexOfEach(fromBase64(set.rawHashes.rawHashes), set.rawHashes.prefixSize)
      })
      expect(found.toSorted()).toEqual(sorted)
    }
  )

  it.each(google.decodeIndices)(
    "decodes the published indices: $riceIndices.encodedData",
    ({ indices, riceIndices }) => {
      expect([...Result.getOrThrow(decodeWebRiskNumbers(messageOf(riceIndices)))]).toEqual(indices)
    }
  )

  it.each(chromium.lists)("accepts and rejects the same data as Chromium: $dataHex, $entries, $k", (published) => {
    const { dataHex, entries, error, first, k, prefixesSortedAsHostUint32, values } = published
    const rice = { firstValue: first, riceParameter: k, entryCount: entries, encodedData: fromHex(dataHex) }
    expect(problemOf(rice)).toBe(error === undefined ? null : chromiumProblems[error])
    if (values !== undefined) expect([...Result.getOrThrow(decodeWebRiskNumbers(rice))]).toEqual(values)
    if (prefixesSortedAsHostUint32 !== undefined) {
      const list = Result.getOrThrow(prefixListOf(Result.getOrThrow(decodeWebRiskHashes(rice)), 4)).toBytes()
      expect([...new Uint32Array(list.buffer)]).toEqual(prefixesSortedAsHostUint32)
    }
  })

  it.each<[string, Partial<WebRiskRice>]>([
    ["parameter", { riceParameter: 1 }],
    ["parameter", { riceParameter: 29 }],
    ["parameter", { riceParameter: 2.5 }],
    ["parameter", { riceParameter: Number.NaN }],
    ["count", { entryCount: 1.5 }],
    ["count", { entryCount: Number.NaN }],
    ["count", { entryCount: 2 ** 31 }],
    ["truncated", { entryCount: 6 }],
    ["truncated", { entryCount: 1, encodedData: Uint8Array.of(255, 255) }],
    ["left over", { encodedData: Uint8Array.of(0xf7, 2, 0) }],
    ["left over", { entryCount: 0 }],
    ["first value", { firstValue: -1 }],
    ["first value", { firstValue: 2 ** 32 }],
    ["first value", { firstValue: 0.5 }],
    ["overflow", { firstValue: 2 ** 32 - 24 }]
  ])("rejects %s of %j", (problem, change) => {
    const rice = { firstValue: 5, riceParameter: 2, entryCount: 2, encodedData: Uint8Array.of(0xf7, 2) }
    expect(problemOf(rice)).toBe(null)
    expect(problemOf({ ...rice, ...change })).toBe(problem)
  })

  it("decodes the encoded hashes", () => {
    const hashes = fc.uniqueArray(fc.uint8Array({ minLength: 4, maxLength: 4 }), { minLength: 1, selector: hex })
    fc.assert(fc.property(hashes, (prefixes) => {
      const bytes = concat(prefixes)
      const decoded = Result.getOrThrow(decodeWebRiskHashes(encodeWebRiskHashes(bytes)))
      expect(hexOfEach(decoded, 4).toSorted()).toEqual(hexOfEach(bytes, 4).toSorted())
    }))
  })

  it("decodes numbers encoded with any parameter, and rejects a missing byte", () => {
    const numbers = fc.array(fc.nat(2 ** 16), { minLength: 1 }).map((some) => some.toSorted((a, b) => a - b))
    fc.assert(fc.property(numbers, fc.integer({ min: 2, max: 28 }), (some, parameter) => {
      const rice = encodeWebRisk(some, parameter)
      expect([...Result.getOrThrow(decodeWebRiskNumbers(rice))]).toEqual(some)
      for (let kept = 0; kept < rice.encodedData.length; kept++) {
        expect(problemOf({ ...rice, encodedData: rice.encodedData.subarray(0, kept) })).toBe("truncated")
      }
    }))
  })

  it("never throws on arbitrary input", () => {
    const any = fc.record({
      firstValue: fc.oneof(fc.nat(), fc.double()),
      riceParameter: fc.integer({ min: -1, max: 33 }),
      entryCount: fc.oneof(fc.nat(40), fc.integer(), fc.double()),
      encodedData: fc.uint8Array({ maxLength: 100 })
    })
    fc.assert(fc.property(any, (rice) => {
      const hashes = decodeWebRiskHashes(rice)
      if (Result.isSuccess(hashes)) expect(hashes.success.length).toBe((rice.entryCount + 1) * 4)
    }))
  })
})

const chromiumProblems: Readonly<Record<string, string>> = {
  ENCODED_DATA_UNEXPECTED_EMPTY: "truncated",
  NUM_ENTRIES_NEGATIVE: "count",
  RICE_PARAMETER_NON_POSITIVE: "parameter",
  DECODED_INTEGER_OVERFLOW: "overflow"
}

const hexOfEach = (bytes: Uint8Array, size: number): ReadonlyArray<string> =>
  Array.from({ length: bytes.length / size }, (_, at) => hex(bytes.subarray(at * size, (at + 1) * size)))
