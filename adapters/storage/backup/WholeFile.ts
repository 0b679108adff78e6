import { Effect } from "effect"
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { BackupRefused, systemCode, systemWords } from "./BackupFailure.ts"

/** Owner only: a backup contains the key ring and the digests of API keys. */
export const privateMode = 0o600

/** Creates an empty file that only this user can read. Throws `BackupRefused` if it cannot be created. */
export const reserve = (file: string): void => {
  try {
    closeSync(openSync(file, "wx", privateMode))
  } catch (cause) {
    const isThere = systemCode(cause) === "EEXIST"
    const why = isThere ? "it is there already. Remove it, unless another run is under way." : systemWords(cause)
    throw new BackupRefused({ message: `${file} cannot be written: ${why}` })
  }
}

/** Flushes a file to disk. */
export const settle = (file: string): void => {
  const open = openSync(file, "r+")
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Renames a complete file to its final name without overwriting another file. */
export const publish = (whole: string, name: string): void => {
  try {
    linkSync(whole, name)
    rmSync(whole)
  } catch (cause) {
    // Some file systems have no hard links.
    if (systemCode(cause) === "EEXIST" || existsSync(name)) throw thereAlready(name)
    renameSync(whole, name)
  }
  settleFolder(name)
}

export const thereAlready = (file: string): BackupRefused =>
  new BackupRefused({ message: `${file} is there already, and is not overwritten.` })

/** Flushes a file's directory entry to disk, if the system allows it. */
export const settleFolder = (file: string): void => {
  try {
    const folder = openSync(dirname(file), "r")
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // Some systems do not support it; they write the entry later on their own.
  }
}

/** Suffixes of the files that SQLite stores next to a database. */
const besides = ["-wal", "-shm", "-journal"] as const

export const removeDatabase = (file: string): void => {
  for (const name of ["", ...besides]) rmSync(file + name, { force: true })
}

/** Moves a database with its companion files. A log that remained would be applied to the next database of that name. */
export const moveDatabase = (from: string, to: string): void => {
  for (const name of [...besides, ""]) if (existsSync(from + name)) renameSync(from + name, to + name)
}

/** Receives the progress of a copy: bytes written so far, and bytes expected in all. */
export type Watcher = (bytes: number, bytesExpected: number) => void

const watchMillis = 100

/** Reports the size of a file while `work` writes it, and once more when it is written. */
export const watchingSize = <A, E>(
  file: string,
  bytesExpected: number,
  watch: Watcher,
  work: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const look = () => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat !== undefined) watch(stat.size, bytesExpected)
  }
  return Effect.acquireUseRelease(
    Effect.sync(() => setInterval(look, watchMillis)),
    () => Effect.tap(work, () => Effect.sync(look)),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
}
