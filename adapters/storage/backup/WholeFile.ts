import { Effect } from "effect"
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { BackupRefused, systemCode, systemWords } from "./BackupFailure.ts"

/** Only who runs the command reads it: the key ring and the digests of keys are in a backup. */
export const privateMode = 0o600

/** Makes a new, empty file that only this user reads, or says why it cannot be made. */
export const reserve = (file: string): void => {
  try {
    closeSync(openSync(file, "wx", privateMode))
  } catch (cause) {
    const isThere = systemCode(cause) === "EEXIST"
    const why = isThere ? "it is there already. Remove it, unless another run is under way." : systemWords(cause)
    throw new BackupRefused({ message: `${file} cannot be written: ${why}` })
  }
}

/** On disk, whatever happens to the machine afterwards. */
export const settle = (file: string): void => {
  const open = openSync(file, "r+")
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Gives a whole file its name, never in place of another. */
export const publish = (whole: string, name: string): void => {
  try {
    linkSync(whole, name)
    rmSync(whole)
  } catch (cause) {
    // Some file systems have no links.
    if (systemCode(cause) === "EEXIST" || existsSync(name)) throw thereAlready(name)
    renameSync(whole, name)
  }
  settleFolder(name)
}

export const thereAlready = (file: string): BackupRefused =>
  new BackupRefused({ message: `${file} is there already, and is not overwritten.` })

/** That a file has this name is on disk as well, where the system lets folders be written through. */
export const settleFolder = (file: string): void => {
  try {
    const folder = openSync(dirname(file), "r")
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // Not on every system; the name is written with the system's next round.
  }
}

/** What SQLite keeps beside a database. */
const besides = ["-wal", "-shm", "-journal"] as const

export const removeDatabase = (file: string): void => {
  for (const name of ["", ...besides]) rmSync(file + name, { force: true })
}

/** With all that lies beside it: a log that stays behind would be read into the next database of that name. */
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
