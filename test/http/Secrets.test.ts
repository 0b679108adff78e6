import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { expect, it } from "vitest"
import { startServer } from "../support/Server.ts"
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

it.each(["pretty", "json"])(
  "no key, secret, token, address or body stands in the %s log or in the database",
  async (format) => {
    const env = { GATEHOUSE_LOG_LEVEL: "Trace", GATEHOUSE_ACCESS_LOG: "all", GATEHOUSE_LOG_FORMAT: format }
    const server = await startServer({ env })
    try {
      const banner = server.output().length
      const { key } = await server.makeKey()
      const good = {
        "API-KEY": key,
        Authorization: `Bearer ${marks.bearer}`,
        Cookie: `session=${marks.cookie}`,
        "Idempotency-Key": "visible"
      }
      await server.post("/scan/email", { email: `${marks.local}@example.org`, ip: "203.0.113.7" }, good)
      await server.post("/scan/email", { email: `${marks.bad}@` }, { "API-KEY": key })
      await server.post("/scan/email/bulk", { emails: [`${marks.local}@example.org`, marks.bad] }, { "API-KEY": key })
      await server.post("/scan/url", { url: `https://u:${marks.token}@example.com/${marks.path}?k=${marks.query}` }, {
        "API-KEY": key
      })
      await server.post(`/scan/email?api_key=${marks.query}`, { email: "a@example.org" }, { "API-KEY": marks.wrongKey })
      await server.post("/scan/email", `{"${marks.bad}`, { "API-KEY": key })
      await server.post("/scan/email", {}, { "API-KEY": marks.word })
      await server.post("/lead/analyze", {
        email: `${marks.local}@example.org`,
        message: marks.message,
        name: marks.name,
        company: marks.name,
        website: `https://example.com/${marks.path}`
      }, { "API-KEY": key })
      await server.post("/scan", formOf({ file: Buffer.from(`%PDF-${marks.message}`) }), { "API-KEY": key })
      await server.post("/shield/siteverify", { secret: marks.secret, token: marks.token })
      await server.post("/shield/siteverify", `secret=${marks.plainSecret}&token=${marks.token}`, {
        "Content-Type": "application/x-www-form-urlencoded"
      })
      await fetch(`${server.baseUrl}/nothing/${marks.path}?${marks.query}`, { headers: { "API-KEY": marks.word } })
      await delay(500)
      await server.stop()

      const log = server.output().slice(banner)
      expect(log, "the access log is on").toMatch(/scan\/email/)
      const files = readdirSync(server.folder).map((file) => readFileSync(join(server.folder, file), "latin1")).join("")
      for (const [what, mark] of Object.entries(marks)) expect(log, `${what} in the log`).not.toContain(mark)
      expect(log.includes(key) || log.includes(server.key), "a live key in the log").toBe(false)
      // The history keeps masked subjects; stored answers hold the address that was asked about, for a day.
      for (const mark of [key, server.key, ...Object.values(marks).filter((mark) => mark !== marks.local)]) {
        expect(files.includes(mark), `${mark.slice(0, 12)} in the database`).toBe(false)
      }
    } finally {
      await server.remove()
    }
  }
)
