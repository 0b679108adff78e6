import { execFileSync } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Data files that the code reads from its own folder. */
const dataFiles = [
  "adapters/geo/data/asn.br",
  "adapters/language/data/LICENSE",
  "adapters/language/data/LanguageGrams.br",
  "adapters/lists/data/PopularDomains.br",
  "adapters/spam/data/messages.model"
]

/** Documents at the root of the package. */
const documents = ["README.md", "LICENSE", "NOTICE"]

const root = fileURLToPath(new URL("../..", import.meta.url))

export interface StageOptions {
  /** Whether to check types and write the declarations for the archive. */
  readonly isTyped: boolean
}

/**
 * Writes the library's package into a folder. Node does not run TypeScript inside node_modules, so the package contains JavaScript
 * and declarations. Includes only what the library's three entry points import: no server and no command line.
 */
export const stageLibrary = (folder: string, { isTyped }: StageOptions): void => {
  const options = ["--noEmit", "false", "--rewriteRelativeImportExtensions", "--rootDir", root]
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      join(root, "tsconfig.library.json"),
      ...options,
      isTyped ? "--declaration" : "--noCheck",
      "--outDir",
      join(folder, "dist")
    ],
    { cwd: root, stdio: "inherit" }
  )
  writeFileSync(join(folder, "package.json"), JSON.stringify(libraryPackage(), null, 2))
  // Copies the data files that adapters read, which the compiler does not.
  for (const data of dataFiles) {
    cpSync(join(root, data), join(folder, "dist", data))
  }
  for (const name of documents) cpSync(join(root, name), join(folder, name))
}

const libraryPackage = () => {
  const { dependencies, description, devDependencies, engines, license, name, type, version } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8")
  )
  const {
    effect,
    "@effect/platform-node": _node,
    "@effect/sql-pg": _pg,
    "csv-parse": _csv,
    vitepress: _vitepress,
    ...data
  } = dependencies
  const entryPoint = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` })
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    exports: {
      ".": entryPoint("apps/library/index"),
      "./shield": entryPoint("apps/shield/index"),
      "./testing": entryPoint("test/harness/index"),
      "./package.json": "./package.json"
    },
    files: ["dist", "NOTICE"],
    dependencies: data,
    // Peer dependencies, so that the program has a single copy of effect, in which services are looked up. `gatehouse/testing` uses
    // the program's own fast-check, which nothing else needs.
    peerDependencies: { effect, "fast-check": `^${devDependencies["fast-check"]}` },
    peerDependenciesMeta: { "fast-check": { optional: true } }
  }
}
