import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { workerFolder } from "../../support/WorkerEnd.ts"
import { call, initialize, type ScriptedServer, startAgent, startScriptedServer, textOf } from "./StartAgent.ts"

const folder = mkdtempSync(join(workerFolder(), "mcp-"))

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.stop())

describe("local documents", () => {
  const allowed = join(folder, "allowed")
  let agent: ReturnType<typeof startAgent>
  let id = 0
  beforeAll(() => {
    mkdirSync(join(allowed, "empty"), { recursive: true })
    mkdirSync(join(folder, "allowed-not"))
    writeFileSync(join(allowed, "a.pdf"), "%PDF-1.7 a")
    writeFileSync(join(folder, "allowed-not", "b.pdf"), "%PDF-1.7 b")
    writeFileSync(join(allowed, "large.pdf"), Buffer.alloc(2_001))
    symlinkSync(join(folder, "allowed-not", "b.pdf"), join(allowed, "link.pdf"))
    execFileSync("mkfifo", [join(allowed, "pipe")])
    agent = startAgent(server.baseUrl, { GATEHOUSE_UPLOAD_BYTES_MAX: "2000" }, ["--files", allowed])
    agent.send(initialize)
  })
  afterAll(() => agent.child.stdin.end())

  it("are sent with their names", async () => {
    let form = ""
    server.answer = (request, response) => {
      request.setEncoding("latin1").on("data", (text) => form += text)
        .on("end", () => response.writeHead(422).end(JSON.stringify({ ok: false, message: "Read." })))
    }
    agent.send(call(++id, "scan_document", { path: join(allowed, "a.pdf") }))
    expect(textOf(await agent.response(id))).toMatch(/^Read\./)
    expect(form).toMatch(/name="file"; filename="a\.pdf"[^]*\r\n\r\n%PDF-1\.7 a\r\n/)
  })

  it.each<readonly [string, string, RegExp]>([
    ["a missing file", join(allowed, "no.pdf"), /^There is no file/],
    ["a folder", join(allowed, "empty"), /is not a file\./],
    ["a pipe without a writer", join(allowed, "pipe"), /is not a file\./],
    ["a device", "/dev/zero", /is outside of/],
    ["a file that is too large", join(allowed, "large.pdf"), /has 2001 bytes\. At most 2000 bytes can be scanned\./],
    ["a file beside the folder", join(folder, "allowed-not", "b.pdf"), /is outside of/],
    ["a path out of the folder", join(allowed, "..", "allowed-not", "b.pdf"), /is outside of/],
    ["a link out of the folder", join(allowed, "link.pdf"), /is outside of/],
    ["a path with a null character", `${allowed}/a\u0000.pdf`, /cannot be read/]
  ])("%s is refused", async (_, path, text) => {
    const before = server.requests()
    agent.send(call(++id, "scan_document", { path }))
    const result = textOf(await agent.response(id))
    expect(result).toMatch(text)
    expect(result).toMatch(/Nothing was charged\. This is not a verdict/)
    expect(server.requests()).toBe(before)
  })
})
