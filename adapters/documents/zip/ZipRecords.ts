/** Bytes of an entry's name that are read; OOXML and ODF names are far shorter. */
export const nameBytesMax = 1_024

/** What a header says of its entry, at `offset` of the file. */
export interface ZipHeader {
  readonly offset: number
  /** Where the next record or the data begins. */
  readonly end: number
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly storedBytes: number
  readonly claimedBytes: number
  /** Of a directory header: where the local header stands by its word. */
  readonly localOffset: number
}

/** The signatures of APPNOTE 4.3: "PK" and two bytes, as little-endian numbers. */
export const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  directory: 0x02014b50,
  end: 0x06054b50,
  endOf64: 0x06064b50,
  locatorOf64: 0x07064b50
} as const

/** Bits of the general purpose flag (APPNOTE 4.4.4). */
export const isEncrypted = (flags: number): boolean => (flags & 1) !== 0
export const hasDescriptor = (flags: number): boolean => (flags & 8) !== 0

/** Little-endian numbers; what lies beyond the file reads as -1. */
export class ZipBytes {
  readonly bytes: Uint8Array
  private readonly view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  /** Where the next "PK" stands, with which every signature begins; -1: nowhere. A search for the one letter or the other is at every byte of what is full of it. */
  pk(from: number, to = this.length): number {
    const { bytes } = this
    const last = Math.min(to, bytes.length) - 1
    for (let at = Math.max(0, from); at < last; at++) {
      if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b) return at
    }
    return -1
  }

  u16(at: number): number {
    return at >= 0 && at + 2 <= this.length ? this.view.getUint16(at, true) : -1
  }

  u32(at: number): number {
    return at >= 0 && at + 4 <= this.length ? this.view.getUint32(at, true) : -1
  }

  /** As a number: beyond 2^53 it is no place in any file. */
  u64(at: number): number {
    return at >= 0 && at + 8 <= this.length ? Number(this.view.getBigUint64(at, true)) : -1
  }
}

const localHeaderBytes = 30
const directoryHeaderBytes = 46

/** A local file header (APPNOTE 4.3.7), or null where there is none. */
export const localHeader = (file: ZipBytes, at: number): ZipHeader | null => {
  if (file.u32(at) !== signatures.local || at + localHeaderBytes > file.length) return null
  const nameEnd = at + localHeaderBytes + file.u16(at + 26)
  const end = nameEnd + file.u16(at + 28)
  if (end > file.length) return null
  return sized(file, nameEnd, end, {
    offset: at,
    end,
    name: nameOf(file, at + localHeaderBytes, nameEnd),
    flags: file.u16(at + 6),
    method: file.u16(at + 8),
    storedBytes: file.u32(at + 18),
    claimedBytes: file.u32(at + 22),
    localOffset: at
  })
}

/** A header of the central directory (APPNOTE 4.3.12), or null where there is none. */
export const directoryHeader = (file: ZipBytes, at: number): ZipHeader | null => {
  if (file.u32(at) !== signatures.directory || at + directoryHeaderBytes > file.length) return null
  const nameEnd = at + directoryHeaderBytes + file.u16(at + 28)
  const extraEnd = nameEnd + file.u16(at + 30)
  const end = extraEnd + file.u16(at + 32)
  if (end > file.length) return null
  return sized(file, nameEnd, extraEnd, {
    offset: at,
    end,
    name: nameOf(file, at + directoryHeaderBytes, nameEnd),
    flags: file.u16(at + 8),
    method: file.u16(at + 10),
    storedBytes: file.u32(at + 20),
    claimedBytes: file.u32(at + 24),
    localOffset: file.u32(at + 42)
  })
}

const elsewhere = 0xffffffff
const zip64Extra = 1

/** Sizes that do not fit into 32 bits stand in an extra field, each only where its place says so (APPNOTE 4.5.3). */
const sized = (file: ZipBytes, from: number, to: number, header: ZipHeader): ZipHeader => {
  const { claimedBytes, storedBytes, localOffset } = header
  if (claimedBytes !== elsewhere && storedBytes !== elsewhere && localOffset !== elsewhere) return header
  for (let at = from; at + 4 <= to; at += 4 + file.u16(at + 2)) {
    if (file.u16(at) !== zip64Extra) continue
    let place = at + 4
    const limit = Math.min(to, place + file.u16(at + 2))
    const wide = (value: number): number => {
      if (value !== elsewhere || place + 8 > limit) return value
      place += 8
      return file.u64(place - 8)
    }
    return {
      ...header,
      claimedBytes: wide(claimedBytes),
      storedBytes: wide(storedBytes),
      localOffset: wide(localOffset)
    }
  }
  return header
}

const nameOf = (file: ZipBytes, from: number, to: number): string => {
  const bytes = file.bytes.subarray(from, Math.min(to, from + nameBytesMax))
  const text = utf8.decode(bytes)
  return text.includes("\ufffd") ? latin1.decode(bytes) : text
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })
const latin1 = new TextDecoder("latin1")

/** A file within an archive, and where it lies. */
export interface ZipEntry {
  /** As the archive writes it. */
  readonly name: string
  readonly method: number
  readonly storedBytes: number
  readonly claimedBytes: number
  readonly isEncrypted: boolean
  /** Whether the directory names it: programs that read the directory see no other. */
  readonly isInDirectory: boolean
  /** Where its stored data lies. */
  readonly from: number
  readonly to: number
  /** The method of its local header, where that differs. */
  readonly otherMethod: number | null
}

/** Programs take names for equal that differ in case, in the kind of slash or in one slash before them. */
export const zipKey = (name: string): string => name.replaceAll("\\", "/").replace(/^\//, "").toLowerCase()
