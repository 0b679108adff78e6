import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accountBodyBytesMax } from "../../../adapters/http/account/server/AccountErrors.ts"
import { startServer, type TestServer } from "../../support/Server.ts"
import { needs } from "../../support/TestRun.ts"
import { browserOn } from "./Browser.ts"

const bin = (name: string) => join(import.meta.dirname, "../../../node_modules/.bin", name)

const password = "a long enough sentence of words"

const runtimes = [
  // All other tests in this folder run on Node.
  { name: "Node", options: {}, tags: [needs.full] },
  { name: "Bun", options: { command: [bin("bun")], entry: "apps/server/bun.ts" }, tags: [needs.bun] },
  { name: "Deno", options: { command: [bin("deno"), "run", "-A"], entry: "apps/server/deno.ts" }, tags: [needs.deno] }
] as const

for (const { name, options, tags } of runtimes) {
  describe(`the dashboard on ${name}`, { tags: [...tags] }, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startServer(options)
    })
    afterAll(() => server.remove())

    it("is set up with the link that the start prints, used, left and entered again", async () => {
      const token = /\/dashboard\/join#([\w-]{43})/.exec(server.output())![1]!
      const browser = browserOn(server.port)
      const who = { name: "Ann", email: "ann@example.org", password }
      const joined = await browser.request("POST", "invitation/accept", { body: { token, ...who } })
      expect([joined.status, joined.json.member?.role, joined.json.account?.isOperator]).toEqual([200, "owner", true])
      expect(joined.headers["set-cookie"]).toHaveLength(2)
      const key = await browser.request("POST", "keys", { body: { name: "site", requestsPerMinute: 60 } })
      expect(key.status).toBe(200)
      expect((await server.post("/scan/email", { email: "a@example.org" }, { "API-KEY": key.json.text })).status).toBe(
        200
      )
      const tried = await browser.request("POST", "try/scan/email", { body: { email: "ann@gmial.com" } })
      expect([tried.status, tried.json.did_you_mean]).toEqual([200, "ann@gmail.com"])
      expect((await browser.request("POST", "sign-out")).status).toBe(204)
      expect((await browser.request("GET", "me")).status).toBe(401)
      expect((await browser.request("POST", "sign-in", { body: who })).status).toBe(200)
      const exported = await browser.request("GET", "requests-export?format=csv")
      expect([exported.status, exported.text.split("\r\n")[0]]).toEqual([200, expect.stringContaining("request_id")])
      expect((await browser.request("HEAD", "me")).status).toBe(200)
    })

    it("refuses in the standard shape and continues", async () => {
      const browser = browserOn(server.port)
      const large = `{"email":"${"x".repeat(accountBodyBytesMax)}","password":""}`
      const all = [
        [await browser.request("GET", "nothing"), 404],
        [await browser.request("DELETE", "me"), 405],
        [await browser.request("POST", "sign-in", { body: "{" }), 422],
        [await browser.request("POST", "sign-in", { body: "x", headers: { "content-type": "text/plain" } }), 415],
        [await browser.request("POST", "sign-in", { body: large }), 413],
        [await browser.request("POST", "sign-in", { body: large, headers: { "transfer-encoding": "chunked" } }), 413],
        [await browser.request("POST", "sign-in", { headers: { origin: "https://evil.example" } }), 403],
        [await browser.request("GET", "keys"), 401]
      ] as const
      for (const [{ headers, json, status }, expected] of all) {
        expect([status, typeof json?._tag, typeof json?.message]).toEqual([expected, "string", "string"])
        expect(headers["cache-control"]).toBe("no-store")
      }
    })

    it("has a page, or reports why not", async () => {
      const { headers, status } = await browserOn(server.port).request("GET", "/dashboard/requests")
      expect([200, 503]).toContain(status)
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'")
    })
  })
}
