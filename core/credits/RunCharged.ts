import { Clock, Effect, Exit } from "effect"
import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { uuidV7 } from "../kernel/Uuid.ts"
import { Ledger } from "./Ledger.ts"
import type { CreditsFailure } from "./LedgerRules.ts"

/** Price of a piece of work, and the account that pays. */
export interface WorkCharge {
  readonly accountId: AccountId
  /** Integer number of credits. */
  readonly amount: number
  /** Purpose, shown in the statement. */
  readonly note: string
  /** ID of the work. Work that runs again with the same ID is charged once. By default, a new ID. */
  readonly requestId?: RequestId
  /** API key that requested the work. */
  readonly keyId?: KeyId
}

/**
 * Runs work that costs credits. Fails with `InsufficientCredits` if the account cannot pay, before the work starts.
 *
 * The credits are reserved before the work, and charged when it succeeds. If it fails or is interrupted, they are
 * returned. Both are on disk before the result is returned. If the process dies meanwhile, `runMaintenance` of the next
 * process returns the credits. It also returns those of work that ended less than about 100 ms before the process died.
 *
 * @example
 * runCharged({ accountId, amount: costTable["scan"], note: "scan" }, scanDocument({ name, bytes }))
 */
export const runCharged = <A, E, R>(
  { accountId, amount, keyId, note, requestId }: WorkCharge,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | CreditsFailure, R | Ledger | Secrets> =>
  amount === 0 ? work : Effect.gen(function*() {
    const ledger = yield* Ledger
    const id = requestId ?? uuidV7(yield* Clock.currentTimeMillis, (yield* Secrets).randomBytes(10))
    const common = { accountId, requestId: id }
    return yield* Effect.acquireUseRelease(
      ledger.execute({ kind: "reserve", ...common, amount, note, keyId: keyId ?? null }),
      () => work,
      (_, exit) =>
        Exit.isSuccess(exit)
          ? Effect.map(ledger.execute({ kind: "settle", ...common }), () => ledger.markDelivered(id))
          : Effect.asVoid(ledger.execute({ kind: "refund", ...common, note: "work failed" }))
    )
  })
