import { describe, expect, it } from "vitest"
import {
  allEndpoints,
  expectAccounted,
  expectWrongBody,
  jsonEndpoints,
  scan,
  scanEmail,
  siteverify
} from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"

const { ask, server } = keyedServer()

const notJson = /^The body is not valid JSON\.$/
const bytes = (...values: ReadonlyArray<number>) => Uint8Array.from(values)

const malformed: ReadonlyArray<readonly [string, string | Uint8Array]> = [
  ["nothing", ""],
  ["a blank", " "],
  ["half an object", "{\"email\":"],
  ["a trailing comma", "{\"email\":\"ann@example.org\",}"],
  ["two values", "{} {}"],
  ["single quotes", "{'email':'ann@example.org'}"],
  ["a comment", "{} // hello"],
  ["NaN", "NaN"],
  ["a raw line break in a string", "{\"email\":\"ann\n@example.org\"}"],
  ["bytes that are not UTF-8", bytes(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
  ["an overlong UTF-8 form", bytes(0x22, 0xc0, 0xaf, 0x22)],
  ["UTF-16", Uint8Array.from(Buffer.from("{\"email\":\"ann@example.org\"}", "utf16le"))],
  ["gzip", bytes(0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0)]
]

/** Well-formed JSON that is not an object. */
const notObjects: ReadonlyArray<readonly [string, string]> = [
  ["null", "null"],
  ["an array", "[]"],
  ["an array of an object", "[{\"email\":\"ann@example.org\"}]"],
  ["a string", "\"ann@example.org\""],
  ["a number", "7"],
  ["a huge number", "1e999"],
  ["true", "true"],
  ["deep nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`]
]

const wrongTypes: ReadonlyArray<string> = [
  "text/plain",
  "text/json",
  "application/jsonp",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "*/*",
  ""
]

describe.each(jsonEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (path, endpoint) => {
  it.each(malformed)("refuses %s with 422", async (_, body) => {
    expectWrongBody(await ask(path, body), endpoint, notJson)
  })

  it.each(notObjects)("refuses %s with 422", async (_, body) => {
    expectWrongBody(await ask(path, body), endpoint, /^The body field must be an object\.$/)
  })

  it.each(wrongTypes)("refuses the content type %j with 422", async (type) => {
    const answer = await ask(path, JSON.stringify(endpoint.body), { "Content-Type": type })
    expectWrongBody(answer, endpoint, /^The body must be JSON with Content-Type: application\/json\.$/)
  })

  it("refuses a request without a content type and without a body", async () => {
    expectWrongBody(await ask(path), endpoint, /^The body must be JSON/)
  })

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;charset=\"UTF-8\""
  ])(
    "accepts the content type %s",
    async (type) => {
      expect((await ask(path, JSON.stringify(endpoint.body), { "Content-Type": type })).status).toBe(endpoint.status)
    }
  )

  it("accepts whitespace around the value, a byte order mark, escapes, and unknown fields", async () => {
    const text = JSON.stringify({ ...endpoint.body as object, unknown_field: { deep: [1, 2, { a: null }] } })
    expect((await ask(path, ` \r\n\t${text}\n`)).status).toBe(endpoint.status)
    expect((await ask(path, `\ufeff${text}`)).status).toBe(endpoint.status)
    expect((await ask(path, text.replaceAll("a", "\\u0061"))).status).toBe(endpoint.status)
  })

  it("is not affected by prototype keys", async () => {
    const own = JSON.stringify(endpoint.body).slice(1, -1)
    const hostile =
      `"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"length":-1`
    expect((await ask(path, `{${hostile},${own}}`)).status).toBe(endpoint.status)
    const alone = await ask(path, `{"__proto__":{${own}}}`)
    expect(alone.status, "an inherited field is not a sent one").toBe(422)
    const again = await ask(path, endpoint.body)
    expect(again.status).toBe(endpoint.status)
    expect(again.text).not.toContain("polluted")
  })
})

describe("the last of two equal keys counts, as in JSON.parse", () => {
  it("on /scan/email", async () => {
    const answer = await ask(scanEmail.path, "{\"email\":7,\"email\":\"bob@example.org\"}")
    expect([answer.status, answer.json.email]).toEqual([200, "bob@example.org"])
  })
})

it("no other endpoint accepts form bodies", async () => {
  for (const endpoint of allEndpoints.filter((one) => one !== siteverify)) {
    const answer = await ask(endpoint.path, "url=x", { "Content-Type": "application/x-www-form-urlencoded" })
    expectWrongBody(answer, endpoint, /^The body must be /)
  }
})

it("/scan refuses a body that is not a form", async () => {
  const answer = await ask(scan.path, { url: "https://example.com/a.pdf" })
  expectWrongBody(answer, scan, /^The body must be multipart\/form-data\.$/)
})

it("only responses with status 200 were charged", async () => {
  expect(ask.charged()).toBeGreaterThan(0)
  await expectAccounted(server(), ask.charged())
})
