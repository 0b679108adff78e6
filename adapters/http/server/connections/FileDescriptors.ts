import { Context, Effect } from "effect"
import { readFileSync } from "node:fs"
import { readdir } from "node:fs/promises"

/** File descriptors of this process. Each network connection, open file and pipe uses one. */
export interface FileDescriptorUse {
  /** Maximum number of open descriptors; null if the system does not report it. */
  readonly max: () => number | null
  /** Number of open descriptors; null if the system does not report it. */
  readonly open: Effect.Effect<number | null>
}

/**
 * Returns the soft limit in the text of Linux's `/proc/self/limits` (proc(5)). Node raises the soft limit to the hard
 * limit at startup.
 */
export const openFilesMax = (limits: string): number | null => {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? []
  return soft === undefined ? null : Number(soft)
}

const processFileDescriptors: FileDescriptorUse = {
  max: () => {
    try {
      return openFilesMax(readFileSync("/proc/self/limits", "latin1"))
    } catch {
      return null
    }
  },
  // Subtracts the descriptor that the listing itself uses.
  open: Effect.promise(() => readdir("/proc/self/fd").then((names) => names.length - 1, () => null))
}

export const FileDescriptors = Context.Reference<FileDescriptorUse>(
  "gatehouse/adapters/http/server/connections/FileDescriptors",
  { defaultValue: () => processFileDescriptors }
)
