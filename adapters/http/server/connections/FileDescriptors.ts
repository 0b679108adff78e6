import { Context, Effect } from "effect"
import { readFileSync } from "node:fs"
import { readdir } from "node:fs/promises"

/** File descriptors of this process. Each connection takes one, and so do files, database connections and pipes. */
export interface FileDescriptorUse {
  /** The most that the process may have open; null where the system does not say. */
  readonly max: () => number | null
  /** How many are open now; null where the system does not say. */
  readonly open: Effect.Effect<number | null>
}

/** `/proc/self/limits` of Linux (proc(5)): the soft limit, which Node raises to the hard one when it starts. */
export const openFilesMax = (limits: string): number | null => {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? []
  return soft === undefined ? null : Number(soft)
}

const ofThisProcess: FileDescriptorUse = {
  max: () => {
    try {
      return openFilesMax(readFileSync("/proc/self/limits", "latin1"))
    } catch {
      return null
    }
  },
  // The listing itself takes one.
  open: Effect.promise(() => readdir("/proc/self/fd").then((names) => names.length - 1, () => null))
}

export const FileDescriptors = Context.Reference<FileDescriptorUse>(
  "gatehouse/adapters/http/server/connections/FileDescriptors",
  { defaultValue: () => ofThisProcess }
)
