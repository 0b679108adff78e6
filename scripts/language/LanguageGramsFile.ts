import { fileMagic, gramBytesMax } from "../../adapters/language/LanguageGrams.ts"
import type { EldData } from "./EldData.ts"

/** Encodes the data for `readLanguageGrams`. */
export const encodeLanguageGrams = ({ languages, runs, separators, signs }: EldData): Uint8Array => {
  const letters = letterRanges(separators)
  const byteOf = bytesBySign(signs)
  const grams = Object.entries(runs).map(([run, weights]) => ({
    bytes: [...run].map((sign) => byteOf.get(sign)!),
    weights: Object.entries(weights).map(([language, weight]) => [Number(language), weight] as const)
  })).toSorted((one, other) => compared(one.bytes, other.bytes))
  const columns = Array.from({ length: gramBytesMax }, (_, at) => grams.map(({ bytes }) => bytes[at] ?? 0))
  return Uint8Array.from([
    ...textBytes(fileMagic),
    languages.length,
    ...languages.flatMap(textBytes),
    ...twoBytes(letters.length),
    ...letters.flat().flatMap(twoBytes),
    ...signs.map((sign, byte) => byte >= 0x80 && sign === " " ? 0x20 : byte),
    ...twoBytes(grams.length),
    ...columns.flat(),
    ...grams.map(({ weights }) => weights.length),
    ...grams.flatMap(({ weights }) => weights.map(([language]) => language)),
    ...grams.flatMap(({ weights }) => weights.map(([, weight]) => weight))
  ])
}

const textBytes = (text: string): ReadonlyArray<number> => [...text].map((sign) => sign.charCodeAt(0))

const twoBytes = (value: number): ReadonlyArray<number> => [value & 0xff, value >>> 8]

const compared = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const at = one.findIndex((byte, place) => byte !== other[place])
  return at < 0 ? one.length - other.length : one[at]! - (other[at] ?? -1)
}

/**
 * Returns the first and last code unit of each range of letters. Excludes apostrophes, which `separators` does not
 * match.
 */
const letterRanges = (separators: RegExp): ReadonlyArray<readonly [number, number]> => {
  const separator = new RegExp(separators.source, separators.flags.replace("g", ""))
  const ranges: Array<[number, number]> = []
  for (let unit = 0; unit < 0x10000; unit++) {
    const sign = String.fromCharCode(unit)
    if (separator.test(sign) || /['`\u2019]/.test(sign)) continue
    const last = ranges.at(-1)
    if (last?.[1] === unit - 1) last[1] = unit
    else ranges.push([unit, unit])
  }
  return ranges
}

/** Maps each character of the n-grams to its byte. ASCII characters map to themselves. */
const bytesBySign = (signs: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const bytes = new Map(Array.from({ length: 0x80 }, (_, byte) => [String.fromCharCode(byte), byte] as const))
  const known = new Set<string>()
  for (const [byte, sign] of signs.entries()) {
    if (byte < 0x80 || sign === " ") continue
    if (known.has(sign) || /['`a-z]/.test(sign)) throw new Error(`The sign ${sign} stands for more than one byte.`)
    known.add(sign)
    bytes.set(sign, byte)
  }
  return bytes
}
