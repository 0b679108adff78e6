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
import { chunkBytes, magic, prologueBytes, type Snapshot, snapshotFormat, snapshotHeaderBytesMax } from "./Snapshot.ts"

/** Minimum age of a temporary file that an interrupted program has left. */
const leftoverAgeMillisMin = 60 * 60_000

/**
 * Replaces a stored snapshot: writes a temporary file, syncs it and renames it, so that there is always a complete snapshot. Blocks on the
 * disk: call it in a worker thread.
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
  prologue.set(magic)
  new DataView(prologue.buffer).setUint32(magic.length, snapshotFormat, true)
  new DataView(prologue.buffer).setUint32(magic.length + 4, header.length, true)
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

/** Copies, because not every runtime writes and hashes shared memory. */
const append = (file: number, bytes: Uint8Array, sum: Hash | null): void => {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.slice(at, at + chunkBytes)
    sum?.update(chunk)
    for (let written = 0; written < chunk.length;) written += writeSync(file, chunk, written)
  }
}

/**
 * Syncs the folder, which contains the name. Some systems do not support this: after a crash, the name can then refer to the previous
 * snapshot, which is complete too.
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
    // The snapshot is already complete, or its error already known.
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
