import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Import, importsOf, sourceFiles, sourceFolders } from "./Tree.ts"

/** A rule that forbids imports. */
export interface ImportRule {
  readonly name: string
  readonly why: string
  readonly forbids: (imported: Import) => boolean
}

/** Modules of Effect that access a network, a database, a terminal or a process. */
const effectModulesWithIo =
  /^effect\/(?:http|http-api|sql|cli|socket|process|workers|rpc|persistence|cluster|observability|reactivity|eventlog)(?:\/|$)/

const folderPrefix = (path: string, depth: number): string => path.split("/").slice(0, depth).join("/")

const isSourcePath = (path: string): boolean => sourceFolders.some((name) => path.startsWith(`${name}/`))

/** Reports whether a file belongs to the testing kit of the library. */
const isKit = (path: string): boolean => /^test\/(?:harness|contracts\/kit)\//.test(path)

export const importRules: ReadonlyArray<ImportRule> = [
  {
    name: "core is pure",
    why: "the core imports only itself and Effect's platform-neutral modules, without I/O",
    forbids: ({ from, to }) =>
      from.startsWith("core/") && !to.startsWith("core/") &&
      !(/^effect(?:\/|$)/.test(to) && !effectModulesWithIo.test(to))
  },
  {
    name: "adapters import no app",
    why: "an app provides what an adapter needs",
    forbids: ({ from, to }) => from.startsWith("adapters/") && isSourcePath(to) && !/^(?:core|adapters)\//.test(to)
  },
  {
    name: "adapters stay apart",
    why: "each adapter can be omitted or replaced; share code through a port of the core",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/") && to.startsWith("adapters/") && folderPrefix(from, 2) !== folderPrefix(to, 2)
  },
  {
    name: "storages stay apart",
    why: "memory, SQL and the drivers are separate adapters; only a backup uses SQL and the drivers",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/storage/") && to.startsWith("adapters/storage/") &&
      folderPrefix(from, 3) !== folderPrefix(to, 3) &&
      !(from.startsWith("adapters/storage/backup/") && /^adapters\/storage\/(?:sql|drivers)\//.test(to))
  },
  {
    name: "declarations reach no server",
    why: "browsers and clients load the declaration of the API too",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/http/api/") &&
      ((to.startsWith("adapters/") && !to.startsWith("adapters/http/api/")) || to.startsWith("node:"))
  },
  {
    name: "the library reaches no server",
    why: "it is used without a server; only its entry points for HTTP and storage reach those adapters",
    forbids: ({ from, to }) =>
      from.startsWith("apps/library/") &&
      (/^apps\/(?!library\/)/.test(to) ||
        !/^apps\/library\/http/i.test(from) && to.startsWith("adapters/http/") ||
        !/^apps\/library\/(?:Embedded)?storage\.ts$/i.test(from) && /^adapters\/storage\/(?:sql|drivers)\//.test(to))
  },
  {
    name: "the library's core is pure",
    why: "it runs on every platform",
    forbids: ({ from, to }) =>
      /^apps\/library\/core\w*\.ts$/i.test(from) && !/^(?:core|apps\/library\/core\w*\.ts$)/i.test(to)
  },
  {
    name: "the API client needs nothing else",
    why: "the client and the middleware have no dependencies and run on every runtime",
    forbids: ({ from, to }) =>
      (from.startsWith("apps/client/") && !/^apps\/(?:client|shield)\//.test(to)) ||
      (from.startsWith("apps/middleware/") && !/^apps\/(?:client|middleware|shield)\//.test(to))
  },
  {
    name: "the dashboard reaches no server",
    why: "it runs in browsers: it imports only API declarations and pure files of the core",
    forbids: ({ from, to }) =>
      from.startsWith("apps/dashboard/") &&
      ((isSourcePath(to) && !/^(?:apps\/dashboard|adapters\/http\/(?:account\/)?api|core)\//.test(to)) ||
        to.startsWith("node:"))
  },
  {
    name: "declarations of the account API reach no server",
    why: "the client in browsers is derived from them",
    forbids: ({ from, to }) =>
      from.startsWith("adapters/http/account/api/") &&
      ((to.startsWith("adapters/") && !/^adapters\/http\/(?:account\/)?api\//.test(to)) || to.startsWith("node:"))
  },
  {
    name: "sources import no tests",
    why: "test helpers are not part of the product; only the fault search and the testing kit may import them",
    forbids: ({ from, to }) =>
      !/^(?:test|scripts\/faults)\b/.test(from) && to.startsWith("test/") &&
      !(from === "apps/library/testing.ts" && isKit(to))
  },
  {
    name: "the testing kit stands alone",
    why: "outsiders run it in any test framework, without the adapters",
    forbids: ({ from, to }) =>
      isKit(from) && !from.endsWith(".test.ts") && !isKit(to) &&
      !/^(?:core\/|effect(?:\/|$)|fast-check$|node:)/.test(to)
  },
  {
    name: "file names in full",
    why: "every runtime loads the sources unchanged, so an import names an existing file with its extension",
    forbids: ({ to }) => isSourcePath(to) && !/\.(?:ts|tsx|cjs|mjs|json|txt|css)$/.test(to)
  }
]

export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
  readonly why: string
}

/** Returns every violation in the tree at `base`, including cycles and missing files. */
export const findViolations = (base: string): ReadonlyArray<Violation> => {
  const imports = sourceFolders.filter((name) => existsSync(join(base, name))).flatMap((name) =>
    sourceFiles(name, base)
  )
    .flatMap((path) => importsOf(path, readFileSync(join(base, path), "utf8")))
  const broken = imports.flatMap((imported) =>
    importRules.filter((rule) => rule.forbids(imported)).map(({ name, why }) => ({
      rule: name,
      from: imported.from,
      to: imported.to,
      why
    }))
  )
  const unresolved = imports.filter(({ to }) => isSourcePath(to) && !existsSync(join(base, to)))
    .map(({ from, to }) => ({ rule: "imports exist", from, to, why: "the file does not exist" }))
  return [...broken, ...unresolved, ...findFileCycles(imports), ...findFolderCycles(imports)]
}

/** Finds cycles of imports at run time. Ignores type imports, because they are erased. */
const findFileCycles = (imports: ReadonlyArray<Import>): ReadonlyArray<Violation> =>
  findCycles("no cycles", imports.filter(({ isType, to }) => isSourcePath(to) && !isType))

/** Layers in which folders must not import each other in a cycle. Type imports count. */
const layersWithoutFolderCycles = ["core/", "adapters/", "apps/"]

/**
 * Finds cycles of folders. A folder and its subfolder count as separate folders.
 *
 * Code that both need belongs in a third folder.
 */
const findFolderCycles = (imports: ReadonlyArray<Import>): ReadonlyArray<Violation> =>
  findCycles(
    "no cycles of folders",
    imports.filter(({ from, to }) =>
      layersWithoutFolderCycles.some((layer) => from.startsWith(layer) && to.startsWith(layer))
    )
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to)
  )

const findCycles = (rule: string, imports: ReadonlyArray<Pick<Import, "from" | "to">>): ReadonlyArray<Violation> => {
  const uses = new Map(
    [...Map.groupBy(imports, ({ from }) => from)].map(([from, group]) => [from, new Set(group.map(({ to }) => to))])
  )
  const visited = new Set<string>()
  const violations: Array<Violation> = []
  const visit = (path: string, ancestors: ReadonlyArray<string>): void => {
    const at = ancestors.indexOf(path)
    if (at >= 0) {
      violations.push({ rule, from: ancestors.at(-1)!, to: path, why: [...ancestors.slice(at), path].join(" -> ") })
      return
    }
    if (visited.has(path)) return
    for (const to of uses.get(path) ?? []) visit(to, [...ancestors, path])
    visited.add(path)
  }
  for (const path of uses.keys()) visit(path, [])
  return violations
}
