import type { Reply } from "./Client.ts"
import { clientsCount, type Retry, type Sent } from "./Sent.ts"
import type { Eyes } from "./support.ts"

export interface RoundReport {
  readonly kills: number
  readonly answered: number
  readonly lost: number
  /** Charged, never answered, and refunded. */
  readonly refunded: number
  /** Answered and also refunded: the kill came before the confirmation was on disk. */
  readonly answeredAndRefunded: number
  readonly replays: number
  readonly retriedAnew: number
  readonly sweepMillis: number
}

interface RoundFacts {
  readonly eyes: Eyes
  readonly sent: ReadonlyArray<Sent>
  readonly retries: ReadonlyArray<Retry>
  /** Movements up to this version belong to earlier rounds. */
  readonly after: number
  readonly kills: number
  readonly sweepMillis: number
  readonly granted: number
}

interface Movements {
  readonly settled: Map<string, number>
  readonly refunded: Map<string, number>
  readonly version: number
}

/** Compares the clients' responses with the ledger. */
export const auditRound = async (
  facts: RoundFacts
): Promise<{ readonly report: RoundReport; readonly version: number }> => {
  const { eyes, retries, sent } = facts
  const faults: Array<string> = []
  const movements = await readMovements(eyes, facts.after, faults)
  const { refunded, settled } = movements
  const answered = sent.filter((one): one is Sent & { reply: Reply } => one.reply !== null)
  for (const { reply } of answered) {
    if (reply.status !== 200) faults.push(`a request was answered ${reply.status} ${reply.body}`)
  }

  const known = new Set<string>()
  for (const { credits, reply } of answered) {
    const id = idOf(reply)
    known.add(id)
    if (settled.get(id) !== credits) {
      faults.push(`${id} was answered, costs ${credits}, and ${settled.get(id)} was settled`)
    }
  }
  const answeredAndRefunded = [...known].filter((id) => refunded.has(id)).length
  if (answeredAndRefunded > clientsCount) faults.push(`${answeredAndRefunded} answered requests were refunded`)

  await checkRetries(eyes, retries, movements, known, faults)
  for (const [id, amount] of settled) {
    if (!known.has(id) && !refunded.has(id)) faults.push(`${id} paid ${amount} for an answer that never came`)
  }
  for (const [id, amount] of refunded) {
    if (settled.get(id) !== amount) faults.push(`${id} got ${amount} back of ${settled.get(id)}`)
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
      retriedAnew: retries.length - replays,
      sweepMillis: facts.sweepMillis
    }
  }
}

const readMovements = async (eyes: Eyes, after: number, faults: Array<string>): Promise<Movements> => {
  const rows = await eyes.rows(
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
    const of = row.kind === "settle" ? settled : row.kind === "refund" ? refunded : undefined
    if (of === undefined || of.has(row.request_id)) faults.push(`version ${version}: a ${row.kind} too many`)
    of?.set(row.request_id, Number(row.amount))
  }
  return { settled, refunded, version }
}

/** Whatever happened to the first attempt, each key is finally charged once and has its response. */
const checkRetries = async (
  eyes: Eyes,
  retries: ReadonlyArray<Retry>,
  { refunded, settled }: Movements,
  known: Set<string>,
  faults: Array<string>
): Promise<void> => {
  const rows = await eyes.rows("SELECT key, request_id, status, body FROM idempotency")
  const stored = new Map(rows.map((row) => [row.key as string, row]))
  for (const { reply, sent } of retries) {
    const row = stored.get(sent.key!)
    const first = sent.reply === null ? null : idOf(sent.reply)
    const paid = isReplay(reply) ? row?.request_id : idOf(reply)
    if (settled.get(paid) !== sent.credits || refunded.has(paid)) {
      const how = isReplay(reply) ? "a replay" : "anew"
      faults.push(
        `${sent.key}, answered by ${how}: ${paid} settled ${settled.get(paid)}, refunded ${refunded.get(paid)}`
      )
    }
    if (first !== null && first !== paid && !refunded.has(first)) {
      faults.push(`${sent.key} was charged twice: ${first}, ${paid}`)
    }
    if (row?.body !== reply.body) faults.push(`${sent.key}: the stored answer is another one`)
    if (sent.reply !== null && sent.reply.body !== reply.body) faults.push(`${sent.key} was answered in two ways`)
    known.add(paid)
  }
  for (const row of rows) {
    if (row.status === null) faults.push(`${row.key} is held by a request that no longer exists`)
  }
}

const checkTotals = async ({ eyes, granted }: RoundFacts, faults: Array<string>): Promise<void> => {
  const [sums] = await eyes.rows(
    `SELECT (SELECT SUM(amount) FROM ledger_entries) AS total,
       (SELECT COALESCE(SUM(amount), 0) FROM ledger_movements WHERE kind = 'settle') AS settled,
       (SELECT COALESCE(SUM(amount), 0) FROM ledger_movements WHERE kind = 'refund') AS refunded,
       (SELECT available FROM ledger_balances) AS available, (SELECT held FROM ledger_balances) AS held`
  )
  if (Number(sums.total) !== 0) faults.push(`all entries sum to ${sums.total}`)
  const expected = granted - Number(sums.settled) + Number(sums.refunded)
  if (Number(sums.available) !== expected || Number(sums.held) !== 0) {
    faults.push(`the balance is ${sums.available} (held ${sums.held}), grants - settled + refunded is ${expected}`)
  }
}

const idOf = (reply: Reply): string => reply.headers.get("x-request-id")!

const isReplay = (reply: Reply): boolean => reply.headers.get("idempotency-replayed") === "true"
