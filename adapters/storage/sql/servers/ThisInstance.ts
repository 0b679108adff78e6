import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import type { InstanceConfig } from "./Instances.ts"

/** Describes this process for the other processes that share its database. */
export const describeThisInstance = (): InstanceConfig => ({
  id: randomUUID(),
  host: hostname(),
  pid: process.pid,
  isAlive
})

/**
 * Reports whether a process exists. Signal 0 only tests for existence. EPERM means that the process exists and belongs
 * to another user.
 */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}
