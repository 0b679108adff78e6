import type { Rolldown } from "vite"

/** Output of the bundler: scripts, style sheets and the page. */
export type BuildOutput = ReadonlyArray<Rolldown.OutputChunk | Rolldown.OutputAsset>

/** The usual first page, and the code that comes with every page. */
const firstPage = /apps[\\/]dashboard[\\/](?:pages[\\/]overview[\\/]Overview|shell[\\/]Notices)\.tsx$/
const entryPages = /apps[\\/]dashboard[\\/]pages[\\/]entry[\\/](?:SignIn|Join|Reset)\.tsx$/

/**
 * Minimum number of pages that share a module for it to go into the common file. Other shared modules are split by the pages that
 * need them.
 */
const sharedByPagesMin = 5

/**
 * Groups modules into chunks. By default the bundler creates a file for whatever two pages share: dozens of files, most of them
 * smaller than the headers of their requests. These groups load what is needed together in few files, without code that is not needed
 * yet.
 *
 * @param rough output of bundling without groups, which determines the dependencies
 */
export const chunkGroups = (rough: BuildOutput): ReadonlyArray<Rolldown.CodeSplittingGroup> => {
  const first = sharedModules(rough, firstPage)
  const entry = sharedModules(rough, entryPages)
  return [
    // Rarely changes, so browsers keep it in their cache across versions.
    { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler|wouter|regexparam|@tanstack)[\\/]/ },
    { name: "app", tags: ["$initial"] },
    { name: "basics", test: (id) => first.has(id) && entry.has(id) },
    { name: "page", test: (id) => first.has(id) },
    { name: "entry", test: (id) => entry.has(id) },
    { name: "pages", minShareCount: sharedByPagesMin }
  ]
}

/** Returns the files that a browser loads for the first page besides those in `index.html`. Includes the charts of the page. */
export const firstPageFiles = (output: BuildOutput): ReadonlyArray<string> => {
  const chunks = chunksIn(output)
  const initial = loadedWith(
    output,
    output.flatMap((file) => file.type === "chunk" && file.isEntry ? [file.fileName] : [])
  )
  const own = loadedWith(output, startsOf(output, firstPage)).filter((name) => !initial.includes(name))
  return loadedWith(output, [...own, ...own.flatMap((name) => chunks.get(name)!.dynamicImports)])
}

/** Returns these files and all chunks that their scripts depend on. */
export const loadedWith = (output: BuildOutput, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const chunks = chunksIn(output)
  const needed = new Set<string>()
  const visit = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    for (const imported of chunks.get(name)?.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return [...needed]
}

const chunksIn = (output: BuildOutput): ReadonlyMap<string, Rolldown.OutputChunk> =>
  new Map(output.flatMap((file) => file.type === "chunk" ? [[file.fileName, file] as const] : []))

const startsOf = (output: BuildOutput, pages: RegExp): ReadonlyArray<string> =>
  [...chunksIn(output).values()].filter(({ facadeModuleId }) => pages.test(facadeModuleId ?? ""))
    .map(({ fileName }) => fileName)

/** Returns the modules that these pages need, other than their own. */
const sharedModules = (output: BuildOutput, pages: RegExp): ReadonlySet<string> => {
  const chunks = chunksIn(output)
  const starts = startsOf(output, pages)
  const shared = loadedWith(output, starts).filter((name) => !starts.includes(name))
  return new Set(shared.flatMap((name) => Object.keys(chunks.get(name)!.modules)))
}
