import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import type { InstanceConfig } from "../../../adapters/storage/sql/servers/Instances.ts"

/** This process, as seen by the other processes that share its database. */
export const thisInstance = (): InstanceConfig => ({
  id: randomUUID(),
  host: hostname(),
  pid: process.pid,
  isAlive
})

/** Signal 0 only tests for existence. EPERM means that the process exists and belongs to another user. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}
