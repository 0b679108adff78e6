import { bytes, f64, joined, type Part, u16, u32, utf16 } from "./MakeWorkbook.ts"

/** Builds a record of MS-XLSB. Its number and size are stored with seven bits per byte. */
export const xlsb = (type: number, ...parts: ReadonlyArray<Part>): Uint8Array => {
  const body = bytes(...parts)
  const number = type < 0x80 ? bytes(type) : bytes(type & 0x7f | 0x80, type >> 7)
  const size = body.length < 0x80 ? bytes(body.length) : bytes(body.length & 0x7f | 0x80, body.length >> 7)
  return bytes(number, size, body)
}

export const wide = (text: string): Uint8Array => bytes(u32(text.length), utf16(text))

/** Encodes a formula, preceded by its length and followed by an empty extra part. */
export const parsed = (tokens: Uint8Array): Uint8Array => bytes(u32(tokens.length), tokens, u32(0))

/** Builds a BrtBundleSh record. */
export const bundleSheet = (name: string, relationship: string, state = 0): Uint8Array =>
  xlsb(156, u32(state), u32(1), wide(relationship), wide(name))

/** Builds a BrtName record. */
export const xlsbName = (name: string, tokens: Uint8Array, flags = 0): Uint8Array =>
  xlsb(39, u32(flags), 0, u32(0xffffffff), wide(name), parsed(tokens), u32(0xffffffff))

const cell = bytes(u32(0), u32(0))

/** Builders of BrtFmlaString, BrtFmlaNum, BrtFmlaBool and BrtFmlaError records. */
export const formulaCells = {
  string: (tokens: Uint8Array): Uint8Array => xlsb(8, cell, wide("cached"), u16(0), parsed(tokens)),
  number: (tokens: Uint8Array): Uint8Array => xlsb(9, cell, f64(1), u16(0), parsed(tokens)),
  bool: (tokens: Uint8Array): Uint8Array => xlsb(10, cell, 1, u16(0), parsed(tokens)),
  error: (tokens: Uint8Array): Uint8Array => xlsb(11, cell, 42, u16(0), parsed(tokens))
} as const

/** Formula tokens that MS-XLSB encodes differently from MS-XLS. */
export const token12 = {
  text: (text: string): Uint8Array => bytes(0x17, u16(text.length), utf16(text)),
  ref: (row: number, column: number): Uint8Array => bytes(0x44, u32(row), u16(column)),
  ref3d: (sheet: number, row: number, column: number): Uint8Array => bytes(0x5a, u16(sheet), u32(row), u16(column))
} as const

/** Builds a BrtBeginSupBook record with its item names. */
export const externalLink = (
  kind: number,
  first: string,
  second: string,
  ...items: ReadonlyArray<string>
): Uint8Array =>
  joined(xlsb(360, u16(kind), wide(first), wide(second)), ...items.map((item) => xlsb(577, wide(item))), xlsb(588))
