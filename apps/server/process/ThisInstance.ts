import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import type { InstanceConfig } from "../../../adapters/storage/sql/servers/Instances.ts"

/** This process, as the others that share its database see it. */
export const thisInstance = (): InstanceConfig => ({
  id: randomUUID(),
  host: hostname(),
  pid: process.pid,
  isAlive
})

/** Signal 0 only asks. A process of another user refuses the question (EPERM), so it lives. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}
