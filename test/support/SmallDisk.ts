import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Mounts a small in-memory disk (tmpfs) that a test can fill. Requires root. */
export const mountSmallDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-disk-"))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" })
  } catch (cause) {
    removeFolder()
    throw cause
  }
  const remove = () => {
    execFileSync("umount", ["-l", folder])
    removeFolder()
  }
  return { folder, remove }
}

export const canMount = (): boolean => {
  try {
    mountSmallDisk(1).remove()
    return true
  } catch {
    return false
  }
}
