import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/**
 * Replaces each file atomically, because servers may read it and other builds may write it. Removes all other files in
 * the folder.
 */
export const replaceFolder = (folder: string, written: ReadonlyMap<string, Uint8Array>): void => {
  for (const [name, bytes] of written) {
    const path = join(folder, name)
    if (existsSync(path) && readFileSync(path).equals(bytes)) continue
    mkdirSync(dirname(path), { recursive: true })
    const besides = `${path}.${process.pid}.new`
    writeFileSync(besides, bytes)
    renameSync(besides, path)
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replaceAll("\\", "/")
    if (entry.isFile() && !written.has(name) && !name.endsWith(".new")) rmSync(path, { force: true })
  }
}
