import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accountBodyBytesMax } from "../../../adapters/http/account/server/AccountErrors.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { runs } from "../../support/TestRun.ts"
import { openRaw } from "../Raw.ts"
import { browserOn, type BrowserResponse, visit } from "./Browser.ts"
import { declaredEndpoints, pathWith } from "./Declared.ts"
import { type Signed, signedIn } from "./Signed.ts"
import { unlimited } from "./Unlimited.ts"

let server: InProcessServer
let owner: Signed
beforeAll(async () => {
  server = await startServerInProcess({ ports: unlimited })
  owner = await signedIn(server, "owner")
})
afterAll(async () => {
  expect(server.output()).not.toMatch(/failed|Error/i)
  await server.stop()
})

/** Checks that a response is a refusal in the format of the account API. */
const expectRefusal = (
  { headers, json, text }: BrowserResponse,
  status: number | ReadonlyArray<number>,
  actual: number
) => {
  expect([status].flat()).toContain(actual)
  expect(headers["content-type"]).toBe("application/json")
  expect(headers["cache-control"]).toBe("no-store")
  expect(headers["x-content-type-options"]).toBe("nosniff")
  expect([typeof json._tag, typeof json.message]).toEqual(["string", "string"])
  expect(text).not.toMatch(/node_modules|\.ts:|at Object|SQL/)
}

it.each(["%00", "%27", "KEY", "a".repeat(41)])("a search of the audit log is refused for %s", async (action) => {
  const response = await owner.request("GET", `audit?action=${action}`)
  expectRefusal(response, 422, response.status)
  expect(Object.keys(response.json.fields)).toEqual(["action"])
})

describe("a body", () => {
  it.each([
    ["of nothing", "", 422],
    ["cut off", "{\"name\":\"a", 422],
    ["of null", "null", 422],
    ["of a list", "[]", 422],
    ["of a number", "1e999", 422],
    ["nested ten thousand deep", `{"name":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 422],
    ["with a prototype", "{\"__proto__\":{\"name\":\"x\"}}", 422],
    ["with a name that is a list", "{\"name\":[\"x\"]}", 422],
    ["with a name that is too long", JSON.stringify({ name: "x".repeat(201) }), 422],
    ["of bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00, 0x22]), 422]
  ])("%s is refused in the standard shape", async (_, body, status) => {
    const response = await owner.request("PUT", "me", { body })
    expectRefusal(response, status, response.status)
    expect(response.json._tag).toBe("InvalidInput")
  })

  it("of the maximum length is read, and one more byte is refused", async () => {
    const spaces = (bytes: number) => `{"name":"owner"${" ".repeat(bytes - 16)}}`
    const whole = await owner.request("PUT", "me", { body: spaces(accountBodyBytesMax) })
    expect(whole.status).toBe(200)
    const response = await owner.request("PUT", "me", { body: spaces(accountBodyBytesMax + 1) })
    expectRefusal(response, 413, response.status)
  })

  it("without a declared length is cut off at the same size", async () => {
    const response = await owner.request("PUT", "me", {
      body: `{"name":"${"x".repeat(accountBodyBytesMax)}"}`,
      headers: { "transfer-encoding": "chunked" }
    })
    expectRefusal(response, 413, response.status)
    expect((await owner.request("GET", "me")).status).toBe(200)
  })

  it("with an enormous declared length is refused before it is sent", async () => {
    const raw = await openRaw(server.port)
    raw.write(
      "PUT /dashboard/api/me HTTP/1.1\r\nHost: x\r\nx-gatehouse-dashboard: 1\r\nContent-Type: application/json\r\n" +
        "Content-Length: 99999999999\r\n\r\n{"
    )
    expect(await raw.until(/"TooLarge"/)).toMatch(/^HTTP\/1\.1 413 /)
    raw.end()
  })

  it("with any JSON is refused or processed, and never a fault", async () => {
    const paths = declaredEndpoints.filter(({ method, roles }) => method !== "GET" && roles !== null)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.jsonValue({ maxDepth: 3 }),
        fc.string(),
        async (endpoint, body, id) => {
          // Skips endpoints that could sign out the member.
          if (/^session\.|^members\.(?:setRole|remove)/.test(endpoint.name)) return
          const response = await owner.request(endpoint.method, pathWith(endpoint, id || "0"), {
            body: JSON.stringify(body)
          })
          expect(response.status).toBeLessThan(500)
        }
      ),
      runs(100)
    )
  })

  it("with Expect: 100-continue receives 100 Continue", async () => {
    const raw = await openRaw(server.port)
    raw.write(
      `PUT /dashboard/api/me HTTP/1.1\r\nHost: x\r\nx-gatehouse-dashboard: 1\r\nContent-Type: application/json\r\n` +
        `Cookie: ${owner.cookie()}\r\nExpect: 100-continue\r\nContent-Length: 16\r\n\r\n`
    )
    expect(await raw.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 /)
    raw.write("{\"name\":\"owner\"}")
    expect(await raw.until(/"member"/)).toMatch(/HTTP\/1\.1 200 /)
    raw.end()
  })
})

describe("a path", () => {
  it.each([
    "/dashboard/api",
    "/dashboard/api/",
    "/dashboard/api/nothing",
    "/dashboard/api/me/",
    "/dashboard/api//me",
    "/dashboard/api/ME",
    "/dashboard/api/me/..",
    "/dashboard/api/./me",
    "/dashboard/api/x/../me",
    "/dashboard/api/me;a=b",
    "/dashboard/api/me%00",
    "/dashboard/api/%",
    "/dashboard/api/keys/%ff/revoke",
    `/dashboard/api/${"x/".repeat(2_000)}`
  ])("%s is not found", async (path) => {
    const response = await owner.request("GET", path)
    expectRefusal(response, 404, response.status)
    expect(response.json._tag).toBe("NotFound")
  })

  it("with an overlong id is not found", async () => {
    const response = await owner.request("DELETE", `sessions/${"x".repeat(101)}`)
    expectRefusal(response, 404, response.status)
  })

  it("in another spelling bypasses no check", async () => {
    const nobody = browserOn(server.port)
    for (
      const path of [
        "//dashboard/api/me",
        "/dashboard/api/%6de",
        "/Dashboard/api/me",
        "/./dashboard/api/me",
        "/%64ashboard/api/me"
      ]
    ) {
      const { status, text } = await nobody.request("GET", path)
      expect([401, 404]).toContain(status)
      expect(text).not.toContain("\"member\"")
    }
  })

  it("in absolute form is equivalent", async () => {
    const path = "http://elsewhere.example/dashboard/api/me"
    expect((await visit(server.port, "GET", path, { cookie: owner.cookie() })).status).toBe(200)
    expect((await visit(server.port, "GET", path, {})).status).toBe(401)
  })
})

describe("a method", () => {
  it.each(["POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "QUERY"])("%s is not GET", async (method) => {
    const response = await owner.request(method, "me")
    expectRefusal(response, [404, 405], response.status)
  })

  it("that is not supported returns the supported ones", async () => {
    const response = await owner.request("DELETE", "me")
    expect([response.status, response.headers["allow"]]).toEqual([405, "GET, PUT"])
    const removing = await owner.request("GET", "members/mem_x")
    expect([removing.status, removing.headers["allow"]]).toEqual([405, "DELETE"])
  })

  it("in a header or the query is ignored", async () => {
    const headers = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" }
    const { status } = await owner.request("GET", `sessions/${owner.session.id}?_method=DELETE`, { headers })
    expect(status).toBe(405)
    expect((await owner.request("GET", "me")).status).toBe(200)
  })

  it("HEAD equals GET without a body", async () => {
    const { headers, status, text } = await owner.request("HEAD", "me")
    expect([status, text, headers["content-type"]]).toEqual([200, "", "application/json"])
    expect((await browserOn(server.port).request("HEAD", "me")).status).toBe(401)
  })
})

describe("a cookie", () => {
  it("that appears twice is invalid", async () => {
    const other = await signedIn(server, "member")
    for (const cookie of [`${owner.cookie()}; ${other.cookie()}`, `${other.cookie()}; ${owner.cookie()}`]) {
      expect((await browserOn(server.port, cookie).request("GET", "me")).status).toBe(401)
    }
  })

  it("is found among others", async () => {
    const cookie = `a=b; xgatehouse=1; ${owner.cookie()}; gatehouse2=x`
    expect((await browserOn(server.port, cookie).request("GET", "me")).json.member.id).toBe(owner.member.id)
  })

  it("of any form is a session or invalid", async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[\x20-\x7e]{0,60}$/), async (value) => {
        const { status } = await visit(server.port, "GET", "/dashboard/api/me", { cookie: `gatehouse=${value}` })
        expect(status).toBe(401)
      })
    )
  })
})
