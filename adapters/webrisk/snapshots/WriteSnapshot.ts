import { createHash, type Hash, randomUUID } from "node:crypto"
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import {
  chunkBytesMax,
  prologueBytes,
  type Snapshot,
  snapshotFormat,
  snapshotHeaderBytesMax,
  snapshotMagic
} from "./Snapshot.ts"

/** Minimum age in milliseconds of a temporary file that is deleted as a leftover of an interrupted program. */
const leftoverAgeMillisMin = 60 * 60_000

/**
 * Replaces a stored snapshot. Writes a temporary file, syncs it and renames it, so that a complete snapshot always
 * exists. Call this function in a worker thread, because it blocks on the disk.
 *
 * @returns an error message; null on success
 */
export const writeSnapshot = (path: string, snapshot: Snapshot): string | null => {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true })
    removeLeftovers(path)
    write(temporary, snapshot)
    renameSync(temporary, path)
    syncFolder(dirname(path))
    return null
  } catch (cause) {
    ignoreErrors(() => rmSync(temporary, { force: true }))
    return `${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`
  }
}

const write = (path: string, { about, buffers, kind }: Snapshot): void => {
  const header = new TextEncoder().encode(
    JSON.stringify({ kind, about, lengths: buffers.map(({ byteLength }) => byteLength) })
  )
  if (header.length > snapshotHeaderBytesMax) throw new RangeError("the metadata exceeds the limit")
  const prologue = new Uint8Array(prologueBytes)
  prologue.set(snapshotMagic)
  new DataView(prologue.buffer).setUint32(snapshotMagic.length, snapshotFormat, true)
  new DataView(prologue.buffer).setUint32(snapshotMagic.length + 4, header.length, true)
  const file = openSync(path, "wx", 0o644)
  try {
    const sum = createHash("sha256")
    for (const bytes of [prologue, header, ...buffers.map((buffer) => new Uint8Array(buffer))]) append(file, bytes, sum)
    append(file, sum.digest(), null)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Appends bytes to the file. Copies them first, because not every runtime can write and hash shared memory. */
const append = (file: number, bytes: Uint8Array, sum: Hash | null): void => {
  for (let at = 0; at < bytes.length; at += chunkBytesMax) {
    const chunk = bytes.slice(at, at + chunkBytesMax)
    sum?.update(chunk)
    for (let written = 0; written < chunk.length;) written += writeSync(file, chunk, written)
  }
}

/**
 * Syncs the folder, which stores the new name. Some systems do not support this. After a crash, the name can then refer
 * to the previous snapshot, which is complete too.
 */
const syncFolder = (path: string): void =>
  ignoreErrors(() => {
    const folder = openSync(path, "r")
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  })

const ignoreErrors = (work: () => void): void => {
  try {
    work()
  } catch {
    // The snapshot is already complete, or the caller already reports an error.
  }
}

const removeLeftovers = (path: string): void => {
  const folder = dirname(path)
  const before = Date.now() - leftoverAgeMillisMin
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".tmp")) continue
    const file = join(folder, name)
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before) rmSync(file, { force: true })
  }
}
