import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-telemetry-"))
let child: ChildProcess | undefined
let collector: Server | undefined

afterEach(() => {
  child?.kill("SIGKILL")
  collector?.close()
  rmSync(folder, { recursive: true, force: true })
})

const until = async (holds: () => boolean) => {
  for (let at = 0; at < 200 && !holds(); at++) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(holds()).toBe(true)
}

it("sends traces to a collector, logs every answer, and lets no key out", async () => {
  const received = new Map<string, string>()
  collector = createServer((request, response) => {
    let body = ""
    request.on("data", (piece) => body += piece)
    request.on("end", () => {
      received.set(request.url!, (received.get(request.url!) ?? "") + body)
      response.end("{}")
    })
  })
  await new Promise<void>((resolve) => collector!.listen(0, "127.0.0.1", resolve))
  const { port } = collector.address() as AddressInfo
  child = spawn(process.execPath, ["apps/server/node.ts"], {
    env: {
      ...process.env,
      PORT: "0",
      DATABASE_URL: `sqlite:${folder}/telemetry.db`,
      GATEHOUSE_OTLP_URL: `http://127.0.0.1:${port}`,
      GATEHOUSE_TRACE_RATIO: "1",
      GATEHOUSE_ACCESS_LOG: "all",
      GATEHOUSE_LOG_FORMAT: "json"
    }
  })
  let output = ""
  let welcome = ""
  child.stdout!.on("data", (piece) => output += piece)
  // The welcome is no part of a log in JSON.
  child.stderr!.on("data", (piece) => welcome += piece)
  await until(() => welcome.includes("curl -s"))
  const key = /gh_live_\w+/.exec(welcome)![0]
  const base = /http:\/\/127\.0\.0\.1:\d+/.exec(welcome)![0]
  const before = output.length
  for (const apiKey of [key, `${key}x`]) {
    await fetch(`${base}/scan/email`, {
      method: "POST",
      headers: { "API-KEY": apiKey, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "ann@example.com" })
    })
  }
  await until(() => output.slice(before).split("\n").filter((line) => line.includes("POST /scan/email")).length === 2)
  const [line] = output.slice(before).split("\n")
  expect(JSON.parse(line!)).toMatchObject({
    annotations: { status: 200, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  })
  await until(() => received.get("/v1/traces")?.includes("POST /scan/email") === true)
  for (const text of output.trim().split("\n")) expect(JSON.parse(text)).toBeTypeOf("object")
  expect(output + [...received.values()].join("")).not.toContain(key)
})
