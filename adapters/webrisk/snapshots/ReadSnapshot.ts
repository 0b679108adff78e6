import { Schema } from "effect"
import { createHash, type Hash } from "node:crypto"
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import {
  checksumBytes,
  chunkBytesMax,
  prologueBytes,
  snapshotBytesMax,
  snapshotFormat,
  SnapshotHeader,
  snapshotHeaderBytesMax,
  snapshotMagic
} from "./Snapshot.ts"

export type SnapshotResult =
  | { readonly found: "none" }
  /** The file exists but cannot be used. `problem` is a sentence. */
  | { readonly found: "unusable"; readonly problem: string }
  | {
    readonly found: "snapshot"
    readonly about: unknown
    /** Buffers in shared memory, which threads need not copy. */
    readonly buffers: ReadonlyArray<SharedArrayBuffer>
  }

/**
 * Reads a snapshot file and validates its format, kind, length and checksum. Call this function in a worker thread,
 * because it blocks on the disk.
 */
export const readSnapshot = (path: string, kind: string): SnapshotResult => {
  const unusable = (reason: string): SnapshotResult => ({ found: "unusable", problem: `${path} ${reason}.` })
  let file: number
  try {
    file = openSync(path, "r")
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return { found: "none" }
    return unusable(`cannot be read: ${String(cause)}`)
  }
  try {
    const read = readContents(file, kind)
    return typeof read === "string" ? unusable(read) : read
  } catch (cause) {
    return unusable(`cannot be read: ${String(cause)}`)
  } finally {
    closeSync(file)
  }
}

const readContents = (file: number, kind: string): SnapshotResult | string => {
  const { size } = fstatSync(file)
  if (size < prologueBytes + checksumBytes) return "is too short"
  if (size > snapshotBytesMax) return `is longer than ${snapshotBytesMax} bytes`
  const sum = createHash("sha256")
  const prologue = readBytes(file, prologueBytes, sum)
  if (prologue === null || !snapshotMagic.every((byte, at) => prologue[at] === byte)) {
    return "is not a Gatehouse snapshot"
  }
  const numbers = new DataView(prologue.buffer)
  const format = numbers.getUint32(snapshotMagic.length, true)
  if (format !== snapshotFormat) return `has format ${format}, not ${snapshotFormat}`
  const headerBytes = numbers.getUint32(snapshotMagic.length + 4, true)
  if (headerBytes > Math.min(snapshotHeaderBytesMax, size)) return "is damaged"
  const header = parseHeader(readBytes(file, headerBytes, sum))
  if (header === null) return "is damaged"
  const { about, lengths } = header
  const expected = lengths.reduce((total, length) => total + length, prologueBytes + headerBytes + checksumBytes)
  if (expected !== size) return "has an unexpected length"
  if (header.kind !== kind) return `contains something else: ${JSON.stringify(header.kind.slice(0, 60))}`
  const buffers: Array<SharedArrayBuffer> = []
  for (const length of lengths) {
    const buffer = readShared(file, length, sum)
    if (buffer === null) return "is damaged"
    buffers.push(buffer)
  }
  const digest = sum.digest()
  const stored = readBytes(file, checksumBytes, null)
  if (stored === null || !digest.equals(stored)) return "is damaged"
  return { found: "snapshot", about, buffers }
}

/** Reads `length` bytes. Returns null if the file ends earlier. */
const readBytes = (file: number, length: number, sum: Hash | null): Uint8Array<ArrayBuffer> | null => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length;) {
    const count = readSync(file, bytes, at, length - at, null)
    if (count === 0) return null
    at += count
  }
  sum?.update(bytes)
  return bytes
}

const readShared = (file: number, length: number, sum: Hash): SharedArrayBuffer | null => {
  const toShared = new SharedArrayBuffer(length)
  const bytes = new Uint8Array(toShared)
  for (let at = 0; at < length; at += chunkBytesMax) {
    const chunk = readBytes(file, Math.min(chunkBytesMax, length - at), sum)
    if (chunk === null) return null
    bytes.set(chunk, at)
  }
  return toShared
}

const decodeHeader = Schema.decodeUnknownOption(Schema.fromJsonString(SnapshotHeader))

const parseHeader = (bytes: Uint8Array | null): typeof SnapshotHeader.Type | null => {
  if (bytes === null) return null
  const header = decodeHeader(new TextDecoder().decode(bytes))
  return header._tag === "Some" ? header.value : null
}

/** Returns the buffer in shared memory, which threads can use without copying or detaching. */
export const toSharedBuffer = (buffer: ArrayBufferLike): SharedArrayBuffer => {
  if (buffer instanceof SharedArrayBuffer) return buffer
  const copy = new SharedArrayBuffer(buffer.byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer))
  return copy
}
