import { createHash } from "node:crypto"
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * Returns a digest of the inputs of a build: the runtime's major version, and the names and contents of files.
 *
 * @param paths relative to the root
 * @param more inputs that are not files
 */
export const digestOf = (paths: ReadonlyArray<string>, more = ""): string => {
  const digest = createHash("sha256").update(process.versions.node.split(".")[0]!).update(more)
  for (const path of paths) {
    const from = join(root, path)
    digest.update(`\0${path}\0`).update(existsSync(from) ? readFileSync(from) : "gone")
  }
  return digest.digest("hex")
}

/** Whether a file changed after this time. A build that overlaps a change may or may not include it. */
export const isNewerThan = (path: string, millis: number): boolean =>
  (statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? millis) >= millis

/** Returns the content of `build.json` of the last build, or null unless all files of its manifest exist. */
export const readLastBuild = (folder: string): unknown => {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      readonly files: ReadonlyArray<string>
    }
    if (!manifest.files.every((name) => existsSync(join(folder, name)))) return null
    return JSON.parse(readFileSync(join(folder, "build.json"), "utf8"))
  } catch {
    return null
  }
}
