import { Schema } from "effect"

/** How the file is made; another number is not read. */
export const snapshotFormat = 1
/** The largest lists take 20 MB; a file of this size is none of ours. */
export const snapshotBytesMax = 1024 * 1024 * 1024
export const snapshotHeaderBytesMax = 1024 * 1024

/** Lists as they were last confirmed, to start from. */
export interface Snapshot {
  /** Whose lists they are, and in which form: a file of another kind is not read. */
  readonly kind: string
  /** What belongs to them, as JSON: version tokens, checksums, times. */
  readonly about: unknown
  readonly buffers: ReadonlyArray<ArrayBufferLike>
}

/** So begins the file; a number of the format and the length of the header follow, 4 bytes each, lowest byte first. */
export const magic: Uint8Array = new TextEncoder().encode("GATEHOUSE-LISTS\n")
export const prologueBytes: number = magic.length + 8
/** The file ends with the SHA-256 of everything before. */
export const sumBytes = 32

/** Between prologue and buffers, as JSON. */
export const Header = Schema.Struct({
  kind: Schema.String,
  about: Schema.Unknown,
  /** The bytes of each buffer. */
  lengths: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: snapshotBytesMax }))).check(
    Schema.isMaxLength(1_000)
  )
})

/** Files are read and written in pieces. */
export const pieceBytes = 1024 * 1024
