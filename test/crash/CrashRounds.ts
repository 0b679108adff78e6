import type { RoundReport } from "./AuditRound.ts"
import { auditRound } from "./AuditRound.ts"
import { KeepAliveClient } from "./KeepAliveClient.ts"
import { clientsCount, type Retry, type SentRequest } from "./SentRequest.ts"
import {
  type DatabaseInspector,
  inspectDatabase,
  killServer,
  runCliJson,
  type RunningServer,
  spawnServer,
  startServerProcess,
  unlimitedKey,
  waitUntil
} from "./ServerProcess.ts"

const bulkSize = 20
const retriedAnswersMax = 10
/** Minimum number of responses before the kill. The maximum is twice this number. */
const answersMin = 3 * clientsCount
/** Maximum turns of the clients' event loop before the kill. Some turns take as long as a request. */
const turnsMax = 64
export const grantedCredits = 1_000_000_000

/** The server that replaces a killed one in a round. */
export interface RestartedServer {
  readonly port: number
  readonly pid: number
  readonly output: () => string
  readonly end: () => Promise<unknown>
}

export interface RoundOptions {
  readonly databaseUrl: string
  readonly rounds: number
  readonly random: () => number
  /** Starts the next server on the same database after a kill. By default, it is a separate process. */
  readonly restart?: (inspector: DatabaseInspector) => Promise<RestartedServer>
  /** Whether to also kill the next server during its start, in about every fourth round. */
  readonly killsStarts?: boolean
  readonly report?: (round: RoundReport) => void
}

/** Runs rounds of load, kill -9, restart and audit on one database. Throws at the first fault. */
export const runCrashRounds = async (
  { databaseUrl, killsStarts = false, random, report, restart = () => startNext(databaseUrl), rounds }: RoundOptions
): Promise<ReadonlyArray<RoundReport>> => {
  const reports: Array<RoundReport> = []
  const inspector = inspectDatabase(databaseUrl)
  let victim = await startServerProcess(databaseUrl)
  let next: RestartedServer | null = null
  try {
    await runCliJson(databaseUrl, ["credits", "grant", "--amount", String(grantedCredits)])
    const apiKey = await unlimitedKey(databaseUrl)
    let version = await readLastVersion(inspector)
    for (let round = 0; round < rounds; round++) {
      const sent: Array<SentRequest> = []
      // Repeats the load until the kill interrupts a request, because all responses may arrive before the kill.
      for (let tries = 0; sent.every(({ reply }) => reply !== null); tries++) {
        if (round + tries > 0) victim = await startServerProcess(databaseUrl)
        sent.push(...await loadUntilKilled(victim, apiKey, random))
      }
      const kills = 1 + (killsStarts && random() < 0.25 ? await killWhileStarting(databaseUrl, random) : 0)
      const server = next = await restart(inspector)
      const [retries, sweepMillis] = await Promise.all([
        retryAll(server.port, apiKey, sent),
        waitUntil(
          "only the running instance is left",
          async () => (await findOnlyInstance(inspector, server.pid)) !== undefined
        )
      ])
      await waitUntil("every response to the retries is confirmed", () => hasNothingInFlight(inspector, server.pid))
      const result = await auditRound({
        inspector,
        sent,
        retries,
        afterVersion: version,
        kills,
        sweepMillis,
        grantedCredits
      })
      version = result.version
      reports.push(result.report)
      report?.(result.report)
      await server.end()
    }
    const audit = await runCliJson(databaseUrl, ["credits", "verify"])
    if (audit.ok !== true) throw new Error(`credits verify: ${JSON.stringify(audit)}`)
    const { balance } = await runCliJson(databaseUrl, ["credits", "balance"])
    const [row] = await inspector.rows("SELECT available FROM ledger_balances")
    if (balance !== Number(row.available)) throw new Error(`credits balance printed ${balance}`)
    return reports
  } catch (cause) {
    const output = (next ?? victim).output().slice(-3_000)
    throw new Error(`${(cause as Error).message}\noutput of the server:\n${output}`, { cause })
  } finally {
    await killServer(victim)
    await next?.end()
    await inspector.close()
  }
}

const startNext = async (databaseUrl: string): Promise<RestartedServer> => {
  const server = await startServerProcess(databaseUrl)
  return { port: server.port, pid: server.child.pid!, output: server.output, end: () => killServer(server) }
}

export const readLastVersion = async (inspector: DatabaseInspector): Promise<number> =>
  Number((await inspector.rows("SELECT MAX(version) AS version FROM ledger_movements"))[0].version)

/** Sends requests from all clients, each one request at a time. Kills the server after a random number of responses. */
export const loadUntilKilled = async (
  server: RunningServer,
  apiKey: string,
  random: () => number
): Promise<ReadonlyArray<SentRequest>> => {
  const all: Array<SentRequest> = []
  const answersMax = answersMin + Math.floor(random() * answersMin)
  const turns = Math.floor(random() * turnsMax)
  let answers = 0
  await Promise.all(Array.from({ length: clientsCount }, async () => {
    const client = new KeepAliveClient(server.port)
    for (;;) {
      const sent = makeRequest(random)
      all.push(sent)
      const headers = { "API-KEY": apiKey, ...(sent.key === null ? {} : { "Idempotency-Key": sent.key }) }
      sent.reply = await client.post(sent.path, headers, sent.body)
      if (sent.reply === null) break
      if (++answers === answersMax) void killAfter(server, turns)
    }
    client.close()
  }))
  await server.exited
  return all
}

/** Kills the server after some turns of the event loop, while it reads, decides, commits or answers. */
const killAfter = async ({ child }: RunningServer, turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
  child.kill("SIGKILL")
}

let addressesCount = 0

const makeRequest = (random: () => number): SentRequest => {
  const key = random() < 0.2 ? `order-${process.pid}-${addressesCount}` : null
  const address = () => `ann.${process.pid}.${addressesCount++}@example-company.com`
  return random() < 0.85
    ? { path: "/scan/email", body: { email: address() }, credits: 1, key, reply: null }
    : {
      path: "/scan/email/bulk",
      body: { emails: Array.from({ length: bulkSize }, address) },
      credits: bulkSize,
      key,
      reply: null
    }
}

/** Kills a server during its start, at the latest shortly after its first output. */
const killWhileStarting = async (databaseUrl: string, random: () => number): Promise<number> => {
  const server = spawnServer(databaseUrl)
  await waitUntil("the moment of the kill", async () => server.output() !== "" || random() < 0.05)
  await killServer(server)
  return 1
}

/** Repeats every keyed request whose response was lost, and some whose response arrived, with the same key. */
export const retryAll = (
  port: number,
  apiKey: string,
  sent: ReadonlyArray<SentRequest>
): Promise<ReadonlyArray<Retry>> => {
  const keyed = sent.filter(({ key }) => key !== null)
  const lost = keyed.filter(({ reply }) => reply === null)
  const answered = keyed.filter(({ reply }) => reply?.status === 200).slice(-retriedAnswersMax)
  return Promise.all([...lost, ...answered].map(async (request) => {
    const client = new KeepAliveClient(port)
    const headers = { "API-KEY": apiKey, "Idempotency-Key": request.key! }
    let retry: Retry | undefined
    // The response is 409 while the dead process holds the key, and 503 if a commit takes too long.
    await waitUntil("a retry is answered", async () => {
      const reply = await client.post(request.path, headers, request.body)
      if (reply?.status === 200) retry = { sent: request, reply }
      else if (reply?.status !== 409 && reply?.status !== 503) {
        throw new Error(`a retry got the response ${JSON.stringify(reply)}`)
      }
      return retry !== undefined
    })
    client.close()
    return retry!
  }))
}

export const hasNothingInFlight = async (inspector: DatabaseInspector, pid: number): Promise<boolean> =>
  (await findOnlyInstance(inspector, pid))?.in_flight === "[]"

/** Returns the row of the running server if no other row is left. */
export const findOnlyInstance = async (inspector: DatabaseInspector, pid: number) => {
  const rows = await inspector.rows("SELECT pid, in_flight FROM instances")
  return rows.length === 1 && Number(rows[0].pid) === pid ? rows[0] : undefined
}
