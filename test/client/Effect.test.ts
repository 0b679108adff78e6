import { Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  GatehouseClient,
  type GatehouseClientOptions,
  type GatehouseFailure,
  IdempotencyKey,
  type InvalidRequest,
  makeFormScreen,
  makeUploadReceiver
} from "../../apps/effect/index.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { emailResult, fakeServer } from "./FakeServer.ts"
import { type FaultProxy, startFaultProxy } from "./FaultProxy.ts"

const clean = makePdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[]/Count 0>>" }, "none")
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

const { fake, keysSent } = fakeServer()
let server: ServerAccount
let proxy: FaultProxy
beforeAll(async () => {
  server = await createSharedAccount()
  proxy = await startFaultProxy(server.baseUrl)
})
afterAll(() => proxy.stop())

type Use<A> = (client: GatehouseClient["Service"]) => Effect.Effect<A, GatehouseFailure | InvalidRequest>

const call = <A>(use: Use<A>, options: Partial<GatehouseClientOptions> = {}): Promise<A> =>
  Effect.runPromise(
    Effect.provide(
      GatehouseClient.use(use),
      GatehouseClient.layer({
        baseUrl: server.baseUrl,
        apiKey: Redacted.make(server.key),
        backoffMillis: 1,
        ...options
      })
    )
  )

const failureOf = <A>(
  use: Use<A>,
  options?: Partial<GatehouseClientOptions>
): Promise<GatehouseFailure | InvalidRequest | null> =>
  call(
    (client) => Effect.match(use(client), { onFailure: (failure) => failure, onSuccess: () => null }),
    options
  )

describe("the Effect client", () => {
  it("calls every operation", async () => {
    expect(await call((client) => client.scanDocument({ file: launching, filename: "a.pdf" }))).toMatchObject({
      rating: "block",
      filename: "a.pdf"
    })
    expect(await call((client) => client.scanUrl({ url: "http://malware.wicar.org/" }))).toEqual({ ok: false })
    expect(await call((client) => client.scanEmail({ email: "ann@gmial.com" }))).toMatchObject({
      did_you_mean: "ann@gmail.com"
    })
    const bulk = await call((client) => client.scanEmailBulk({ emails: ["a@example.com", "x"] }))
    expect([bulk.results.length, bulk.errors.length]).toEqual([1, 1])
    expect(await call((client) => client.analyzeLead({ message: "Hello" }))).toMatchObject({ verdict: "clean" })
    expect(await call((client) => client.submitPhishingLink({ url: "https://paypa1.example/" }))).toMatchObject({
      url: "https://paypa1.example/"
    })
    expect(await call((client) => client.verifyShieldToken({ secret: "gh_secret_test", token: "" }))).toEqual({
      success: true,
      degraded: true
    })
  })

  it("has typed failures", async () => {
    const apiKey = Redacted.make("gh_live_unknown")
    const scan: Use<unknown> = (client) => client.scanUrl({ url: "https://example.com/" })
    expect(await failureOf(scan, { apiKey })).toMatchObject({
      _tag: "ResponseError",
      code: "unauthorized",
      status: 401
    })
    expect(await failureOf((client) => client.scanEmail({ email: "ann@example.com", ip: "x" }))).toMatchObject({
      _tag: "InvalidRequest",
      operation: "scanEmail",
      message: expect.stringContaining("must be an IPv4 or IPv6 address.")
    })
    expect(await failureOf((client) => client.scanDocument({ url: "http://127.0.0.1/" }))).toMatchObject({
      code: "unprocessable"
    })
    const message = await call((client) =>
      Effect.catchTag(client.scanUrl({ url: "ftp://x" }), "ResponseError", ({ status }) => Effect.succeed(status))
    )
    expect(message).toBe(422)
  })

  it("charges a call once, however often the connection breaks", async () => {
    const before = (await server.balance()).available
    proxy.faults.push("lose", "cut", "replace")
    const { baseUrl } = proxy
    expect(await call((client) => client.scanDocument({ file: clean }), { baseUrl })).toMatchObject({ rating: "ok" })
    expect(before - (await server.balance()).available).toBe(20)
    expect(proxy.faults).toEqual([])
  })

  it("retries with one idempotency key", async () => {
    const { baseUrl } = fake()
    fake().next.push({ kind: "resets" }, respondWith({ ok: false, message: "Wait." }, 429), respondWith(emailResult))
    await call((client) => client.scanEmail({ email: "a@example.com" }), { baseUrl })
    expect([keysSent().length, new Set(keysSent()).size]).toEqual([3, 1])
    fake().next.push(respondWith(emailResult))
    await call(
      (client) => Effect.provideService(client.scanEmail({ email: "a@example.com" }), IdempotencyKey, "order-1"),
      { baseUrl }
    )
    expect(keysSent().at(-1)).toBe("order-1")
  })

  it("fails like the other client", async () => {
    const { baseUrl } = fake()
    const scan: Use<unknown> = (client) => client.scanEmail({ email: "a@example.com" })
    const failure = (behavior: ReturnType<typeof fake>["behavior"], options = {}) => {
      fake().behavior = behavior
      return failureOf(scan, { baseUrl, retriesMax: 1, ...options })
    }
    const wait = respondWith({ ok: false, message: "Wait." }, 429, { "Retry-After": "3600" })
    expect(await failure(wait)).toMatchObject({ code: "rate_limited", retryAfterSeconds: 3_600, attempts: 1 })
    expect(await failure({ kind: "resets" })).toMatchObject({
      _tag: "ConnectionError",
      code: "connection_failed",
      attempts: 2
    })
    expect(await failure({ kind: "trickles" }, { timeoutMillis: 100 })).toMatchObject({ code: "timeout" })
    expect(await failure({ kind: "text", text: "<html>" })).toMatchObject({ code: "unexpected_response", attempts: 2 })
    expect(await failure(respondWith({ ...emailResult, did_you_mean: 7 }))).toMatchObject({
      _tag: "UnexpectedResponseError",
      message: expect.stringContaining("does not match the declaration")
    })
    const other = await startFakeGatehouse()
    expect(await failure({ kind: "redirects", to: other.baseUrl })).toMatchObject({
      code: "unexpected_response",
      status: 307
    })
    expect(other.requests).toEqual([])
    await other.stop()
  })

  it("uses a verification's token once", async () => {
    fake().behavior = { kind: "resets" }
    const failure = await failureOf((client) => client.verifyShieldToken({ secret: "x", token: "t" }), {
      baseUrl: fake().baseUrl
    })
    expect(failure).toMatchObject({ code: "connection_failed", attempts: 1 })
  })
})

describe("the middleware for Effect", () => {
  const post = async (path: string, body: FormData) => {
    const options = { baseUrl: server.baseUrl, apiKey: server.key }
    const receiveUpload = makeUploadReceiver({ ...options, fileBytesMax: 100_000 })
    const screenForm = makeFormScreen({ ...options, secret: "gh_secret_test", emailField: "email" })
    const routes = Layer.mergeAll(
      HttpRouter.add(
        "POST",
        "/upload",
        Effect.map(receiveUpload, ({ files }) => HttpServerResponse.jsonUnsafe(files.map(({ name }) => name)))
      ),
      HttpRouter.add(
        "POST",
        "/form",
        Effect.gen(function*() {
          const { fields } = yield* receiveUpload
          const { email } = yield* screenForm(fields)
          return HttpServerResponse.jsonUnsafe(email?.did_you_mean)
        })
      )
    )
    const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(routes, HttpServer.layerServices), {
      disableLogger: true
    })
    const response = await handler(new Request(`http://a.example${path}`, { method: "POST", body }))
    const answer = [response.status, await response.json()]
    await dispose()
    return answer
  }
  const upload = (bytes: Uint8Array) => {
    const form = new FormData()
    form.append("file", new Blob([bytes as BlobPart]), "a.pdf")
    return post("/upload", form)
  }

  it("receives clean uploads, and responds to others", async () => {
    expect(await upload(clean)).toEqual([200, ["a.pdf"]])
    expect(await upload(launching)).toMatchObject([422, { ok: false }])
    expect(await upload(new Uint8Array(100_001))).toMatchObject([413, { error: "The upload is too large." }])
  })

  it("screens forms", async () => {
    const form = new FormData()
    form.append("shield-token", "")
    form.append("email", "ann@gmial.com")
    expect(await post("/form", form)).toEqual([200, "ann@gmail.com"])
    form.set("shield-token", "sh1.a.b")
    expect(await post("/form", form)).toMatchObject([403, { ok: false }])
  })
})
