import { entriesMax, type ZipDirectory } from "./ZipDirectory.ts"
import { type ZipEntry, zipKey } from "./ZipEntry.ts"
import { localAt, localsBetween, type ZipLocal } from "./ZipLocals.ts"
import { hasDescriptor, isEncrypted, type ZipBytes, type ZipHeader } from "./ZipRecords.ts"

export interface ZipListing {
  readonly entries: ReadonlyArray<ZipEntry>
  readonly anomalies: ReadonlyArray<string>
  readonly isCutOff: boolean
}

/** All entries of an archive, and what its directory and its local headers tell differently. */
export const listEntries = (file: ZipBytes, directory: ZipDirectory | null): ZipListing => {
  if (directory === null) return withoutDirectory(file)
  const anomalies = new Set(directory.anomalies)
  const entries: Array<ZipEntry> = []
  const others: Array<ZipEntry> = []
  const ranges: Array<Range> = []
  for (const header of directory.headers) {
    const local = localAt(file, header.localOffset + directory.shift, header.storedBytes)
    if (local === null) {
      anomalies.add("entry without a local header")
      continue
    }
    entries.push(entryOf(header, local))
    ranges.push({ from: local.header.offset, dataEnd: local.dataEnd, to: local.end })
    for (const anomaly of differences(header, local.header)) anomalies.add(anomaly)
    if (zipKey(local.header.name) !== zipKey(header.name)) {
      others.push({ ...entryOf(header, local), name: local.header.name, isInDirectory: false })
    }
  }
  if (hasDuplicates(entries)) anomalies.add("duplicate names")
  if (entries.some(({ name }) => hasControls(name))) anomalies.add("control characters in a name")
  ranges.sort((one, other) => one.from - other.from)
  if (doOverlap(ranges)) anomalies.add("entries overlap")
  const hidden = unnamed(file, directory, ranges, anomalies)
  for (const local of hidden) others.push(entryOf(null, local))
  if (entries.length + others.length === 0) return withoutDirectory(file)
  return {
    entries: [...entries, ...others],
    anomalies: [...anomalies],
    isCutOff: directory.isCutOff || hidden.length >= entriesMax
  }
}

/** What was cut short, or has had its directory taken away. */
const withoutDirectory = (file: ZipBytes): ZipListing => {
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
  const told = header ?? local.header
  return {
    name: told.name,
    method: told.method,
    storedBytes: header === null ? local.dataEnd - local.header.end : header.storedBytes,
    claimedBytes: told.claimedBytes,
    // A flag in only one of the two headers encrypts nothing.
    isEncrypted: isEncrypted(told.flags) && isEncrypted(local.header.flags),
    isInDirectory: header !== null,
    from: local.header.end,
    to: local.dataEnd,
    otherMethod: local.header.method === told.method ? null : local.header.method
  }
}

const differences = (header: ZipHeader, local: ZipHeader): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (header.name !== local.name) found.push("directory and local header name different entries")
  if (header.method !== local.method) found.push("directory and local header tell different methods")
  if (isEncrypted(header.flags) !== isEncrypted(local.flags)) {
    found.push("only one of directory and local header is marked as encrypted")
  }
  if (!hasDescriptor(local.flags) && local.storedBytes !== header.storedBytes) {
    found.push("directory and local header tell different sizes")
  }
  return found
}

const hasDuplicates = (entries: ReadonlyArray<ZipEntry>): boolean => {
  const files = entries.filter(({ name }) => !/[\\/]$/.test(name))
  return new Set(files.map(({ name }) => zipKey(name))).size < files.length
}

// oxlint-disable-next-line no-control-regex -- that is what is sought
const hasControls = (name: string): boolean => /[\u0000-\u001f]/.test(name)

const doOverlap = (ranges: ReadonlyArray<Range>): boolean => {
  let reached = 0
  for (const { from, dataEnd } of ranges) {
    if (from < reached) return true
    reached = Math.max(reached, dataEnd)
  }
  return false
}

/** What lies before, between and behind the entries that the directory names. */
const unnamed = (
  file: ZipBytes,
  directory: ZipDirectory,
  ranges: ReadonlyArray<Range>,
  anomalies: Set<string>
): ReadonlyArray<ZipLocal> => {
  const locals: Array<ZipLocal> = []
  const look = (from: number, to: number, anomaly: string): void => {
    if (to <= from || locals.length >= entriesMax) return
    const { locals: found, hasOther } = localsBetween(file, from, to, entriesMax - locals.length)
    // An empty directory is nobody's hiding place.
    if (found.some(({ header, dataEnd }) => dataEnd > header.end)) {
      anomalies.add("entry that the directory does not name")
    }
    if (hasOther) anomalies.add(anomaly)
    locals.push(...found)
  }
  const first = ranges[0]?.from ?? directory.start
  if (directory.shift > 0) anomalies.add("data before the archive")
  look(0, Math.min(first, directory.start), "data before the archive")
  let reached = first
  for (const { from, to } of ranges) {
    if (from > reached) look(reached, from, "data between the entries")
    reached = Math.max(reached, to)
  }
  look(reached, directory.start, "data between the entries")
  look(directory.end, file.length, "data behind the archive")
  return locals
}
