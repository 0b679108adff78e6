import { Schema } from "effect"
import { createHash, type Hash } from "node:crypto"
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import {
  Header,
  magic,
  pieceBytes,
  prologueBytes,
  snapshotBytesMax,
  snapshotFormat,
  snapshotHeaderBytesMax,
  sumBytes
} from "./Snapshot.ts"

export type SnapshotRead =
  | { readonly found: "none" }
  /** The file is ignored; the problem is a sentence. */
  | { readonly found: "unusable"; readonly problem: string }
  | {
    readonly found: "snapshot"
    readonly about: unknown
    /** Shared memory, which threads need not copy. */
    readonly buffers: ReadonlyArray<SharedArrayBuffer>
  }

/** Reads a snapshot file and validates its format, kind, length and checksum. Blocks on the disk: call it in a worker thread. */
export const readSnapshot = (path: string, kind: string): SnapshotRead => {
  const unusable = (told: string): SnapshotRead => ({ found: "unusable", problem: `${path} ${told}.` })
  let file: number
  try {
    file = openSync(path, "r")
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return { found: "none" }
    return unusable(`cannot be read: ${String(cause)}`)
  }
  try {
    const read = readOpen(file, kind)
    return typeof read === "string" ? unusable(read) : read
  } catch (cause) {
    return unusable(`cannot be read: ${String(cause)}`)
  } finally {
    closeSync(file)
  }
}

const readOpen = (file: number, kind: string): SnapshotRead | string => {
  const { size } = fstatSync(file)
  if (size < prologueBytes + sumBytes) return "is too short"
  if (size > snapshotBytesMax) return `is longer than ${snapshotBytesMax} bytes`
  const sum = createHash("sha256")
  const prologue = take(file, prologueBytes, sum)
  if (prologue === null || !magic.every((byte, at) => prologue[at] === byte)) return "is no snapshot of Gatehouse"
  const numbers = new DataView(prologue.buffer)
  const format = numbers.getUint32(magic.length, true)
  if (format !== snapshotFormat) return `has format ${format}, not ${snapshotFormat}`
  const headerBytes = numbers.getUint32(magic.length + 4, true)
  if (headerBytes > Math.min(snapshotHeaderBytesMax, size)) return "is damaged"
  const header = headerOf(take(file, headerBytes, sum))
  if (header === null) return "is damaged"
  const { about, lengths } = header
  const expected = lengths.reduce((total, length) => total + length, prologueBytes + headerBytes + sumBytes)
  if (expected !== size) return "is not as long as it says"
  if (header.kind !== kind) return `holds something else: ${JSON.stringify(header.kind.slice(0, 60))}`
  const buffers: Array<SharedArrayBuffer> = []
  for (const length of lengths) {
    const buffer = takeShared(file, length, sum)
    if (buffer === null) return "is damaged"
    buffers.push(buffer)
  }
  const digest = sum.digest()
  const stored = take(file, sumBytes, null)
  if (stored === null || !digest.equals(stored)) return "is damaged"
  return { found: "snapshot", about, buffers }
}

/** Reads `length` bytes; null if the file ends before. */
const take = (file: number, length: number, sum: Hash | null): Uint8Array<ArrayBuffer> | null => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length;) {
    const count = readSync(file, bytes, at, length - at, null)
    if (count === 0) return null
    at += count
  }
  sum?.update(bytes)
  return bytes
}

const takeShared = (file: number, length: number, sum: Hash): SharedArrayBuffer | null => {
  const shared = new SharedArrayBuffer(length)
  const bytes = new Uint8Array(shared)
  for (let at = 0; at < length; at += pieceBytes) {
    const piece = take(file, Math.min(pieceBytes, length - at), sum)
    if (piece === null) return null
    bytes.set(piece, at)
  }
  return shared
}

const decodeHeader = Schema.decodeUnknownOption(Schema.fromJsonString(Header))

const headerOf = (bytes: Uint8Array | null): typeof Header.Type | null => {
  if (bytes === null) return null
  const header = decodeHeader(new TextDecoder().decode(bytes))
  return header._tag === "Some" ? header.value : null
}

/** Returns a copy in shared memory, which can be sent between threads without copying or detaching. */
export const shared = (buffer: ArrayBufferLike): SharedArrayBuffer => {
  if (buffer instanceof SharedArrayBuffer) return buffer
  const copy = new SharedArrayBuffer(buffer.byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer))
  return copy
}
