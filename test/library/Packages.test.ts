import { execFileSync } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { packageSpecs } from "../../scripts/packages/Packages.ts"
import { stagePackages } from "../../scripts/packages/StagePackages.ts"
import { root } from "../house/Tree.ts"
import { isFullRun, needs } from "../support/TestRun.ts"
import { runNode, runPrograms } from "./Programs.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-packages-"))
const staged = join(folder, "staged")

/** Examples on the library's page in the documentation. */
const examples = ["check-email.ts", "scan-document.ts", "rule-laws.ts"]

/** Replaces the import names of this repository with the names of the published packages. */
const withPackageNames = (text: string): string =>
  text.replaceAll(/(?<=from "gatehouse)\/(\w+)(?=")/g, (_, name: string) => `-${name.toLowerCase()}`).replaceAll(
    "from \"gatehouse\"",
    "from \"gatehouse-embedded\""
  )

const programs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(examples.map((name) => [name, readFileSync(join(root, "examples", name), "utf8")])),
  "popular.ts": "import { PopularDomainsEmbedded } from \"gatehouse/data\"\n" +
    "console.log(PopularDomainsEmbedded.popularDomains.rankOf(\"google.com\"))\n",
  "lists.ts": "import { Effect, Layer } from \"effect\"\n" +
    "import { layerEmbedded, layerThreatLists, screenUrl } from \"gatehouse\"\n" +
    "const layer = Layer.merge(layerEmbedded, layerThreatLists([`${import.meta.dirname}/list.txt`]))\n" +
    "const { listed } = await Effect.runPromise(Effect.provide(screenUrl(\"https://www.bad.example/x\"), layer))\n" +
    "console.log(listed?.expression)\n",
  "country.ts": "import { Effect } from \"effect\"\nimport { Geo } from \"gatehouse/core\"\n" +
    "import { GeoMmdb } from \"gatehouse/data\"\n" +
    "const country = Effect.map(Geo, (geo) => geo.countryOf(\"193.0.6.139\"))\n" +
    "console.log(await Effect.runPromise(Effect.provide(country, GeoMmdb.layer(null))))\n",
  "client.ts": "import { Effect, Redacted } from \"effect\"\n" +
    "import { createClient, isGatehouseError } from \"gatehouse/client\"\n" +
    "import { GatehouseClient } from \"gatehouse/effect\"\n" +
    "const options = { baseUrl: \"http://127.0.0.1:9\", retriesMax: 0 }\n" +
    "const layer = GatehouseClient.layer({ ...options, apiKey: Redacted.make(\"x\") })\n" +
    "const check = GatehouseClient.use((client) => client.scanEmail({ email: \"a@b.example\" }))\n" +
    "const tag = Effect.match(check, { onSuccess: () => \"none\", onFailure: ({ _tag }) => _tag })\n" +
    "console.log(await Effect.runPromise(Effect.provide(tag, layer)))\n" +
    "const call = createClient({ ...options, apiKey: \"x\" }).scanEmail({ email: \"a@b.example\" })\n" +
    "console.log(await call.catch((error) => isGatehouseError(error) ? error.code : error))\n",
  "broken.ts": readFileSync(join(root, "examples/rule-laws.ts"), "utf8").replace(
    "links > 3,",
    "links > 3 && links < 9,"
  )
}

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(staged, name, "package.json"), "utf8"))

/** Links a package into a folder of modules, for a program or for another package. */
const link = (name: string, modules: string): void => {
  const target = join(modules, name)
  mkdirSync(dirname(target), { recursive: true })
  const isOurs = packageSpecs.some((spec) => spec.name === name)
  symlinkSync(isOurs ? join(staged, name) : join(root, "node_modules", name), target)
}

const namesIn = ({ dependencies, peerDependencies }: Manifest): ReadonlyArray<string> =>
  Object.keys({ ...dependencies, ...peerDependencies })

/** Maximum size of the modules of packages without dependencies, in bytes. */
const jsBytesMax: Readonly<Record<string, number>> = {
  "gatehouse-client": 50_000,
  "gatehouse-middleware": 150_000,
  "gatehouse-shield": 100_000
}

const out: Record<string, string> = {}

beforeAll(async () => {
  mkdirSync(staged)
  for (const name of stagePackages(staged, packageSpecs, { isTyped: isFullRun })) {
    for (const used of namesIn(manifestOf(name))) link(used, join(staged, name, "node_modules"))
    link(name, join(folder, "node_modules"))
  }
  for (const name of ["effect", "fast-check", "typescript", "@types/node"]) link(name, join(folder, "node_modules"))
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), withPackageNames(text))
  writeFileSync(join(folder, "list.txt"), "bad.example\n")
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }))
  const names = Object.keys(programs)
  const outputs = await runPrograms(folder, names)
  for (const [at, name] of names.entries()) out[name] = outputs[at]!
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Files of a package by path, without the packages that were linked into it. */
const filesOf = (name: string): ReadonlyArray<string> => {
  const entries = readdirSync(join(staged, name, "dist"), { recursive: true, withFileTypes: true })
  return [
    ...readdirSync(join(staged, name)),
    ...entries.filter((entry) => entry.isFile()).map(({ name: file, parentPath }) =>
      relative(join(staged, name), join(parentPath, file))
    )
  ]
}

describe("the packages", () => {
  it("check email addresses in another program", () => {
    expect(out["check-email.ts"]).toContain("ann@gmial.com: did you mean ann@gmail.com?")
  })

  it("scan documents in their own threads", () => {
    expect(out["scan-document.ts"]).toBe("block (30): cmd.exe is started automatically (object 1)\n")
  })

  it("contain or install their data", () => {
    expect(out["popular.ts"]).toBe("200\n")
    expect(out["country.ts"]).toBe("NL\n")
  })

  it("read threat lists in their own thread", () => {
    expect(out["lists.ts"]).toBe("bad.example/\n")
  })

  it("check another program's rules against the laws", () => {
    expect(out["rule-laws.ts"]).toContain("risk: 65")
    expect(out["broken.ts"]).toMatch(/Counterexample:[^]*LawBroken: Monotone/)
  })

  it("verify forms without loading anything else", async () => {
    writeFileSync(
      join(folder, "form.ts"),
      "import { createVerifier, type ShieldDecision, shouldAccept } from \"gatehouse-shield\"\n" +
        "const verify = createVerifier({ secret: \"x\", baseUrl: \"http://127.0.0.1:9\", log: () => {} })\n" +
        "const decision: ShieldDecision = await verify({ token: \"\" })\n" +
        "console.log(decision.kind, shouldAccept(decision))\n"
    )
    const loads = "node:module"
    const hook = `import { registerHooks } from "${loads}"\n` +
      "registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })\n"
    writeFileSync(join(folder, "hook.mjs"), hook)
    const lines = (await runNode(folder, "--import", "./hook.mjs", "form.ts")).trim().split("\n")
    expect(lines.pop()).toBe("unavailable true")
    const others = lines.filter((url) => !url.startsWith("node:") && !url.endsWith("/form.ts"))
    expect(others.length).toBeGreaterThan(5)
    expect(others.filter((url) => !url.includes("/staged/gatehouse-shield/dist/"))).toEqual([])
  })

  it.each(Object.keys(jsBytesMax))(
    "%s has no dependencies and is small",
    (name) => {
      expect(namesIn(manifestOf(name))).toEqual([])
      const bytes = filesOf(name).filter((path) => path.endsWith(".js")).reduce(
        (sum, path) => sum + statSync(join(staged, name, path)).size,
        0
      )
      expect(bytes).toBeLessThan(jsBytesMax[name]!)
    }
  )

  it.each(["gatehouse-core", "gatehouse-effect"])("%s needs only effect", (name) => {
    expect(namesIn(manifestOf(name))).toEqual(["effect"])
  })

  it("call the API from any program, and from Effect", () => {
    expect(out["client.ts"]).toBe("ConnectionError\nconnection_failed\n")
  })

  it.each(packageSpecs)("$name contains compiled modules and its license, and no server", ({ name }) => {
    const files = filesOf(name)
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json"]))
    expect(files.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))).toEqual([])
    expect(files.filter((path) => path.endsWith(".d.ts")).length > 0).toBe(isFullRun)
    expect(files.filter((path) => /apps\/(?:server|cli|dashboard|widget)\//.test(path))).toEqual([])
  })

  it.each(packageSpecs)("the README of $name installs archives, and nothing from a registry", ({ name }) => {
    const readme = readFileSync(join(staged, name, "README.md"), "utf8")
    const [, archives = ""] = /npm install (.*)/.exec(readme)!
    const siblings = namesIn(manifestOf(name)).filter((one) => one.startsWith("gatehouse-"))
    expect(archives.split(" ").toSorted()).toEqual(
      [name, ...siblings].map((one) => `./${one}-${manifestOf(name).version}.tgz`).toSorted()
    )
  })

  it("keep unused rules out of a bundle", () => {
    writeFileSync(join(folder, "judge.ts"), "import { judge } from \"gatehouse-core\"\nconsole.log(judge)\n")
    writeFileSync(join(folder, "email.ts"), "import { checkEmail } from \"gatehouse-core\"\nconsole.log(checkEmail)\n")
    const bytesOf = (file: string): number =>
      execFileSync(
        join(root, "node_modules/.bin/esbuild"),
        [
          file,
          "--bundle",
          "--minify",
          "--format=esm",
          "--external:effect",
          "--external:effect/*"
        ],
        { cwd: folder }
      ).length
    expect(bytesOf("judge.ts")).toBeLessThan(2_000)
    expect(bytesOf("email.ts")).toBeLessThan(15_000)
  })

  it("have types in another program", { tags: [needs.full] }, async () => {
    const options = ["--noEmit", "--strict", "--target", "es2024", "--types", "node"]
    const resolutions = [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]
    for (const resolution of resolutions) {
      expect(
        await runNode(folder, "node_modules/typescript/bin/tsc", ...options, ...resolution, ...examples, "form.ts")
      ).toBe("")
    }
    // Packages without dependencies need no types of browsers, and their declarations are checked as well.
    writeFileSync(
      join(folder, "standalone.ts"),
      ["client", "middleware", "shield"].map((name) => `export * as ${name} from "gatehouse-${name}"\n`).join("")
    )
    const strict = [...options, "--skipLibCheck", "false", "--lib", "es2024"]
    for (const resolution of resolutions) {
      expect(await runNode(folder, "node_modules/typescript/bin/tsc", ...strict, ...resolution, "standalone.ts")).toBe(
        ""
      )
    }
  })
})
