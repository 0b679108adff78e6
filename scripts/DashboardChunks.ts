import type { Rolldown } from "vite"

/** Output of the bundler: scripts, style sheets and the page. */
export type BuildOutput = ReadonlyArray<Rolldown.OutputChunk | Rolldown.OutputAsset>

/** Matches the modules of the first page: the overview, and the notices of every page. */
const firstPage = /apps[\\/]dashboard[\\/](?:pages[\\/]overview[\\/]Overview|shell[\\/]Notices)\.tsx$/
const entryPages = /apps[\\/]dashboard[\\/]pages[\\/]entry[\\/](?:SignIn|Join|Reset)\.tsx$/

/**
 * Minimum number of pages that share a module before it goes into the common file. Modules that fewer pages share are
 * split by the pages that need them.
 */
const sharedByPagesMin = 5

/**
 * Groups modules into chunks. By default, the bundler creates a file for each set of modules that several pages share.
 * Most of these dozens of files would be smaller than the headers of their requests. The groups combine modules that
 * are needed together, and exclude code that is not needed yet.
 *
 * @param rough output of bundling without groups, which determines the dependencies
 */
export const chunkGroups = (rough: BuildOutput): ReadonlyArray<Rolldown.CodeSplittingGroup> => {
  const first = sharedModules(rough, firstPage)
  const entry = sharedModules(rough, entryPages)
  return [
    // These packages rarely change, so browsers keep the file in their cache across versions.
    { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler|wouter|regexparam|@tanstack)[\\/]/ },
    { name: "app", tags: ["$initial"] },
    { name: "basics", test: (id) => first.has(id) && entry.has(id) },
    { name: "page", test: (id) => first.has(id) },
    { name: "entry", test: (id) => entry.has(id) },
    { name: "pages", minShareCount: sharedByPagesMin }
  ]
}

/** Returns the files of the first page and its charts, except for the files that `index.html` references. */
export const firstPageFiles = (output: BuildOutput): ReadonlyArray<string> => {
  const chunks = chunksByName(output)
  const initial = withImports(
    output,
    output.flatMap((file) => file.type === "chunk" && file.isEntry ? [file.fileName] : [])
  )
  const own = withImports(output, entryChunks(output, firstPage)).filter((name) => !initial.includes(name))
  return withImports(output, [...own, ...own.flatMap((name) => chunks.get(name)!.dynamicImports)])
}

/** Returns these files and all chunks that their scripts depend on. */
export const withImports = (output: BuildOutput, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const chunks = chunksByName(output)
  const needed = new Set<string>()
  const visit = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    for (const imported of chunks.get(name)?.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return [...needed]
}

const chunksByName = (output: BuildOutput): ReadonlyMap<string, Rolldown.OutputChunk> =>
  new Map(output.flatMap((file) => file.type === "chunk" ? [[file.fileName, file] as const] : []))

const entryChunks = (output: BuildOutput, pages: RegExp): ReadonlyArray<string> =>
  [...chunksByName(output).values()].filter(({ facadeModuleId }) => pages.test(facadeModuleId ?? ""))
    .map(({ fileName }) => fileName)

/** Returns the modules that these pages load from other chunks. */
const sharedModules = (output: BuildOutput, pages: RegExp): ReadonlySet<string> => {
  const chunks = chunksByName(output)
  const starts = entryChunks(output, pages)
  const shared = withImports(output, starts).filter((name) => !starts.includes(name))
  return new Set(shared.flatMap((name) => Object.keys(chunks.get(name)!.modules)))
}
