import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readAsnTable } from "../../../adapters/geo/AsnTable.ts"
import { type AsnRange, encodeAsnFile, sortWithoutOverlap, toFirst64Bits } from "../../../scripts/asn/AsnFile.ts"

const range = (most: bigint): fc.Arbitrary<AsnRange> =>
  fc.tuple(
    fc.bigInt(0n, most),
    fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, most)),
    fc.integer({ min: 1, max: 2 ** 32 - 1 })
  )
    .map(([start, length, asn]) => ({ start, end: start + length > most ? most : start + length, asn }))

/** Returns the addresses at which the result may change. */
const edges = (ranges: ReadonlyArray<AsnRange>, most: bigint) =>
  [0n, most, ...ranges.flatMap(({ end, start }) => [start - 1n, start, (start + end) / 2n, end, end + 1n])]
    .filter((address) => address >= 0n && address <= most)

const expected = (ranges: ReadonlyArray<AsnRange>, address: bigint) =>
  ranges.find(({ end, start }) => start <= address && address <= end)?.asn ?? 0

describe("the table of autonomous systems", () => {
  it("matches its source ranges at every edge", () => {
    const [most4, most6] = [2n ** 32n - 1n, 2n ** 64n - 1n]
    fc.assert(fc.property(fc.array(range(most4)), fc.array(range(most6)), (some4, some6) => {
      const [v4, v6] = [sortWithoutOverlap(some4), sortWithoutOverlap(some6)]
      const table = readAsnTable(encodeAsnFile(v4, v6))
      for (const bits of edges(v4, most4)) expect(table({ family: 4, bits })).toBe(expected(v4, bits))
      for (const bits of edges(v6, most6)) {
        for (const host of [0n, most6]) expect(table({ family: 6, bits: bits << 64n | host })).toBe(expected(v6, bits))
      }
    }))
  })

  it("contains disjoint ranges, merged where possible", () => {
    expect(sortWithoutOverlap([
      { start: 20n, end: 30n, asn: 2 },
      { start: 0n, end: 9n, asn: 1 },
      { start: 10n, end: 12n, asn: 1 },
      { start: 25n, end: 40n, asn: 3 },
      { start: 26n, end: 28n, asn: 4 }
    ])).toEqual([
      { start: 0n, end: 12n, asn: 1 },
      { start: 20n, end: 30n, asn: 2 },
      { start: 31n, end: 40n, asn: 3 }
    ])
    const net = 1n << 64n
    expect(toFirst64Bits([
      { start: net, end: 2n * net - 1n, asn: 1 },
      { start: 5n * net, end: 5n * net + 9n, asn: 2 },
      { start: 7n * net + 1n, end: 9n * net + 5n, asn: 3 }
    ])).toEqual([{ start: 1n, end: 1n, asn: 1 }, { start: 8n, end: 8n, asn: 3 }])
  })

  it("is refused if damaged, and allocates no more memory than it fills", () => {
    const file = encodeAsnFile([{ start: 1n, end: 2n, asn: 3 }], [])
    expect(readAsnTable(file)({ family: 4, bits: 1n })).toBe(3)
    for (let length = 0; length < file.length; length++) expect(() => readAsnTable(file.slice(0, length))).toThrow()
    expect(() => readAsnTable(Uint8Array.from([...file.slice(0, 6), 255, 255, 255, 255, 15]))).toThrow("damaged")
    expect(() => readAsnTable(new TextEncoder().encode("not a file of this form"))).toThrow("not a table")
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        readAsnTable(Uint8Array.from([...file.slice(0, 6), ...bytes]))({ family: 4, bits: 5n })
      } catch (cause) {
        expect(String(cause)).toContain("damaged")
      }
    }))
  })
})
