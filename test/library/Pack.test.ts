import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { stageLibrary } from "../../scripts/library/StageLibrary.ts"
import { root } from "../house/Tree.ts"
import { isFullRun, needs } from "../support/TestRun.ts"
import { runNode, runPrograms } from "./Programs.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-packed-"))
const installed = join(folder, "node_modules/gatehouse")

/** Examples of the library page. */
const examples = ["check-email.ts", "scan-document.ts", "rule-laws.ts"]

const programs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(examples.map((name) => [name, readFileSync(join(root, "examples", name), "utf8")])),
  "popular.ts": "import { PopularDomainsEmbedded } from \"gatehouse\"\n" +
    "console.log(PopularDomainsEmbedded.popularDomains.rankOf(\"google.com\"))\n",
  "lists.ts": "import { Effect, Layer } from \"effect\"\n" +
    "import { layerEmbedded, layerThreatLists, screenUrl } from \"gatehouse\"\n" +
    "const layer = Layer.merge(layerEmbedded, layerThreatLists([`${import.meta.dirname}/list.txt`]))\n" +
    "const { listed } = await Effect.runPromise(Effect.provide(screenUrl(\"https://www.bad.example/x\"), layer))\n" +
    "console.log(listed?.expression)\n",
  "broken.ts": readFileSync(join(root, "examples/rule-laws.ts"), "utf8").replace(
    "links > 3,",
    "links > 3 && links < 9,"
  )
}

/** Installs the package in another program's folder, where npm would, with its dependencies beside it. */
const install = () => {
  mkdirSync(installed, { recursive: true })
  if (isFullRun) {
    execFileSync(process.execPath, [join(root, "scripts/pack.ts"), folder], { stdio: "pipe" })
    const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"))!
    execFileSync("tar", ["xzf", join(folder, archive), "-C", installed, "--strip-components=1"])
  } else stageLibrary(installed, { isTyped: false })
  const others = readdirSync(join(root, "node_modules")).filter((name) => name !== "gatehouse" && !name.startsWith("."))
  for (const name of others) symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name))
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, "list.txt"), "bad.example\n")
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }))
}

const out: Record<string, string> = {}

beforeAll(async () => {
  install()
  const names = Object.keys(programs)
  const outputs = await runPrograms(folder, names)
  for (const [at, name] of names.entries()) out[name] = outputs[at]!
})

afterAll(() => rmSync(folder, { recursive: true }))

describe("the packed library", () => {
  it("runs in another program", () => {
    expect(out["check-email.ts"]).toContain("ann@gmial.com: did you mean ann@gmail.com?")
  })

  it("scans documents in its own threads", () => {
    expect(out["scan-document.ts"]).toBe("block (30): cmd.exe is started automatically (object 1)\n")
  })

  it("contains the list of popular domains", () => {
    expect(out["popular.ts"]).toBe("200\n")
  })

  it("reads threat lists in its own thread", () => {
    expect(out["lists.ts"]).toBe("bad.example/\n")
  })

  it("checks another program's rules against the laws", () => {
    expect(out["rule-laws.ts"]).toContain("risk: 65")
    expect(out["broken.ts"]).toMatch(/Counterexample:[^]*LawBroken: Monotone/)
  })

  it("verifies forms without loading anything else", async () => {
    writeFileSync(
      join(folder, "form.ts"),
      "import { createVerifier, type ShieldDecision, shouldAccept } from \"gatehouse/shield\"\n" +
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
    expect(
      others.filter((url) =>
        !/\/dist\/(?:apps\/shield|core\/(?:shield(?:\/[a-z]+)?|scoring|kernel))\/\w+\.js$/.test(url)
      )
    ).toEqual([])
  })

  it("has types in another program", { tags: [needs.full] }, async () => {
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"]
    expect(await runNode(folder, "node_modules/typescript/bin/tsc", ...options, ...examples, "form.ts")).toBe("")
  })

  it("contains the library and no server", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
    expect(files).toContain("dist/apps/library/index.js")
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "NOTICE"]))
    expect(files.includes("dist/apps/library/index.d.ts")).toBe(isFullRun)
    expect(files.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))).toEqual([])
    expect(files.filter((path) => /adapters\/http|storage\/sql|apps\/(?:server|cli)/.test(path))).toEqual([])
  })
})
