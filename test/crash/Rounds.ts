import type { RoundReport } from "./Audit.ts"
import { auditRound } from "./Audit.ts"
import { Client } from "./Client.ts"
import { clientsCount, type Retry, type Sent } from "./Sent.ts"
import { type Eyes, gatehouse, kill, launch, look, type RunningServer, start, unlimitedKey, until } from "./support.ts"

const bulkSize = 20
const retriedAnswersMax = 10
/** The server is killed after this many responses, or up to twice as many. */
const answersMin = 3 * clientsCount
/** Turns of the clients' event loop, some of which take as long as a request. */
const turnsMax = 64
export const granted = 1_000_000_000

/** The server with which a round continues. */
export interface NextServer {
  readonly port: number
  readonly pid: number
  readonly output: () => string
  readonly end: () => Promise<unknown>
}

export interface RoundOptions {
  readonly databaseUrl: string
  readonly rounds: number
  readonly random: () => number
  /** Starts the server after a kill, on the same database; a separate process by default. */
  readonly restart?: (eyes: Eyes) => Promise<NextServer>
  /** Also kills the next start, in every fourth round. */
  readonly killsStarts?: boolean
  readonly report?: (round: RoundReport) => void
}

/** Runs rounds of load, kill -9, restart and audit on one database. Throws at the first fault. */
export const crashRounds = async (
  { databaseUrl, killsStarts = false, random, report, restart = () => startNext(databaseUrl), rounds }: RoundOptions
): Promise<ReadonlyArray<RoundReport>> => {
  const reports: Array<RoundReport> = []
  const eyes = look(databaseUrl)
  let victim = await start(databaseUrl)
  let next: NextServer | null = null
  try {
    await gatehouse(databaseUrl, ["credits", "grant", "--amount", String(granted)])
    const apiKey = await unlimitedKey(databaseUrl)
    let version = await lastVersion(eyes)
    for (let round = 0; round < rounds; round++) {
      const sent: Array<Sent> = []
      // Clients that got no CPU time may have received all their responses before the kill.
      for (let tries = 0; sent.every(({ reply }) => reply !== null); tries++) {
        if (round + tries > 0) victim = await start(databaseUrl)
        sent.push(...await loadUntilKilled(victim, apiKey, random))
      }
      const kills = 1 + (killsStarts && random() < 0.25 ? await killWhileStarting(databaseUrl, random) : 0)
      const server = next = await restart(eyes)
      const [retries, sweepMillis] = await Promise.all([
        retryAll(server.port, apiKey, sent),
        until("only the living instance is left", async () => (await onlyInstance(eyes, server.pid)) !== undefined)
      ])
      await until("every answer of the retries is confirmed", () => nothingInFlight(eyes, server.pid))
      const result = await auditRound({ eyes, sent, retries, after: version, kills, sweepMillis, granted })
      version = result.version
      reports.push(result.report)
      report?.(result.report)
      await server.end()
    }
    const audit = await gatehouse(databaseUrl, ["credits", "verify"])
    if (audit.ok !== true) throw new Error(`credits verify: ${JSON.stringify(audit)}`)
    const { balance } = await gatehouse(databaseUrl, ["credits", "balance"])
    const [row] = await eyes.rows("SELECT available FROM ledger_balances")
    if (balance !== Number(row.available)) throw new Error(`credits balance says ${balance}`)
    return reports
  } catch (cause) {
    const output = (next ?? victim).output().slice(-3_000)
    throw new Error(`${(cause as Error).message}\nthe server said:\n${output}`, { cause })
  } finally {
    await kill(victim)
    await next?.end()
    await eyes.close()
  }
}

const startNext = async (databaseUrl: string): Promise<NextServer> => {
  const server = await start(databaseUrl)
  return { port: server.port, pid: server.child.pid!, output: server.output, end: () => kill(server) }
}

export const lastVersion = async (eyes: Eyes): Promise<number> =>
  Number((await eyes.rows("SELECT MAX(version) AS version FROM ledger_movements"))[0].version)

/** Sends requests one after the other from each client, and kills the server a moment after some of the responses. */
export const loadUntilKilled = async (
  server: RunningServer,
  apiKey: string,
  random: () => number
): Promise<ReadonlyArray<Sent>> => {
  const all: Array<Sent> = []
  const answersMax = answersMin + Math.floor(random() * answersMin)
  const turns = Math.floor(random() * turnsMax)
  let answers = 0
  await Promise.all(Array.from({ length: clientsCount }, async () => {
    const client = new Client(server.port)
    for (;;) {
      const sent = anyRequest(random)
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

/** Kills it at a different point each time: while it reads, decides, commits or answers. */
const killAfter = async ({ child }: RunningServer, turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
  child.kill("SIGKILL")
}

let numbers = 0

const anyRequest = (random: () => number): Sent => {
  const key = random() < 0.2 ? `order-${process.pid}-${numbers}` : null
  const address = () => `ann.${process.pid}.${numbers++}@example-company.com`
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

/** Kills a starting server at any moment up to shortly after its first output. */
const killWhileStarting = async (databaseUrl: string, random: () => number): Promise<number> => {
  const server = launch(databaseUrl)
  await until("the moment of the kill", async () => server.output() !== "" || random() < 0.05)
  await kill(server)
  return 1
}

/** Repeats every keyed request whose response was lost, and some whose response arrived, with the same key. */
export const retryAll = (port: number, apiKey: string, sent: ReadonlyArray<Sent>): Promise<ReadonlyArray<Retry>> => {
  const keyed = sent.filter(({ key }) => key !== null)
  const lost = keyed.filter(({ reply }) => reply === null)
  const answered = keyed.filter(({ reply }) => reply?.status === 200).slice(-retriedAnswersMax)
  return Promise.all([...lost, ...answered].map(async (request) => {
    const client = new Client(port)
    const headers = { "API-KEY": apiKey, "Idempotency-Key": request.key! }
    let retry: Retry | undefined
    // 409 as long as the dead process holds the key; 503 if a commit exceeds its limit on a busy machine.
    await until("a retry is answered", async () => {
      const reply = await client.post(request.path, headers, request.body)
      if (reply?.status === 200) retry = { sent: request, reply }
      else if (reply?.status !== 409 && reply?.status !== 503) {
        throw new Error(`a retry was answered ${JSON.stringify(reply)}`)
      }
      return retry !== undefined
    })
    client.close()
    return retry!
  }))
}

export const nothingInFlight = async (eyes: Eyes, pid: number): Promise<boolean> =>
  (await onlyInstance(eyes, pid))?.in_flight === "[]"

/** Returns the row of the running server once no other row is left. */
export const onlyInstance = async (eyes: Eyes, pid: number) => {
  const rows = await eyes.rows("SELECT pid, in_flight FROM instances")
  return rows.length === 1 && Number(rows[0].pid) === pid ? rows[0] : undefined
}
