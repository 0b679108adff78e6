import { readdirSync, readFileSync } from "node:fs"

/** Resources that a process and its descendants use. */
export interface Usage {
  /** CPU seconds, including those of terminated children. */
  readonly cpuSeconds: number
  /** Resident memory, in bytes. */
  readonly bytes: number
}

interface Process extends Usage {
  readonly id: number
  readonly parent: number
}

const ticksPerSecond = 100
const pageBytes = 4096

/**
 * Reads `/proc/PID/stat` (proc(5)): parent (field 4), times (14 to 17) and resident pages (24). The process name in
 * parentheses may contain spaces.
 */
const readProcess = (id: number): Process | null => {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)!.split(" ").map(Number)
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + fields[at]!, 0)
    return { id, parent: fields[1]!, cpuSeconds: ticks / ticksPerSecond, bytes: fields[21]! * pageBytes }
  } catch {
    // The process has just ended.
    return null
  }
}

/** Lists a process and its descendants, parents first. Returns an empty list on systems without `/proc`. */
const treeOf = (root: number): ReadonlyArray<Process> => {
  let names: ReadonlyArray<string>
  try {
    names = readdirSync("/proc")
  } catch {
    return []
  }
  const all = names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readProcess(Number(name)) ?? [])
  const children = Map.groupBy(all, ({ parent }) => parent)
  const below = (id: number): ReadonlyArray<Process> =>
    (children.get(id) ?? []).flatMap((child) => [child, ...below(child.id)])
  return [...all.filter(({ id }) => id === root), ...below(root)]
}

export const usageOf = (root: number): Usage =>
  treeOf(root).reduce(
    (sum, { bytes, cpuSeconds }) => ({ cpuSeconds: sum.cpuSeconds + cpuSeconds, bytes: sum.bytes + bytes }),
    { cpuSeconds: 0, bytes: 0 }
  )

/** Lists the direct children of a process. */
export const childrenOf = (parent: number): ReadonlyArray<number> =>
  treeOf(parent).filter((one) => one.parent === parent).map(({ id }) => id)

/** Reports whether a process is a worker of Vitest. */
export const isTestWorker = (id: number): boolean => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("/vitest/dist/workers/")
  } catch {
    return false
  }
}

/** Kills a process and its descendants. */
export const killTree = (root: number): void => {
  for (const id of new Set([root, ...treeOf(root).map(({ id }) => id)])) {
    try {
      process.kill(id, "SIGKILL")
    } catch {
      // The process has already ended.
    }
  }
}
