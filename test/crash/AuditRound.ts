import type { RawResponse } from "./KeepAliveClient.ts"
import { clientsCount, type Retry, type SentRequest } from "./SentRequest.ts"
import type { DatabaseInspector } from "./ServerProcess.ts"

export interface RoundReport {
  readonly kills: number
  readonly answered: number
  readonly lost: number
  /** Number of requests that were charged, never answered, and refunded. */
  readonly refunded: number
  /** Number of requests that were answered and refunded: the kill came before the confirmation was on disk. */
  readonly answeredAndRefunded: number
  readonly replays: number
  readonly retriesExecuted: number
  readonly sweepMillis: number
}

interface RoundEvidence {
  readonly inspector: DatabaseInspector
  readonly sent: ReadonlyArray<SentRequest>
  readonly retries: ReadonlyArray<Retry>
  /** Last version of the ledger's movements before this round. */
  readonly afterVersion: number
  readonly kills: number
  readonly sweepMillis: number
  readonly grantedCredits: number
}

interface Movements {
  readonly settled: Map<string, number>
  readonly refunded: Map<string, number>
  readonly version: number
}

/** Compares the clients' responses with the ledger. */
export const auditRound = async (
  facts: RoundEvidence
): Promise<{ readonly report: RoundReport; readonly version: number }> => {
  const { inspector, retries, sent } = facts
  const faults: Array<string> = []
  const movements = await readMovements(inspector, facts.afterVersion, faults)
  const { refunded, settled } = movements
  const answered = sent.filter((one): one is SentRequest & { reply: RawResponse } => one.reply !== null)
  for (const { reply } of answered) {
    if (reply.status !== 200) faults.push(`a request got the response ${reply.status} ${reply.body}`)
  }

  const known = new Set<string>()
  for (const { credits, reply } of answered) {
    const id = idOf(reply)
    known.add(id)
    if (settled.get(id) !== credits) {
      faults.push(`${id} was answered and costs ${credits}, but ${settled.get(id)} was settled`)
    }
  }
  const answeredAndRefunded = [...known].filter((id) => refunded.has(id)).length
  if (answeredAndRefunded > clientsCount) faults.push(`${answeredAndRefunded} answered requests were refunded`)

  await checkRetries(inspector, retries, movements, known, faults)
  for (const [id, amount] of settled) {
    if (!known.has(id) && !refunded.has(id)) faults.push(`${id} paid ${amount} without a response`)
  }
  for (const [id, amount] of refunded) {
    if (settled.get(id) !== amount) faults.push(`${id} was refunded ${amount} of ${settled.get(id)}`)
  }
  await checkTotals(facts, faults)
  if (faults.length > 0) throw new Error(`${faults.length} faults:\n${faults.slice(0, 20).join("\n")}`)
  const replays = retries.filter(({ reply }) => isReplay(reply)).length
  return {
    version: movements.version,
    report: {
      kills: facts.kills,
      answered: answered.length,
      lost: sent.length - answered.length,
      refunded: refunded.size - answeredAndRefunded,
      answeredAndRefunded,
      replays,
      retriesExecuted: retries.length - replays,
      sweepMillis: facts.sweepMillis
    }
  }
}

const readMovements = async (
  inspector: DatabaseInspector,
  after: number,
  faults: Array<string>
): Promise<Movements> => {
  const rows = await inspector.rows(
    `SELECT version, request_id, kind, amount, available_after, from_bucket, to_bucket FROM ledger_movements
     WHERE version >= ${after} ORDER BY version`
  )
  const settled = new Map<string, number>()
  const refunded = new Map<string, number>()
  let [version, available] = [after, Number(rows[0].available_after)]
  for (const row of rows.slice(1)) {
    if (Number(row.version) !== version + 1) faults.push(`version ${row.version} comes after ${version}`)
    version = Number(row.version)
    const flow = (row.to_bucket === "available" ? 1 : 0) - (row.from_bucket === "available" ? 1 : 0)
    available += flow * Number(row.amount)
    if (available !== Number(row.available_after)) {
      faults.push(`version ${version}: ${row.available_after} is not ${available}`)
    }
    const target = row.kind === "settle" ? settled : row.kind === "refund" ? refunded : undefined
    if (target === undefined || target.has(row.request_id)) faults.push(`version ${version}: one ${row.kind} too many`)
    target?.set(row.request_id, Number(row.amount))
  }
  return { settled, refunded, version }
}

/** Checks that each key was charged once and has its response, whatever happened to the first attempt. */
const checkRetries = async (
  inspector: DatabaseInspector,
  retries: ReadonlyArray<Retry>,
  { refunded, settled }: Movements,
  known: Set<string>,
  faults: Array<string>
): Promise<void> => {
  const rows = await inspector.rows("SELECT key, request_id, status, body FROM idempotency")
  const stored = new Map(rows.map((row) => [row.key as string, row]))
  for (const { reply, sent } of retries) {
    const row = stored.get(sent.key!)
    const first = sent.reply === null ? null : idOf(sent.reply)
    const paid = isReplay(reply) ? row?.request_id : idOf(reply)
    if (settled.get(paid) !== sent.credits || refunded.has(paid)) {
      const how = isReplay(reply) ? "replayed" : "executed again"
      faults.push(
        `${sent.key}, ${how}: ${paid} settled ${settled.get(paid)}, refunded ${refunded.get(paid)}`
      )
    }
    if (first !== null && first !== paid && !refunded.has(first)) {
      faults.push(`${sent.key} was charged twice: ${first}, ${paid}`)
    }
    if (row?.body !== reply.body) faults.push(`${sent.key}: the stored response differs`)
    if (sent.reply !== null && sent.reply.body !== reply.body) faults.push(`${sent.key} got two different responses`)
    known.add(paid)
  }
  for (const row of rows) {
    if (row.status === null) faults.push(`${row.key} is held by a request that no longer exists`)
  }
}

const checkTotals = async ({ inspector, grantedCredits }: RoundEvidence, faults: Array<string>): Promise<void> => {
  const [sums] = await inspector.rows(
    `SELECT (SELECT SUM(amount) FROM ledger_entries) AS total,
       (SELECT COALESCE(SUM(amount), 0) FROM ledger_movements WHERE kind = 'settle') AS settled,
       (SELECT COALESCE(SUM(amount), 0) FROM ledger_movements WHERE kind = 'refund') AS refunded,
       (SELECT available FROM ledger_balances) AS available, (SELECT held FROM ledger_balances) AS held`
  )
  if (Number(sums.total) !== 0) faults.push(`all entries sum to ${sums.total}`)
  const expected = grantedCredits - Number(sums.settled) + Number(sums.refunded)
  if (Number(sums.available) !== expected || Number(sums.held) !== 0) {
    faults.push(
      `the balance is ${sums.available} (held ${sums.held}); expected ${expected} (grants - settled + refunded)`
    )
  }
}

const idOf = (reply: RawResponse): string => reply.headers.get("x-request-id")!

const isReplay = (reply: RawResponse): boolean => reply.headers.get("idempotency-replayed") === "true"
