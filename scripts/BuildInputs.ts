import { createHash } from "node:crypto"
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const repositoryRoot = fileURLToPath(new URL("..", import.meta.url))

/**
 * Returns a digest of a build's inputs: the runtime's major version, and file names and contents.
 *
 * @param paths relative to the root
 * @param more inputs that are not files
 */
export const digestOf = (paths: ReadonlyArray<string>, more = ""): string => {
  const digest = createHash("sha256").update(process.versions.node.split(".")[0]!).update(more)
  for (const path of paths) {
    const from = join(repositoryRoot, path)
    digest.update(`\0${path}\0`).update(existsSync(from) ? readFileSync(from) : "gone")
  }
  return digest.digest("hex")
}

/**
 * Reports whether a file changed or disappeared after this time. A build in progress may or may not include the change.
 */
export const isNewerThan = (path: string, millis: number): boolean =>
  (statSync(join(repositoryRoot, path), { throwIfNoEntry: false })?.mtimeMs ?? millis) >= millis

/** Returns the content of `build.json`. Returns null unless all files of the last build exist. */
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

/** Returns the sorted paths of the packages that contain the modules, such as `node_modules/react`. */
export const packagesOf = (moduleIds: Iterable<string>): ReadonlyArray<string> => {
  const paths = new Set<string>()
  for (const id of moduleIds) {
    const [, path] = /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll("\\", "/")) ??
      []
    if (path !== undefined) paths.add(path)
  }
  return [...paths].toSorted()
}
