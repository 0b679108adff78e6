import { entriesMax } from "./ZipDirectory.ts"
import { hasDescriptor, localHeader, signatures, type ZipBytes, type ZipHeader } from "./ZipRecords.ts"

/** A local header with the place of its data. */
export interface ZipLocal {
  readonly header: ZipHeader
  readonly dataEnd: number
  /** Behind its data descriptor. */
  readonly end: number
}

/** Bytes between two entries that are no anomaly: padding, and data descriptors that no flag announces. */
export const gapBytesMax = 32

/** The entry whose local header stands here; its size from the directory, where that is known, else from itself. */
export const localAt = (file: ZipBytes, at: number, storedBytes: number | null): ZipLocal | null => {
  const header = localHeader(file, at)
  if (header === null) return null
  const size = storedBytes ?? (header.storedBytes > 0 || !hasDescriptor(header.flags) ? header.storedBytes : null)
  const dataEnd = size === null ? endBySignature(file, header.end) : Math.min(file.length, header.end + size)
  return { header, dataEnd, end: hasDescriptor(header.flags) ? descriptorEnd(file, dataEnd) : dataEnd }
}

/** Signed, or not; sizes of 4 bytes, or 8 (APPNOTE 4.3.9): by what comes after it. */
const descriptorEnd = (file: ZipBytes, at: number): number => {
  for (const bytes of file.u32(at) === signatures.descriptor ? [16, 24] : [12, 20]) {
    if (isRecord(file.u32(at + bytes))) return at + bytes
  }
  return Math.min(file.length, at + (file.u32(at) === signatures.descriptor ? 16 : 12))
}

const isRecord = (signature: number): boolean =>
  signature === signatures.local || signature === signatures.directory || signature === signatures.end ||
  signature === signatures.endOf64

/** Where data of unknown size ends: before the next data descriptor that tells this size, or before the next record. */
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

/** What lies where the directory names nothing. */
export interface Unnamed {
  readonly locals: ReadonlyArray<ZipLocal>
  /** Bytes that are neither entries nor padding. */
  readonly hasOther: boolean
  readonly isCutOff: boolean
}

/** Local headers from one place to another, as programs find them that read from front to back. */
export const localsBetween = (file: ZipBytes, from: number, to: number, localsMax = entriesMax): Unnamed => {
  const locals: Array<ZipLocal> = []
  let hasOther = false
  let at = from
  while (at < to && locals.length < localsMax) {
    const local = localAt(file, at, null)
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
