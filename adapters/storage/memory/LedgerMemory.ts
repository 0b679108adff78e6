import { Clock, Effect, Layer } from "effect"
import { Ledger } from "../../../core/credits/Ledger.ts"
import { type Balance, decide, emptyBalance, evolve, type RequestMovements } from "../../../core/credits/LedgerRules.ts"
import { entriesOf, type LedgerLine } from "../../../core/credits/Movement.ts"
import { RequestHistory } from "../../../core/history/RequestHistory.ts"
import type { AccountId } from "../../../core/kernel/Ids.ts"
import { StoredResponsesMemory } from "./IdempotencyMemory.ts"

/** Ledger in memory, for programs without a database. Tests use it as the model for the ledgers in databases. */
export const layer: Layer.Layer<Ledger, never, RequestHistory | StoredResponsesMemory> = Layer.effect(
  Ledger,
  Effect.gen(function*() {
    const history = yield* RequestHistory
    const answers = yield* StoredResponsesMemory
    const lines: Array<LedgerLine> = []
    const balances = new Map<string, Balance>()
    const requests = new Map<string, RequestMovements>()
    const balanceOf = (accountId: AccountId): Balance => balances.get(accountId) ?? emptyBalance
    const linesOf = (accountId: AccountId) => lines.filter((line) => line.accountId === accountId)

    return Ledger.of({
      execute: Effect.fnUntraced(function*(command, companions) {
        const { accountId, requestId } = command
        const at = new Date(yield* Clock.currentTimeMillis)
        const movements = yield* Effect.fromResult(decide(balanceOf(accountId), requests.get(requestId) ?? {}, command))
        for (const movement of movements) {
          const balance = evolve(balanceOf(accountId), movement)
          balances.set(accountId, balance)
          requests.set(requestId, { ...requests.get(requestId), [movement.kind]: movement })
          const version = linesOf(accountId).length + 1
          lines.push({ ...movement, version, availableAfter: balance.available, heldAfter: balance.held, at })
        }
        // Without the stored response, a retry of a refunded request is charged and processed again.
        if (command.kind === "refund") answers.forget(requestId)
        if (companions?.record !== undefined) history.record(companions.record)
        if (companions?.answer !== undefined) answers.store(companions.answer)
        return { ...balanceOf(accountId), hasMoved: movements.length > 0 }
      }),
      markDelivered: () => {},
      balance: (accountId) => Effect.sync(() => balanceOf(accountId)),
      statement: (accountId, { before, kind, limit }) =>
        Effect.sync(() =>
          linesOf(accountId).filter((line) =>
            line.version < (before ?? Infinity) && (kind === undefined || line.kind === kind)
          ).toReversed().slice(0, limit)
        ),
      movements: (accountId, requestId) =>
        Effect.sync(() => linesOf(accountId).filter((line) => line.requestId === requestId)),
      // In-memory requests end with the process, so there are no orphans to refund.
      refundOrphans: Effect.succeed(0),
      verify: Effect.sync(() => {
        const faults = [...balances].flatMap(([accountId, balance]) => {
          const again = linesOf(accountId).reduce(evolve, emptyBalance)
          return again.available === balance.available && again.held === balance.held
            ? []
            : [`${accountId}: the balance is not the sum of its entries`]
        })
        const sum = lines.flatMap(entriesOf).reduce((total, { amount }) => total + amount, 0)
        return { movements: lines.length, sum, faults }
      })
    })
  })
)
