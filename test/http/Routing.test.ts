import { setImmediate as nextTurn } from "node:timers/promises"
import { beforeAll, describe, expect, it } from "vitest"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { allEndpoints, declared, siteverify, widgetPaths } from "./Contract.ts"
import { bodyOf, openRaw, requestText, statusesOf } from "./Raw.ts"

let server: ServerAccount
let openApi: any
beforeAll(async () => {
  server = await createSharedAccount()
  openApi = await (await fetch(`${server.baseUrl}/openapi.json`)).json()
})

const paths = allEndpoints.map(({ path }) => path)

describe.each(allEndpoints)("$path", ({ flag, path, text }) => {
  it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"])(
    "answers %s with 405 and Allow: POST",
    async (method) => {
      const response = await fetch(server.baseUrl + path, { method, headers: { "API-KEY": server.key } })
      expect(response.status).toBe(405)
      expect(response.headers.get("allow")).toBe("POST")
      expect(response.headers.get("content-type")).toBe("application/json")
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
      expect(await response.json()).toEqual({ [flag]: false, [text]: expect.stringMatching(/POST/) })
    }
  )

  it("answers HEAD with 405 and no body", async () => {
    const response = await fetch(server.baseUrl + path, { method: "HEAD" })
    expect([response.status, await response.text()]).toEqual([405, ""])
  })
})

describe("a connection", () => {
  const request = (line: string, key: string, body: string) =>
    requestText(line, [
      ["API-KEY", key],
      ["Content-Type", "application/json"],
      ["Content-Length", String(body.length)]
    ], body)
  const valid = JSON.stringify({ email: "ann@example.org" })

  it.each<readonly [string, number, string, string, string]>([
    ["a wrong key", 401, "POST", "wrong", valid],
    ["a wrong method", 405, "PUT", "", valid],
    ["a body of the wrong shape", 422, "POST", "", "{}"],
    ["a body that is no JSON", 422, "POST", "", "{"],
    ["an empty body", 422, "POST", "", ""],
    ["an invalid address", 422, "POST", "", JSON.stringify({ email: "nobody" })]
  ])("continues after %s, in one piece or in two", async (_, status, method, key, body) => {
    const raw = await openRaw(server.port)
    const refused = request(`${method} /scan/email`, key === "" ? server.key : key, body)
    const head = refused.indexOf("\r\n\r\n") + 4
    raw.write(refused)
    await raw.until(/\r\n\r\n[^]*\}/)
    raw.write(request("POST /scan/email", server.key, valid))
    await raw.until(/"domain":/)
    expect(statusesOf(raw.received())).toEqual([status, 200])
    expect(raw.received()).not.toMatch(/^connection: close/im)
    // The body follows the headers after some event loop turns. The response may come before the body, but must come.
    const late = await openRaw(server.port)
    late.write(refused.slice(0, head))
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    late.write(refused.slice(head))
    await late.until(/\r\n\r\n[^]*\}/)
    expect(statusesOf(late.received())).toEqual([status])
    raw.end()
    late.end()
  })

  it("continues after a GET, which has no body", async () => {
    const raw = await openRaw(server.port)
    raw.write(requestText("GET /scan/email", []))
    await raw.until(/\}/)
    raw.write(request("POST /scan/email", server.key, valid))
    await raw.until(/"domain":/)
    expect(statusesOf(raw.received())).toEqual([405, 200])
    raw.end()
  })

  it.each(["GET /demo", "HEAD /demo", "DELETE /demo"])("continues after %s with an unread body", async (line) => {
    const raw = await openRaw(server.port)
    raw.write(request(line, server.key, valid))
    await raw.until(/\r\n\r\n/)
    raw.write(request("POST /scan/email", server.key, valid))
    await raw.until(/"domain":/)
    expect(statusesOf(raw.received())[1]).toBe(200)
    raw.end()
  })

  it("accepts pipelined requests and answers them in order", async () => {
    const raw = await openRaw(server.port)
    raw.write(["{}", valid, "", valid].map((body) => request("POST /scan/email", server.key, body)).join(""))
    await raw.until(/("domain":[^]*){2}/)
    expect(statusesOf(raw.received())).toEqual([422, 200, 422, 200])
    raw.end()
  })
})

it.each([
  "/nothing",
  "/scan/",
  "/scan/email/",
  "/scan/Email",
  "/SCAN/EMAIL",
  "//scan/email",
  "/scan/email/bulk/x",
  "/scan/%65mail",
  "/scan/./emails",
  "/v1/scan/email",
  "/__proto__",
  "/constructor",
  "/toString",
  "/scan/email;x=1"
])("POST %s is 404 in JSON", async (path) => {
  const raw = await openRaw(server.port)
  raw.write(requestText(`POST ${path}`, [["API-KEY", server.key], ["Content-Length", "0"]]))
  await raw.until(/\}/)
  expect(statusesOf(raw.received())).toEqual([404])
  expect(JSON.parse(bodyOf(raw.received()))).toEqual({ ok: false, message: expect.any(String) })
  raw.end()
})

it.each(["/healthz", "/readyz", "/docs", "/openapi.json"])("HEAD %s equals GET without the body", async (path) => {
  const [head, get] = [await fetch(server.baseUrl + path, { method: "HEAD" }), await fetch(server.baseUrl + path)]
  expect([head.status, await head.text()]).toEqual([get.status, ""])
  expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"))
  await get.text()
})

const pages = ["/", "/docs", "/openapi.json", "/healthz", "/readyz", "/metrics", "/docs/", "/healthz?a=b"]
const otherMethods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"]

describe.each(pages)("the page %s", (path) => {
  it.each(otherMethods)("answers %s with 405 and Allow: GET, HEAD, and keeps the connection open", async (method) => {
    const raw = await openRaw(server.port)
    raw.write(requestText(`${method} ${path}`, [["Content-Length", "2"]], "{}"))
    await raw.until(/\}/)
    expect(statusesOf(raw.received())).toEqual([405])
    expect(raw.received()).toMatch(/^allow: GET, HEAD\r$/im)
    expect(raw.received()).toMatch(/^content-type: application\/json\r$/im)
    expect(JSON.parse(bodyOf(raw.received()))).toEqual({ ok: false, message: expect.stringMatching(/GET and HEAD/) })
    raw.write(requestText("HEAD /healthz", []))
    await raw.until(/200 OK[^]*\r\n\r\n/)
    expect(statusesOf(raw.received())).toEqual([405, 200])
    raw.end()
  })
})

it("a query is not part of the path", async () => {
  for (const query of ["?", "?a=b", "?a=b?c", "?/scan/url"]) {
    const answer = await server.post(`/scan/email${query}`, { email: "ann@example.org" }, { "API-KEY": server.key })
    expect(answer.status).toBe(200)
  }
})

it("accepts the absolute form of a request line, as RFC 9112 requires of every server", async () => {
  const raw = await openRaw(server.port)
  const body = JSON.stringify({ email: "ann@example.org" })
  raw.write(requestText(`POST http://127.0.0.1:${server.port}/scan/email`, [
    ["API-KEY", server.key],
    ["Content-Type", "application/json"],
    ["Content-Length", String(body.length)]
  ], body))
  await raw.until(/\}/)
  expect(statusesOf(raw.received())).toEqual([200])
  raw.end()
})

describe("the OpenAPI document", () => {
  it("is OpenAPI 3.1 and lists exactly the seven endpoints and those of the widget, all POST", () => {
    expect(openApi.openapi).toMatch(/^3\.1\./)
    expect(openApi.info).toMatchObject({ title: "Gatehouse", version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    const all = [...paths, ...widgetPaths]
    expect(Object.keys(openApi.paths).toSorted()).toEqual(all.toSorted())
    for (const path of all) expect(Object.keys(openApi.paths[path])).toEqual(["post"])
    expect([...declared.keys()].toSorted()).toEqual(all.toSorted())
  })

  it("requires the API key on every endpoint except those of Shield", () => {
    const schemes = Object.entries<any>(openApi.components.securitySchemes)
    expect(schemes).toHaveLength(1)
    const [name, scheme] = schemes[0]!
    expect(scheme).toMatchObject({ type: "apiKey", in: "header", name: "API-KEY" })
    for (const path of [...paths, ...widgetPaths]) {
      const { security } = openApi.paths[path].post
      expect(security ?? [], path).toEqual(path.startsWith("/shield/") ? [] : [{ [name]: [] }])
    }
  })

  it("resolves every reference and repeats no operation id", () => {
    const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1]!)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of new Set(references)) {
      const target = reference.replace(/^#\//, "").split("/").reduce<any>(
        (at, name) => at?.[name.replaceAll("~1", "/").replaceAll("~0", "~")],
        openApi
      )
      expect(target, reference).toBeTypeOf("object")
    }
    const ids = Object.keys(openApi.paths).map((path) => openApi.paths[path].post.operationId)
    expect(new Set(ids).size).toBe(10)
    expect(ids.every((id) => typeof id === "string" && id !== "")).toBe(true)
  })

  it("lists the file of a document and the form that Shield accepts", () => {
    const { content } = openApi.paths["/scan"].post.requestBody
    expect(content["multipart/form-data"].schema.properties.file).toMatchObject({ type: "string", format: "binary" })
    const shield = openApi.paths[siteverify.path].post.requestBody.content
    expect(shield["application/x-www-form-urlencoded"].schema).toEqual(shield["application/json"].schema)
  })

  it("documents that the script in pages sends its JSON as plain text", () => {
    for (const path of widgetPaths) {
      const { description, requestBody } = openApi.paths[path].post
      expect(description).toMatch(/^Called by the widget script\./)
      expect(requestBody.content["text/plain"].schema).toEqual(requestBody.content["application/json"].schema)
    }
  })

  it("declares the Idempotency-Key only where it is supported", () => {
    for (const { idempotent, path } of allEndpoints) {
      const names = (openApi.paths[path].post.parameters ?? []).map(({ name }: { name: string }) => name)
      expect(names, path).toEqual(idempotent ? ["Idempotency-Key"] : [])
    }
  })

  it("declares the bounds of every number", () => {
    const { DocumentResult, LeadResult } = openApi.components.schemas
    expect(DocumentResult.properties.score).toMatchObject({ type: "integer", minimum: 0, maximum: 100 })
    expect(DocumentResult.properties.summary.properties.links_found).toMatchObject({ type: "integer", minimum: 0 })
    expect(LeadResult.properties.risk_score).toMatchObject({ minimum: 0, maximum: 100 })
    expect(JSON.stringify(openApi)).not.toContain(String(Number.MIN_SAFE_INTEGER))
  })

  it("describes a body and the success and error responses of every endpoint", () => {
    for (const path of [...paths, ...widgetPaths]) {
      const { requestBody, responses } = openApi.paths[path].post
      expect(Object.keys(requestBody.content), path).toContain(
        path === "/scan" ? "multipart/form-data" : "application/json"
      )
      const statuses = new Set((declared.get(path) ?? []).map(({ status }) => String(status)))
      expect(new Set(Object.keys(responses)), path).toEqual(statuses)
      for (const [status, response] of Object.entries<any>(responses)) {
        expect(response.description, `${path} ${status}`).toMatch(/\S/)
        expect(Object.keys(response.content ?? {}), `${path} ${status}`).toEqual(["application/json"])
      }
    }
  })
})

it.each([
  ["/", 200, /json/],
  ["/healthz", 200, /json/],
  ["/readyz", 200, /json/],
  ["/openapi.json", 200, /json/],
  ["/docs", 200, /html/],
  ["/metrics", 200, /text\/plain/],
  ["/nothing", 404, /json/]
])("GET %s answers %i, with safe headers", async (path, status, type) => {
  const response = await fetch(server.baseUrl + path)
  expect(response.status).toBe(status)
  expect(response.headers.get("content-type")).toMatch(type)
  expect(response.headers.get("x-content-type-options")).toBe("nosniff")
  expect(response.headers.get("x-frame-options")).toBe("DENY")
  expect(response.headers.get("referrer-policy")).toBe("no-referrer")
})

it.each(["/healthz", "/readyz"])("%s reports the state of each threat source, with its age and size", async (path) => {
  const { threat_sources } = await (await fetch(server.baseUrl + path)).json() as {
    threat_sources: ReadonlyArray<object>
  }
  expect(threat_sources).toEqual([{
    name: "embedded",
    kind: "embedded",
    state: "live",
    required: true,
    enforced: true,
    entries: expect.any(Number),
    bytes: expect.any(Number),
    updated_at: null,
    age_seconds: null,
    problem: null
  }])
  expect(await (await fetch(`${server.baseUrl}/metrics`)).text()).toMatch(
    /^gatehouse_threat_source_entries\{[^}]*source="embedded"[^}]*\} [1-9]\d*$/m
  )
})
