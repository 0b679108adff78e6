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
import { magic, pieceBytes, prologueBytes, type Snapshot, snapshotFormat, snapshotHeaderBytesMax } from "./Snapshot.ts"

/** A file under a temporary name that is older was left by a program that was ended. */
const leftoverMillis = 60 * 60_000

/**
 * Stores a snapshot in place of the one before: in a file of its own, which takes the name when everything is on the disk,
 * so that there is always a whole one. For the thread: it waits for the disk.
 *
 * @returns what went wrong, in a sentence; null when it is stored
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
    quietly(() => rmSync(temporary, { force: true }))
    return `${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`
  }
}

const write = (path: string, { about, buffers, kind }: Snapshot): void => {
  const header = new TextEncoder().encode(
    JSON.stringify({ kind, about, lengths: buffers.map(({ byteLength }) => byteLength) })
  )
  if (header.length > snapshotHeaderBytesMax) throw new RangeError("what belongs to the lists is too much")
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

/** In copies: not every runtime writes and digests memory that threads share. */
const append = (file: number, bytes: Uint8Array, sum: Hash | null): void => {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.slice(at, at + pieceBytes)
    sum?.update(piece)
    for (let written = 0; written < piece.length;) written += writeSync(file, piece, written)
  }
}

/**
 * The name is in the folder, which is written for itself. Some systems cannot do that: then the file that has the name after
 * a crash may be the one before, and is whole as well.
 */
const syncFolder = (path: string): void =>
  quietly(() => {
    const folder = openSync(path, "r")
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  })

const quietly = (work: () => void): void => {
  try {
    work()
  } catch {
    // What matters has been told or is done.
  }
}

const removeLeftovers = (path: string): void => {
  const folder = dirname(path)
  const before = Date.now() - leftoverMillis
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".tmp")) continue
    const file = join(folder, name)
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before) rmSync(file, { force: true })
  }
}
