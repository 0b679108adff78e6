import { uint16, uint32 } from "../reading/Numbers.ts"

/** Maximum number of edits of a presentation that are read, starting with the last. */
export const editsMax = 1_000
/** Maximum number of offsets read from the directories of all edits. */
export const persistOffsetsMax = 65_536

/** A record (MS-PPT 2.3.1). `from` and `to` delimit the content after the header. */
export interface PptRecord {
  readonly type: number
  readonly instance: number
  readonly isContainer: boolean
  readonly from: number
  readonly to: number
}

/**
 * Type of the record with the encryption parameters of a presentation (MS-PPT 2.3.7). The record is flagged as a
 * container but contains no records.
 */
export const cryptSessionRecordType = 0x2f14

const headerBytes = 8
const [userEdit, persistDirectory] = [0x0ff5, 0x1772]
/** Size in bytes of a UserEditAtom that refers to a cipher (MS-PPT 2.3.3). */
const encryptedEditBytes = 0x20

export const recordAt = (bytes: Uint8Array, at: number): PptRecord | null => {
  if (at < 0 || at + headerBytes > bytes.length) return null
  const [head, type] = [uint16(bytes, at), uint16(bytes, at + 2)]
  return {
    type,
    instance: head >> 4,
    isContainer: (head & 15) === 15 && type !== cryptSessionRecordType,
    from: at + headerBytes,
    to: Math.min(bytes.length, at + headerBytes + uint32(bytes, at + 4))
  }
}

/** Offsets of the objects listed in the edits, and whether the objects are encrypted. */
export interface PptEdits {
  readonly offsets: ReadonlyArray<number>
  readonly isEncrypted: boolean
}

/** Follows the chain of edits, starting with the last (MS-PPT 2.1.2). */
export const readEdits = (bytes: Uint8Array, lastEdit: number): PptEdits => {
  const offsets: Array<number> = []
  const seen = new Set<number>()
  let isEncrypted = false
  for (let at = lastEdit; seen.size < editsMax && !seen.has(at);) {
    seen.add(at)
    const edit = recordAt(bytes, at)
    if (edit?.type !== userEdit) break
    if (edit.to - edit.from === encryptedEditBytes && uint32(bytes, edit.from + 28) !== 0) isEncrypted = true
    const directory = recordAt(bytes, uint32(bytes, edit.from + 12))
    if (directory?.type === persistDirectory) readPersistDirectory(bytes, directory, offsets)
    at = uint32(bytes, edit.from + 8)
  }
  return { offsets, isEncrypted }
}

/** Reads a directory (MS-PPT 2.3.5): repeatedly a 20-bit number, a 12-bit count, and that many offsets. */
const readPersistDirectory = (bytes: Uint8Array, { from, to }: PptRecord, offsets: Array<number>): void => {
  for (let at = from; at + 4 <= to;) {
    const count = uint32(bytes, at) >>> 20
    at += 4
    for (let left = count; left > 0 && at + 4 <= to; left--, at += 4) {
      if (offsets.length < persistOffsetsMax) offsets.push(uint32(bytes, at))
    }
  }
}

/**
 * Visits each record once, in sequence from the start and from each of the given offsets. Ignores the stated size of
 * containers, so that a false size cannot hide records. Returns false if a record exceeds the data.
 */
export const visitRecords = (
  bytes: Uint8Array,
  offsets: ReadonlyArray<number>,
  look: (record: PptRecord) => void
): boolean => {
  const visited = new Uint8Array((bytes.length >> 3) + 1)
  let isWhole = true
  for (const offset of [0, ...offsets]) {
    for (let at = offset; (visited[at >> 3]! & 1 << (at & 7)) === 0;) {
      const record = recordAt(bytes, at)
      if (record === null) break
      visited[at >> 3]! |= 1 << (at & 7)
      if (record.from + uint32(bytes, at + 4) > bytes.length) isWhole = false
      look(record)
      at = record.isContainer ? record.from : record.to
    }
  }
  return isWhole
}
