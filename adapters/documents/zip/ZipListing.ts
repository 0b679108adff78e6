import { entriesMax, type ZipDirectory } from "./ZipDirectory.ts"
import {
  hasDescriptor,
  isEncrypted,
  normalizeZipName,
  readLocalHeader,
  signatures,
  type ZipBytes,
  type ZipEntry,
  type ZipHeader
} from "./ZipRecords.ts"

export interface ZipListing {
  readonly entries: ReadonlyArray<ZipEntry>
  readonly anomalies: ReadonlyArray<string>
  readonly isCutOff: boolean
}

/** Lists all entries of an archive and the contradictions between its directory and local headers. */
export const listEntries = (file: ZipBytes, directory: ZipDirectory | null): ZipListing => {
  if (directory === null) return listWithoutDirectory(file)
  const anomalies = new Set(directory.anomalies)
  const entries: Array<ZipEntry> = []
  const others: Array<ZipEntry> = []
  const ranges: Array<Range> = []
  for (const header of directory.headers) {
    const local = readLocalEntry(file, header.localOffset + directory.shift, header.storedBytes)
    if (local === null) {
      anomalies.add("entry without a local header")
      continue
    }
    entries.push(entryOf(header, local))
    ranges.push({ from: local.header.offset, dataEnd: local.dataEnd, to: local.end })
    for (const anomaly of headerDifferences(header, local.header)) anomalies.add(anomaly)
    if (normalizeZipName(local.header.name) !== normalizeZipName(header.name)) {
      others.push({ ...entryOf(header, local), name: local.header.name, isInDirectory: false })
    }
  }
  if (hasDuplicates(entries)) anomalies.add("duplicate names")
  if (entries.some(({ name }) => hasControls(name))) anomalies.add("control characters in a name")
  ranges.sort((one, other) => one.from - other.from)
  if (doOverlap(ranges)) anomalies.add("entries overlap")
  const hidden = findUnlisted(file, directory, ranges, anomalies)
  for (const local of hidden) others.push(entryOf(null, local))
  if (entries.length + others.length === 0) return listWithoutDirectory(file)
  return {
    entries: [...entries, ...others],
    anomalies: [...anomalies],
    isCutOff: directory.isCutOff || hidden.length >= entriesMax
  }
}

/** Lists an archive without a directory by its local headers. The archive was truncated, or its directory removed. */
const listWithoutDirectory = (file: ZipBytes): ZipListing => {
  const { locals, isCutOff } = localsBetween(file, 0, file.length)
  return {
    entries: locals.map((local) => entryOf(null, local)),
    anomalies: locals.length === 0 ? [] : ["no directory"],
    isCutOff
  }
}

interface Range {
  readonly from: number
  readonly dataEnd: number
  readonly to: number
}

const entryOf = (header: ZipHeader | null, local: ZipLocal): ZipEntry => {
  const preferred = header ?? local.header
  return {
    name: preferred.name,
    method: preferred.method,
    storedBytes: header === null ? local.dataEnd - local.header.end : header.storedBytes,
    claimedBytes: preferred.claimedBytes,
    // If only one of the two headers has the flag, the entry is not encrypted.
    isEncrypted: isEncrypted(preferred.flags) && isEncrypted(local.header.flags),
    isInDirectory: header !== null,
    from: local.header.end,
    to: local.dataEnd,
    otherMethod: local.header.method === preferred.method ? null : local.header.method
  }
}

const headerDifferences = (header: ZipHeader, local: ZipHeader): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (header.name !== local.name) found.push("directory and local header have different names")
  if (header.method !== local.method) found.push("directory and local header have different methods")
  if (isEncrypted(header.flags) !== isEncrypted(local.flags)) {
    found.push("only one of directory and local header is marked as encrypted")
  }
  if (!hasDescriptor(local.flags) && local.storedBytes !== header.storedBytes) {
    found.push("directory and local header have different sizes")
  }
  return found
}

const hasDuplicates = (entries: ReadonlyArray<ZipEntry>): boolean => {
  const files = entries.filter(({ name }) => !/[\\/]$/.test(name))
  return new Set(files.map(({ name }) => normalizeZipName(name))).size < files.length
}

// oxlint-disable-next-line no-control-regex -- searches for control characters
const hasControls = (name: string): boolean => /[\u0000-\u001f]/.test(name)

const doOverlap = (ranges: ReadonlyArray<Range>): boolean => {
  let reached = 0
  for (const { from, dataEnd } of ranges) {
    if (from < reached) return true
    reached = Math.max(reached, dataEnd)
  }
  return false
}

/**
 * Finds entries that the directory does not list, by searching before, between and after its entries. Adds an anomaly
 * for such entries and for other unexpected data.
 */
const findUnlisted = (
  file: ZipBytes,
  directory: ZipDirectory,
  ranges: ReadonlyArray<Range>,
  anomalies: Set<string>
): ReadonlyArray<ZipLocal> => {
  const locals: Array<ZipLocal> = []
  const search = (from: number, to: number, anomaly: string): void => {
    if (to <= from || locals.length >= entriesMax) return
    const { locals: found, hasOther } = localsBetween(file, from, to, entriesMax - locals.length)
    // An unlisted entry without data is not reported, because it cannot hide anything.
    if (found.some(({ header, dataEnd }) => dataEnd > header.end)) {
      anomalies.add("entry missing from the directory")
    }
    if (hasOther) anomalies.add(anomaly)
    locals.push(...found)
  }
  const first = ranges[0]?.from ?? directory.start
  if (directory.shift > 0) anomalies.add("data before the archive")
  search(0, Math.min(first, directory.start), "data before the archive")
  let reached = first
  for (const { from, to } of ranges) {
    if (from > reached) search(reached, from, "data between the entries")
    reached = Math.max(reached, to)
  }
  search(reached, directory.start, "data between the entries")
  search(directory.end, file.length, "data after the archive")
  return locals
}

/** A local header and the end of its data. */
interface ZipLocal {
  readonly header: ZipHeader
  readonly dataEnd: number
  /** Offset after the entry, including its data descriptor. */
  readonly end: number
}

/** Maximum bytes between entries that are not an anomaly: padding, or a data descriptor that no flag announces. */
const gapBytesMax = 32

/**
 * Reads the local entry at an offset; null if there is none.
 *
 * @param storedBytes size of the data from the directory; null if only the entry itself states the size
 */
const readLocalEntry = (file: ZipBytes, at: number, storedBytes: number | null): ZipLocal | null => {
  const header = readLocalHeader(file, at)
  if (header === null) return null
  const size = storedBytes ?? (header.storedBytes > 0 || !hasDescriptor(header.flags) ? header.storedBytes : null)
  const dataEnd = size === null ? endBySignature(file, header.end) : Math.min(file.length, header.end + size)
  return { header, dataEnd, end: hasDescriptor(header.flags) ? descriptorEnd(file, dataEnd) : dataEnd }
}

/**
 * Returns the end of a data descriptor, judged by the record after it. The descriptor may start with a signature, and
 * its size fields have 4 or 8 bytes (APPNOTE 4.3.9).
 */
const descriptorEnd = (file: ZipBytes, at: number): number => {
  for (const bytes of file.u32(at) === signatures.descriptor ? [16, 24] : [12, 20]) {
    if (isRecord(file.u32(at + bytes))) return at + bytes
  }
  return Math.min(file.length, at + (file.u32(at) === signatures.descriptor ? 16 : 12))
}

const isRecord = (signature: number): boolean =>
  signature === signatures.local || signature === signatures.directory || signature === signatures.end ||
  signature === signatures.endOf64

/**
 * Returns the end of data of unknown size. The data ends at a data descriptor that states this size, or at the next
 * record.
 */
const endBySignature = (file: ZipBytes, from: number): number => {
  for (let at = nextSignature(file, from); at >= 0; at = nextSignature(file, at + 4)) {
    const signature = file.u32(at)
    if (signature !== signatures.descriptor) return at
    if (file.u32(at + 8) === at - from || file.u64(at + 8) === at - from) return at
  }
  return file.length
}

const nextSignature = (file: ZipBytes, from: number): number => {
  for (let at = file.pk(from); at >= 0; at = file.pk(at + 2)) {
    const signature = file.u32(at)
    if (signature === signatures.descriptor || isRecord(signature)) return at
  }
  return -1
}

/** Content of a range that the directory does not cover. */
interface UnlistedRange {
  readonly locals: ReadonlyArray<ZipLocal>
  /** The range contains bytes that are neither entries nor padding. */
  readonly hasOther: boolean
  readonly isCutOff: boolean
}

/** Finds local headers in a range, as sequential readers do. */
const localsBetween = (file: ZipBytes, from: number, to: number, localsMax = entriesMax): UnlistedRange => {
  const locals: Array<ZipLocal> = []
  let hasOther = false
  let at = from
  while (at < to && locals.length < localsMax) {
    const local = readLocalEntry(file, at, null)
    if (local !== null && local.header.name !== "") {
      locals.push(local)
      at = Math.max(local.end, local.header.end)
      continue
    }
    const next = nextLocal(file, at + 1, to)
    if (isFilled(file.bytes.subarray(at, next))) hasOther = true
    at = next
  }
  return { locals, hasOther, isCutOff: at < to }
}

const nextLocal = (file: ZipBytes, from: number, to: number): number => {
  for (let at = file.pk(from, to + 1); at >= 0; at = file.pk(at + 2, to + 1)) {
    if (file.u32(at) === signatures.local) return at
  }
  return to
}

const isFilled = (bytes: Uint8Array): boolean => bytes.length > gapBytesMax && bytes.some((byte) => byte !== 0)
