/** Bytes of a fixture. A number is one byte, and a string is Latin-1. */
export type Part = number | string | Uint8Array | ReadonlyArray<Part>

export const bytes = (...parts: ReadonlyArray<Part>): Uint8Array =>
  Uint8Array.from(
    Buffer.concat(parts.map((part) =>
      typeof part === "number"
        ? Buffer.from([part])
        : typeof part === "string"
        ? Buffer.from(part, "latin1")
        : part instanceof Uint8Array
        ? Buffer.from(part)
        : Buffer.from(bytes(...part))
    ))
  )

export const u16 = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8 & 0xff)
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, value >>> 8 & 0xff, value >>> 16 & 0xff, value >>> 24 & 0xff)
export const f64 = (value: number): Uint8Array => new Uint8Array(new Float64Array([value]).buffer)
export const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "utf16le"))

/** Builds a record of BIFF2 to BIFF8. */
export const biff = (type: number, ...parts: ReadonlyArray<Part>): Uint8Array => {
  const body = bytes(...parts)
  return bytes(u16(type), u16(body.length), body)
}

export const joined = (...records: ReadonlyArray<Uint8Array>): Uint8Array => bytes(...records)

/**
 * Encodes a string with a length of one byte (`short8`) or two bytes (`long8`). In BIFF8 a byte of flags follows the
 * length.
 */
export const short8 = (text: string): Uint8Array => bytes(text.length, 0, text)
export const long8 = (text: string): Uint8Array => bytes(u16(text.length), 0, text)

export const bof = (kind: "globals" | "worksheet" | "macro" | "chart", version = 0x600): Uint8Array =>
  biff(
    0x809,
    u16(version),
    u16({ globals: 0x05, worksheet: 0x10, macro: 0x40, chart: 0x20 }[kind]),
    u32(0),
    u32(0),
    u32(0)
  )
export const eof = biff(0x0a)

/** Formula tokens of BIFF8 (MS-XLS 2.5.198). */
export const ptg = {
  text: (text: string): Uint8Array => bytes(0x17, text.length, 0, text),
  wideText: (text: string): Uint8Array => bytes(0x17, text.length, 1, utf16(text)),
  int: (value: number): Uint8Array => bytes(0x1e, u16(value)),
  number: (value: number): Uint8Array => bytes(0x1f, f64(value)),
  bool: (value: boolean): Uint8Array => bytes(0x1d, value ? 1 : 0),
  missing: Uint8Array.of(0x16),
  concat: Uint8Array.of(0x08),
  add: Uint8Array.of(0x03),
  paren: Uint8Array.of(0x15),
  func: (number: number): Uint8Array => bytes(0x41, u16(number)),
  funcVar: (number: number, parameters: number): Uint8Array => bytes(0x42, parameters, u16(number)),
  command: (number: number, parameters: number): Uint8Array => bytes(0x42, parameters, u16(number | 0x8000)),
  name: (index: number): Uint8Array => bytes(0x43, u32(index)),
  nameX: (sheet: number, index: number): Uint8Array => bytes(0x59, u16(sheet), u32(index)),
  ref: (row: number, column: number): Uint8Array => bytes(0x44, u16(row), u16(column)),
  ref3d: (sheet: number, row: number, column: number): Uint8Array => bytes(0x5a, u16(sheet), u16(row), u16(column))
} as const

/** Function numbers (Ftab) of calls in formulas. */
export const call = {
  CHAR: 111,
  EXEC: 110,
  HALT: 54,
  CALL: 150,
  REGISTER: 149,
  USER: 255,
  GOTO: 53,
  HYPERLINK: 359
} as const
export const order = { FORMULA: 96, "FORMULA.FILL": 97, ALERT: 118, "ON.TIME": 148, RUN: 17 } as const

/** Builds a FORMULA record of BIFF8. */
export const formula = (tokens: Uint8Array, row = 0, column = 0): Uint8Array =>
  biff(0x06, u16(row), u16(column), u16(15), f64(0), u16(0), u32(0), u16(tokens.length), tokens)

export interface NameOptions {
  readonly isHidden?: boolean
  /** Index of a built-in name, which replaces the text. */
  readonly builtIn?: number
  readonly tokens?: Uint8Array
}

/** Builds a NAME (Lbl) record of BIFF8. */
export const name = (
  text: string,
  { builtIn, isHidden = false, tokens = ptg.ref(0, 0) }: NameOptions = {}
): Uint8Array => {
  const stored = builtIn === undefined ? text : String.fromCharCode(builtIn)
  const flags = (isHidden ? 1 : 0) | (builtIn === undefined ? 0 : 0x20)
  return biff(0x18, u16(flags), 0, stored.length, u16(tokens.length), u16(0), u16(0), u32(0), 0, stored, tokens)
}

/** Builds one SST record with the cell strings. */
export const sst = (...texts: ReadonlyArray<string>): Uint8Array =>
  biff(0xfc, u32(texts.length), u32(texts.length), ...texts.map(long8))

/** Builds an EXTERNSHEET record from pairs of a linked workbook and a sheet. */
export const externSheet = (...places: ReadonlyArray<readonly [book: number, sheet: number]>): Uint8Array =>
  biff(0x17, u16(places.length), ...places.map(([book, sheet]) => bytes(u16(book), u16(sheet), u16(sheet))))

export const selfBook = biff(0x1ae, u16(1), u16(0x0401))
export const linkedBook = (path: string): Uint8Array => biff(0x1ae, u16(0), u16(path.length), 0, path)
export const externName = (text: string, flags = 0): Uint8Array => biff(0x23, u16(flags), u32(0), short8(text))

export interface Sheet {
  readonly name: string
  readonly kind?: "worksheet" | "macro"
  /** Sheet type in BOUNDSHEET. The default follows from `kind`. */
  readonly listedAs?: number
  /** Visibility: 0 is visible, 1 is hidden and 2 is very hidden. */
  readonly state?: number
  readonly records?: ReadonlyArray<Uint8Array>
}

/** Builds a BIFF8 workbook whose sheet list has correct offsets. */
export const makeWorkbook = (sheets: ReadonlyArray<Sheet>, globals: ReadonlyArray<Uint8Array> = []): Uint8Array => {
  const substreams = sheets.map(({ kind = "worksheet", records = [] }) => joined(bof(kind), ...records, eof))
  const list = (at: ReadonlyArray<number>): Uint8Array =>
    joined(
      ...sheets.map(({ kind = "worksheet", listedAs, name, state = 0 }, index) =>
        biff(0x85, u32(at[index] ?? 0), state, listedAs ?? (kind === "macro" ? 1 : 0), short8(name))
      )
    )
  const head = (at: ReadonlyArray<number>): Uint8Array => joined(bof("globals"), list(at), ...globals, eof)
  let end = head([]).length
  const places = substreams.map((substream) => {
    end += substream.length
    return end - substream.length
  })
  return joined(head(places), ...substreams)
}
