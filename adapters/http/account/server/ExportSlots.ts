import { Context, Effect, type Scope } from "effect"
import { TooManyTries } from "../api/AccountFailures.ts"

/** Exports of this server that are made at a time: each may read all that an account keeps, and others are answered between their portions. */
export const exportsAtOnce = 4
/** Of them, of one account. */
export const exportsAtOnceOfAccount = 2
/** After which it is worth asking again. */
export const exportRetrySeconds = 5

/** How many exports are under way in this process. */
export class ExportSlots extends Context.Service<ExportSlots, {
  /** Has room for one more until the scope closes: of a request, when its last byte is sent or nobody reads on. */
  readonly take: (accountId: string) => Effect.Effect<void, TooManyTries, Scope.Scope>
}>()("gatehouse/adapters/http/account/server/ExportSlots") {
  static readonly make = Effect.sync(() => {
    const taken = new Map<string, number>()
    const takenOf = (accountId: string): number => taken.get(accountId) ?? 0
    let total = 0
    const add = (accountId: string, change: 1 | -1): void => {
      const left = takenOf(accountId) + change
      total += change
      if (left === 0) taken.delete(accountId)
      else taken.set(accountId, left)
    }
    const refused = (whose: string) =>
      new TooManyTries({
        message: `${whose} Try again in ${exportRetrySeconds} seconds.`,
        retryAfterSeconds: exportRetrySeconds
      })
    return ExportSlots.of({
      take: (accountId) =>
        Effect.acquireRelease(
          Effect.suspend((): Effect.Effect<void, TooManyTries> => {
            if (takenOf(accountId) >= exportsAtOnceOfAccount) {
              return refused("Other exports of this account are still under way.")
            }
            if (total >= exportsAtOnce) return refused("The server is busy with other exports.")
            return Effect.sync(() => add(accountId, 1))
          }),
          () => Effect.sync(() => add(accountId, -1))
        )
    })
  })
}
