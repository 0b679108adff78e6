import { describe, expect, it } from "vitest"
import type { DetailedMethods } from "../../apps/client/Client.ts"
import { ConnectionError, createClient, UnexpectedResponseError } from "../../apps/client/index.ts"
import { respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"
import { emailResult, failureOf, fakeServer, leadResult } from "./FakeServer.ts"

const { client, fake, retries } = fakeServer()

describe("a response that is not from Gatehouse", () => {
  it("is not followed if it redirects, so that the key stays secret", async () => {
    const other = await startFakeGatehouse()
    try {
      fake().next.push({ kind: "redirects", to: `${other.baseUrl}/scan/email` })
      const failure = await failureOf(client().scanEmail({ email: "a@example.com" }))
      expect(failure).toBeInstanceOf(UnexpectedResponseError)
      expect(failure).toMatchObject({ code: "unexpected_response", status: 307, attempts: 1 })
      expect(failure.message).toContain(other.baseUrl)
      expect(other.requests).toEqual([])
    } finally {
      await other.stop()
    }
  })

  it("is not interpreted by its status alone", async () => {
    for (const status of [401, 403, 404, 413, 422]) {
      fake().next.push({ kind: "text", text: "<html>Blocked by a firewall</html>", status })
      const failure = await failureOf(client().scanEmail({ email: "a@example.com" }))
      expect(failure).toMatchObject({ code: "unexpected_response", status, attempts: 1 })
    }
  })

  it("fails if it is too large", async () => {
    fake().next.push(respondWith({ ...leadResult, reasons: ["x".repeat(9 * 1024 * 1024)] }))
    const failure = await failureOf(client({ retriesMax: 0 }).analyzeLead({ message: "Hello" }))
    expect(failure).toMatchObject({ code: "unexpected_response", status: 200 })
  })
})

describe("time limits", () => {
  it.each([{ kind: "hangs" }, { kind: "trickles" }] as const)("end an attempt that $kind", async (behavior) => {
    fake().next.push(behavior, respondWith(emailResult))
    const { metadata } = await client({ timeoutMillis: 300 }).withMetadata.scanEmail({ email: "a@example.com" })
    expect(metadata.attempts).toBe(2)
    expect(retries[0]!.error).toMatchObject({ name: "ConnectionError", code: "timeout" })
  })

  it("end the whole call, also if fetch ignores its signal", async () => {
    const never: typeof fetch = () => new Promise(() => {})
    const patient = createClient({ baseUrl: fake().baseUrl, apiKey: "x", fetch: never, totalMillisMax: 50 })
    const failure = await failureOf(patient.scanEmail({ email: "a@example.com" }))
    expect(failure).toMatchObject({ code: "timeout" })
  })

  it("end a call whose retries take too long", async () => {
    const overloaded: typeof fetch = async () => Response.json({ ok: false, message: "Overloaded." }, { status: 503 })
    const impatient = createClient({
      fetch: overloaded,
      baseUrl: fake().baseUrl,
      apiKey: "x",
      backoffMillis: 5,
      retriesMax: 100,
      totalMillisMax: 300
    })
    const failure = await failureOf(impatient.scanEmail({ email: "a@example.com" }))
    expect(failure.attempts).toBeLessThan(101)
    expect(["unavailable", "timeout"]).toContain(failure.code)
  })
})

describe("an AbortSignal", () => {
  it("ends a request, and keeps its reason", async () => {
    const controller = new AbortController()
    fake().next.push({ kind: "hangs" })
    const call = client().scanEmail({ email: "a@example.com" }, { signal: controller.signal })
    await expect.poll(() => fake().requests.length).toBe(1)
    controller.abort(new Error("The page was closed."))
    const failure = await failureOf(call)
    expect(failure).toBeInstanceOf(ConnectionError)
    expect(failure).toMatchObject({ code: "aborted", attempts: 1, cause: { message: "The page was closed." } })
  })

  it("ends the delay before a retry, and prevents a call", async () => {
    const controller = new AbortController()
    fake().next.push(respondWith({}, 503, { "Retry-After": "60" }))
    const slow = createClient({
      baseUrl: fake().baseUrl,
      apiKey: "x",
      onRetry: () => controller.abort()
    })
    const { signal } = controller
    expect(await failureOf(slow.scanEmail({ email: "a@example.com" }, { signal }))).toMatchObject({ code: "aborted" })
    expect(await failureOf(slow.scanEmail({ email: "a@example.com" }, { signal }))).toMatchObject({ attempts: 0 })
    expect(fake().requests).toHaveLength(1)
  })
})

describe("a stream", () => {
  const failing = async function*() {
    yield new Uint8Array([1])
    throw new Error("The visitor is gone.")
  }

  it("is sent once, because it cannot be read again", async () => {
    fake().next.push({ kind: "resets" })
    const stream = new Blob(["%PDF-1.7"]).stream()
    const failure = await failureOf(client().scanDocument({ file: stream }))
    expect(failure).toMatchObject({ code: "connection_failed", attempts: 1 })
    expect(fake().requests[0]!.text).toContain("filename=\"document\"")
  })

  it("is opened again for a retry if it is a function", async () => {
    fake().next.push({ kind: "resets" }, respondWith({}, 400))
    await failureOf(client().scanDocument({ file: () => new Blob(["%PDF-1.7"]).stream(), filename: "a\"\r\nb.pdf" }))
    const [first, second] = fake().requests.map(({ text }) => text.replaceAll(/gatehouse-[\da-f-]{36}/g, "boundary"))
    expect(second).toBe(first)
    expect(first).toBe(
      "--boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22%0D%0Ab.pdf\"\r\n" +
        "Content-Type: application/octet-stream\r\n\r\n%PDF-1.7\r\n--boundary--\r\n"
    )
  })

  it("reports its own failure", async () => {
    const failure = await failureOf(client().scanDocument({ file: failing }))
    expect(failure).toMatchObject({ code: "source_failed", cause: { message: "The visitor is gone." }, attempts: 1 })
  })

  it("may take longer than the time limit as long as it progresses", async () => {
    fake().next.push(respondWith({}, 400))
    let chunks = 0
    const slow = async function*() {
      for (; chunks < 10; chunks++) {
        await new Promise((resolve) => setTimeout(resolve, 40))
        yield new Uint8Array(10)
      }
    }
    const failure = await failureOf(client({ timeoutMillis: 300 }).scanDocument({ file: slow }))
    expect([chunks, failure.code]).toEqual([10, "unexpected_response"])
  })
})

describe("invalid options and requests", () => {
  const options = { baseUrl: "https://gatehouse.example.com", apiKey: "gh_live_x" }

  it.each([
    { baseUrl: "gatehouse.example.com" },
    { baseUrl: "ftp://gatehouse.example.com" },
    { baseUrl: "https://user:password@gatehouse.example.com" },
    { apiKey: "" },
    { apiKey: "gh_live_x\n" },
    { timeoutMillis: 0 },
    { timeoutMillis: NaN },
    { totalMillisMax: -1 },
    { retriesMax: 101 },
    { backoffMillis: -1 }
  ])("%o throws a TypeError", (wrong) => {
    expect(() => createClient({ ...options, ...wrong })).toThrow(TypeError)
  })

  it.each<[string, (client: DetailedMethods) => Promise<unknown>]>([
    ["a missing key", () => createClient({ baseUrl: options.baseUrl }).scanUrl({ url: "https://a.example/" })],
    ["neither file nor URL", (client) => client.scanDocument({} as never)],
    ["file and URL", (client) => client.scanDocument({ file: new Blob([]), url: "https://a.example/" } as never)],
    ["a file as text", (client) => client.scanDocument({ file: "a.pdf" } as never)],
    ["a long idempotency key", (client) => client.scanUrl({ url: "x" }, { idempotencyKey: "x".repeat(256) })],
    ["an invalid limit", (client) => client.scanUrl({ url: "x" }, { timeoutMillis: -1 })]
  ])("%s rejects with a TypeError, without a request", async (_, call) => {
    await expect(call(client().withMetadata)).rejects.toThrow(TypeError)
    expect(fake().requests).toEqual([])
  })
})
