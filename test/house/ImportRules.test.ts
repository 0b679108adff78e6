import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { findViolations, importRules } from "./ImportRules.ts"
import { findLoadedFiles, root } from "./Tree.ts"

/** Returns the names of the rules that a repository with these files breaks. */
const rulesBrokenBy = (files: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const base = mkdtempSync(join(tmpdir(), "gatehouse-imports-"))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(base, dirname(path)), { recursive: true })
      writeFileSync(join(base, path), text)
    }
    return [...new Set(findViolations(base).map(({ rule }) => rule))]
  } finally {
    rmSync(base, { recursive: true })
  }
}

/** Sets of files, with the names of the rules that each set breaks. */
const planted: ReadonlyArray<
  readonly [what: string, files: Readonly<Record<string, string>>, rules: ReadonlyArray<string>]
> = [
  ["no violation", {
    "core/A.ts": "import { Effect } from \"effect\"\nimport { B } from \"./B.ts\"\n",
    "core/B.ts": "import { Cidr } from \"effect/net\"\n",
    "adapters/lists/C.ts": "import \"../../core/A.ts\"\nimport \"node:fs\"\nimport \"tldts\"\nimport \"./D.ts\"\n",
    "adapters/lists/D.ts": "",
    "apps/E.ts": "import \"../adapters/lists/C.ts\"\n"
  }, []],
  ["a module of the runtime in the core", { "core/A.ts": "import \"node:crypto\"\n" }, ["core is pure"]],
  ["a package in the core", { "core/A.ts": "import { parse } from \"tldts\"\n" }, ["core is pure"]],
  ["HTTP in the core", { "core/A.ts": "import { HttpClient } from \"effect/http\"\n" }, ["core is pure"]],
  ["SQL in the core, as a type", { "core/A.ts": "import type { SqlClient } from \"effect/sql\"\n" }, ["core is pure"]],
  ["an adapter in the core", {
    "core/A.ts": "export * from \"../adapters/lists/C.ts\"\n",
    "adapters/lists/C.ts": ""
  }, ["core is pure"]],
  ["an adapter that the core imports dynamically", {
    "core/A.ts": "export const c = () => import(\"../adapters/lists/C.ts\")\n",
    "adapters/lists/C.ts": ""
  }, ["core is pure"]],
  ["another adapter in an adapter", {
    "adapters/webrisk/A.ts": "import { publicSuffixes } from \"../lists/C.ts\"\n",
    "adapters/lists/C.ts": ""
  }, ["adapters stay apart"]],
  ["folders of the core that import each other", {
    "core/urls/A.ts": "import \"../emails/B.ts\"\n",
    "core/urls/C.ts": "",
    "core/emails/B.ts": "",
    "core/emails/D.ts": "import type { C } from \"../urls/C.ts\"\n"
  }, ["no cycles of folders"]],
  ["a folder of the core and its subfolder that import each other", {
    "core/urls/A.ts": "import \"./brands/B.ts\"\n",
    "core/urls/C.ts": "",
    "core/urls/brands/B.ts": "import \"../C.ts\"\n"
  }, ["no cycles of folders"]],
  ["folders of an adapter that import each other", {
    "adapters/webrisk/feeds/A.ts": "import \"../worker/B.ts\"\n",
    "adapters/webrisk/feeds/C.ts": "",
    "adapters/webrisk/worker/B.ts": "",
    "adapters/webrisk/worker/D.ts": "import \"../feeds/C.ts\"\n"
  }, ["no cycles of folders"]],
  ["an app in an adapter", {
    "adapters/http/A.ts": "import type { Config } from \"../../apps/server/settings/Config.ts\"\n",
    "apps/server/settings/Config.ts": ""
  }, ["adapters import no app"]],
  ["SQL in the memory storage", {
    "adapters/storage/memory/A.ts": "import \"../sql/B.ts\"\n",
    "adapters/storage/sql/B.ts": ""
  }, ["storages stay apart"]],
  ["a handler in a declaration", {
    "adapters/http/api/A.ts": "import \"../handlers/B.ts\"\n",
    "adapters/http/handlers/B.ts": ""
  }, ["declarations reach no server"]],
  ["a module of the runtime in a declaration", {
    "adapters/http/api/A.ts": "import \"node:http\"\n"
  }, ["declarations reach no server"]],
  ["the server in the library", {
    "apps/library/index.ts": "export * from \"../server/Program.ts\"\n",
    "apps/server/Program.ts": ""
  }, ["the library reaches no server"]],
  ["HTTP in the library's front door", {
    "apps/library/index.ts": "export * from \"../../adapters/http/A.ts\"\n",
    "apps/library/http.ts": "export * from \"../../adapters/http/A.ts\"\n",
    "adapters/http/A.ts": ""
  }, ["the library reaches no server"]],
  ["an adapter in the library's core", {
    "apps/library/core.ts": "export * from \"../../adapters/lists/A.ts\"\n",
    "adapters/lists/A.ts": ""
  }, ["the library's core is pure"]],
  ["Shield's helpers in the API client", {
    "apps/client/A.ts": "import \"../shield/B.ts\"\n",
    "apps/shield/B.ts": ""
  }, []],
  ["Effect in the API client", { "apps/client/A.ts": "import \"effect\"\n" }, ["the API client needs nothing else"]],
  ["the declaration in the API client", {
    "apps/client/A.ts": "import type { Api } from \"../../adapters/http/api/Api.ts\"\n",
    "adapters/http/api/Api.ts": ""
  }, ["the API client needs nothing else"]],
  ["a module of the runtime in the middleware", {
    "apps/middleware/A.ts": "import \"node:stream\"\nimport \"../client/B.ts\"\n",
    "apps/client/B.ts": ""
  }, ["the API client needs nothing else"]],
  ["declarations, the core and styles in the dashboard", {
    "apps/dashboard/A.tsx":
      "import \"../../adapters/http/api/B.ts\"\nimport \"../../adapters/http/account/api/C.ts\"\nimport \"../../core/D.ts\"\nimport \"./e.css\"\n",
    "adapters/http/api/B.ts": "",
    "adapters/http/account/api/C.ts": "import \"../../api/B.ts\"\n",
    "core/D.ts": "",
    "apps/dashboard/e.css": ""
  }, []],
  ["the server in the dashboard", {
    "apps/dashboard/A.tsx": "import \"../../adapters/http/server/B.ts\"\n",
    "adapters/http/server/B.ts": ""
  }, ["the dashboard reaches no server"]],
  ["a module of the runtime in the dashboard", {
    "apps/dashboard/A.tsx": "import \"node:fs\"\n"
  }, ["the dashboard reaches no server"]],
  ["a handler in a declaration of the account API", {
    "adapters/http/account/api/A.ts": "import \"../handlers/B.ts\"\n",
    "adapters/http/account/handlers/B.ts": ""
  }, ["declarations of the account API reach no server"]],
  ["a test helper in a source", {
    "apps/server/A.ts": "import \"../../test/B.ts\"\n",
    "test/B.ts": ""
  }, ["sources import no tests"]],
  ["a test framework in the testing kit", {
    "apps/library/testing.ts": "export * from \"../../test/contracts/kit/A.ts\"\n",
    "test/contracts/kit/A.ts": "import { expect } from \"vitest\"\n"
  }, ["the testing kit stands alone"]],
  ["a file name without its extension", { "core/A.ts": "import \"./B\"\n", "core/B.ts": "" }, [
    "file names in full",
    "imports exist"
  ]],
  ["a file that does not exist", { "core/A.ts": "import \"./B.ts\"\n" }, ["imports exist"]],
  ["two files whose types import each other, which is erased", {
    "core/A.ts": "import { b } from \"./B.ts\"\n",
    "core/B.ts": "import type { A } from \"./A.ts\"\n"
  }, []],
  ["two files that import each other", {
    "core/A.ts": "import { b } from \"./B.ts\"\n",
    "core/B.ts": "import { type A, a } from \"./A.ts\"\n"
  }, ["no cycles"]],
  ["three files in a cycle", {
    "core/A.ts": "import \"./B.ts\"\n",
    "core/B.ts": "import \"./C.ts\"\n",
    "core/C.ts": "import \"./A.ts\"\n"
  }, ["no cycles"]]
]

describe("the import rules", () => {
  it.each(planted)("detect %s", (_, files, rules) => {
    expect(rulesBrokenBy(files)).toEqual(rules)
  })

  it("each have a planted violation", () => {
    const covered = new Set(planted.flatMap(([, , rules]) => rules))
    expect(importRules.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
  })

  it("hold in this tree", () => {
    expect(findViolations(root)).toEqual([])
  })
})

describe("the threads that read documents", () => {
  it("load only the modules of Effect that they need, because all of them take half of a thread's start", () => {
    const loaded = findLoadedFiles("adapters/documents/pool/DocumentWorker.ts")
    expect([...loaded].filter((path) => /^effect(?:\/|$)/.test(path)).toSorted()).toEqual([
      "effect/Data",
      "effect/Result"
    ])
  })
})
