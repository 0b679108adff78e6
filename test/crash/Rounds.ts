import type { RoundReport } from "./Audit.ts"
import { auditRound } from "./Audit.ts"
import { Client } from "./Client.ts"
import { clientsCount, type Retry, type Sent } from "./Sent.ts"
import {
  delay,
  type Eyes,
  gatehouse,
  kill,
  launch,
  look,
  type RunningServer,
  start,
  unlimitedKey,
  until
} from "./support.ts"

/** The sweep of the next start comes at once; that of another instance within five seconds. */
export const sweepMillisMax = 8_000
const firstAnswerMillisMax = 30_000
const bulkSize = 20
const retriedAnswersMax = 10
/** What a stopped server wrote before has come to its clients by then. */
const writtenAnswersMillis = 30
export const granted = 1_000_000_000

export interface RoundOptions {
  readonly databaseUrl: string
  readonly rounds: number
  readonly random: () => number
  readonly report?: (round: RoundReport) => void
}

/** Rounds of load, kill -9, restart and audit on one database. Throws at the first fault. */
export const crashRounds = async (
  { databaseUrl, random, report, rounds }: RoundOptions
): Promise<ReadonlyArray<RoundReport>> => {
  const reports: Array<RoundReport> = []
  let server = await start(databaseUrl)
  const eyes = look(databaseUrl)
  try {
    await gatehouse(databaseUrl, ["credits", "grant", "--amount", String(granted)])
    const apiKey = await unlimitedKey(databaseUrl)
    let version = await lastVersion(eyes)
    for (let round = 0; round < rounds; round++) {
      const sent = await loadUntilKilled(server, apiKey, random)
      const kills = 1 + await killWhileStarting(databaseUrl, random)
      server = await start(databaseUrl)
      const [retries, sweepMillis] = await Promise.all([retryAll(server.port, apiKey, sent), swept(eyes, server)])
      await until("every answer of the retries is confirmed", 3_000, () => nothingInFlight(eyes, server))
      const result = await auditRound({ eyes, sent, retries, after: version, kills, sweepMillis, granted })
      version = result.version
      reports.push(result.report)
      report?.(result.report)
    }
    const audit = await gatehouse(databaseUrl, ["credits", "verify"])
    if (audit.ok !== true) throw new Error(`credits verify: ${JSON.stringify(audit)}`)
    const { balance } = await gatehouse(databaseUrl, ["credits", "balance"])
    const [row] = await eyes.rows("SELECT available FROM ledger_balances")
    if (balance !== Number(row.available)) throw new Error(`credits balance says ${balance}`)
    return reports
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\nthe server said:\n${server.output().slice(-3_000)}`, { cause })
  } finally {
    await kill(server)
    await eyes.close()
  }
}

export const lastVersion = async (eyes: Eyes): Promise<number> =>
  Number((await eyes.rows("SELECT MAX(version) AS version FROM ledger_movements"))[0].version)

/**
 * The server is stopped at any moment after its first answer, which may be late on a busy machine, and killed where it stands while at least
 * one request has no answer. A client that was kept from its processor may find every answer written: then it goes on, and the load begins anew.
 */
export const loadUntilKilled = async (
  server: RunningServer,
  apiKey: string,
  random: () => number
): Promise<ReadonlyArray<Sent>> => {
  const all: Array<Sent> = []
  for (;;) {
    const load = loadFrom(server.port, apiKey, random, all)
    await until("the first answer comes", firstAnswerMillisMax, async () => all.some(({ reply }) => reply !== null))
    await delay(100 + random() * 700)
    load.end()
    server.child.kill("SIGSTOP")
    await delay(writtenAnswersMillis)
    if (load.open() > 0) {
      await kill(server)
      await load.ended
      return all
    }
    server.child.kill("SIGCONT")
    await load.ended
  }
}

/** Clients that send one request after the other, until they are to end or are not answered. */
const loadFrom = (port: number, apiKey: string, random: () => number, all: Array<Sent>) => {
  let ending = false
  let open = clientsCount
  const clients = Array.from({ length: clientsCount }, async () => {
    const client = new Client(port)
    for (;;) {
      const sent = anyRequest(random)
      all.push(sent)
      const headers = { "API-KEY": apiKey, ...(sent.key === null ? {} : { "Idempotency-Key": sent.key }) }
      sent.reply = await client.post(sent.path, headers, sent.body)
      if (sent.reply === null || ending) break
    }
    open--
    client.close()
  })
  return { end: () => ending = true, open: () => open, ended: Promise.all(clients) }
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

/** In every fourth round the next start is killed too, somewhere between its first line and its first sweep. */
const killWhileStarting = async (databaseUrl: string, random: () => number): Promise<number> => {
  if (random() >= 0.25) return 0
  const server = launch(databaseUrl)
  await until("the start begins to say something", 10_000, async () => server.output() !== "" || random() < 0.05)
  await delay(random() * 40)
  await kill(server)
  return 1
}

/** Every keyed request whose answer was lost, and some whose answer came, once more with the same key. */
export const retryAll = (port: number, apiKey: string, sent: ReadonlyArray<Sent>): Promise<ReadonlyArray<Retry>> => {
  const keyed = sent.filter(({ key }) => key !== null)
  const lost = keyed.filter(({ reply }) => reply === null)
  const answered = keyed.filter(({ reply }) => reply?.status === 200).slice(-retriedAnswersMax)
  return Promise.all([...lost, ...answered].map(async (request) => {
    const client = new Client(port)
    const late = Date.now() + sweepMillisMax
    for (;;) {
      const reply = await client.post(
        request.path,
        { "API-KEY": apiKey, "Idempotency-Key": request.key! },
        request.body
      )
      if (reply?.status === 200) {
        client.close()
        return { sent: request, reply }
      }
      if (reply?.status !== 409 || Date.now() > late) throw new Error(`a retry was answered ${JSON.stringify(reply)}`)
      await delay(20)
    }
  }))
}

export const swept = (eyes: Eyes, server: RunningServer): Promise<number> =>
  until(
    "only the living instance is left",
    sweepMillisMax,
    async () => (await onlyInstance(eyes, server)) !== undefined
  )

export const nothingInFlight = async (eyes: Eyes, server: RunningServer): Promise<boolean> =>
  (await onlyInstance(eyes, server))?.in_flight === "[]"

/** The row of the running server, once no other is left. */
const onlyInstance = async (eyes: Eyes, { child }: RunningServer) => {
  const rows = await eyes.rows("SELECT pid, in_flight FROM instances")
  return rows.length === 1 && Number(rows[0].pid) === child.pid ? rows[0] : undefined
}
