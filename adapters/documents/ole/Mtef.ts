import { Cursor, decodeAnsi } from "../compound/Cursor.ts"

/**
 * Maximum bytes of a font name, as in Windows (LOGFONT, `LF_FACESIZE`). Equation Editor copies a name without a check
 * into buffers of 40 bytes (CVE-2017-11882) and of 32 bytes (CVE-2018-0802).
 */
export const fontNameBytesMax = 31

/**
 * Maximum rows, and maximum columns, of a matrix. Equation Editor reads two bits per partition line into a buffer of 8
 * bytes (CVE-2018-0798).
 */
export const matrixLinesMax = 31

/** Maximum version of the equation data that is read. Versions 1 to 4 have the same records. */
const versionMax = 4

/**
 * Header of the data that MathType leaves in objects of Equation Editor. It contains version 5, a platform, a product,
 * a product version and a key. Equation Editor does not open version 5.
 */
const mathType = /^\x05[\0\x01]\0[^]{2}DSMT\d\0/

const mathTypeBytes = 11

/** Options in the upper four bits of a tag. Their meaning depends on the record. */
const [isNull, hasEmbellishments, hasSpacing, isMoved] = [1, 2, 4, 8]

/** Change of the nesting depth, or a description of content that Equation Editor never writes. */
type DepthChange = -1 | 0 | 1 | string

interface Equation {
  readonly cursor: Cursor
  /** Size of a character: 2 bytes in version 3, else 1. */
  readonly characterBytes: number
}

type ReadRecord = (equation: Equation, options: number) => DepthChange

const skipBytes = (bytes: number, step: DepthChange): ReadRecord => ({ cursor }) => {
  cursor.skip(bytes)
  return step
}

const readLine: ReadRecord = ({ cursor }, options) => {
  if ((options & hasSpacing) !== 0) cursor.skip(2)
  return (options & isNull) === 0 ? 1 : 0
}

const readCharacter: ReadRecord = ({ characterBytes, cursor }, options) => {
  cursor.skip(1 + characterBytes)
  return (options & hasEmbellishments) === 0 ? 0 : 1
}

const readMatrix: ReadRecord = ({ cursor }) => {
  cursor.skip(3)
  const [rows, columns] = [cursor.u8(), cursor.u8()]
  if (Math.max(rows, columns) > matrixLinesMax) return "a matrix of an equation that is too large (CVE-2018-0798)"
  for (const lines of [rows, columns]) cursor.skip(Math.ceil((lines + 1) / 4))
  return 1
}

const readRuler: ReadRecord = ({ cursor }) => {
  cursor.skip(cursor.u8() * 3)
  return 0
}

const readFont: ReadRecord = ({ cursor }) => {
  cursor.skip(2)
  const end = cursor.bytes.indexOf(0, cursor.at)
  if ((end < 0 ? cursor.bytes.length : end) - cursor.at > fontNameBytesMax) {
    return "a font name of an equation that is too long (CVE-2017-11882)"
  }
  cursor.zeroTerminated()
  return 0
}

/**
 * Skips a size. The first byte states the form: 101 for a point size (2 bytes follow), 100 for a large difference from
 * a named size (3 bytes follow). Other values name a size, and 1 byte with a small difference follows.
 */
const readSize: ReadRecord = ({ cursor }) => {
  const select = cursor.u8()
  cursor.skip(select === 101 ? 2 : select === 100 ? 3 : 1)
  return 0
}

const [end, embellishment] = [0, 6]

/** Readers by record type: END, LINE, CHAR, TMPL, PILE, MATRIX, EMBELL, RULER, FONT, SIZE, and five named sizes. */
const records: ReadonlyArray<ReadRecord> = [
  () => -1,
  readLine,
  readCharacter,
  skipBytes(3, 1),
  skipBytes(2, 1),
  readMatrix,
  skipBytes(1, 0),
  readRuler,
  readFont,
  readSize,
  ...Array.from({ length: 5 }, () => skipBytes(0, 0))
]

/** Skips the offsets after the tag of a moved part. Offsets of 128 mean that larger offsets follow. */
const skipOffsets = (cursor: Cursor): void => {
  const [x, y] = [cursor.u8(), cursor.u8()]
  if (x === 128 && y === 128) cursor.skip(4)
}

/**
 * Describes content of equation data (MTEF) that Equation Editor never writes; null if there is none. Reads the records
 * up to the last END. Data after that record remains from longer equations.
 *
 * Sources: MTEF version 3 as documented by Design Science, `starmath/source/mathtype.cxx` of LibreOffice, and
 * equations of Office in versions 2, 3 and 4.
 *
 * @param isCutOff whether a limit truncated the data, so that a missing end is not evidence
 */
export const findMtefFault = (bytes: Uint8Array, isCutOff: boolean): string | null => {
  if (mathType.test(decodeAnsi(bytes.subarray(0, mathTypeBytes)))) return null
  const cursor = new Cursor(bytes)
  const [version, platform, product] = [cursor.u8(), cursor.u8(), cursor.u8()]
  cursor.skip(2)
  const isKnown = version >= 1 && version <= versionMax && platform <= 1 && product <= 1
  if (!isKnown && !(isCutOff && cursor.isOver)) return "an equation without its header (CVE-2017-11882)"
  const equation: Equation = { cursor, characterBytes: version === 3 ? 2 : 1 }
  for (let depth = 1; depth > 0 && !cursor.isOver;) {
    const tag = cursor.u8()
    const [type, options] = [tag & 15, tag >> 4]
    const read = records[type]
    if (read === undefined) return "an equation with unknown records (CVE-2017-11882)"
    if ((options & isMoved) !== 0 && type > end && type <= embellishment) skipOffsets(cursor)
    const step = read(equation, options)
    if (typeof step === "string") return step
    depth += step
  }
  return cursor.isOver && !isCutOff ? "an equation without an end (CVE-2017-11882)" : null
}
