import { readDirectoryHeader, signatures, type ZipBytes, type ZipHeader } from "./ZipRecords.ts"

/** Maximum entries read per archive. */
export const entriesMax = 4_096
/** Maximum number of end records checked, searching backward from the end of the file. */
export const endRecordsMax = 16

/** The readable part of an archive's central directory. */
export interface ZipDirectory {
  readonly headers: ReadonlyArray<ZipHeader>
  /** Offset of the first header, and offset after the end record. */
  readonly start: number
  readonly end: number
  /** Number to add to the offsets of local headers: the size of data that precedes the archive. */
  readonly shift: number
  readonly isCutOff: boolean
  readonly anomalies: ReadonlyArray<string>
}

const endRecordBytes = 22

/** Returns the directory of the last end record in the file; null if there is none. */
export const findDirectory = (file: ZipBytes): ZipDirectory | null => {
  let at = file.length - endRecordBytes
  let found: ZipDirectory | null = null
  for (let seen = 0; seen < endRecordsMax; seen++, at--) {
    at = lastEndRecord(file, at)
    if (at < 0 || (found !== null && at < found.start)) break
    const directory = directoryOf(file, at)
    if (directory === null) continue
    if (found === null) found = directory
    // The archive's comment may contain anything except an end record that leads to another directory.
    else if (directory.start !== found.start) return { ...found, anomalies: [...found.anomalies, "two end records"] }
  }
  return found
}

const lastEndRecord = (file: ZipBytes, from: number): number => {
  const { bytes } = file
  for (let at = from; at >= 0; at--) {
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && file.u32(at) === signatures.end) return at
  }
  return -1
}

interface EndRecord {
  readonly entries: number
  readonly bytes: number
  readonly offset: number
  /** Offset of the ZIP64 end record, or else of the end record. The directory ends there. */
  readonly start: number
}

/** Reads the end record, including ZIP64 (APPNOTE 4.3.14 to 4.3.16). */
const readEndRecord = (file: ZipBytes, at: number): EndRecord => {
  const plain = {
    entries: file.u16(at + 10),
    bytes: file.u32(at + 12),
    offset: file.u32(at + 16),
    start: at
  }
  const locator = at - 20
  if (file.u32(locator) !== signatures.locatorOf64) return plain
  const claimed = file.u64(locator + 8)
  const usual = locator - 56
  const offset = file.u32(claimed) === signatures.endOf64 ? claimed : usual
  if (file.u32(offset) !== signatures.endOf64) return plain
  return { entries: file.u64(offset + 32), bytes: file.u64(offset + 40), offset: file.u64(offset + 48), start: offset }
}

const directoryOf = (file: ZipBytes, at: number): ZipDirectory | null => {
  const record = readEndRecord(file, at)
  const before = record.start - record.bytes
  const isBefore = file.u32(before) === signatures.directory
  const isAtOffset = file.u32(record.offset) === signatures.directory
  if (!isBefore && !isAtOffset) return null
  const start = isBefore ? before : record.offset
  const headers: Array<ZipHeader> = []
  let offset = start
  let next = readDirectoryHeader(file, offset)
  while (next !== null && headers.length < entriesMax) {
    headers.push(next)
    offset = next.end
    next = readDirectoryHeader(file, offset)
  }
  const anomalies: Array<string> = []
  if (isBefore && isAtOffset && before !== record.offset) anomalies.push("two directories")
  if (!isBefore) anomalies.push("wrong end record: size of the directory")
  if (next === null && headers.length % 0x10000 !== record.entries % 0x10000) {
    anomalies.push("wrong end record: number of entries")
  }
  return {
    headers,
    start,
    end: Math.min(file.length, at + endRecordBytes + file.u16(at + 20)),
    shift: isBefore ? before - record.offset : 0,
    isCutOff: next !== null,
    anomalies
  }
}
