import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readText, root } from "../house/Tree.ts"
import { compileCache } from "../support/CompileCache.ts"
import { startServer } from "../support/Server.ts"
import { sample } from "../support/TestRun.ts"

interface Block {
  readonly commands: string
  /** Output that the page shows below the commands; null if it shows none. */
  readonly output: string | null
}

/**
 * Matches commands that the test cannot run: they do not end, change the checkout,
 * have arguments to replace, or need a program or file that the test lacks.
 */
const notRun =
  /\bnpm (?:ci|run|start)|apps\/server|examples\/|gcloud|www\.example\.com\/brochure|REQUEST_ID|\bSITE\b|leads\.csv|esbuild/

const blocksOf = (page: string): ReadonlyArray<Block> =>
  [...readText(page).matchAll(/^```sh\n([^]*?)^```\n(?:\n```(?:json|text)\n([^]*?)^```$)?/gm)]
    .map(([, commands = "", output]) => ({ commands, output: output ?? null }))
    .filter(({ commands }) => !notRun.test(commands))

/** Replaces parts that differ in each run. */
const normalized = (output: string): string =>
  output
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, "TIME")
    .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, "UUID")
    .replaceAll(/(gh_(?:live|site|secret)_|site_)[\dA-Za-z]+…?/g, "$1ID")
    .replaceAll(/(?<=#)[\w-]{20,}/g, "TOKEN")
    .trim()

/** Runs the blocks of a page in one shell, as a reader would paste them. Returns the output of each block. */
const run = async (blocks: ReadonlyArray<Block>): Promise<ReadonlyArray<string>> => {
  const server = await startServer({ env: { GATEHOUSE_DEMO: "off" } })
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-docs-"))
  mkdirSync(join(folder, "data"))
  writeFileSync(join(folder, "urls.txt"), "https://bad.example/a\n")
  const end = "=== end of block ==="
  const script = blocks.flatMap(({ commands }) => [
    commands.replaceAll("./gatehouse ", "\"$GATEHOUSE\" ").replaceAll(
      "http://127.0.0.1:8080",
      server.baseUrl
    ).replaceAll(/\/(?:backups|tmp)\//g, `${folder}/`),
    `echo; echo "${end}"`
  ]).join("\n")
  try {
    const env = {
      ...process.env,
      ...compileCache,
      GATEHOUSE: join(root, "gatehouse"),
      KEY: server.key,
      NO_COLOR: "1",
      DATABASE_URL: `sqlite:${join(server.folder, "gatehouse.db")}`,
      PORT: String(server.port)
    }
    const output = await new Promise<string>((resolve) =>
      execFile("bash", ["-c", `{ ${script}\n} 2>&1`], { cwd: folder, env }, (_, stdout) => resolve(stdout))
    )
    return output.replaceAll(server.baseUrl, "http://127.0.0.1:8080").split(end)
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
}

const guides = readdirSync(join(root, "docs/guides")).map((name) => `docs/guides/${name}`)
const pages = ["docs/getting-started.md", ...sample("guides with commands", guides, 1)]

describe.each(pages)("%s", (page) => {
  it("shows what its commands print", async () => {
    const blocks = blocksOf(page)
    const outputs = await run(blocks)
    expect(outputs.length).toBe(blocks.length + 1)
    expect(blocks.flatMap(({ output }, at) => output === null ? [] : normalized(outputs[at]!)))
      .toEqual(blocks.flatMap(({ output }) => output === null ? [] : normalized(output)))
    const failed = blocks.filter(({ output }, at) =>
      output === null && /See `gatehouse|command not found/.test(outputs[at]!)
    )
    expect(failed).toEqual([])
  })
})
