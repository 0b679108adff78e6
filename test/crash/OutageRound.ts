import { storageWaitMillisDefault } from "../../core/kernel/StorageHealth.ts"
import { KeepAliveClient, type RawResponse } from "./KeepAliveClient.ts"
import { clientsCount } from "./SentRequest.ts"
import {
  type DatabaseInspector,
  inspectDatabase,
  killServer,
  runCliJson,
  type RunningServer,
  startServerProcess,
  unlimitedKey,
  waitUntil
} from "./ServerProcess.ts"

/** Maximum milliseconds of a response while the database is down. */
export const responseMillisMax = 3_000
/** Maximum milliseconds until `/readyz` reports the actual state. */
export const readyMillisMax = 5_000

export interface Outage {
  readonly begin: () => Promise<void> | void
  /**
   * Ends the outage. Null for corruption, which is permanent.
   *
   * Without an end, the round checks only the responses, and times `/readyz` from the first refusal: data in memory is
   * served until a damaged page is read.
   */
  readonly end: (() => Promise<void> | void) | null
}

export interface OutageOptions {
  readonly databaseUrl: string
  readonly outage: Outage
  readonly outageMillis: number
  /** Milliseconds of load before and after the outage. */
  readonly calmMillis: number
  readonly random: () => number
  readonly clients?: number
  /** Whether to kill the server during the outage, and to start another when the database is back. */
  readonly killsServer?: boolean
}

export interface OutageReport {
  readonly answered: number
  readonly refused: number
  readonly slowestMillis: number
  readonly notReadyAfterMillis: number
  readonly readyAfterMillis: number
  readonly servedAfterMillis: number
  /** Responses that exceeded their time limits. Only the benchmark reports these, on an otherwise idle machine. */
  readonly late: ReadonlyArray<string>
  readonly faults: ReadonlyArray<string>
}

interface Request {
  readonly key: string | null
  readonly body: { readonly email: string }
  readonly at: number
  millis: number
  reply: RawResponse | null
}

/** The server's default, because test servers use a longer wait. */
const withDefaultStorageWait = { env: { GATEHOUSE_STORAGE_WAIT_MILLIS: String(storageWaitMillisDefault) } }

/**
 * Runs load during an outage of the database and after it. Checks every response against the ledger and the history.
 */
export const runOutageRound = async (options: OutageOptions): Promise<OutageReport> => {
  const { calmMillis, clients = clientsCount, databaseUrl, killsServer = false, outage, outageMillis, random } = options
  let server = await startServerProcess(databaseUrl, withDefaultStorageWait)
  const faults: Array<string> = []
  try {
    await runCliJson(databaseUrl, ["credits", "grant", "--amount", "1000000000"])
    const apiKey = await unlimitedKey(databaseUrl)
    const sent: Array<Request> = []
    let isOver = false
    const load = Promise.all(
      Array.from({ length: clients }, () => sendAll(() => server.port, { apiKey, random, sent, isOver: () => isOver }))
    )
    await pause(calmMillis)
    const readiness = watchReadiness(() => server.port)
    const beganAt = performance.now()
    await outage.begin()
    await pause(outageMillis)
    let readyAfterMillis = 0
    let endedAt = Infinity
    if (outage.end !== null) {
      if (killsServer) await killServer(server)
      await outage.end()
      if (killsServer) server = await startServerProcess(databaseUrl, withDefaultStorageWait)
      endedAt = performance.now()
      await waitUntil("the server is ready again", () => Promise.resolve(readiness.isReady()))
      readyAfterMillis = performance.now() - endedAt
      await pause(calmMillis)
    } else if (readiness.isReady()) faults.push("/readyz returned 200 again")
    isOver = true
    await load
    readiness.stop()
    const firstRefusal = sent.find(({ at, reply }) => at > beganAt && reply?.status === 503)
    const failedAt = outage.end === null && firstRefusal !== undefined ? firstRefusal.at + firstRefusal.millis : beganAt
    const notReadyAfterMillis = readiness.notReadySince(failedAt)
    if (outage.end === null) faults.push(...findResponseFaults(sent))
    else {
      const retried = await retryKeys(server, apiKey, sent)
      faults.push(...await auditDatabase(databaseUrl, [...sent, ...retried], killsServer ? clients : 0))
    }
    const served = sent.filter(({ at, reply }) => at > endedAt && reply?.status === 200)
    const slowestMillis = sent.reduce((most, { millis }) => Math.max(most, millis), 0)
    const refused = sent.filter(({ reply }) => reply?.status === 503).length
    const late: Array<string> = []
    if (slowestMillis > responseMillisMax) late.push(`a request took ${slowestMillis.toFixed(0)} ms`)
    if (!(notReadyAfterMillis <= readyMillisMax)) late.push(`/readyz returned 503 after ${notReadyAfterMillis} ms`)
    if (readyAfterMillis > readyMillisMax) {
      late.push(`/readyz returned 200 again after ${readyAfterMillis.toFixed(0)} ms`)
    }
    if (Number.isNaN(notReadyAfterMillis)) faults.push("/readyz never returned 503")
    if (refused === 0) faults.push("no request was sent during the outage")
    return {
      answered: sent.filter(({ reply }) => reply?.status === 200).length,
      refused,
      slowestMillis,
      notReadyAfterMillis,
      readyAfterMillis,
      servedAfterMillis: served.reduce((least, { at, millis }) => Math.min(least, at + millis - endedAt), Infinity),
      late,
      faults
    }
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\noutput of the server:\n${server.output().slice(-3_000)}`, { cause })
  } finally {
    await killServer(server)
  }
}

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

interface Load {
  readonly apiKey: string
  readonly random: () => number
  readonly sent: Array<Request>
  readonly isOver: () => boolean
}

let addresses = 0

const sendAll = async (port: () => number, { apiKey, isOver, random, sent }: Load): Promise<void> => {
  let client = new KeepAliveClient(port())
  while (!isOver()) {
    const name = `ann.${process.pid}.${addresses++}`
    const request: Request = {
      key: random() < 0.3 ? name : null,
      body: { email: `${name}@example-company.com` },
      at: performance.now(),
      millis: 0,
      reply: null
    }
    sent.push(request)
    await send(client, apiKey, request)
    // A refused client waits briefly before the next attempt.
    if (request.reply?.status !== 200) await pause(10)
    if (request.reply === null) client = new KeepAliveClient(port())
  }
  client.close()
}

const send = async (client: KeepAliveClient, apiKey: string, request: Request): Promise<void> => {
  const { at, body, key } = request
  const headers = { "API-KEY": apiKey, ...(key === null ? {} : { "Idempotency-Key": key }) }
  request.reply = await client.post("/scan/email", headers, body)
  request.millis = performance.now() - at
}

/** Requests `/readyz` repeatedly, with pauses of 50 ms. */
const watchReadiness = (port: () => number) => {
  const samples: Array<{ readonly at: number; readonly status: number }> = []
  let isOver = false
  const polling = (async () => {
    while (!isOver) {
      const client = new KeepAliveClient(port())
      const reply = await client.send(Buffer.from("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n"))
      samples.push({ at: performance.now(), status: reply?.status ?? 0 })
      client.close()
      await pause(50)
    }
  })()
  return {
    isReady: () => samples.at(-1)?.status === 200,
    notReadySince: (sinceMillis: number): number =>
      (samples.find(({ at, status }) => at > sinceMillis && status === 503)?.at ?? NaN) - sinceMillis,
    stop: () => {
      isOver = true
      void polling
    }
  }
}

/** Maximum number of requests to retry. */
const retriesMax = 10_000

/** Retries the last refused requests that had a key, until each key is free or returns its response. */
const retryKeys = async (server: RunningServer, apiKey: string, sent: ReadonlyArray<Request>) => {
  const client = new KeepAliveClient(server.port)
  const retried: Array<Request> = []
  const refused = sent.filter(({ key, reply }) => key !== null && reply?.status !== 200)
  for (const { body, key } of refused.slice(-retriesMax)) {
    const request: Request = { key, body, at: performance.now(), millis: 0, reply: null }
    await waitUntil(`the key ${key} is free`, async () => {
      await send(client, apiKey, request)
      return request.reply?.status !== 409
    })
    retried.push(request)
  }
  client.close()
  return retried
}

const auditDatabase = async (databaseUrl: string, requests: ReadonlyArray<Request>, killedClients: number) => {
  const inspector = inspectDatabase(databaseUrl)
  try {
    await waitUntil("nothing is in flight", async () => {
      const rows = await inspector.rows("SELECT in_flight FROM instances")
      return rows.length === 1 && rows[0].in_flight === "[]"
    })
    return [...findResponseFaults(requests), ...await auditOutage(inspector, requests, killedClients)]
  } finally {
    await inspector.close()
  }
}

/** Finds responses that are neither 200 nor 503 with `Retry-After`. */
const findResponseFaults = (requests: ReadonlyArray<Request>): ReadonlyArray<string> =>
  requests.flatMap(({ reply }) => {
    if (reply === null || reply.status === 200) return []
    const id = reply.headers.get("x-request-id")
    if (reply.status !== 503) return [`${id} got the response ${reply.status} ${reply.body}`]
    return reply.headers.has("retry-after") ? [] : [`${id} has no Retry-After`]
  })

const auditOutage = async (
  inspector: DatabaseInspector,
  requests: ReadonlyArray<Request>,
  /** Number of clients whose server was killed. */
  killedClients: number
): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const movements = await inspector.rows("SELECT request_id, kind, amount FROM ledger_movements")
  const charged = new Map<string, number>()
  for (const { amount, kind, request_id: id } of movements) {
    if (kind === "grant") continue
    charged.set(id, (charged.get(id) ?? 0) + (kind === "refund" ? -1 : 1) * Number(amount))
  }
  const recorded = new Set(
    (await inspector.rows("SELECT request_id FROM request_history")).map((row) => row.request_id)
  )
  const answers = await inspector.rows("SELECT key, request_id FROM idempotency WHERE status IS NOT NULL")
  const stored = new Map(answers.map(({ key, request_id }) => [key as string, request_id as string]))
  const answered = new Set<string>()
  const refundedIds: Array<string> = []
  const paid = new Map<string, number>()
  for (const { key, reply } of requests) {
    if (reply === null) {
      if (killedClients === 0) faults.push("a connection was closed without an answer")
      continue
    }
    const id = reply.headers.get("x-request-id")!
    answered.add(id)
    const isReplay = reply.headers.get("idempotency-replayed") === "true"
    const price = charged.get(id) ?? 0
    if (isReplay) answered.add(stored.get(key!)!)
    if (reply.status === 200 && !isReplay) {
      if (price === 0) refundedIds.push(id)
      else if (price !== 1) faults.push(`${id} was answered and paid ${price}`)
      if (!recorded.has(id)) faults.push(`${id} was answered but is not in the history`)
      if (key !== null) paid.set(key, (paid.get(key) ?? 0) + 1)
    }
    if (reply.status !== 200 && price !== 0) faults.push(`${id} got the response ${reply.status} and paid ${price}`)
  }
  // A killed server may not have confirmed the last response to each client. The next server refunds these requests.
  if (refundedIds.length > killedClients) {
    faults.push(`${refundedIds.length} answered requests were refunded, such as ${refundedIds[0]}`)
  }
  for (const [id, price] of charged) {
    if (price !== 0 && price !== 1) faults.push(`${id} paid ${price}`)
    if (price === 1 && !answered.has(id)) faults.push(`${id} paid without a response`)
  }
  for (const [key, times] of paid) if (times !== 1) faults.push(`${key} was charged ${times} times`)
  const stuck = await inspector.rows("SELECT key FROM idempotency WHERE status IS NULL")
  if (stuck.length > 0) faults.push(`${stuck.length} keys are still claimed`)
  const [sums] = await inspector.rows(`SELECT (SELECT COALESCE(SUM(amount), 0) FROM ledger_entries) AS total,
    (SELECT SUM(held) FROM ledger_balances) AS held`)
  if (Number(sums.total) !== 0) faults.push(`all entries sum to ${sums.total}`)
  if (Number(sums.held) !== 0) faults.push(`${sums.held} credits are held`)
  return faults
}
