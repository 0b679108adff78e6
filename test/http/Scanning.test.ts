import { Effect, Latch, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import { type StartThread, startWorker } from "../../adapters/documents/pool/WorkerPool.ts"
import { DocumentReader } from "../../core/documents/DocumentReader.ts"
import { linksScreenedMax } from "../../core/documents/ScanDocument.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"
import { asker, expectFlat, formOf, scan } from "./Contract.ts"
import { openRaw, requestText } from "./Raw.ts"

let server: InProcessServer
const ask = asker(() => server, () => server.key)

/** Effect that runs before a document is read. */
let meanwhile: Effect.Effect<void> = Effect.void

/** While this latch is closed, the thread of the pool receives no document. */
const mayRead = Latch.makeUnsafe(true)

const startThread: StartThread = (heapMegabytesMax) => {
  const thread = startWorker(heapMegabytesMax)
  const post = thread.postMessage.bind(thread)
  thread.postMessage = (job, transfer) => {
    void Effect.runPromise(mayRead.await).then(() => post(job, transfer))
  }
  return thread
}

/** Pool in which one document is read and one document waits. Further documents are refused. */
const pool = DocumentReaderPool.layer({
  workers: 1,
  queuedDocumentsMax: 1,
  readMillisMax: 60_000,
  jobMillisMax: 60_000,
  startThread
})

const reader = Layer.effect(
  DocumentReader,
  Effect.map(DocumentReader, ({ judge }) => ({
    judge: (bytes: Uint8Array) => Effect.andThen(Effect.suspend(() => meanwhile), judge(bytes))
  }))
)

beforeAll(async () => {
  server = await startServerInProcess({
    env: { GATEHOUSE_HISTORY_SUBJECTS: "full" },
    ports: Layer.provide(reader, pool)
  })
})
afterAll(() => server.stop())

const plain = makePdf({ 1: "<</Type/Catalog>>" }, "none")
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

const post = (file: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  ask(scan.path, formOf({ file }), headers)
const settled = (available: number) => expect.poll(() => server.balance()).toEqual({ available, held: 0 })

/** Sends an upload on a raw connection, which the client can abort. */
const leaving = async (file: Uint8Array, headers: ReadonlyArray<readonly [string, string]> = []) => {
  const body = Buffer.concat([
    Buffer.from("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"gone.pdf\"\r\n\r\n"),
    file,
    Buffer.from("\r\n--x--\r\n")
  ]).toString("latin1")
  const raw = await openRaw(server.port)
  raw.write(requestText("POST /scan", [
    ["API-KEY", server.key],
    ["Content-Type", "multipart/form-data; boundary=x"],
    ["Content-Length", String(body.length)],
    ...headers
  ], body))
  return raw
}
const held = (credits: number) => expect.poll(async () => (await server.balance()).held).toBe(credits)

describe("more documents than the queue holds", () => {
  it("get a flat 503 with Retry-After and a refund, and are accepted later", async () => {
    const { available } = await server.balance()
    mayRead.closeUnsafe()
    const refused: Array<TestResponse> = []
    const posted = Array.from({ length: 6 }, () =>
      post(plain).then((answer) => {
        if (answer.status === 503) refused.push(answer)
        return answer.status
      }))
    await expect.poll(() => refused.length).toBe(4)
    mayRead.openUnsafe()
    expect((await Promise.all(posted)).toSorted()).toEqual([200, 200, 503, 503, 503, 503])
    for (const answer of refused) {
      expectFlat(
        answer,
        scan,
        /^Too many documents are waiting on this server\. Wait for the time in Retry-After, then retry\.$/
      )
      expect(answer.headers.get("retry-after")).toBe(String(DocumentReaderPool.retryAfterSeconds))
      expect(answer.headers.get("x-credits-charged")).toBe("0")
    }
    await settled(available - 2 * scan.cost)
    expect((await post(plain)).status).toBe(200)
    await settled(available - 3 * scan.cost)
  })

  it("leave an Idempotency-Key free", async () => {
    const named = { "Idempotency-Key": "busy" }
    mayRead.closeUnsafe()
    const busy = [post(plain), post(plain)]
    await held(2 * scan.cost)
    const refused = await post(plain, named)
    expect([refused.status, refused.headers.get("idempotency-replayed")]).toEqual([503, null])
    mayRead.openUnsafe()
    await Promise.all(busy)
    const answer = await post(plain, named)
    expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([200, null])
  })
})

describe("a client that disconnects during its scan", () => {
  it("gets a refund, and pays once when it retries with its key", async () => {
    const { available } = await server.balance()
    let left = 0
    meanwhile = Effect.onInterrupt(Effect.never, () => Effect.sync(() => left++))
    const gone = await leaving(launching, [["Idempotency-Key", "gone"]])
    await held(scan.cost)
    gone.end()
    await settled(available)
    expect(left).toBe(1)
    meanwhile = Effect.void
    const answer = await post(launching, { "Idempotency-Key": "gone" })
    expect([answer.status, answer.json.rating]).toEqual([200, "block"])
    await settled(available - scan.cost)
    expect((await server.verify()).faults).toEqual([])
  })
})

describe("a scan under an Idempotency-Key", () => {
  const named = { "Idempotency-Key": "scan" }

  it("is replayed byte for byte for free, including its time", async () => {
    const { available } = await server.balance()
    const first = await post(launching, named)
    expect([first.status, first.headers.get("x-credits-charged")]).toEqual([200, "20"])
    const again = await post(launching, named)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect([again.headers.get("idempotency-replayed"), again.headers.get("x-credits-charged")]).toEqual(["true", "0"])
    await settled(available - scan.cost)
  })

  it("is refused for another document or file name", async () => {
    expect((await post(plain, named)).status).toBe(422)
    const form = new FormData()
    form.append("file", new Blob([launching as BlobPart]), "other.pdf")
    expect((await ask(scan.path, form, named)).status).toBe(422)
  })
})

describe("the stored data of a scan", () => {
  it("includes its verdict, name and price, or its status if it failed", async () => {
    const form = new FormData()
    form.append("file", new Blob([launching as BlobPart]), "invoice \u202e.pdf")
    const done = await ask(scan.path, form)
    const failed = await post(new TextEncoder().encode("hello"))
    const recordOf = async (id: string | null) => (await server.history()).find(({ requestId }) => requestId === id)
    await expect.poll(() => recordOf(done.headers.get("x-request-id"))).toMatchObject({
      operation: "scan",
      status: 200,
      credits: scan.cost,
      verdict: "block (30)",
      subject: "invoice \u202e.pdf"
    })
    await expect.poll(() => recordOf(failed.headers.get("x-request-id"))).toMatchObject({
      operation: "scan",
      status: 422,
      credits: 0,
      verdict: null
    })
  })

  it("is counted by status, with its time", async () => {
    const metrics = async () => (await fetch(`${server.baseUrl}/metrics`)).text()
    const count = async (status: number) => {
      const line = (await metrics()).split("\n").find((one) =>
        one.startsWith("gatehouse_requests_total{") && one.includes("operation=\"scan\"") &&
        one.includes(`status="${status}"`)
      )
      return Number(line?.split(" ").at(-1) ?? 0)
    }
    const before = [await count(200), await count(422)]
    await post(plain)
    await post(new TextEncoder().encode("hello"))
    expect([await count(200), await count(422)]).toEqual([before[0]! + 1, before[1]! + 1])
    expect(await metrics()).toMatch(/^gatehouse_request_duration_seconds_count\{[^}]*operation="scan"/m)
  })

  it("is timed from its own start, even if refused or replayed", async () => {
    const millis = async () => {
      const text = await (await fetch(`${server.baseUrl}/metrics`)).text()
      const [, seconds = "0"] =
        /^gatehouse_request_duration_seconds_sum\{[^}]*operation="scan"[^}]*\} (\S+)/m.exec(text) ?? []
      return Number(seconds) * 1_000
    }
    const startedAt = performance.now()
    const before = await millis()
    for (let n = 0; n < 2; n++) await post(plain, { "Idempotency-Key": "timed" })
    await post(new TextEncoder().encode("hello"))
    const timed = await millis() - before
    expect(timed).toBeGreaterThan(0)
    expect(timed).toBeLessThanOrEqual(performance.now() - startedAt)
  })
})

it("a document with more links than the lookup limit reports it", async () => {
  const links = Array.from(
    { length: linksScreenedMax + 1 },
    (_, at) => [at + 2, `<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://example.com/${at})>>>>`]
  )
  const answer = await post(makePdf({ 1: "<</Type/Catalog>>", ...Object.fromEntries(links) }, "none"))
  expect(answer.json).toMatchObject({
    rating: "warn",
    reasons: [{ code: "PARTIAL_SCAN" }],
    summary: { links_found: linksScreenedMax + 1, unique_domains: ["example.com"] }
  })
})
