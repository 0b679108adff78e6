import type { CompoundFile } from "../compound/CompoundFile.ts"
import { decodeAnsi, decodeUtf16 } from "../compound/Cursor.ts"
import type { Budget } from "../reading/Budget.ts"
import { int16, uint16, uint32 } from "../reading/Numbers.ts"

/** Maximum characters of a document including notes, headers and text boxes. */
export const documentCharsMax = 8_388_608
/** Maximum number of pieces in the piece table of a document's text. */
export const piecesMax = 262_144

/** Values of `wIdent` (MS-DOC 2.5.2) in files of Word 97 and later, and of Word 6 and 95. */
const word97 = 0xa5ec
const word95 = 0xa5dc

/** Size in bytes of the header (FIB), which contains no text. */
const fibBytes = 512

/**
 * Returns where the FIB of Word 97 states the offset and size of a table. The first such pair follows
 * 32 + 2 + 28 + 2 + 88 + 2 bytes (MS-DOC 2.5.1).
 */
const tableOf = (index: number): number => 154 + index * 8
export const fibTables = { sttbfAssoc: tableOf(32), clx: tableOf(33), sttbFnm: tableOf(72) } as const

/** Streams of a Word document, located through its FIB (MS-DOC 2.5). */
export interface DocFile {
  readonly isEncrypted: boolean
  /** Returns the table whose offset and size are at the given position in the FIB. */
  readonly table: (pair: number) => Uint8Array
  readonly main: Uint8Array
  /** The complete table stream, and the stream of pictures and other data. */
  readonly others: ReadonlyArray<Uint8Array>
  readonly isWord97: boolean
}

/** Opens the streams of a Word document; null if `main` is not the main stream of a Word document. */
export const openDoc = (file: CompoundFile, main: Uint8Array, storage: string): DocFile | null => {
  const ident = uint16(main, 0)
  if (ident !== word97 && ident !== word95) return null
  const flags = uint16(main, 10)
  const [usual, other] = (flags & 0x0200) === 0 ? ["0Table", "1Table"] : ["1Table", "0Table"]
  const streamOf = (name: string): Uint8Array | null => {
    const entry = file.find(storage === "" ? name : `${storage}/${name}`)
    return ident === word97 && entry?.type === "stream" ? file.read(entry) : null
  }
  const tables = streamOf(usual) ?? streamOf(other) ?? main.subarray(0, 0)
  return {
    // The flag fEncrypted. The flag fObfuscated is not needed, because it only specifies the method.
    isEncrypted: (flags & 0x0100) !== 0,
    main,
    others: [tables, streamOf("Data") ?? main.subarray(0, 0)],
    isWord97: ident === word97,
    table: (pair) => tables.subarray(uint32(main, pair), uint32(main, pair) + uint32(main, pair + 4))
  }
}

export interface DocText {
  readonly text: string
  readonly isDamaged: boolean
  readonly isCutOff: boolean
}

/**
 * Reads the whole text including notes, headers and text boxes, in the order of its pieces (MS-DOC 2.4.1 and 2.8.35).
 */
export const readDocText = (doc: DocFile, budget: Budget): DocText => {
  if (!doc.isWord97) return readOldText(doc.main, budget)
  const pieces = piecesOf(doc.table(fibTables.clx))
  if (pieces === null) return { text: extractRawText(doc.main, budget), isDamaged: true, isCutOff: false }
  const count = Math.min(piecesMax, Math.floor((pieces.length - 4) / 12))
  const parts: Array<string> = []
  let [chars, isDamaged, isCutOff] = [0, (pieces.length - 4) % 12 !== 0, (pieces.length - 4) / 12 > piecesMax]
  for (let piece = 0; piece < count; piece++) {
    const length = uint32(pieces, piece * 4 + 4) - uint32(pieces, piece * 4)
    // Bit 30 marks pieces of 8-bit characters, whose stored offset is doubled (MS-DOC 2.9.73).
    const fc = uint32(pieces, (count + 1) * 4 + piece * 8 + 2)
    const is8Bit = (fc & 0x40000000) !== 0
    const at = is8Bit ? (fc & 0x3fffffff) >>> 1 : fc & 0x3fffffff
    const wanted = Math.max(0, Math.min(length, documentCharsMax - chars))
    const bytes = doc.main.subarray(at, at + wanted * (is8Bit ? 1 : 2))
    if (length < 0 || bytes.length < wanted * (is8Bit ? 1 : 2)) isDamaged = true
    if (wanted < length || !budget.takeLexed(bytes.length)) isCutOff = true
    if (isCutOff) break
    chars += wanted
    parts.push(is8Bit ? decodeAnsi(bytes) : decodeUtf16(bytes))
  }
  return { text: parts.join(""), isDamaged, isCutOff }
}

/** Returns the piece table (PlcPcd) of a Clx, which follows any number of property lists (MS-DOC 2.9.38). */
const piecesOf = (clx: Uint8Array): Uint8Array | null => {
  let at = 0
  while (clx[at] === 1) at += 3 + Math.max(0, int16(clx, at + 1))
  if (clx[at] !== 2) return null
  const pieces = clx.subarray(at + 5, at + 5 + uint32(clx, at + 1))
  return pieces.length < 16 ? null : pieces
}

/** Reads the text of Word 6 and 95, from fcMin to fcMac. The text of fast-saved documents can be elsewhere. */
const readOldText = (main: Uint8Array, budget: Budget): DocText => {
  const [from, to] = [uint32(main, 24), uint32(main, 28)]
  const bytes = main.subarray(from, Math.min(to, from + documentCharsMax))
  if (bytes.length === 0) return { text: extractRawText(main, budget), isDamaged: true, isCutOff: false }
  const isRead = budget.takeLexed(bytes.length)
  return { text: isRead ? decodeAnsi(bytes) : "", isDamaged: false, isCutOff: !isRead || to - from > documentCharsMax }
}

/**
 * Returns all bytes after the header as text, because the location of the text is unknown. Removes zero bytes, so that
 * 16-bit ASCII text is readable too.
 */
export const extractRawText = (main: Uint8Array, budget: Budget): string => {
  const bytes = main.subarray(fibBytes, fibBytes + documentCharsMax)
  return budget.takeLexed(bytes.length) ? decodeAnsi(bytes).replaceAll("\0", "") : ""
}

export interface TableString {
  readonly text: string
  /** Number stored after the text if the table has extra data; otherwise 0. */
  readonly extra: number
}

/** Reads the strings of a UTF-16 string table (STTB, MS-DOC 2.2.4). Other tables yield an empty result. */
export const readStrings = (table: Uint8Array): ReadonlyArray<TableString> => {
  const strings: Array<TableString> = []
  if (uint16(table, 0) !== 0xffff) return strings
  const extraBytes = uint16(table, 4)
  for (let at = 6, left = uint16(table, 2); left > 0 && at + 2 <= table.length; left--) {
    const size = uint16(table, at) * 2
    const after = at + 2 + size
    strings.push({ text: decodeUtf16(table.subarray(at + 2, after)), extra: extraBytes < 2 ? 0 : uint16(table, after) })
    at = after + extraBytes
  }
  return strings
}
