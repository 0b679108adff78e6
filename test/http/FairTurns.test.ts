import { Effect, Latch, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import { type StartThread, startWorker } from "../../adapters/documents/pool/WorkerPool.ts"
import * as DownloadNode from "../../adapters/download/DownloadNode.ts"
import { LeadQueue } from "../../core/leads/LeadQueue.ts"
import { makeQueueFull } from "../../core/queues/QueueFull.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { FakeInternet, head, ok } from "../adapters/download/FakeInternet.ts"
import { eventually } from "../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { postTo, type TestResponse } from "../support/Server.ts"
import { expectFlat, formOf, lead, scan } from "./Contract.ts"

const plain = makePdf({ 1: "<</Type/Catalog>>" }, "none")
const slow = makePdf({ 1: "<</Type/Catalog/Slow true>>" }, "none")

/** While this latch is closed, a thread that receives the slow document does not begin to read it. */
const mayReadSlow = Latch.makeUnsafe(false)

const startThread: StartThread = (heapMegabytesMax) => {
  const thread = startWorker(heapMegabytesMax)
  const post = thread.postMessage.bind(thread)
  thread.postMessage = (job, transfer) => {
    if (!Buffer.from(job.buffer, job.from, job.length).includes("/Slow")) return post(job, transfer)
    void Effect.runPromise(mayReadSlow.await).then(() => post(job, transfer))
  }
  return thread
}

const queuedPerKeyMax = 5
const internet = new FakeInternet()
const hanging = "http://1.1.1.1/hanging.pdf"
const honest = "http://1.1.1.2/honest.pdf"
/** Functions that end the requests held open by the hanging host. */
const held: Array<() => void> = []

let server: InProcessServer

beforeAll(async () => {
  await internet.serve("1.1.1.1", 80, (socket) => void held.push(() => socket.end(head(404))))
  await internet.serve("1.1.1.2", 80, ok(plain))
  server = await startServerInProcess({
    ports: Layer.mergeAll(
      DocumentReaderPool.layer({
        workers: 2,
        queuedPerKeyMax,
        startThread,
        readMillisMax: 600_000,
        jobMillisMax: 600_000
      }),
      DownloadNode.layerWithNetwork(internet.world, { queuedPerKeyMax }),
      Layer.succeed(LeadQueue, { runQueued: () => () => Effect.fail(makeQueueFull("leads", "key", 1)) })
    )
  })
})
afterAll(async () => {
  await server.stop()
  await internet.close()
})

const scanning = (key: string) => ({
  file: (file: Uint8Array) => postTo(`${server.baseUrl}${scan.path}`, formOf({ file }), { "API-KEY": key }),
  url: (url: string) => postTo(`${server.baseUrl}${scan.path}`, formOf({ url }), { "API-KEY": key })
})

/** Waits until the metrics contain a line. */
const metric = (line: string) =>
  eventually(async () => (await fetch(`${server.baseUrl}/metrics`)).text(), (text) => text.includes(line))

const expectRefused = (answer: TestResponse, message: RegExp, retryAfter: string) => {
  expect(answer.status).toBe(503)
  expectFlat(answer, scan, message)
  expect([answer.headers.get("retry-after"), answer.headers.get("x-credits-charged")]).toEqual([retryAfter, "0"])
}

describe("a key whose documents take long", () => {
  it("waits only for itself: another key's documents are answered meanwhile, and excess ones get 503", async () => {
    const account = await server.createAccount()
    const busy = scanning(account.key)
    const posted = Array.from({ length: 8 }, () => busy.file(slow))
    await metric(`gatehouse_queue_waiting{queue="documents"} ${queuedPerKeyMax}`)
    await metric("gatehouse_queue_refused_total{queue=\"documents\",reason=\"key\"} 2")
    const other = scanning((await account.createKey()).key)
    for (let scans = 0; scans < 5; scans++) expect((await other.file(plain)).status).toBe(200)
    mayReadSlow.openUnsafe()
    const answers = await Promise.all(posted)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(2)
    for (const answer of refused) expectRefused(answer, /^This API key has too many documents waiting\. /, "5")
    await expect.poll(account.balance).toEqual({ available: account.credits - 11 * scan.cost, held: 0 })
  })
})

describe("keys with URLs of a hanging host", () => {
  it("wait only for that host: URLs of other hosts are scanned meanwhile, even for these keys", async () => {
    const account = await server.createAccount()
    const keys = await Promise.all([1, 2, 3].map(async () => scanning((await account.createKey()).key)))
    const posted = keys.flatMap((key) => Array.from({ length: 4 }, () => key.url(hanging)))
    await metric("gatehouse_queue_running{queue=\"downloads\"} 4")
    await metric("gatehouse_queue_waiting{queue=\"downloads\"} 8")
    const other = scanning((await account.createKey()).key)
    for (const key of [other, ...keys]) expect((await key.url(honest)).status).toBe(200)
    const isOver = Promise.all(posted)
    let answers: ReadonlyArray<TestResponse> | null = null
    void isOver.then((all) => answers = all)
    await eventually(async () => held.splice(0).forEach((end) => end()), () => answers !== null)
    expect((await isOver).map(({ status }) => status)).toEqual(posted.map(() => 422))
    expect(held.length).toBe(0)
  })

  it("get 503 for excess requests", async () => {
    const account = await server.createAccount()
    const busy = scanning(account.key)
    const posted = Array.from({ length: 10 }, () => busy.url(hanging))
    const refused = await Promise.race(posted)
    expectRefused(refused, /^This API key has too many downloads waiting\. /, "5")
    let isOver = false
    const answers = Promise.all(posted).finally(() => isOver = true)
    await eventually(async () => held.splice(0).forEach((end) => end()), () => isOver)
    expect((await answers).filter(({ status }) => status === 503)).toHaveLength(1)
    await expect.poll(account.balance).toEqual({ available: account.credits, held: 0 })
  })
})

describe("a lead above the queue limit", () => {
  it("gets a flat 503 with Retry-After", async () => {
    const answer = await server.post(lead.path, { message: "Hello" })
    expect(answer.status).toBe(503)
    expectFlat(answer, lead, /^This API key has too many leads waiting\. /)
    expect(answer.headers.get("retry-after")).toBe("1")
  })
})
