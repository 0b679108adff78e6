import { decodeAnsi, decodeUtf16, formatGuid, textBeforeNul } from "../compound/Cursor.ts"
import { truncateFactText } from "../reading/Findings.ts"
import { uint16, uint32 } from "../reading/Numbers.ts"

/** Maximum number of properties read per property set. */
export const propertiesMax = 4_096

const summary = "F29F85E0-4FF9-1068-AB91-08002B27B3D9"
const userDefined = "D5CDD505-2E9C-101B-9397-08002B2CF9AE"

/** Types of values (MS-OLEPS 2.15): 16-bit and 32-bit integers, and strings of 8-bit and 16-bit characters. */
const [shortInteger, integer, ansiString, wideString] = [2, 3, 0x1e, 0x1f]
/** Number of the page count property (PIDSI_PAGECOUNT, MS-OSHARED 2.3.3.2.1). */
const pageCount = 14

export interface OleProperties {
  readonly pages: number | null
  /** Custom properties, named by a user or an add-in. */
  readonly named: ReadonlyMap<string, string>
}

/** Reads the page count and custom properties of a property set stream (MS-OLEPS 2.21), which has one or two sets. */
export const readProperties = (bytes: Uint8Array): OleProperties => {
  let pages: number | null = null
  let named: ReadonlyMap<string, string> = new Map()
  const sets = Math.min(2, uint32(bytes, 24))
  for (let set = 0; set < sets; set++) {
    const format = formatGuid(bytes, 28 + set * 20)
    const part = bytes.subarray(uint32(bytes, 44 + set * 20))
    if (format === summary) pages = pagesOf(part)
    if (format === userDefined) named = namedOf(part)
  }
  return { pages, named }
}

/** Returns the offsets of a set's properties by their number (MS-OLEPS 2.20). */
const offsetsOf = (set: Uint8Array): ReadonlyMap<number, number> => {
  const offsets = new Map<number, number>()
  const count = Math.min(uint32(set, 4), propertiesMax, set.length / 8)
  for (let at = 0; at < count; at++) offsets.set(uint32(set, 8 + at * 8), uint32(set, 12 + at * 8))
  return offsets
}

const pagesOf = (set: Uint8Array): number | null => {
  const at = offsetsOf(set).get(pageCount)
  if (at === undefined || uint16(set, at) !== integer) return null
  const pages = uint32(set, at + 4)
  return pages > 0 && pages < 0x80000000 ? pages : null
}

/** Returns the named properties. Property 0 is the dictionary of names (MS-OLEPS 2.17), property 1 the code page. */
const namedOf = (set: Uint8Array): ReadonlyMap<string, string> => {
  const offsets = offsetsOf(set)
  const named = new Map<string, string>()
  const pageAt = offsets.get(1)
  const isWide = pageAt !== undefined && uint16(set, pageAt) === shortInteger && uint16(set, pageAt + 4) === 1200
  let at = offsets.get(0) ?? set.length
  const count = Math.min(uint32(set, at), propertiesMax)
  at += 4
  for (let entry = 0; entry < count && at + 8 <= set.length; entry++) {
    const value = offsets.get(uint32(set, at))
    const size = uint32(set, at + 4) * (isWide ? 2 : 1)
    const name = textOf(set.subarray(at + 8, at + 8 + Math.min(size, 512)), isWide)
    // Skips the padding of 16-bit names to a multiple of four bytes.
    at += 8 + (isWide ? size + 3 & ~3 : size)
    if (value !== undefined) named.set(name, valueOf(set, value))
  }
  return named
}

const valueOf = (set: Uint8Array, at: number): string => {
  const type = uint16(set, at)
  const isWide = type === wideString
  if (!isWide && type !== ansiString) return ""
  const size = Math.min(uint32(set, at + 4) * (isWide ? 2 : 1), 16_384)
  return truncateFactText(textOf(set.subarray(at + 8, at + 8 + size), isWide))
}

const textOf = (bytes: Uint8Array, isWide: boolean): string =>
  textBeforeNul(isWide ? decodeUtf16(bytes) : decodeAnsi(bytes))
