import { asnFileMagic } from "../../adapters/geo/AsnTable.ts"

/** Range of IPv4 addresses, or of the first 64 bits of IPv6 addresses. Both ends are inclusive. */
export interface AsnRange {
  readonly start: bigint
  readonly end: bigint
  readonly asn: number
}

/** Encodes the table for `readAsnTable`. The ranges must be sorted and disjoint; see `sortWithoutOverlap`. */
export const encodeAsnFile = (v4: ReadonlyArray<AsnRange>, v6: ReadonlyArray<AsnRange>): Uint8Array => {
  const bytes = [...asnFileMagic]
  writeRanges(bytes, v4, [0n])
  writeRanges(bytes, v6, [32n, 0n])
  return Uint8Array.from(bytes)
}

/**
 * Sorts ranges and merges adjacent ranges of the same autonomous system. Of two overlapping ranges, the range that
 * starts first keeps the overlap.
 */
export const sortWithoutOverlap = (ranges: ReadonlyArray<AsnRange>): ReadonlyArray<AsnRange> => {
  const ordered: Array<AsnRange> = []
  for (const range of ranges.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    const last = ordered.at(-1)
    const start = last !== undefined && range.start <= last.end ? last.end + 1n : range.start
    if (start > range.end) continue
    if (last !== undefined && last.asn === range.asn && last.end + 1n === start) {
      ordered[ordered.length - 1] = { ...last, end: range.end }
    } else ordered.push({ ...range, start })
  }
  return ordered
}

/** Reduces IPv6 ranges to the whole /64 networks that they contain. Drops ranges that contain no whole /64 network. */
export const toFirst64Bits = (ranges: ReadonlyArray<AsnRange>): ReadonlyArray<AsnRange> =>
  ranges.map(({ asn, end, start }) => ({
    asn,
    start: (start + (1n << 64n) - 1n) >> 64n,
    end: ((end + 1n) >> 64n) - 1n
  })).filter(({ end, start }) => start <= end)

const writeRanges = (bytes: Array<number>, ranges: ReadonlyArray<AsnRange>, shifts: ReadonlyArray<bigint>): void => {
  const gaps = ranges.map(({ start }, at) => start - (at === 0 ? 0n : ranges[at - 1]!.end + 1n))
  const lengths = ranges.map(({ end, start }) => end - start)
  writeInteger(bytes, ranges.length)
  for (const column of [gaps, lengths]) {
    for (const shift of shifts) for (const value of column) writeInteger(bytes, Number((value >> shift) & 0xffffffffn))
  }
  for (const { asn } of ranges) writeInteger(bytes, asn)
}

const writeInteger = (bytes: Array<number>, value: number): void => {
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  bytes.push(rest)
}
