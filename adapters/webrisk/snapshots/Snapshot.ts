import { Schema } from "effect"

/** Version of the file format. Files with other versions are not read. */
export const snapshotFormat = 1
/** Maximum size of a snapshot in bytes, far above the 20 MB of the largest lists. Larger files are not read. */
export const snapshotBytesMax = 1024 * 1024 * 1024
export const snapshotHeaderBytesMax = 1024 * 1024

/** Lists as the vendor last confirmed them, stored for the next start. */
export interface Snapshot {
  /** Vendor and format of the lists. Files of another kind are not read. */
  readonly kind: string
  /** Metadata as JSON: version tokens, checksums, times. */
  readonly about: unknown
  readonly buffers: ReadonlyArray<ArrayBufferLike>
}

/** First bytes of the file. The format version and the header length follow, each 4 bytes, little-endian. */
export const snapshotMagic: Uint8Array = new TextEncoder().encode("GATEHOUSE-LISTS\n")
export const prologueBytes: number = snapshotMagic.length + 8
/** Bytes of the checksum at the end of the file: a SHA-256 of all preceding bytes. */
export const checksumBytes = 32

/** JSON header between the prologue and the buffers. */
export const SnapshotHeader = Schema.Struct({
  kind: Schema.String,
  about: Schema.Unknown,
  /** Length of each buffer in bytes. */
  lengths: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: snapshotBytesMax }))).check(
    Schema.isMaxLength(1_000)
  )
})

/** Maximum bytes of a single read or write. */
export const chunkBytesMax = 1024 * 1024
