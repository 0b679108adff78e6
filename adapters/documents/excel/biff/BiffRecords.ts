import { uint16 } from "../../reading/Numbers.ts"
import type { RecordCipher } from "./Filepass.ts"

/** Record numbers (MS-XLS 2.3.2), including versions before BIFF5. */
export const biffRecordTypes = {
  label2: 0x04,
  formula: 0x06,
  string2: 0x07,
  bof2: 0x09,
  eof: 0x0a,
  externSheet: 0x17,
  name: 0x18,
  externName: 0x23,
  filepass: 0x2f,
  continue: 0x3c,
  boundSheet: 0x85,
  sxString: 0xcd,
  rString: 0xd6,
  sst: 0xfc,
  supBook: 0x1ae,
  txo: 0x1b6,
  hlink: 0x1b8,
  label: 0x204,
  formula3: 0x206,
  string: 0x207,
  bof3: 0x209,
  name3: 0x218,
  array: 0x221,
  formula4: 0x406,
  bof4: 0x409,
  sharedFormula: 0x4bc,
  bof: 0x809,
  dataConnection: 0x876
} as const

export const isBof = (type: number): boolean =>
  type === biffRecordTypes.bof || type === biffRecordTypes.bof4 || type === biffRecordTypes.bof3 ||
  type === biffRecordTypes.bof2

/** Maximum bytes of a record with its continuation records. */
export const continuedBytesMax = 32 * 1024 * 1024

/** Maximum continuation records of one record. Excel writes several thousand bytes into each. */
export const continuationsMax = 65_536

/** Content of a record with its continuation records. `breaks` contains the offsets at which continuations start. */
export interface ContinuedRecord {
  readonly bytes: Uint8Array
  readonly breaks: ReadonlyArray<number>
}

/** Iterates over records, each of which has a number, a length and the content (MS-XLS 2.1.4). */
export class BiffCursor {
  type = -1
  /** Offsets of the record, of its content, and of the next record. */
  at = 0
  start = 0
  end: number
  /** The last record exceeds the stream. */
  isCutShort = false
  private readonly stream: Uint8Array
  private readonly cipher: RecordCipher | null

  constructor(stream: Uint8Array, from: number, cipher: RecordCipher | null) {
    this.stream = stream
    this.end = from
    this.cipher = cipher
  }

  /** Moves to the next record. Returns false at the end of the stream, or where zero padding starts. */
  next(): boolean {
    const { stream } = this
    this.at = this.end
    this.start = this.at + 4
    if (this.start > stream.length) {
      this.isCutShort ||= this.at < stream.length && stream.subarray(this.at).some((byte) => byte !== 0)
      return false
    }
    this.type = uint16(stream, this.at)
    const size = uint16(stream, this.at + 2)
    if (this.type === 0 && size === 0) return false
    this.end = this.start + size
    if (this.end > stream.length) this.isCutShort = true
    return true
  }

  /**
   * Returns the decrypted content of the record. FILEPASS and BOF records are never encrypted (MS-XLS 2.2.10). In an
   * encrypted workbook, callers read these two directly from the stream.
   */
  body(): Uint8Array {
    const { cipher, end, start, stream, type } = this
    const stored = stream.subarray(start, end)
    if (cipher === null) return stored
    const plain = cipher(start, end)
    if (type !== biffRecordTypes.boundSheet) return plain
    // Restores the sheet's offset, which is not encrypted.
    const sheet = plain.slice()
    sheet.set(stored.subarray(0, 4))
    return sheet
  }

  /** Returns the content including the following CONTINUE records and moves the cursor past them. */
  continued(): ContinuedRecord {
    const first = this.body()
    const parts = [first]
    const breaks: Array<number> = []
    let { length } = first
    while (
      uint16(this.stream, this.end) === biffRecordTypes.continue && length < continuedBytesMax &&
      breaks.length < continuationsMax && this.next()
    ) {
      breaks.push(length)
      const part = this.body()
      parts.push(part)
      length += part.length
    }
    return { bytes: parts.length === 1 ? first : joinParts(parts, length), breaks }
  }
}

const joinParts = (parts: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
