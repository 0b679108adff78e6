import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Import, importsOf, sourceFolders, sources } from "./Tree.ts"

/** A forbidden import. */
export interface ImportRule {
  readonly name: string
  readonly why: string
  readonly forbids: (used: Import) => boolean
}

/** Modules of Effect that access a network, a database, a terminal or a process. */
const impure =
  /^effect\/(?:http|http-api|sql|cli|socket|process|workers|rpc|persistence|cluster|observability|reactivity|eventlog)(?:\/|$)/

const folder = (path: string, depth: number): string => path.split("/").slice(0, depth).join("/")

const isOurs = (path: string): boolean => sourceFolders.some((name) => path.startsWith(`${name}/`))

export const importRules: ReadonlyArray<ImportRule> = [
  {
    name: "core is pure",
    why: "the core imports itself and effect's platform-neutral modules, and nothing that touches the world",
    forbids: ({ from, to }) =>
      from.startsWith("core/") && !to.startsWith("core/") && !(/^effect(?:\/|$)/.test(to) && !impure.test(to))
  },
  {
    name: "adapters import no app",
    why: "what an adapter needs, an app hands in",
    forbids: ({ from, to }) => from.startsWith("adapters/") && isOurs(to) && !/^(?:core|adapters)\//.test(to)
  },
  {
    name: "adapters stay apart",
    why: "each adapter can be left out or replaced; what several need is a port",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/") && to.startsWith("adapters/") && folder(from, 2) !== folder(to, 2)
  },
  {
    name: "storages stay apart",
    why: "memory, SQL and the drivers are adapters of their own; a backup is of what SQL and a driver have written",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/storage/") && to.startsWith("adapters/storage/") && folder(from, 3) !== folder(to, 3) &&
      !(from.startsWith("adapters/storage/backup/") && /^adapters\/storage\/(?:sql|drivers)\//.test(to))
  },
  {
    name: "declarations reach no server",
    why: "the declaration of the API is for browsers and clients as well",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/http/api/") &&
      ((to.startsWith("adapters/") && !to.startsWith("adapters/http/api/")) || to.startsWith("node:"))
  },
  {
    name: "the library reaches no server",
    why: "its use cases run without HTTP and without a database",
    forbids: ({ from, to }) =>
      from.startsWith("apps/library/") &&
      /^(?:apps\/(?!library\/)|adapters\/http\/|adapters\/storage\/(?:sql|drivers)\/)/.test(to)
  },
  {
    name: "the dashboard reaches no server",
    why: "it is for browsers: it knows the declarations of the APIs and pure files of the core",
    forbids: ({ from, to }) =>
      from.startsWith("apps/dashboard/") &&
      ((isOurs(to) && !/^(?:apps\/dashboard|adapters\/http\/(?:account\/)?api|core)\//.test(to)) ||
        to.startsWith("node:"))
  },
  {
    name: "declarations of the account API reach no server",
    why: "its client is derived from them in browsers",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/http/account/api/") &&
      ((to.startsWith("adapters/") && !/^adapters\/http\/(?:account\/)?api\//.test(to)) || to.startsWith("node:"))
  },
  {
    name: "sources import no tests",
    why: "a test's help is no part of the product; the search for holes in the tests is none either",
    forbids: ({ from, to }) => !/^(?:test|scripts\/faults)\b/.test(from) && to.startsWith("test/")
  },
  {
    name: "file names in full",
    why: "every runtime loads the sources as they are, so an import names a file that is there",
    forbids: ({ to }) => isOurs(to) && !/\.(?:ts|tsx|json|txt|css)$/.test(to)
  }
]

export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
  readonly why: string
}

/** Returns every violation in the tree at `base`, including cycles and missing files. */
export const violations = (base: string): ReadonlyArray<Violation> => {
  const imports = sourceFolders.filter((name) => existsSync(join(base, name))).flatMap((name) => sources(name, base))
    .flatMap((path) => importsOf(path, readFileSync(join(base, path), "utf8")))
  const broken = imports.flatMap((used) =>
    importRules.filter((rule) => rule.forbids(used)).map(({ name, why }) => ({
      rule: name,
      from: used.from,
      to: used.to,
      why
    }))
  )
  const missing = imports.filter(({ to }) => isOurs(to) && !existsSync(join(base, to)))
    .map(({ from, to }) => ({ rule: "imports exist", from, to, why: "there is no such file" }))
  return [...broken, ...missing, ...cycles(imports), ...folderCycles(imports)]
}

/** Cycles at run time. Type imports between two files are erased. */
const cycles = (imports: ReadonlyArray<Import>): ReadonlyArray<Violation> =>
  cyclesOf("no cycles", imports.filter(({ isType, to }) => isOurs(to) && !isType))

/** Layers in which no folder may depend on itself through another. Type imports count. */
const layersInFloors = ["core/", "adapters/", "apps/"]

/** A folder and its subfolders count as separate folders here. Code that both need belongs in a third folder. */
const folderCycles = (imports: ReadonlyArray<Import>): ReadonlyArray<Violation> =>
  cyclesOf(
    "no cycles of folders",
    imports.filter(({ from, to }) => layersInFloors.some((layer) => from.startsWith(layer) && to.startsWith(layer)))
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to)
  )

const cyclesOf = (rule: string, imports: ReadonlyArray<Pick<Import, "from" | "to">>): ReadonlyArray<Violation> => {
  const uses = new Map(
    [...Map.groupBy(imports, ({ from }) => from)].map(([from, its]) => [from, new Set(its.map(({ to }) => to))])
  )
  const done = new Set<string>()
  const found: Array<Violation> = []
  const visit = (path: string, way: ReadonlyArray<string>): void => {
    const at = way.indexOf(path)
    if (at >= 0) {
      found.push({ rule, from: way.at(-1)!, to: path, why: [...way.slice(at), path].join(" -> ") })
      return
    }
    if (done.has(path)) return
    for (const to of uses.get(path) ?? []) visit(to, [...way, path])
    done.add(path)
  }
  for (const path of uses.keys()) visit(path, [])
  return found
}
