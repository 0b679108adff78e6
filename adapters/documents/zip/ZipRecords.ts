/** Maximum bytes of an entry's name that are read. Names in OOXML and ODF are far shorter. */
export const nameBytesMax = 1_024

/** Content of a local or directory header, which starts at `offset` of the file. */
export interface ZipHeader {
  readonly offset: number
  /** Offset after the header. The data follows a local header, and the next record follows a directory header. */
  readonly end: number
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly storedBytes: number
  readonly claimedBytes: number
  /** Offset of the local header. In a directory header, this is the stated offset. */
  readonly localOffset: number
}

/** Signatures of records (APPNOTE 4.3): "PK" and two bytes, as little-endian numbers. */
export const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  directory: 0x02014b50,
  end: 0x06054b50,
  endOf64: 0x06064b50,
  locatorOf64: 0x07064b50
} as const

/** Reports whether the general purpose flags mark an entry as encrypted (APPNOTE 4.4.4). */
export const isEncrypted = (flags: number): boolean => (flags & 1) !== 0
/** Reports whether the general purpose flags announce a data descriptor (APPNOTE 4.4.4). */
export const hasDescriptor = (flags: number): boolean => (flags & 8) !== 0

/** Reads little-endian numbers; offsets outside the file yield -1. */
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

  /**
   * Returns the offset of the next "PK", the start of every signature; -1 if there is none. Compares both letters, so
   * that data full of one letter is also searched quickly.
   */
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

  /** Reads a 64-bit number. Values above 2^53 are inexact, but no file has such offsets. */
  u64(at: number): number {
    return at >= 0 && at + 8 <= this.length ? Number(this.view.getBigUint64(at, true)) : -1
  }
}

const localHeaderBytes = 30
const directoryHeaderBytes = 46

/** Reads a local file header (APPNOTE 4.3.7); null if there is none. */
export const readLocalHeader = (file: ZipBytes, at: number): ZipHeader | null => {
  if (file.u32(at) !== signatures.local || at + localHeaderBytes > file.length) return null
  const nameEnd = at + localHeaderBytes + file.u16(at + 26)
  const end = nameEnd + file.u16(at + 28)
  if (end > file.length) return null
  return readZip64Sizes(file, nameEnd, end, {
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

/** Reads a central directory header (APPNOTE 4.3.12); null if there is none. */
export const readDirectoryHeader = (file: ZipBytes, at: number): ZipHeader | null => {
  if (file.u32(at) !== signatures.directory || at + directoryHeaderBytes > file.length) return null
  const nameEnd = at + directoryHeaderBytes + file.u16(at + 28)
  const extraEnd = nameEnd + file.u16(at + 30)
  const end = extraEnd + file.u16(at + 32)
  if (end > file.length) return null
  return readZip64Sizes(file, nameEnd, extraEnd, {
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

/**
 * Reads sizes that do not fit into 32 bits from the ZIP64 extra field (APPNOTE 4.5.3). The field contains only the
 * values that the header marks as missing.
 */
const readZip64Sizes = (file: ZipBytes, from: number, to: number, header: ZipHeader): ZipHeader => {
  const { claimedBytes, storedBytes, localOffset } = header
  if (claimedBytes !== elsewhere && storedBytes !== elsewhere && localOffset !== elsewhere) return header
  for (let at = from; at + 4 <= to; at += 4 + file.u16(at + 2)) {
    if (file.u16(at) !== zip64Extra) continue
    let offset = at + 4
    const limit = Math.min(to, offset + file.u16(at + 2))
    const wide = (value: number): number => {
      if (value !== elsewhere || offset + 8 > limit) return value
      offset += 8
      return file.u64(offset - 8)
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

/** A file in an archive and the location of its data. */
export interface ZipEntry {
  /** Name as stored in the archive. */
  readonly name: string
  readonly method: number
  readonly storedBytes: number
  readonly claimedBytes: number
  readonly isEncrypted: boolean
  /** Whether the directory lists the entry. Programs that read only the directory ignore other entries. */
  readonly isInDirectory: boolean
  /** Offset of the stored data, and offset after it. */
  readonly from: number
  readonly to: number
  /** Compression method in the local header if it differs from `method`; otherwise null. */
  readonly otherMethod: number | null
}

/** Returns a key to compare names. Ignores case, the kind of slash, and one leading slash, as programs do. */
export const normalizeZipName = (name: string): string => name.replaceAll("\\", "/").replace(/^\//, "").toLowerCase()
