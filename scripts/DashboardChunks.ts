import type { Rolldown } from "vite"

/** What the bundler has made: scripts, styles and the page. */
export type BuildOutput = ReadonlyArray<Rolldown.OutputChunk | Rolldown.OutputAsset>

/** The page that most people see first, and what comes with every page. */
const firstPage = /apps[\\/]dashboard[\\/](?:pages[\\/]overview[\\/]Overview|shell[\\/]Notices)\.tsx$/
/** Pages before anybody is signed in. */
const entryPages = /apps[\\/]dashboard[\\/]pages[\\/]entry[\\/](?:SignIn|Join|Reset)\.tsx$/

/** What so many pages share comes in one file; what fewer of them share is split by who needs it. */
const sharedByPagesMin = 5

/**
 * Which modules come in one file. Left alone the bundler makes a file of whatever two pages share: dozens, most of them shorter than the
 * headers of their requests. Here what is needed at once comes in few files, without what is not needed yet.
 *
 * @param rough the outcome of bundling without groups, which says what needs what
 */
export const chunkGroups = (rough: BuildOutput): ReadonlyArray<Rolldown.CodeSplittingGroup> => {
  const first = sharedModules(rough, firstPage)
  const entry = sharedModules(rough, entryPages)
  return [
    // What changes seldom: browsers keep it from one version to the next.
    { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler|wouter|regexparam|@tanstack)[\\/]/ },
    { name: "app", tags: ["$initial"] },
    { name: "basics", test: (id) => first.has(id) && entry.has(id) },
    { name: "page", test: (id) => first.has(id) },
    { name: "entry", test: (id) => entry.has(id) },
    { name: "pages", minShareCount: sharedByPagesMin }
  ]
}

/** Files that a browser loads for the first page beside what `index.html` names, also what it shows later on: charts. */
export const firstPageFiles = (output: BuildOutput): ReadonlyArray<string> => {
  const chunks = chunksIn(output)
  const initial = loadedWith(
    output,
    output.flatMap((file) => file.type === "chunk" && file.isEntry ? [file.fileName] : [])
  )
  const own = loadedWith(output, startsOf(output, firstPage)).filter((name) => !initial.includes(name))
  return loadedWith(output, [...own, ...own.flatMap((name) => chunks.get(name)!.dynamicImports)])
}

/** These files, and what those of them that are scripts cannot run without. */
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

/** All that these pages need, and that is none of their own. */
const sharedModules = (output: BuildOutput, pages: RegExp): ReadonlySet<string> => {
  const chunks = chunksIn(output)
  const starts = startsOf(output, pages)
  const shared = loadedWith(output, starts).filter((name) => !starts.includes(name))
  return new Set(shared.flatMap((name) => Object.keys(chunks.get(name)!.modules)))
}
