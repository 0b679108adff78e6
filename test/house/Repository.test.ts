import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import { Api } from "../../adapters/http/api/Api.ts"
import { EndpointContract } from "../../adapters/http/api/EndpointContract.ts"
import { makeEndpoints } from "../../adapters/http/handlers/Endpoints.ts"
import { Observer } from "../../adapters/http/server/endpoints/Observer.ts"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import * as StorageMemory from "../../adapters/storage/memory/StorageMemory.ts"
import { migrations } from "../../adapters/storage/sql/migrations/Migrations.ts"
import * as VisitorTrafficMemory from "../../adapters/traffic/VisitorTrafficMemory.ts"
import { layerEmbedded } from "../../apps/library/Embedded.ts"
import { settings } from "../../apps/server/settings/Settings.ts"
import { costTable } from "../../core/credits/CostTable.ts"
import { LeadQueue } from "../../core/leads/LeadQueue.ts"
import { codeWithoutComments, readText, root, sourceFiles } from "./Tree.ts"

const fileLinesMax = 300

/** Files that may be longer, with the reason for each. */
const longFiles: Readonly<Record<string, string>> = {}

/** Files of the core that declare a service without a layer, so that an adapter must provide it. */
const ports = sourceFiles("core").flatMap((path) => {
  const text = readText(path)
  const [, name] = /^export class (\w+) extends Context\.Service</m.exec(text) ?? []
  return name === undefined || /\bLayer\./.test(text) ? [] : [{ path, name }]
})

/** Returns the paths of files whose code matches the pattern. Ignores comments. */
const filesMatching = (paths: ReadonlyArray<string>, pattern: RegExp): ReadonlyArray<string> =>
  paths.filter((path) => pattern.test(codeWithoutComments(path)))

describe("files", () => {
  it(`have at most ${fileLinesMax} lines`, () => {
    const long = ["core", "adapters", "apps", "examples", "test"].flatMap((folder) => sourceFiles(folder))
      .filter((path) => readText(path).split("\n").length - 1 > fileLinesMax)
    expect(long.filter((path) => !(path in longFiles))).toEqual([])
  })

  it("on the list of exceptions exceed the limit", () => {
    expect(Object.keys(longFiles).filter((path) => readText(path).split("\n").length - 1 <= fileLinesMax)).toEqual([])
  })
})

describe("the core", () => {
  it("uses services for time, randomness and I/O", () => {
    const impure =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bcrypto\.|\bprocess\.|\bglobalThis\b|(?<!\.)\bfetch\(|\bset(?:Timeout|Interval|Immediate)\(|\bconsole\.|\bBuffer\b/
    expect(filesMatching(sourceFiles("core"), impure)).toEqual([])
  })
})

describe("settings", () => {
  const readers = ["core", "adapters", "apps"].flatMap((folder) => sourceFiles(folder))
    .filter((path) => !/^apps\/[^/]+\/(?:(?:storage|settings)\/)?Config\.ts$/.test(path))

  it("are only read in the `Config.ts` files of the apps", () => {
    const found = filesMatching(readers, /process\.env|Deno\.env|Bun\.env|\bConfig\.\w+\([^)]*"[A-Z][A-Z_]+"/)
    // This file contains code for users to copy. That code reads the users' settings.
    expect(found.filter((file) => file !== "apps/dashboard/pages/shield/site/Snippets.ts")).toEqual([])
  })

  it("are all read", () => {
    const config = readText("apps/server/settings/Config.ts")
    const unread = settings.filter(({ name }) => !config.includes(`"${name}"`))
    expect(unread).toEqual([])
  })
})

/** Returns the adapter files that provide a port. */
const adaptersOf = (port: string): ReadonlyArray<string> =>
  filesMatching(sourceFiles("adapters"), new RegExp(String.raw`Layer\.\w+\(\s*${port}\b|\b${port}\.of\(`))

describe("ports", () => {
  it("are found", () => {
    expect(ports.length).toBeGreaterThan(30)
  })

  it.each(ports)("$name has an adapter", ({ name }) => {
    expect(adaptersOf(name)).not.toEqual([])
  })

  it.each(ports)("$name is tested on its adapters", ({ name, path }) => {
    const files = [path, ...adaptersOf(name)].map((file) => file.replace(/^(?:core|adapters)\//, ""))
    const suites = [...sourceFiles("test/contracts"), ...sourceFiles("test/adapters")].map(readText)
    expect(suites.some((text) => files.some((file) => text.includes(`/${file}"`)))).toBe(true)
  })
})

describe("package-lock.json", () => {
  it("contains the packages of every platform, which `npm ci` requires", () => {
    const { packages } = JSON.parse(readText("package-lock.json")) as {
      packages: Record<string, { optionalDependencies?: object }>
    }
    const names = Object.keys(packages)
    const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    expect(optional.filter((name) => !names.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([])
  })
})

describe("migrations", () => {
  it("match the files of the folder, numbered without a gap", () => {
    const files = readdirSync(join(root, "adapters/storage/sql/migrations")).filter((name) => /^\d/.test(name)).map((
      name
    ) => name.replace(/\.ts$/, ""))
    expect(Object.keys(migrations)).toEqual(files.toSorted())
    expect(files.toSorted().map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, at) => at + 1))
  })
})

const declared = Object.values(Api.groups).flatMap((group) => Object.values(group.endpoints))

describe("endpoints", () => {
  it.effect("are all declared and handled", () =>
    Effect.gen(function*() {
      const handled = yield* makeEndpoints({
        uploadBytesMax: 1,
        accessLog: "off",
        traceRatio: null,
        leadMessages: "off",
        shieldRequestsPerMinute: 1
      })
      expect([...handled.keys()].toSorted()).toEqual(declared.map(({ path }) => path).toSorted())
    }).pipe(Effect.provide(layerHandlers)))

  it("match the operations of the cost table", () => {
    const operations = declared.map((endpoint) => endpoint.annotations.mapUnsafe.get(EndpointContract.key))
    expect(operations.map((contract) => (contract as EndpointContract["Service"]).operation).toSorted())
      .toEqual(Object.keys(costTable).toSorted())
  })

  it("appear in the guides", () => {
    const guides = readdirSync(join(root, "docs/guides")).map((name) => readText(`docs/guides/${name}`)).join("\n")
    expect(declared.map(({ path }) => path).filter((path) => !guides.includes(`\`POST ${path}\``))).toEqual([])
  })
})

const layerHandlers = Observer.layer({ subjects: "none" }).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      layerEmbedded,
      LeadQueue.layer(),
      RateLimiterMemory.layer,
      StorageMemory.layer,
      VisitorTrafficMemory.layer
    )
  ),
  Layer.provideMerge(SecretsNode.layer)
)

describe("texts of the dashboard", () => {
  it("use the straight apostrophe", () => {
    expect(filesMatching(sourceFiles("apps/dashboard"), /\p{L}’\p{L}/u)).toEqual([])
  })
})
