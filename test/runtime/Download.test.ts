import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { selfTestMillisMax } from "../../adapters/download/SelfTest.ts"
import { node, root } from "../crash/support.ts"
import { cases } from "./DownloadCases.ts"

const bin = (name: string) => join(root, "node_modules/.bin", name)

interface Report {
  readonly status: unknown
  readonly selfTestMillis: number
  readonly outcomes: Readonly<Record<string, string>>
  readonly requests: ReadonlyArray<string>
}

/** Proxies and TLS settings of the environment, none of which may count. Nobody listens at port 9. */
const env = {
  ...process.env,
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  ALL_PROXY: "http://127.0.0.1:9",
  http_proxy: "http://127.0.0.1:9",
  https_proxy: "http://127.0.0.1:9",
  NO_PROXY: "",
  NODE_USE_ENV_PROXY: "1",
  NODE_TLS_REJECT_UNAUTHORIZED: "0"
}

const report = ([program, ...before]: ReadonlyArray<string>): Promise<Report> =>
  new Promise((resolve, reject) => {
    const args = [...before, join(root, "test/runtime/DownloadScript.ts")]
    execFile(program!, args, { cwd: root, env, timeout: 60_000 }, (error, stdout, stderr) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(new Error(`${error.message}\n${stderr}`)))
  })

const others = [
  { name: "Bun", command: [bin("bun")] },
  { name: "Deno", command: [bin("deno"), "run", "-A"] }
].filter(({ command, name }) => {
  const isThere = existsSync(command[0]!)
  if (!isThere) console.warn(`SKIPPED: downloads are not tested on ${name}, because ${command[0]} is not there`)
  return isThere
})

describe("downloads", () => {
  let onNode: Report
  beforeAll(async () => {
    onNode = await report(node.command)
  })

  it("are proven safe, and obtain and refuse what they should", () => {
    expect(onNode.status).toEqual({ live: true })
    expect(onNode.selfTestMillis).toBeLessThan(selfTestMillisMax)
    expect(
      onNode.requests.filter((text) => !/^GET … HTTP\/1\.1\r\nHost: [^\r]+\r\nUser-Agent: Gatehouse\r\n/.test(text))
    )
      .toEqual([])
    const wrong = cases.filter(([url, expected, connections]) => {
      const [outcome = "", made = ""] = onNode.outcomes[url]!.split(" -> ")
      return !outcome.startsWith(expected) || made.split(", ").filter(Boolean).length !== connections
    })
    expect(wrong.map(([url]) => [url, onNode.outcomes[url]])).toEqual([])
  })

  it.each(others)("do the same on $name", { timeout: 60_000 }, async ({ command }) => {
    const { selfTestMillis, ...there } = await report(command)
    const { selfTestMillis: _, ...here } = onNode
    expect(there).toEqual(here)
    expect(selfTestMillis).toBeLessThan(selfTestMillisMax)
  })
})
