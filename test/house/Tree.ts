import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../..", import.meta.url))

export const readText = (path: string): string => readFileSync(join(root, path), "utf8")

/** Paths of the TypeScript files under a folder, relative to the root. */
export const sources = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()

export const allSources = (): ReadonlyArray<string> => ["core", "adapters", "apps", "examples", "test"].flatMap(sources)

/** What stands after `from`, in `import "…"` and in `import("…")`; type imports are left out, they do not run. */
export const importsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm)]
    .map(([, name, dynamic]) => name ?? dynamic!)

/** A file and everything that it loads: our files by path, packages by the name they are imported with. */
export const reachedFrom = (entry: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    if (!path.endsWith(".ts")) continue
    for (const name of importsOf(readText(path))) {
      open.push(name.startsWith(".") ? join(dirname(path), name) : name)
    }
  }
  return reached
}
