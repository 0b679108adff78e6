import { Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { LingerMillisMax } from "../../adapters/http/server/connections/NodeServer.ts"
import { type ServerAccount, startServerInProcess } from "../support/InProcessServer.ts"
import { postTo, type TestResponse } from "../support/Server.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { checkDeclared, expectAccounted, expectFlat, keyedEndpoints, scanEmail } from "./Contract.ts"
import { bodyOf, openRaw, requestText, statusesOf } from "./Raw.ts"

let server: ServerAccount
beforeAll(async () => {
  server = await createSharedAccount()
})

/** Sends a request without an API key, unless `headers` contains a key. */
const post = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  postTo(`${server.baseUrl}${path}`, body, headers)

const expectRefused = (answer: TestResponse): void => {
  expect(answer.status).toBe(401)
  expect(answer.headers.get("www-authenticate")).toBe("ApiKey realm=\"gatehouse\", header=\"API-KEY\"")
  // A client without a key learns nothing: no limits and no costs.
  for (const name of ["ratelimit", "ratelimit-policy", "retry-after", "x-credits-charged"]) {
    expect(answer.headers.get(name), name).toBeNull()
  }
}

/** Unknown key with the format and check characters of a real key. */
const unknownKey = "gh_live_3wmo4sLMOHssFTrZr2bYTPiHUN22cCfPGnzVb0iE5hI0hGb9q"

const wrongKeys: ReadonlyArray<readonly [string, (key: string) => Record<string, string>]> = [
  ["no key", () => ({})],
  ["an empty key", () => ({ "API-KEY": "" })],
  ["a word", () => ({ "API-KEY": "secret" })],
  ["an unknown key of the right form", () => ({ "API-KEY": unknownKey })],
  ["a key that lacks its last character", (key) => ({ "API-KEY": key.slice(0, -1) })],
  ["a key with one character more", (key) => ({ "API-KEY": `${key}x` })],
  ["a key in upper case", (key) => ({ "API-KEY": key.toUpperCase() })],
  ["a mistyped key", (key) => ({ "API-KEY": key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21) })],
  ["a key as a bearer token", (key) => ({ Authorization: `Bearer ${key}` })],
  ["a key with a scheme", (key) => ({ "API-KEY": `Bearer ${key}` })],
  ["a key in another header", (key) => ({ "X-API-KEY": key })],
  ["two keys in one header", (key) => ({ "API-KEY": `${key}, ${key}` })],
  ["a key of 4000 characters", () => ({ "API-KEY": "gh_live_".padEnd(4_000, "a") })]
]

describe.each(keyedEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (path, endpoint) => {
  it.each(wrongKeys)("refuses %s with 401", async (_, headersOf) => {
    const answer = await post(path, endpoint.body, headersOf(server.key))
    checkDeclared(path, answer)
    expectRefused(answer)
    expectFlat(answer, endpoint, /^Missing or invalid API key\. /)
  })

  it("checks the key before the body (decision 1)", async () => {
    for (const [body, type] of [["{", "application/json"], ["", ""], ["x".repeat(2_000_000), "text/plain"]] as const) {
      const answer = await post(path, body, { "Content-Type": type })
      checkDeclared(path, answer)
      expectRefused(answer)
    }
  })

  it("ignores a key in the query or the body", async () => {
    expectRefused(await post(`${path}?api_key=${server.key}&API-KEY=${server.key}`, endpoint.body))
    expectRefused(await post(path, { "API-KEY": server.key, api_key: server.key, url: "https://example.com/" }))
  })
})

it("answers every wrong key alike, each with its own request id", async () => {
  const answers = await Promise.all(wrongKeys.map(([, of]) => post("/scan/email", {}, of(server.key))))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(answers.length)
})

it("accepts the header in any case, with whitespace around its value", async () => {
  for (const name of ["API-KEY", "api-key", "Api-Key"]) {
    expect((await post("/scan/email", scanEmail.body, { [name]: server.key })).status).toBe(200)
  }
  const raw = await openRaw(server.port)
  const body = JSON.stringify(scanEmail.body)
  raw.write(requestText("POST /scan/email", [
    ["API-KEY", `  ${server.key}\t `],
    ["Content-Type", "application/json"],
    ["Content-Length", String(body.length)]
  ], body))
  await raw.until(/"ok"/)
  expect(statusesOf(raw.received())).toEqual([200])
  raw.end()
})

it.each(["the same key", "two keys"])("refuses %s in two API-KEY headers", async (which) => {
  const other = which === "two keys" ? unknownKey : server.key
  for (const keys of [[server.key, other], [other, server.key]]) {
    const raw = await openRaw(server.port)
    const body = JSON.stringify(scanEmail.body)
    raw.write(requestText("POST /scan/email", [
      ["API-KEY", keys[0]!],
      ["Content-Type", "application/json"],
      ["Content-Length", String(body.length)],
      ["api-key", keys[1]!]
    ], body))
    await raw.until(/Missing or invalid/)
    expect(statusesOf(raw.received())).toEqual([401])
    expect(JSON.parse(bodyOf(raw.received()))).toMatchObject({ ok: false })
    raw.end()
  }
})

it("keys of one account are revoked one by one from another process", async () => {
  const [first, second] = [await server.createKey(), await server.createKey()]
  const statusOf = async (key: string) =>
    (await post("/submit-phishing-link", { url: "https://a.example/" }, { "API-KEY": key })).status
  expect([await statusOf(first.key), await statusOf(second.key), await statusOf(server.key)]).toEqual([201, 201, 201])

  await server.cli("keys", "revoke", first.id, "--account", server.accountId)
  await expect.poll(() => statusOf(first.key)).toBe(401)
  const answer = await post("/scan/email", scanEmail.body, { "API-KEY": first.key })
  expectRefused(answer)
  expectFlat(answer, scanEmail, /^Missing or invalid API key\. /)
  expect([await statusOf(second.key), await statusOf(server.key)]).toEqual([201, 201])

  const listed: any = await server.cli("keys", "list", "--account", server.accountId)
  const items: ReadonlyArray<any> = listed.items ?? listed
  expect(items.find(({ id }) => id === first.id).revoked_at).not.toBeNull()
  expect(JSON.stringify(listed)).not.toContain(second.key)
})

it("keys created by another process work at once, even right after a refusal", async () => {
  const made = await server.createKey()
  expect((await post("/scan/email", scanEmail.body, { "API-KEY": made.key })).status).toBe(200)
})

it("no refused request was charged", async () => {
  // The charged requests used three spellings of the header, a header with whitespace, and a new key.
  await expectAccounted(server, 5 * scanEmail.cost)
})

describe("a client without a key that is still sending", () => {
  const upload = requestText("POST /scan", [
    ["Content-Type", "multipart/form-data; boundary=x"],
    ["Content-Length", "20000000"]
  ])

  it("can read the response: the connection is not reset while the response may be in transit", async () => {
    const lingering = await startServerInProcess({ ports: Layer.succeed(LingerMillisMax, 60_000) })
    const raw = await openRaw(lingering.port)
    let hasFailed = false
    raw.socket.on("error", () => hasFailed = true)
    raw.write(upload)
    await raw.until(/API-KEY: send|header/)
    for (let at = 0; at < 50; at++) {
      await new Promise((resolve) => raw.socket.write(Buffer.alloc(1_000), resolve))
    }
    expect([hasFailed, raw.isClosed()]).toEqual([false, false])
    expect(statusesOf(raw.received())).toEqual([401])
    raw.end()
    await lingering.stop()
  })

  it("is cut off after a moment", async () => {
    const raw = await openRaw(server.port)
    const timer = setInterval(() => raw.write(Buffer.alloc(1_000)), 5)
    raw.write(upload)
    expect(await raw.closed()).toBe(true)
    clearInterval(timer)
    expect(statusesOf(raw.received())).toEqual([401])
  })
})
