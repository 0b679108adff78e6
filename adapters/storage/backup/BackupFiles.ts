import { Effect } from "effect"
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { BackupRefused, describeSystemError, systemCode } from "./BackupFailure.ts"

/** File mode that gives access only to the owner. A backup contains the key ring and the digests of API keys. */
export const privateFileMode = 0o600

/** Creates an empty file that only its owner can read. Throws `BackupRefused` on failure. */
export const createPrivateFile = (file: string): void => {
  try {
    closeSync(openSync(file, "wx", privateFileMode))
  } catch (cause) {
    const isThere = systemCode(cause) === "EEXIST"
    const why = isThere
      ? "it already exists. Remove it, unless another backup or restore is running."
      : describeSystemError(cause)
    throw new BackupRefused({ message: `${file} cannot be written: ${why}` })
  }
}

/** Flushes a file to disk. */
export const syncFile = (file: string): void => {
  const open = openSync(file, "r+")
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Renames a complete file to its final name without overwriting another file. */
export const moveToFinalName = (partial: string, name: string): void => {
  try {
    linkSync(partial, name)
    rmSync(partial)
  } catch (cause) {
    // The link fails if the name exists, or if the file system has no hard links.
    if (systemCode(cause) === "EEXIST" || existsSync(name)) throw fileExistsError(name)
    renameSync(partial, name)
  }
  syncFolder(name)
}

export const fileExistsError = (file: string): BackupRefused =>
  new BackupRefused({ message: `${file} already exists and is not overwritten.` })

/** Flushes a file's directory entry to disk, if the system allows it. */
export const syncFolder = (file: string): void => {
  try {
    const folder = openSync(dirname(file), "r")
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // Some systems do not support this and write the entry later.
  }
}

/** Suffixes of the files that SQLite stores next to a database. */
const companionSuffixes = ["-wal", "-shm", "-journal"] as const

export const removeDatabaseFiles = (file: string): void => {
  for (const name of ["", ...companionSuffixes]) rmSync(file + name, { force: true })
}

/** Moves a database with its companion files. SQLite would apply a log left behind to the next database at `from`. */
export const moveDatabaseFiles = (from: string, to: string): void => {
  for (const name of [...companionSuffixes, ""]) if (existsSync(from + name)) renameSync(from + name, to + name)
}

/** Receives the progress of a copy: bytes written so far, and total bytes expected. */
export type ProgressListener = (bytes: number, bytesExpected: number) => void

const progressMillis = 100

/** Reports the size of a file every 100 ms while `work` writes it, and once more when `work` succeeds. */
export const reportingProgress = <A, E>(
  file: string,
  bytesExpected: number,
  watch: ProgressListener,
  work: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const report = () => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat !== undefined) watch(stat.size, bytesExpected)
  }
  return Effect.acquireUseRelease(
    Effect.sync(() => setInterval(report, progressMillis)),
    () => Effect.tap(work, () => Effect.sync(report)),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
}
