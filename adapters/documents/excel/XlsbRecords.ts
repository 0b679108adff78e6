import { uint32 } from "../reading/Numbers.ts"
import { readCountedWideText } from "./biff/BiffStrings.ts"
import type { StoredFormula } from "./formulas/CellFormulas.ts"

/** Record numbers of a `.xlsb` part (MS-XLSB 2.3.2). */
export const xlsbRecordTypes = {
  text: 6,
  formulaString: 8,
  formulaNumber: 9,
  formulaBool: 10,
  formulaError: 11,
  sharedString: 19,
  name: 39,
  bundleSheet: 156,
  beginSupBook: 360,
  supBookSource: 355,
  supSelf: 357,
  supSame: 358,
  externSheet: 362,
  arrayFormula: 426,
  sharedFormula: 427,
  supNameStart: 577,
  supAddIn: 667
} as const

export interface XlsbRecord {
  readonly type: number
  readonly body: Uint8Array
}

/** Yields the records in order. If a record exceeds the data, calls `damaged` and yields the available part. */
export function* xlsbRecords(bytes: Uint8Array, damaged: () => void): Generator<XlsbRecord> {
  let at = 0
  while (at < bytes.length) {
    let type = bytes[at]!
    at++
    if (type >= 0x80) {
      type = type & 0x7f | ((bytes[at] ?? 0) & 0x7f) << 7
      at++
    }
    let size = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at] ?? 0
      at++
      size |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    const end = at + size
    if (end > bytes.length) damaged()
    yield { type, body: bytes.subarray(at, end) }
    at = end
  }
}

/** Reads a formula and its extra data, each preceded by its length (MS-XLSB 2.2.2, 2.5.97). */
export const readParsedFormula = (body: Uint8Array, at: number): StoredFormula => {
  const start = at + 4
  const end = start + Math.min(uint32(body, at), body.length)
  const extraStart = end + 4
  return {
    tokens: body.subarray(start, end),
    extra: body.subarray(extraStart, extraStart + Math.min(uint32(body, end), body.length))
  }
}

/**
 * Reads the formula of a record; null if the record contains none. Formulas are in BrtFmla… (MS-XLSB 2.4.653 and
 * following), BrtArrFmla (2.4.6) and BrtShrFmla (2.4.750).
 */
export const readXlsbFormula = (type: number, body: Uint8Array): StoredFormula | null => {
  switch (type) {
    case xlsbRecordTypes.formulaString: {
      const value = readCountedWideText(body, 8)
      return value === null ? null : readParsedFormula(body, value.end + 2)
    }
    case xlsbRecordTypes.formulaNumber:
      return readParsedFormula(body, 18)
    case xlsbRecordTypes.formulaBool:
    case xlsbRecordTypes.formulaError:
      return readParsedFormula(body, 11)
    case xlsbRecordTypes.arrayFormula:
      return readParsedFormula(body, 17)
    case xlsbRecordTypes.sharedFormula:
      return readParsedFormula(body, 16)
    default:
      return null
  }
}
