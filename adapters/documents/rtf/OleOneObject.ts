import { ansiText, Cursor, upToZero } from "../compound/Cursor.ts"

/** Bytes of a name in the header of an object; a class name has no more than 39 characters. */
export const nameBytesMax = 4_096

/** `OLEVersion` as every writer has it; readers pass it over (MS-OLEDS 2.2.4). */
const usualVersion = 0x0501
const [linked, embedded] = [1, 2]

/** An object of OLE 1.0 (MS-OLEDS 2.2.4 to 2.2.6), as far as it could be read. */
export interface OleOneObject {
  readonly className: string
  /** What a linked object lies in; empty for one that is embedded. */
  readonly linkedTo: string
  /** The native data with their size before them, as the stream `\x01Ole10Native` has them; empty for a linked object. */
  readonly sized: Uint8Array
  /** It is not as Office would write it. */
  readonly isMalformed: boolean
}

const sizeBytes = 4

/** The native data alone. */
export const nativeOf = ({ sized }: OleOneObject): Uint8Array => sized.subarray(sizeBytes)

/** Null: no object at all. */
export const readOleOneObject = (bytes: Uint8Array): OleOneObject | null => {
  const cursor = new Cursor(bytes)
  const isUnusual = cursor.u32() !== usualVersion
  const format = cursor.u32()
  if (format !== linked && format !== embedded) return null
  const names = [nameFrom(cursor), nameFrom(cursor), nameFrom(cursor)]
  const [className, topic] = names
  if (className == null || topic == null || names[2] === null) return null
  if (format === linked) {
    const linkedTo = topic || nameFrom(cursor) || ""
    return { className, linkedTo, sized: bytes.subarray(0, 0), isMalformed: isUnusual }
  }
  const from = cursor.at
  const size = cursor.u32()
  const sized = bytes.subarray(from, from + sizeBytes + Math.min(size, bytes.length))
  return { className, linkedTo: "", sized, isMalformed: isUnusual || sized.length < size + sizeBytes }
}

/**
 * A length and so many bytes, of which those after a zero do not count; null: no such name. Word leaves out what would be empty
 * at the end of a link.
 */
const nameFrom = (cursor: Cursor): string | null => {
  if (cursor.left === 0) return ""
  const length = cursor.u32()
  if (cursor.isOver || length > nameBytesMax || length > cursor.left) return null
  return upToZero(ansiText(cursor.take(length))).trim()
}
