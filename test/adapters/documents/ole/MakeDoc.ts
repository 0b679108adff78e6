import { bytesOf, u16, u32, u8, wide } from "./MakeBytes.ts"
import type { Streams } from "./MakeCompoundFile.ts"

/** Piece of document text: 8-bit or UTF-16. */
export type Piece = string | { readonly wide: string }

export interface DocParts {
  readonly pieces?: ReadonlyArray<Piece>
  readonly template?: string
  /** Names of other files with their types (MS-DOC 2.9.93). */
  readonly fileNames?: ReadonlyArray<readonly [type: number, name: string]>
  readonly isEncrypted?: boolean
  /** True if the table stream is `0Table` instead of `1Table`. */
  readonly isTable0?: boolean
}

const textAt = 1_024

/** Returns a field as it appears in the text. */
export const field = (code: string, result?: string): string =>
  result === undefined ? `\x13${code}\x15` : `\x13${code}\x14${result}\x15`

/** Builds the streams of a document (MS-DOC), with only the tables that Gatehouse reads. */
export const makeDoc = (parts: DocParts): Streams => {
  const { fileNames = [], isEncrypted = false, isTable0 = false, pieces = ["text"], template = "" } = parts
  const main: Array<Uint8Array> = []
  const positions = [0]
  const descriptors: Array<Uint8Array> = []
  let at = textAt
  for (const piece of pieces) {
    const is8Bit = typeof piece === "string"
    const bytes = is8Bit ? bytesOf(piece) : wide(piece.wide)
    positions.push(positions.at(-1)! + (is8Bit ? piece : piece.wide).length)
    // Bit 30 marks 8-bit characters at half the offset.
    descriptors.push(bytesOf(u16(0), u32(is8Bit ? at * 2 + 0x40000000 : at), u16(0)))
    main.push(bytes)
    at += bytes.length
  }
  const pieceTable = bytesOf(u32(...positions), ...descriptors)
  // A property list precedes the piece table, as after a fast save.
  const clx = bytesOf(u8(1), u16(2), "ab", u8(2), u32(pieceTable.length), pieceTable)
  const names = ["", template]
  const assoc = bytesOf(u16(0xffff, names.length, 0), ...names.map((name) => bytesOf(u16(name.length), wide(name))))
  const files = bytesOf(
    u16(0xffff, fileNames.length, 8),
    ...fileNames.map(([type, name]) => bytesOf(u16(name.length), wide(name), u16(type + 16), new Uint8Array(6)))
  )
  const head = Buffer.alloc(textAt)
  head.writeUInt16LE(0xa5ec, 0)
  head.writeUInt16LE(0xc1, 2)
  head.writeUInt16LE((isEncrypted ? 0x100 : 0) | (isTable0 ? 0 : 0x200), 10)
  head.writeUInt16LE(14, 32)
  head.writeUInt16LE(22, 62)
  head.writeUInt16LE(93, 152)
  let tableAt = 16
  for (const [index, table] of [[32, assoc], [33, clx], [72, files]] as const) {
    head.writeUInt32LE(tableAt, 154 + index * 8)
    head.writeUInt32LE(table.length, 158 + index * 8)
    tableAt += table.length
  }
  return {
    WordDocument: bytesOf(head, ...main),
    [isTable0 ? "0Table" : "1Table"]: bytesOf(new Uint8Array(16), assoc, clx, files)
  }
}
