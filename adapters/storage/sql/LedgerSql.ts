import { Clock, Effect, Exit, Layer, Result } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import {
  type Balance,
  type CreditsFailure,
  decide,
  emptyBalance,
  evolve,
  type Executed,
  type RequestMovements
} from "../../../core/credits/Ledger.ts"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"
import { type Companions, Ledger } from "../../../core/credits/LedgerPort.ts"
import type { LedgerLine, Movement } from "../../../core/credits/Movement.ts"
import type { AccountId, RequestId } from "../../../core/kernel/Ids.ts"
import { StorageUnavailable } from "../../../core/kernel/StorageHealth.ts"
import { forUpdate, insertRows, isOneOf, type Target } from "./Dialect.ts"
import { GroupCommit } from "./GroupCommit.ts"
import { writeAnswers } from "./IdempotencySql.ts"
import { Instances } from "./Instances.ts"
import { auditLedger, linesOfAccount, linesOfRequest, movementOf, movements } from "./LedgerRows.ts"
import { orDie } from "./Outage.ts"
import { RequestRows } from "./RequestRows.ts"
import { integer, type Row, text } from "./Row.ts"

interface Item {
  readonly command: LedgerCommand
  readonly companions: Companions | undefined
  /** When it was asked for: a group is written later. */
  readonly at: Date
}

type Answer = Exit.Exit<Executed, CreditsFailure>

/** Requests whose commit failed that wait for being given back; of a failed commit's only the first can have been made. */
export const doubtfulMax = 1_000

/** An account within a transaction. */
interface AccountState {
  readonly accountId: AccountId
  balance: Balance
  version: number
  /** Its balance is to be written back. */
  hasMoved: boolean
}

/**
 * The ledger on SQLite and PostgreSQL. Commands of many requests are decided one after the other, by the pure rule of the
 * core, within one transaction: balances are read (and locked, where another machine could write them), the movements are
 * appended, the balances written back.
 */
export const layer: Layer.Layer<Ledger, never, SqlClient.SqlClient | GroupCommit | Instances | RequestRows> = Layer
  .effect(
    Ledger,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const groups = yield* GroupCommit
      const instances = yield* Instances
      const requestRows = yield* RequestRows
      const clock = yield* Clock.Clock
      const inFlight = new Set<string>()
      const doubtful = new Set<string>()
      let isDirty = true
      let isEnding = false
      const now = () => new Date(clock.currentTimeMillisUnsafe())

      const write = Effect.fnUntraced(function*(items: ReadonlyArray<Item>) {
        const accounts = items.length === 0 ? new Map() : yield* loadAccounts(sql, items)
        const requests = items.length === 0 ? new Map() : yield* loadRequests(sql, items)
        const lines: Array<LedgerLine> = []
        const answers = items.map((item) => {
          const answer = apply(item, accounts, requests, lines)
          track(inFlight, item.command, Exit.isSuccess(answer))
          return answer
        })
        if (lines.length > 0) {
          yield* insertRows(sql, movements, lines)
          yield* insertRows(sql, balances, [...accounts.values()].filter(({ hasMoved }) => hasMoved))
        }
        const accepted = items.filter((_, at) => Exit.isSuccess(answers[at]!))
        yield* writeCompanions(sql, requestRows, accepted)
        yield* forgetAnswers(sql, accepted)
        // Cleared before it is written: what changes meanwhile is for the next group.
        isDirty = false
        // A sign of life after `leave` would stay for good.
        yield* Effect.onError(
          isEnding && inFlight.size === 0 ? instances.leave : instances.report([...inFlight]),
          () => Effect.sync(() => void (isDirty = true))
        )
        for (const { command } of items) if (command.kind === "refund") doubtful.delete(command.requestId)
        return answers
      })

      // The caller of a charge that may have been made has the answer that nothing was charged.
      const giveBack = ({ command }: Item, mayBeWritten: boolean): void => {
        const { accountId, kind, requestId } = command
        if (kind !== "refund" && !isOpening(command)) return
        if (kind !== "refund" && !mayBeWritten) return void inFlight.delete(requestId)
        if (kind !== "refund" && doubtful.size >= doubtfulMax) return void inFlight.delete(requestId)
        inFlight.add(requestId)
        if (doubtful.has(requestId)) return
        doubtful.add(requestId)
        lane.post({
          command: { kind: "refund", accountId, requestId, note: "the commit failed" },
          companions: undefined,
          at: now()
        })
      }

      const lane = groups.lane({ write, outcome: (answer) => answer, isDirty: () => isDirty, onLost: giveBack })

      // While the database is away a refund is posted: its caller has an answer to give, and no use for the outcome.
      const execute = (command: LedgerCommand, companions?: Companions) =>
        Effect.suspend(() => {
          const item: Item = { command, companions, at: now() }
          if (command.kind !== "refund" || !groups.isFailing()) return lane.submit(item)
          giveBack(item, true)
          return Effect.die(new StorageUnavailable({ cause: new Error("The refund is written later.") }))
        })

      const answered = (requestId: RequestId) => {
        if (!inFlight.delete(requestId)) return
        isDirty = true
        lane.touch()
      }

      const balance = (accountId: AccountId) =>
        sql`SELECT available, held FROM ledger_balances WHERE account_id = ${accountId}`.pipe(
          Effect.map(([row]) => row === undefined ? emptyBalance : balanceOf(row)),
          orDie
        )

      const refundOrphans = Effect.gen(function*() {
        isDirty = true
        lane.touch()
        let refunded = 0
        for (const instance of yield* instances.dead) {
          const ids = instance.inFlight
          const taken = yield* sql`SELECT DISTINCT account_id, request_id FROM ledger_movements
          WHERE ${isOneOf(sql, "request_id", ids)}`
          for (const row of taken) {
            const [accountId, requestId] = [text(row, "account_id"), text(row, "request_id")]
            yield* Effect.orDie(
              execute({ kind: "refund", accountId, requestId, note: "the answer was never confirmed" })
            )
            refunded++
          }
          yield* sql`DELETE FROM idempotency WHERE instance_id = ${instance.id} AND status IS NULL`
          yield* instances.bury(instance)
        }
        return refunded
      }).pipe(orDie)

      // After a clean end nothing is in flight and the next start has nothing to refund. The last group of writes removes this
      // instance: a group that is being written now may still sign for it.
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          isEnding = true
          if (inFlight.size === 0) isDirty = instances.hasSigned()
        })
      )

      return Ledger.of({
        execute,
        answered,
        balance,
        statement: (accountId, page) => orDie(linesOfAccount(sql, accountId, page)),
        movements: (accountId, requestId) => orDie(linesOfRequest(sql, accountId, requestId)),
        refundOrphans,
        verify: orDie(auditLedger(sql))
      })
    })
  )

const apply = (
  { at, command }: Item,
  accounts: Map<string, AccountState>,
  requests: Map<string, RequestMovements>,
  lines: Array<LedgerLine>
): Answer => {
  const { accountId, requestId } = command
  let account = accounts.get(accountId)
  if (account === undefined) {
    accounts.set(accountId, account = { accountId, balance: emptyBalance, version: 0, hasMoved: false })
  }
  const past = requests.get(requestId)
  const decided = decide(account.balance, past ?? {}, command)
  if (Result.isFailure(decided)) return Exit.fail(decided.failure)
  for (const movement of decided.success) {
    account.balance = evolve(account.balance, movement)
    account.version++
    account.hasMoved = true
    requests.set(requestId, past === undefined ? { [movement.kind]: movement } : { ...past, [movement.kind]: movement })
    lines.push(lineAfter(movement, account, at))
  }
  return Exit.succeed({ ...account.balance, hasMoved: decided.success.length > 0 })
}

/** A charge is in flight until it is answered; a refund closes the matter, and so does one that finds no charge. */
const track = (inFlight: Set<string>, command: LedgerCommand, isAccepted: boolean): void => {
  if (command.kind === "refund") inFlight.delete(command.requestId)
  else if (isAccepted && isOpening(command)) inFlight.add(command.requestId)
}

const isOpening = ({ kind }: LedgerCommand): boolean => kind === "charge" || kind === "reserve"

const loadAccounts = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) {
  const ids = [...new Set(items.map(({ command }) => command.accountId))]
  // In one order, so that two machines that lock the same accounts wait for each other and not in a circle.
  const rows = yield* sql`SELECT account_id, available, held, version FROM ledger_balances
    WHERE ${isOneOf(sql, "account_id", ids)} ORDER BY account_id ${forUpdate(sql)}`
  return new Map(rows.map((row): [string, AccountState] => {
    const accountId = text(row, "account_id")
    return [accountId, { accountId, balance: balanceOf(row), version: integer(row, "version"), hasMoved: false }]
  }))
})

/**
 * What the ledger knows of the requests. A charge or a reservation is nearly always new: in a group it is written without
 * asking, and if it was there before, the unique index refuses the group, which is then written again item by item.
 */
const loadRequests = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) {
  const asked = items.length === 1 ? items : items.filter(({ command }) => !isOpening(command))
  const requests = new Map<string, RequestMovements>()
  if (asked.length === 0) return requests
  const ids = asked.map(({ command }) => command.requestId)
  const rows = yield* sql`SELECT * FROM ledger_movements WHERE ${isOneOf(sql, "request_id", ids)}`
  for (const movement of rows.map(movementOf)) {
    requests.set(movement.requestId, { ...requests.get(movement.requestId), [movement.kind]: movement })
  }
  return requests
})

const balances: Target<AccountState> = {
  table: "ledger_balances",
  columns: { account_id: "text", available: "integer", held: "integer", version: "integer" },
  cells: ({ accountId, balance, version }) => [accountId, balance.available, balance.held, version],
  conflict:
    "(account_id) DO UPDATE SET available = excluded.available, held = excluded.held, version = excluded.version"
}

const writeCompanions = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  requestRows: RequestRows["Service"],
  items: ReadonlyArray<Item>
): Effect.fn.Return<void, SqlError.SqlError> {
  const companions = items.flatMap((item) => item.companions ?? [])
  const records = companions.flatMap(({ record }) => record ?? [])
  if (records.length > 0) yield* requestRows.write(records)
  const answers = companions.flatMap(({ answer }) => answer ?? [])
  if (answers.length > 0) yield* writeAnswers(sql, answers)
})

/** Who retries a request that was refunded is charged and answered anew: its stored answer goes in the same commit. */
const forgetAnswers = (sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) => {
  const refunded = items.filter(({ command }) => command.kind === "refund").map(({ command }) => command.requestId)
  return refunded.length === 0
    ? Effect.void
    : sql`DELETE FROM idempotency WHERE ${isOneOf(sql, "request_id", refunded)}`
}

const lineAfter = (movement: Movement, { balance, version }: AccountState, at: Date): LedgerLine => ({
  accountId: movement.accountId,
  requestId: movement.requestId,
  kind: movement.kind,
  from: movement.from,
  to: movement.to,
  amount: movement.amount,
  note: movement.note,
  keyId: movement.keyId,
  version,
  availableAfter: balance.available,
  heldAfter: balance.held,
  at
})

const balanceOf = (row: Row): Balance => ({ available: integer(row, "available"), held: integer(row, "held") })
