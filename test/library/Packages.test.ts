import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { packageSpecs } from "../../scripts/packages/Packages.ts"
import { root } from "../house/Tree.ts"
import { isFullRun, needs } from "../support/TestRun.ts"
import {
  dependenciesOf,
  installPackages,
  listsProgram,
  manifestOf,
  readExample,
  withPackageNames
} from "./InstalledPackages.ts"
import { runNode, runPrograms } from "./Programs.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-packages-"))
const staged = join(folder, "staged")

/** Examples on the library's page in the documentation. */
const examples = ["check-email.ts", "scan-document.ts", "rule-laws.ts"]

const programs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(examples.map((name) => [name, readExample(name)])),
  "popular.ts": "import { PopularDomainsEmbedded } from \"gatehouse/data\"\n" +
    "console.log(PopularDomainsEmbedded.popularDomains.rankOf(\"google.com\"))\n",
  "lists.ts": listsProgram("`${import.meta.dirname}/list.txt`"),
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

/** Maximum size of the modules of packages without dependencies, in bytes. */
const jsBytesMax: Readonly<Record<string, number>> = {
  "gatehouse-client": 50_000,
  "gatehouse-middleware": 150_000,
  "gatehouse-shield": 100_000
}

const out: Record<string, string> = {}

beforeAll(async () => {
  installPackages(folder, isFullRun, ["effect", "fast-check", "typescript", "@types/node"])
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
      expect(dependenciesOf(folder, name)).toEqual([])
      const bytes = filesOf(name).filter((path) => path.endsWith(".js")).reduce(
        (sum, path) => sum + statSync(join(staged, name, path)).size,
        0
      )
      expect(bytes).toBeLessThan(jsBytesMax[name]!)
    }
  )

  it.each(["gatehouse-core", "gatehouse-effect"])("%s needs only effect", (name) => {
    expect(dependenciesOf(folder, name)).toEqual(["effect"])
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
    const siblings = dependenciesOf(folder, name).filter((one) => one.startsWith("gatehouse-"))
    expect(archives.split(" ").toSorted()).toEqual(
      [name, ...siblings].map((one) => `./${one}-${manifestOf(folder, name).version}.tgz`).toSorted()
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
