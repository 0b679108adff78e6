import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { compileCache } from "../support/CompileCache.ts"
import { runFailingStart } from "./RunningProgram.ts"

const failures: ReadonlyArray<readonly [name: string, value: string, sentence: RegExp]> = [
  ["PORT", "abc", /^PORT is "abc": expected a finite number\.$/],
  ["PORT", "99999", /^PORT is "99999": expected a value between 0 and 65535\.$/],
  ["GATEHOUSE_LOG_LEVEL", "loud", /^GATEHOUSE_LOG_LEVEL is "loud": expected "Trace" \|/],
  ["GATEHOUSE_OTLP_URL", "nonsense", /^GATEHOUSE_OTLP_URL is "nonsense": expected an http or https address\.$/],
  ["GATEHOUSE_METRICS", "lan", /^GATEHOUSE_METRICS is "lan": expected off, or a list of loopback, public, networks/],
  ["GATEHOUSE_METRICS", "port:99999", /^GATEHOUSE_METRICS is "port:99999": expected off, or a list/],
  ["GATEHOUSE_METRICS", "off,loopback", /^GATEHOUSE_METRICS is "off,loopback": expected off, or a list/],
  ["OTEL_EXPORTER_OTLP_HEADERS", "hushhush", /^OTEL_EXPORTER_OTLP_HEADERS is set: expected comma-separated headers/],
  ["OTEL_EXPORTER_OTLP_HEADERS", "a=%0ahushhush", /^OTEL_EXPORTER_OTLP_HEADERS is set: expected/],
  ["OTEL_RESOURCE_ATTRIBUTES", "a=%", /^OTEL_RESOURCE_ATTRIBUTES is "a=%": expected comma-separated names and values/],
  ["DATABASE_URL", "mysql://x", /^DATABASE_URL must begin with sqlite: or postgres:\/\/$/],
  ["DATABASE_URL", "postgres://u:hushhush@127.0.0.1:1/x", /cannot be used: .*ECONNREFUSED.*Check DATABASE_URL\.$/],
  ["DATABASE_URL", "sqlite:/etc/hostname", /cannot be used: file is not a database\. Check DATABASE_URL\.$/],
  ["GATEHOUSE_VALKEY_URL", "https://:hushhush@x", /^GATEHOUSE_VALKEY_URL is set: expected an address such as redis:/],
  ["GATEHOUSE_VALKEY_URL", "redis://:hushhush%@x", /^GATEHOUSE_VALKEY_URL is set: expected/],
  ["GATEHOUSE_VALKEY_URL", "redis://:hushhush@x/name", /^GATEHOUSE_VALKEY_URL is set: expected/],
  ["GATEHOUSE_THREAT_FEEDS", "/nowhere/feed.txt", /^Threat list \/nowhere\/feed\.txt: The file does not exist\.$/],
  ["GATEHOUSE_THREAT_FEEDS", "openfish", /openfish is not a known feed, path or URL/],
  ["GATEHOUSE_FEED_KEYS", "openphish=hushhush", /a key for an unknown feed/]
]

describe("a setting that prevents the start", () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each(failures)("%s=%s is named in one sentence", async (name, value, sentence) => {
    vi.stubEnv(name, value)
    const text = await runFailingStart({ [name]: value })
    expect(text).toMatch(sentence)
    expect(text).not.toContain("\n")
    expect(text).not.toContain("hushhush")
  })

  it("ends the process with 1, and the sentence is the only output", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-start-"))
    try {
      expect(await runServer(folder, { GATEHOUSE_FEED_KEYS: "openphish=hushhush" })).toEqual({
        code: 1,
        out: "",
        err: expect.stringMatching(/^Gatehouse does not start\. .* a key for an unknown feed.*\n$/)
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const root = join(import.meta.dirname, "../..")

/** Starts the server as `npm start` does. */
const runServer = (
  folder: string,
  settings: Readonly<Record<string, string>>
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env["PATH"] ?? "",
      ...compileCache,
      DATABASE_URL: `sqlite:${folder}/gatehouse.db`,
      PORT: "0",
      ...settings
    }
    const args = [join(root, "apps/server/node.ts")]
    execFile(
      join(root, "node_modules/.bin/node"),
      args,
      { cwd: folder, env },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err })
    )
  })
