import { execFile, execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { root } from "../house/Tree.ts"
import { needs } from "../support/TestRun.ts"
import { installPackages, listsProgram, readExample, withPackageNames } from "./InstalledPackages.ts"
import { runNode } from "./Programs.ts"

const sources = mkdtempSync(join(tmpdir(), "gatehouse-bundles-"))

afterAll(() => rmSync(sources, { recursive: true }))

/** PDF file with the attachment `a.tar.xz`, which only libarchive can read. */
const pdfWithArchive =
  "JVBERi0xLjcKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9OYW1lczw8L0VtYmVkZGVkRmlsZXM8PC9OYW1lc1soYS50YXIueHopMiAwIFJdPj4+" +
  "Pj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL0ZpbGVzcGVjL0YoYS50YXIueHopL0VGPDwvRiAzIDAgUj4+Pj5lbmRvYmoKMyAwIG9iajw8L1R5" +
  "cGUvRW1iZWRkZWRGaWxlL0xlbmd0aCAyNTY+PnN0cmVhbQr9N3pYWgAABObWtEYCACEBFgAAAHQv5aPgJ/8Av10APAuKBoPog+PfWPdWYtm2" +
  "KWAtW6dPQCgdMuBfYYmyi5T6vqzrXfgylUJf18pZl80UT4Mezwi1ERjNZE42UVIV81ILBfFYmZM9j7s7DqPXRi3is0H8QyWzlq5a+oGuIegt" +
  "MIwoiYK14tffj9Bl7Cs2VbP7CtqAOGWYZTUbbFY85ccv7zoE30VUcTZXzU94fJ99eaIfDmWpU1WGQ79TaMo8ZDQfiJu1r0OOm1+a8Gm3uHK6" +
  "XxJLs74ni3NjyiBjLAAAAPEUbOqNNUIjAAHbAYBQAAAKiSkHscRn+wIAAAAABFlaCmVuZHN0cmVhbSBlbmRvYmoKdHJhaWxlcjw8L1Jvb3Qg" +
  "MSAwIFI+Pg=="

/** Examples that the program of the bundles runs. */
const bundledExamples = [
  "check-email.ts",
  "screen-url.ts",
  "analyze-lead.ts",
  "scan-document.ts",
  "attachment.ts",
  "lists.ts"
]

describe("a bundle of the examples", () => {
  const tools = ["bundle-esbuild.ts", "bundle-vite.ts"]

  /** Runs a program in a separate folder, from which it reaches no package. Returns the sorted lines of its output. */
  const linesApart = async (built: string, command: (folder: string) => Promise<string>) => {
    const apart = mkdtempSync(join(tmpdir(), "gatehouse-bundle-"))
    try {
      cpSync(built, apart, { recursive: true })
      cpSync(join(sources, "list.txt"), join(apart, "list.txt"))
      return (await command(apart)).split("\n").toSorted()
    } finally {
      rmSync(apart, { recursive: true })
    }
  }

  let expected: ReadonlyArray<string> = []

  beforeAll(async () => {
    installPackages(sources, false, ["effect", "esbuild", "vite"])
    const attachment =
      "import { Effect } from \"effect\"\nimport { layerEmbedded, scanDocument } from \"gatehouse\"\n" +
      `const bytes = Buffer.from("${pdfWithArchive}", "base64")\n` +
      "const scan = Effect.provide(scanDocument({ name: \"a.pdf\", bytes }), layerEmbedded)\n" +
      "console.log((await Effect.runPromise(scan)).reasons.map(({ message }) => message).join(\"; \"))\n"
    // The list is in the folder in which the program runs.
    const made: Readonly<Record<string, string>> = {
      "attachment.ts": attachment,
      "lists.ts": listsProgram("\"list.txt\"")
    }
    writeFileSync(join(sources, "list.txt"), "bad.example\n")
    for (const name of [...bundledExamples, ...tools]) {
      const text = made[name] ?? readExample(name)
      writeFileSync(join(sources, name), withPackageNames(text))
    }
    writeFileSync(join(sources, "app.ts"), bundledExamples.map((name) => `import "./${name}"\n`).join(""))
    writeFileSync(join(sources, "package.json"), JSON.stringify({ type: "module", private: true }))
    expected = (await runNode(sources, "app.ts")).split("\n").toSorted()
  })

  it("contains all checks", () => {
    expect(expected).toHaveLength(18)
    expect(expected).toContain("bad.example/")
    expect(expected.join()).toContain("x.pdf is dangerous: cmd.exe is started")
  })

  it.each(tools)("%s prints the same as the examples", async (tool) => {
    await runNode(sources, tool)
    const built = join(sources, "dist")
    writeFileSync(join(built, "package.json"), JSON.stringify({ type: "module" }))
    expect(await linesApart(built, (apart) => runNode(apart, "app.js"))).toEqual(expected)
    rmSync(built, { recursive: true })
  })

  it("is one executable of Bun", { tags: [needs.bun] }, async () => {
    await runNode(sources, "bundle-esbuild.ts")
    const dist = join(sources, "dist")
    const modules = readdirSync(dist).filter((name) => name.endsWith(".js") && name !== "app.js")
    const assets = ["data", "libarchive-wasm", "@ip-location-db"].flatMap((name) => ["--asset", name])
    const built = join(sources, "executable")
    mkdirSync(built)
    const options = ["--compile", "app.js", ...modules, "worker/ThreatWorker.js", ...assets]
    execFileSync(join(root, "node_modules/.bin/bun"), ["build", ...options, "--outfile", join(built, "app")], {
      cwd: dist,
      stdio: "pipe"
    })
    const run = promisify(execFile)
    expect(await linesApart(built, async (apart) => (await run(join(apart, "app"), { cwd: apart })).stdout)).toEqual(
      expected
    )
  })
})
