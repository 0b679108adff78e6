import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { parseSync } from "oxc-parser"

export const root = fileURLToPath(new URL("../..", import.meta.url))

export const readText = (path: string): string => readFileSync(join(root, path), "utf8")

/** Code by path. Tests of ports request the code of every adapter once for each port. */
const codes = new Map<string, string>()

/** Returns the text of a source without its comments, from the first call's version of the file. */
export const codeWithoutComments = (path: string): string => {
  const known = codes.get(path)
  if (known !== undefined) return known
  const text = readText(path)
  const code = parseSync(path, text).comments.reduceRight(
    (code, { end, start }) => code.slice(0, start) + code.slice(end),
    text
  )
  codes.set(path, code)
  return code
}

export const sourceFolders = ["core", "adapters", "apps", "examples", "scripts", "test"] as const

/** Returns the paths of the source files under a folder, relative to the root. */
export const sourceFiles = (folder: string, base = root): ReadonlyArray<string> =>
  readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|cjs)$/.test(entry.name))
    .map((entry) => relative(base, join(entry.parentPath, entry.name)))
    .toSorted()

/** An import of one module by another. */
export interface Import {
  readonly from: string
  /** Path relative to the root, or the name of a package or of a runtime module. */
  readonly to: string
  /** Whether the import is only for types, so that it is erased at run time. */
  readonly isType: boolean
}

/** Returns every import, re-export, `import()` and `require()` of a source text. */
export const importsOf = (from: string, text: string): ReadonlyArray<Import> => {
  const { dynamicImports, staticExports, staticImports } = parseSync(from, text).module
  const found = [
    ...staticImports.map(({ entries, moduleRequest }) => ({
      name: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType)
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) =>
        moduleRequest === null ? [] : { name: moduleRequest.value, isType }
      )
    ),
    ...dynamicImports.flatMap(({ moduleRequest }) =>
      literalImports(text.slice(moduleRequest.start, moduleRequest.end))
    ),
    ...[...text.matchAll(/\brequire\(\s*("[^"]+")/g)].flatMap(([, name]) => literalImports(name!))
  ]
  return found.map(({ isType, name }) => ({
    from,
    to: name.startsWith(".") ? join(dirname(from), name) : name,
    isType
  }))
}

const literalImports = (text: string) => text.startsWith("\"") ? [{ name: text.slice(1, -1), isType: false }] : []

/** Returns the entry and all files and packages that it loads at run time. */
export const findLoadedFiles = (entry: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    if (!/\.(?:ts|cjs)$/.test(path)) continue
    open.push(...importsOf(path, readText(path)).filter(({ isType }) => !isType).map(({ to }) => to))
  }
  return reached
}
