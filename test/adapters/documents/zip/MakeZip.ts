import { crc32, deflateRawSync } from "node:zlib"

/** Entry of an archive, with its deviations from an ordinary entry. */
export interface ZipPart {
  readonly name: string
  readonly content: string | Uint8Array
  readonly isStored?: boolean
  /** Name, method and flags in the local header, if they differ from those in the directory. */
  readonly localName?: string
  readonly localMethod?: number
  readonly localFlags?: number
  readonly method?: number
  readonly flags?: number
  /** Writes the sizes in a descriptor after the data, with or without the descriptor's signature. */
  readonly descriptor?: "signed" | "unsigned"
  /** Writes sizes in 8-byte extra fields. */
  readonly isZip64?: boolean
  /** Omits the entry from the directory. */
  readonly isUnnamed?: boolean
  /** Index of the entry whose data the directory points to. */
  readonly sameAs?: number
  /** False size in the local header. */
  readonly localStoredBytes?: number
  readonly extra?: Uint8Array
  /** Bytes after this entry that belong to no entry. */
  readonly gap?: Uint8Array
  /** Offset at which 40 bytes of the stored data are overwritten with 0xff. */
  readonly damageAt?: number
}

export interface ZipOptions {
  readonly before?: Uint8Array
  readonly behind?: Uint8Array
  readonly comment?: Uint8Array
  /** Counts offsets from the first byte of the archive despite the data before it. */
  readonly isShiftHidden?: boolean
  readonly hasDirectory?: boolean
  readonly isZip64?: boolean
  readonly entries?: number
  readonly directoryOffset?: number
}

const dosDate = 0x5821
const encoder = new TextEncoder()
const u16 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255])
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
const u64 = (value: number): Buffer => Buffer.concat([u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32))])
const elsewhere = 0xffffffff

/** Builds a ZIP archive as ordinary writers do (APPNOTE 6.3.10), or with deliberate deviations. */
export const makeZip = (parts: ReadonlyArray<ZipPart>, options: ZipOptions = {}): Uint8Array => {
  const before = options.before ?? new Uint8Array(0)
  const chunks: Array<Uint8Array> = [before]
  const directory: Array<Uint8Array> = []
  const shift = options.isShiftHidden === true ? before.length : 0
  const places: Array<number> = []
  let at = before.length
  const write = (bytes: Uint8Array): void => {
    chunks.push(bytes)
    at += bytes.length
  }
  for (const part of parts) {
    places.push(at)
    const place = part.sameAs === undefined ? at : places[part.sameAs]!
    const { local, header } = records(part, place - shift)
    if (part.sameAs === undefined) write(local)
    if (part.isUnnamed !== true) directory.push(header)
    if (part.gap !== undefined) write(part.gap)
  }
  if (options.hasDirectory !== false) {
    const start = at
    for (const header of directory) write(header)
    write(
      endRecords(options.entries ?? directory.length, at - start, options.directoryOffset ?? start - shift, at, options)
    )
  }
  if (options.behind !== undefined) write(options.behind)
  return Buffer.concat(chunks)
}

const records = (part: ZipPart, place: number): { readonly local: Uint8Array; readonly header: Uint8Array } => {
  const content = typeof part.content === "string" ? encoder.encode(part.content) : part.content
  const stored = part.isStored === true ? Buffer.from(content) : deflateRawSync(content)
  if (part.damageAt !== undefined) stored.fill(0xff, part.damageAt, part.damageAt + 40)
  const sum = crc32(content)
  const method = part.method ?? (part.isStored === true ? 0 : 8)
  const flags = (part.flags ?? 0) | (part.descriptor === undefined ? 0 : 8) | 0x800
  const extra = part.extra ?? new Uint8Array(0)
  const wide = part.isZip64 === true
  const sizes = part.descriptor === undefined
    ? [u32(sum), u32(wide ? elsewhere : part.localStoredBytes ?? stored.length), u32(wide ? elsewhere : content.length)]
    : [u32(0), u32(wide ? elsewhere : 0), u32(wide ? elsewhere : 0)]
  const localExtra = wide
    ? Buffer.concat([
      u16(1),
      u16(16),
      u64(part.descriptor === undefined ? content.length : 0),
      u64(part.descriptor === undefined ? stored.length : 0),
      extra
    ])
    : extra
  const localName = encoder.encode(part.localName ?? part.name)
  const number = wide ? u64 : u32
  const local = Buffer.concat([
    u32(0x04034b50),
    u16(20),
    u16(part.localFlags ?? flags),
    u16(part.localMethod ?? method),
    u16(0),
    u16(dosDate),
    ...sizes,
    u16(localName.length),
    u16(localExtra.length),
    localName,
    localExtra,
    stored,
    ...(part.descriptor === undefined
      ? []
      : [
        ...(part.descriptor === "signed" ? [u32(0x08074b50)] : []),
        u32(sum),
        number(stored.length),
        number(content.length)
      ])
  ])
  const name = encoder.encode(part.name)
  const headerExtra = wide
    ? Buffer.concat([u16(1), u16(24), u64(content.length), u64(stored.length), u64(place), extra])
    : extra
  const header = Buffer.concat([
    u32(0x02014b50),
    u16(20),
    u16(20),
    u16(flags),
    u16(method),
    u16(0),
    u16(dosDate),
    u32(sum),
    u32(wide ? elsewhere : stored.length),
    u32(wide ? elsewhere : content.length),
    u16(name.length),
    u16(headerExtra.length),
    u16(0),
    u16(0),
    u16(0),
    u32(0),
    u32(wide ? elsewhere : place),
    name,
    headerExtra
  ])
  return { local, header }
}

const endRecords = (entries: number, bytes: number, offset: number, at: number, options: ZipOptions): Uint8Array => {
  const wide = options.isZip64 === true
  const comment = options.comment ?? new Uint8Array(0)
  const plain = [
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(entries),
    u16(entries),
    u32(bytes),
    u32(wide ? elsewhere : offset),
    u16(comment.length),
    comment
  ]
  if (!wide) return Buffer.concat(plain)
  const of64 = [u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0), u64(entries), u64(entries), u64(bytes)]
  return Buffer.concat([...of64, u64(offset), u32(0x07064b50), u32(0), u64(at), u32(1), ...plain])
}
