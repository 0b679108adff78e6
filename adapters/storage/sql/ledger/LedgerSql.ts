import { Clock, Effect, Exit, Layer, Result } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Ledger, type LedgerAttachments } from "../../../../core/credits/Ledger.ts"
import type { LedgerCommand } from "../../../../core/credits/LedgerCommand.ts"
import {
  type CreditsFailure,
  decide,
  emptyBalance,
  evolve,
  type LedgerResult,
  type RequestMovements
} from "../../../../core/credits/LedgerRules.ts"
import type { LedgerLine, Movement } from "../../../../core/credits/Movement.ts"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { storeResponses } from "../requests/IdempotencySql.ts"
import { RequestWriter } from "../requests/RequestRows.ts"
import { Instances } from "../servers/Instances.ts"
import { insertRows, isOneOf } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { readText } from "../statements/Row.ts"
import {
  type AccountState,
  auditLedger,
  balancesTarget,
  loadAccountStates,
  loadRequestMovements,
  movementsTarget,
  readAccountLines,
  readBalance,
  readRequestLines
} from "./LedgerRows.ts"

interface LedgerItem {
  readonly command: LedgerCommand
  readonly companions: LedgerAttachments | undefined
  /** Time at which the command was given. Its group is written later. */
  readonly at: Date
}

type Answer = Exit.Exit<LedgerResult, CreditsFailure>

/**
 * Maximum number of requests that wait for a refund, because their commit failed or was late but may still have been
 * written. Only the first requests of an outage can have been written.
 */
export const doubtfulRequestsMax = 1_000

/**
 * Ledger in SQLite or PostgreSQL. One transaction processes the commands of many requests. It reads the balances, and
 * locks them if other servers can write them. The pure function `decide` of the core decides each command in sequence.
 * The transaction then appends the movements and updates the balances.
 */
export const layer: Layer.Layer<Ledger, never, SqlClient.SqlClient | GroupCommit | Instances | RequestWriter> = Layer
  .effect(
    Ledger,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const groups = yield* GroupCommit
      const instances = yield* Instances
      const clock = yield* Clock.Clock
      const open = new OpenRequests()
      const tables: Tables = { sql, instances, requestWriter: yield* RequestWriter }
      const now = () => new Date(clock.currentTimeMillisUnsafe())

      // Refunds a charge that may have been written, because the response states that nothing was charged.
      const giveBack = ({ command }: LedgerItem, mayBeWritten: boolean): void => {
        if (!open.markDoubtful(command, mayBeWritten)) return
        const { accountId, requestId } = command
        const refund = { kind: "refund", accountId, requestId, note: "commit failed" } as const
        lane.post({ command: refund, companions: undefined, at: now() })
      }

      const lane = groups.lane<LedgerItem, Answer, LedgerResult, CreditsFailure>({
        write: (items) => writeItems(tables, open, items),
        toResult: (answer) => answer,
        isDirty: () => open.isDirty,
        onLost: giveBack
      })

      // While the database is unavailable, a refund is posted. The caller must respond to its client without delay, and
      // does not need the result.
      const execute = (command: LedgerCommand, companions?: LedgerAttachments) =>
        Effect.suspend(() => {
          const item: LedgerItem = { command, companions, at: now() }
          if (command.kind !== "refund" || !groups.isFailing()) return lane.submit(item)
          giveBack(item, true)
          return Effect.die(new StorageUnavailable({ cause: new Error("The refund is written later.") }))
        })

      yield* Effect.addFinalizer(() => Effect.sync(() => open.end(instances.hasRegistered())))

      return Ledger.of({
        execute,
        markDelivered: (requestId) => {
          if (open.close(requestId)) lane.markDirty()
        },
        balance: (accountId) => orDie(readBalance(sql, accountId)),
        statement: (accountId, page) => orDie(readAccountLines(sql, accountId, page)),
        movements: (accountId, requestId) => orDie(readRequestLines(sql, accountId, requestId)),
        refundOrphans: Effect.suspend(() => {
          open.isDirty = true
          lane.markDirty()
          return orDie(refundOrphans(tables, execute))
        }),
        verify: orDie(auditLedger(sql))
      })
    })
  )

interface Tables {
  readonly sql: SqlClient.SqlClient
  readonly instances: Instances["Service"]
  readonly requestWriter: RequestWriter["Service"]
}

/** Requests that this instance has charged but not yet answered. The instance's heartbeat includes their list. */
class OpenRequests {
  /** Whether the list must be written. */
  isDirty = true
  private readonly inFlight = new Set<string>()
  private readonly doubtful = new Set<string>()
  private isEnding = false

  /**
   * Tracks a decided command. An accepted charge stays in flight until its response is delivered or a refund is
   * decided.
   */
  track(command: LedgerCommand, isAccepted: boolean): void {
    if (command.kind === "refund") this.inFlight.delete(command.requestId)
    else if (isAccepted && isCharge(command)) this.inFlight.add(command.requestId)
  }

  /** Closes a request whose response was delivered. Returns whether it was in flight. */
  close(requestId: RequestId): boolean {
    const wasOpen = this.inFlight.delete(requestId)
    if (wasOpen) this.isDirty = true
    return wasOpen
  }

  /** Records a lost command. Returns true if the caller must post a refund, at most once for each request. */
  markDoubtful(command: LedgerCommand, mayBeWritten: boolean): boolean {
    const { kind, requestId } = command
    if (kind !== "refund") {
      if (!isCharge(command)) return false
      if (!mayBeWritten || this.doubtful.size >= doubtfulRequestsMax) {
        this.inFlight.delete(requestId)
        return false
      }
    }
    this.inFlight.add(requestId)
    if (this.doubtful.has(requestId)) return false
    this.doubtful.add(requestId)
    return true
  }

  /** Clears the doubtful requests whose refunds were written. */
  settle(items: ReadonlyArray<LedgerItem>): void {
    for (const { command } of items) if (command.kind === "refund") this.doubtful.delete(command.requestId)
  }

  /** Writes the list and this instance's heartbeat in the open transaction. */
  write({ instances }: Tables): Effect.Effect<void, SqlError.SqlError> {
    // Cleared before the write, so that changes during the write are written with the next group.
    this.isDirty = false
    // At the end of the process, removes this instance's row. Nothing would remove another heartbeat.
    return Effect.onError(
      this.isEnding && this.inFlight.size === 0 ? instances.removeSelf : instances.report([...this.inFlight]),
      () => Effect.sync(() => void (this.isDirty = true))
    )
  }

  /**
   * Prepares for the end of the process. If nothing is in flight, the next start has nothing to refund. The last group
   * then removes this instance, because a group in progress may still write a heartbeat.
   */
  end(hasSigned: boolean): void {
    this.isEnding = true
    if (this.inFlight.size === 0) this.isDirty = hasSigned
  }
}

/** Decides and writes commands in sequence, in the open transaction. */
const writeItems = Effect.fnUntraced(function*(tables: Tables, open: OpenRequests, items: ReadonlyArray<LedgerItem>) {
  const { sql } = tables
  const accounts = yield* loadAccountStates(sql, accountIdsOf(items))
  const requests = yield* loadRequestMovements(sql, requestIdsToLoad(items))
  const lines: Array<LedgerLine> = []
  const accepted: Array<LedgerItem> = []
  const answers = items.map((item) => {
    const answer = applyCommand(item, accounts, requests, lines)
    const isAccepted = Exit.isSuccess(answer)
    if (isAccepted) accepted.push(item)
    open.track(item.command, isAccepted)
    return answer
  })
  if (lines.length > 0) {
    yield* insertRows(sql, movementsTarget, lines)
    yield* insertRows(sql, balancesTarget, [...accounts.values()].filter(({ hasMoved }) => hasMoved))
  }
  yield* writeCompanions(tables, accepted)
  yield* deleteStoredResponses(sql, accepted)
  yield* open.write(tables)
  open.settle(items)
  return answers
})

const accountIdsOf = (items: ReadonlyArray<LedgerItem>): ReadonlyArray<AccountId> => [
  ...new Set(items.map(({ command }) => command.accountId))
]

/**
 * Returns the requests whose movements must be read. A charge or reservation is nearly always new, so a group writes it
 * without reading. If it already exists, the unique index rejects the group, and each item is then written
 * individually.
 */
const requestIdsToLoad = (items: ReadonlyArray<LedgerItem>): ReadonlyArray<RequestId> =>
  (items.length === 1 ? items : items.filter(({ command }) => !isCharge(command)))
    .map(({ command }) => command.requestId)

/** Refunds the requests that dead instances had in flight. Returns the number of refunds. */
const refundOrphans = Effect.fnUntraced(function*(
  { instances, sql }: Tables,
  execute: (command: LedgerCommand) => Effect.Effect<LedgerResult, CreditsFailure>
) {
  let refunded = 0
  for (const instance of yield* instances.dead) {
    const taken = yield* sql`SELECT DISTINCT account_id, request_id FROM ledger_movements
      WHERE ${isOneOf(sql, "request_id", instance.inFlight)}`
    for (const row of taken) {
      const [accountId, requestId] = [readText(row, "account_id"), readText(row, "request_id")]
      yield* Effect.orDie(execute({ kind: "refund", accountId, requestId, note: "response delivery not confirmed" }))
      refunded++
    }
    yield* sql`DELETE FROM idempotency WHERE instance_id = ${instance.id} AND status IS NULL`
    yield* instances.removeDead(instance)
  }
  return refunded
})

const applyCommand = (
  { at, command }: LedgerItem,
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

const isCharge = ({ kind }: LedgerCommand): boolean => kind === "charge" || kind === "reserve"

const writeCompanions = Effect.fnUntraced(function*(
  { requestWriter, sql }: Tables,
  items: ReadonlyArray<LedgerItem>
): Effect.fn.Return<void, SqlError.SqlError> {
  const companions = items.flatMap((item) => item.companions ?? [])
  const records = companions.flatMap(({ record }) => record ?? [])
  if (records.length > 0) yield* requestWriter.write(records)
  const answers = companions.flatMap(({ answer }) => answer ?? [])
  if (answers.length > 0) yield* storeResponses(sql, answers)
})

/** Deletes the stored responses of refunded requests, so that a retry is charged and processed again. */
const deleteStoredResponses = (sql: SqlClient.SqlClient, items: ReadonlyArray<LedgerItem>) => {
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
