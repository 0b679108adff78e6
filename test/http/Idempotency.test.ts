import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { startServerInProcess } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import {
  asker,
  bulk,
  type Endpoint,
  expectAccounted,
  expectFlat,
  expectValidation,
  formOf,
  lead,
  phishing,
  scan,
  scanEmail,
  scanUrl
} from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"
import { bodyOf, openRaw, requestText, statusesOf } from "./Raw.ts"

const { ask, key, server } = keyedServer()

const named = (name: string) => ({ "Idempotency-Key": name })

const charged: ReadonlyArray<Endpoint> = [scanEmail, scanUrl, bulk]

describe.each(charged.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (path, endpoint) => {
  const name = `once ${path}`
  let first: TestResponse

  it("processes and charges the first request normally", async () => {
    first = await ask(path, endpoint.body, named(name))
    expect(first.status).toBe(200)
    expect(first.headers.get("x-credits-charged")).toBe(String(endpoint.cost))
    expect(first.headers.get("idempotency-replayed")).toBeNull()
  })

  it("replays the same bytes, marked, free, and with a new request id", async () => {
    const again = await ask(path, endpoint.body, named(name))
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    expect(again.headers.get("x-credits-charged")).toBe("0")
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
  })

  it("replays it to another key of the account", async () => {
    const other = await server().createKey()
    const again = await ask(path, endpoint.body, { ...named(name), "API-KEY": other.key })
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"])
  })

  it("refuses another body under the same key", async () => {
    const other = await ask(path, { ...endpoint.body as object, more: 1 }, named(name))
    expect(other.status).toBe(422)
    const says = /^This Idempotency-Key was already used for a different request\. Use a new key\.$/
    if (endpoint === bulk) expectFlat(other, bulk, says)
    else expectValidation(other, { "Idempotency-Key": [says] })
  })

  it("processes and charges one of many concurrent requests; the others wait or get its response", async () => {
    const { available: before } = await server().balance()
    const body = endpoint === bulk
      ? { emails: Array.from({ length: 500 }, (_, at) => `ann${at}@example.org`) }
      : endpoint.body
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(path, body, named(`race ${path}`)))
    )
    for (const answer of answers) {
      expect([200, 409]).toContain(answer.status)
      if (answer.status === 409) {
        expectFlat(answer, endpoint, /still in progress/)
        expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/)
      }
    }
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1)
    expect((await server().balance()).available).toBe(before - (endpoint === bulk ? 500 : endpoint.cost))
  })
})

it("the same key on another endpoint counts as different content", async () => {
  const answer = await ask(scanUrl.path, { url: "https://example.com/" }, named("once /scan/email"))
  expectValidation(answer, { "Idempotency-Key": [/different request/] })
})

describe("the key", () => {
  it.each(["k", "k".repeat(255), "8e03978e-40d5-43e8-bc93-6894a57f9324", "a b", "\"quoted\"", "a,b", "__proto__"])(
    "%j is accepted",
    async (name) => {
      expect((await ask(scanEmail.path, scanEmail.body, named(name))).headers.get("x-credits-charged")).toBe("1")
      expect((await ask(scanEmail.path, scanEmail.body, named(name))).headers.get("idempotency-replayed")).toBe("true")
    }
  )

  it.each(["", " ", "k".repeat(256), "k".repeat(2_000)].map((name) => [name.length, name] as const))(
    "of %i characters is refused",
    async (_, name) => {
      const answer = await ask(scanEmail.path, scanEmail.body, named(name))
      expectValidation(answer, { "Idempotency-Key": [/1 to 255 characters/] })
      expectFlat(await ask(bulk.path, bulk.body, named(name)), bulk, /1 to 255 characters/)
    }
  )

  it("sent twice is refused: ignoring it would charge a retry again", async () => {
    const raw = await openRaw(server().port)
    const body = JSON.stringify(scanEmail.body)
    raw.write(requestText("POST /scan/email", [
      ["API-KEY", key()],
      ["Content-Type", "application/json"],
      ["Idempotency-Key", "one"],
      ["Content-Length", String(body.length)],
      ["Idempotency-Key", "two"]
    ], body))
    await raw.until(/\}/)
    raw.end()
    expect(statusesOf(raw.received())).toEqual([422])
    expect(JSON.parse(bodyOf(raw.received())).errors).toHaveProperty("Idempotency-Key")
  })
})

describe("only successes are stored", () => {
  it.each<readonly [string, Endpoint, unknown, unknown, number]>([
    ["an invalid address", scanEmail, { email: "nobody" }, scanEmail.body, 422],
    ["no web address", scanUrl, { url: "nothing" }, scanUrl.body, 422],
    ["a wrong shape", scanEmail, {}, scanEmail.body, 422],
    ["no JSON", scanEmail, "{", scanEmail.body, 422],
    ["a body that is too large", scanEmail, "x".repeat(70_000), scanEmail.body, 413],
    ["an empty batch", bulk, { emails: [] }, bulk.body, 422],
    ["what is no document", scan, formOf({ file: Uint8Array.of(1, 2, 3) }), scan.body, 422]
  ])("after %s, the key is free, even for another body", async (title, endpoint, bad, good, status) => {
    const name = named(`again ${title}`)
    expect((await ask(endpoint.path, bad, name)).status).toBe(status)
    expect((await ask(endpoint.path, bad, name)).status).toBe(status)
    const answer = await ask(endpoint.path, good, name)
    expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([endpoint.status, null])
  })

  it("a refusal for lack of credits is not stored either", async () => {
    const poor = await createSharedAccount({ credits: 0 })
    expect((await poor.post(scanEmail.path, scanEmail.body, named("poor"))).status).toBe(403)
    await poor.cli("credits", "grant", "--amount", "1", "--account", poor.accountId)
    expect((await poor.post(scanEmail.path, scanEmail.body, named("poor"))).status).toBe(200)
    const replay = await poor.post(scanEmail.path, scanEmail.body, named("poor"))
    expect([replay.status, replay.headers.get("idempotency-replayed")]).toEqual([200, "true"])
  })
})

it("free endpoints ignore the header", async () => {
  for (const endpoint of [lead, phishing]) {
    for (let at = 0; at < 2; at++) {
      const answer = await ask(endpoint.path, endpoint.body, named("k".repeat(300)))
      expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([endpoint.status, null])
    }
  }
})

// `test/crash` covers the restart of a killed server.
it("the stored response survives a restart", async () => {
  const filename = join(workerFolder(), "idempotency.db")
  const before = await startServerInProcess({ filename })
  const askAs = (server: typeof before) => asker(() => server, () => before.key)
  const first = await askAs(before)(scanEmail.path, scanEmail.body, named("survivor"))
  await before.stop()
  const after = await startServerInProcess({ filename })
  const again = await askAs(after)(scanEmail.path, scanEmail.body, named("survivor"))
  expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"])
  const available = await after.run(Ledger.use((ledger) => ledger.balance(before.accountId)))
  expect(available).toEqual({ available: before.credits - scanEmail.cost, held: 0 })
  await after.stop()
})

it("the balance matches the responses to the credit", () => expectAccounted(server(), ask.charged()))
