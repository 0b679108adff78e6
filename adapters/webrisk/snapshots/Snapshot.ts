import { Schema } from "effect"

/** Version of the file format; other versions are not read. */
export const snapshotFormat = 1
/** Maximum size of a snapshot. The largest lists take 20 MB, so a larger file is not a snapshot. */
export const snapshotBytesMax = 1024 * 1024 * 1024
export const snapshotHeaderBytesMax = 1024 * 1024

/** Lists as last confirmed, stored for the next start. */
export interface Snapshot {
  /** Vendor and format of the lists; a file of another kind is not read. */
  readonly kind: string
  /** Metadata as JSON: version tokens, checksums, times. */
  readonly about: unknown
  readonly buffers: ReadonlyArray<ArrayBufferLike>
}

/** First bytes of the file, followed by the format version and the length of the header, each 4 bytes, little-endian. */
export const magic: Uint8Array = new TextEncoder().encode("GATEHOUSE-LISTS\n")
export const prologueBytes: number = magic.length + 8
/** Length of the SHA-256 of all previous bytes, at the end of the file. */
export const checksumBytes = 32

/** JSON header between prologue and buffers. */
export const Header = Schema.Struct({
  kind: Schema.String,
  about: Schema.Unknown,
  /** Length of each buffer in bytes. */
  lengths: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: snapshotBytesMax }))).check(
    Schema.isMaxLength(1_000)
  )
})

/** Size of a read or write in bytes. */
export const chunkBytes = 1024 * 1024
