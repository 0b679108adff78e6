import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { root } from "../house/Tree.ts"

/** Those that the README shows. */
const examples = ["check-email.ts", "scan-document.ts", "rule-laws.ts"]

const folder = mkdtempSync(join(tmpdir(), "gatehouse-packed-"))
const installed = join(folder, "node_modules/gatehouse")

const node = (...args: ReadonlyArray<string>): string =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: 30_000, stdio: "pipe" })

/** Another program's folder: the archive where npm would unpack it, and every package beside it. */
beforeAll(() => {
  node(join(root, "scripts/pack.ts"), folder)
  mkdirSync(installed, { recursive: true })
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"))!
  execFileSync("tar", ["xzf", join(folder, archive), "-C", installed, "--strip-components=1"])
  for (
    const name of readdirSync(join(root, "node_modules")).filter((name) =>
      name !== "gatehouse" && !name.startsWith(".")
    )
  ) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name))
  }
  for (const name of examples) cpSync(join(root, "examples", name), join(folder, name))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }))
})

afterAll(() => rmSync(folder, { recursive: true }))

describe("the packed library", () => {
  it("runs in another program", () => {
    expect(node("check-email.ts")).toContain("ann@gmial.com: did you mean ann@gmail.com?")
  })

  it("scans documents in threads of its own", () => {
    expect(node("scan-document.ts")).toBe("block (30): cmd.exe is started by itself (object 1)\n")
  })

  it("brings the list of what many visit", () => {
    writeFileSync(
      join(folder, "popular.ts"),
      "import { PopularDomainsEmbedded } from \"gatehouse\"\n" +
        "console.log(PopularDomainsEmbedded.popularDomains.rankOf(\"google.com\"))\n"
    )
    expect(node("popular.ts")).toBe("200\n")
  })

  it("reads threat lists in a thread of its own", () => {
    writeFileSync(join(folder, "list.txt"), "bad.example\n")
    writeFileSync(
      join(folder, "lists.ts"),
      "import { Effect, Layer } from \"effect\"\n" +
        "import { layerEmbedded, layerThreatLists, screenUrl } from \"gatehouse\"\n" +
        "const layer = Layer.merge(layerEmbedded, layerThreatLists([`${import.meta.dirname}/list.txt`]))\n" +
        "const { listed } = await Effect.runPromise(Effect.provide(screenUrl(\"https://www.bad.example/x\"), layer))\n" +
        "console.log(listed?.expression)\n"
    )
    expect(node("lists.ts")).toBe("bad.example/\n")
  })

  it("verifies forms, and loads nothing else for that", () => {
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
    const lines = node("--import", "./hook.mjs", "form.ts").trim().split("\n")
    expect(lines.pop()).toBe("unavailable true")
    const others = lines.filter((url) => !url.startsWith("node:") && !url.endsWith("/form.ts"))
    expect(others.length).toBeGreaterThan(5)
    expect(others.filter((url) => !/\/dist\/(?:apps\/shield|core\/(?:shield|rating))\/\w+\.js$/.test(url))).toEqual([])
  })

  it("holds another program's rules against the laws", () => {
    expect(node("rule-laws.ts")).toContain("risk: 65")
    const broken = readFileSync(join(folder, "rule-laws.ts"), "utf8").replace("links > 3,", "links > 3 && links < 9,")
    writeFileSync(join(folder, "broken.ts"), broken)
    expect(() => node("broken.ts")).toThrow(/Counterexample:[^]*LawBroken: Monotone/)
  })

  it("is typed in another program", () => {
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"]
    expect(node("node_modules/typescript/bin/tsc", ...options, ...examples, "form.ts")).toBe("")
  })

  it("holds the library and no server", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
    expect(files.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))).toEqual([])
    expect(files.filter((path) => /adapters\/http|storage\/sql|apps\/(?:server|cli)/.test(path))).toEqual([])
  })
})
