import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { redact } from "../../apps/server/process/Logging.ts"
import { startServerInProcess } from "../support/InProcessServer.ts"
import { postTo, startServer, type TestServer } from "../support/Server.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import { formOf } from "./Contract.ts"

const marks = {
  wrongKey: "gh_live_MARK1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  word: "MARK2word",
  bearer: "MARK3bearer",
  cookie: "MARK4cookie",
  secret: "gh_secret_MARK5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  plainSecret: "MARK6secret",
  token: "MARK7token",
  query: "MARK8query",
  local: "mark9local",
  path: "MARK10path",
  name: "MARK11name",
  message: "MARK12message",
  bad: "MARK13bad"
}

const settings = (format: string) => ({
  GATEHOUSE_LOG_LEVEL: "Trace",
  GATEHOUSE_ACCESS_LOG: "all",
  GATEHOUSE_LOG_FORMAT: format
})

/** Sends every kind of secret, in headers, paths, queries and bodies. */
const sendMarks = async (baseUrl: string, key: string) => {
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = { "API-KEY": key }) =>
    postTo(`${baseUrl}${path}`, body, headers)
  await post("/scan/email", { email: `${marks.local}@example.org`, ip: "203.0.113.7" }, {
    "API-KEY": key,
    Authorization: `Bearer ${marks.bearer}`,
    Cookie: `session=${marks.cookie}`,
    "Idempotency-Key": "visible"
  })
  await post("/scan/email", { email: `${marks.bad}@` })
  await post("/scan/email/bulk", { emails: [`${marks.local}@example.org`, marks.bad] })
  await post("/scan/url", { url: `https://u:${marks.token}@example.com/${marks.path}?k=${marks.query}` })
  await post(`/scan/email?api_key=${marks.query}`, { email: "a@example.org" }, { "API-KEY": marks.wrongKey })
  await post("/scan/email", `{"${marks.bad}`)
  await post("/scan/email", {}, { "API-KEY": marks.word })
  await post("/lead/analyze", {
    email: `${marks.local}@example.org`,
    message: marks.message,
    name: marks.name,
    company: marks.name,
    website: `https://example.com/${marks.path}`
  })
  await post("/scan", formOf({ file: Buffer.from(`%PDF-${marks.message}`) }))
  await post("/shield/siteverify", { secret: marks.secret, token: marks.token }, {})
  await post("/shield/siteverify", `secret=${marks.plainSecret}&token=${marks.token}`, {
    "Content-Type": "application/x-www-form-urlencoded"
  })
  await fetch(`${baseUrl}/nothing/${marks.path}?${marks.query}`, { headers: { "API-KEY": marks.word } })
}

interface Left {
  readonly log: string
  /** Folder of the database. */
  readonly folder: string
  readonly keys: ReadonlyArray<string>
}

/** Searches for secrets in everything that a stopped server has left. */
const expectNoSecret = ({ folder, keys, log }: Left) => {
  expect(log, "the access log is on").toMatch(/scan\/email/)
  const names = readdirSync(folder)
  expect(names).toContain("gatehouse.db")
  const files = names.map((file) => readFileSync(join(folder, file), "latin1")).join("")
  for (const [what, mark] of Object.entries(marks)) expect(log, `${what} in the log`).not.toContain(mark)
  for (const key of keys) expect(log.includes(key), "a live key in the log").toBe(false)
  // Excludes the submitted address, because stored responses contain it for a day.
  for (const mark of [...keys, ...Object.values(marks).filter((mark) => mark !== marks.local)]) {
    expect(files.includes(mark), `${mark.slice(0, 12)} in the database`).toBe(false)
  }
}

describe("no key, secret, token, address or body appears in the database or in", () => {
  it("the pretty log", async () => {
    const folder = mkdtempSync(join(workerFolder(), "secrets-"))
    const server = await startServerInProcess({ env: settings("pretty"), filename: join(folder, "gatehouse.db") })
    await sendMarks(server.baseUrl, server.key)
    await server.stop()
    expectNoSecret({ log: server.output(), folder, keys: [server.key] })
  })

  describe("anything that a process writes", () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startServer({ env: settings("json") })
    })
    afterAll(() => server.remove())

    it("with the json log", async () => {
      const banner = server.output().length
      const { key } = await server.createKey()
      await sendMarks(server.baseUrl, key)
      await server.stop()
      expectNoSecret({ log: server.output().slice(banner), folder: server.folder, keys: [key, server.key] })
    })
  })
})

it.each([
  ["bad gh_live_cJbHPDWbUu.", "bad gh_live_***."],
  ["bad gh_secret_cJbHPDWbUu.", "bad gh_secret_***."],
  ["bad gh_manage_cJbHPDWbUu.", "bad gh_manage_***."],
  ["signed with whsec_cJbH+PDW/bUu=, twice", "signed with whsec_***, twice"],
  ["Authorization: Bearer gh_manage_cJbH", "Authorization: ***"],
  ["authorization=Basic cJbH==, next", "authorization=***, next"],
  ["{\"authorization\":\"Token cJbH\"}", "{\"authorization\":\"***\"}"],
  ["Authorization: cJbH then", "Authorization: *** then"],
  ["site gh_site_cJbH", "site gh_site_cJbH"]
])("the log redacts %j", (line, redacted) => {
  expect(redact(line)).toBe(redacted)
})
