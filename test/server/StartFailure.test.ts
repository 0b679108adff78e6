import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "gatehouse-start-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The server as `npm start` runs it, with one setting that it cannot start with. */
const start = (environment: Readonly<Record<string, string>>): Promise<Started> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: `sqlite:${folder}/gatehouse.db`,
      PORT: "0",
      ...environment
    }
    const args = [join(root, "apps/server/node.ts")]
    execFile(join(root, "node_modules/.bin/node"), args, { cwd: folder, env, timeout: 30_000 }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }))
  })

it.each<readonly [string, string, RegExp]>([
  ["PORT", "abc", /PORT is "abc": expected a finite number\./],
  ["PORT", "99999", /PORT is "99999": expected a value between 0 and 65535\./],
  ["GATEHOUSE_LOG_LEVEL", "loud", /GATEHOUSE_LOG_LEVEL is "loud": expected "Trace" \|/],
  ["GATEHOUSE_OTLP_URL", "nonsense", /GATEHOUSE_OTLP_URL is "nonsense": expected an http or https address\./],
  ["DATABASE_URL", "mysql://x", /DATABASE_URL must begin with sqlite: or postgres:\/\//],
  ["DATABASE_URL", "postgres://u:hushhush@127.0.0.1:1/x", /cannot be used: .*ECONNREFUSED.*Check DATABASE_URL\./],
  ["DATABASE_URL", "sqlite:/etc/hostname", /cannot be used: file is not a database\. Check DATABASE_URL\./],
  ["GATEHOUSE_THREAT_FEEDS", "/nowhere/feed.txt", / Threat list \/nowhere\/feed\.txt: There is no such file\.$/m],
  ["GATEHOUSE_THREAT_FEEDS", "openfish", /openfish is no known feed, path or URL/],
  ["GATEHOUSE_FEED_KEYS", "openphish=hushhush", /a key for no known feed/]
])("%s=%s ends the start with one sentence", async (name, value, sentence) => {
  const { code, err, out } = await start({ [name]: value })
  expect(code).toBe(1)
  expect(out).toBe("")
  expect(err).toMatch(sentence)
  expect(err.trim().split("\n")).toHaveLength(1)
  expect(err).not.toContain("hushhush")
}, 40_000)
