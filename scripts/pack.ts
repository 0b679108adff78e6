import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** What the code reads beside itself. */
const dataFiles = [
  "adapters/geo/data/asn.br",
  "adapters/language/data/LanguageGrams.br",
  "adapters/lists/data/PopularDomains.br",
  "adapters/spam/data/messages.model"
]

/**
 * Packs the library: `node scripts/pack.ts FOLDER` leaves `gatehouse-VERSION.tgz` there and prints its path. Node runs no
 * TypeScript inside node_modules, so the archive holds JavaScript and declarations, and what is reached from the library's
 * three doors and nothing else: no server, no command line.
 */
const root = fileURLToPath(new URL("..", import.meta.url))
const stage = mkdtempSync(join(tmpdir(), "gatehouse-pack-"))

try {
  const options = ["--noEmit", "false", "--rewriteRelativeImportExtensions", "--declaration", "--rootDir", root]
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      join(root, "tsconfig.library.json"),
      ...options,
      "--outDir",
      join(stage, "dist")
    ],
    { cwd: root, stdio: "inherit" }
  )
  const { dependencies, description, devDependencies, engines, license, name, type, version } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8")
  )
  const { effect, "@effect/platform-node": _node, "@effect/sql-pg": _pg, "csv-parse": _csv, ...data } = dependencies
  const door = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` })
  writeFileSync(
    join(stage, "package.json"),
    JSON.stringify(
      {
        name,
        version,
        description,
        license,
        type,
        engines,
        exports: {
          ".": door("apps/library/index"),
          "./shield": door("apps/shield/index"),
          "./testing": door("test/harness/index"),
          "./package.json": "./package.json"
        },
        files: ["dist"],
        dependencies: data,
        // One copy of effect, the program's own: services are found in it. `gatehouse/testing` is over the program's own
        // fast-check, and nothing else needs one.
        peerDependencies: { effect, "fast-check": `^${devDependencies["fast-check"]}` },
        peerDependenciesMeta: { "fast-check": { optional: true } }
      },
      null,
      2
    )
  )
  // What the compiler leaves behind: data that adapters read beside themselves.
  for (const data of dataFiles) {
    cpSync(join(root, data), join(stage, "dist", data))
  }
  cpSync(join(root, "README.md"), join(stage, "README.md"))
  execFileSync("npm", ["pack", "--silent", "--pack-destination", process.argv[2] ?? root], {
    cwd: stage,
    stdio: "inherit"
  })
} finally {
  rmSync(stage, { recursive: true, force: true })
}
