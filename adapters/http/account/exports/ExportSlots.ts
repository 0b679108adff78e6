import { Context, Effect, type Scope } from "effect"
import { TooManyTries } from "../api/AccountFailures.ts"
import type { SignedInMember } from "../api/SessionAuth.ts"

/**
 * Maximum number of concurrent exports of one kind in this process. Each export may read all data of an account. Other
 * requests are served between the chunks of an export.
 */
export const exportsMax = 4
/** Maximum number of concurrent exports of one kind per account. */
export const exportsPerAccountMax = 2
/**
 * Maximum number of concurrent exports of one kind per member. One member therefore cannot use all slots of the
 * account.
 */
export const exportsPerMemberMax = 1
/** `Retry-After` in seconds when all export slots are in use. */
export const exportRetrySeconds = 5

/**
 * Kind of an export.
 *
 * - `file`: a list, sent as fast as the client reads
 * - `person`: all data about one person
 *
 * The kinds are counted separately, so that slow downloads cannot delay exports about a person, which the law may
 * require.
 */
export type ExportKind = "file" | "person"

/** Counts the running exports of this process, separately by kind. */
export class ExportSlots extends Context.Service<ExportSlots, {
  /**
   * Takes a slot until the scope closes. The scope of a request closes when the last byte is sent or the client
   * disconnects.
   */
  readonly acquire: (
    kind: ExportKind,
    by: Pick<SignedInMember, "accountId" | "memberId">
  ) => Effect.Effect<void, TooManyTries, Scope.Scope>
}>()("gatehouse/adapters/http/account/exports/ExportSlots") {
  static readonly make = Effect.sync(() => {
    const slots = { file: makeSlots(), person: makeSlots() }
    return ExportSlots.of({ acquire: (kind, by) => slots[kind](by) })
  })
}

const makeSlots = () => {
  const running = new Map<string, number>()
  const runningOf = (holder: string): number => running.get(holder) ?? 0
  const add = (holder: string, change: 1 | -1): void => {
    const left = runningOf(holder) + change
    if (left === 0) running.delete(holder)
    else running.set(holder, left)
  }
  return ({ accountId, memberId }: Pick<SignedInMember, "accountId" | "memberId">) => {
    const levels = [
      {
        holder: `member ${memberId}`,
        max: exportsPerMemberMax,
        message: "Another of your exports is still running."
      },
      {
        holder: `account ${accountId}`,
        max: exportsPerAccountMax,
        message: "Other exports of this account are still running."
      },
      { holder: "server", max: exportsMax, message: "The server is busy with other exports." }
    ]
    return Effect.acquireRelease(
      Effect.suspend((): Effect.Effect<void, TooManyTries> => {
        const full = levels.find(({ max, holder }) => runningOf(holder) >= max)
        return full === undefined
          ? Effect.sync(() => levels.forEach(({ holder }) => add(holder, 1)))
          : tooManyExports(full.message)
      }),
      () => Effect.sync(() => levels.forEach(({ holder }) => add(holder, -1)))
    )
  }
}

const tooManyExports = (reason: string) =>
  new TooManyTries({
    message: `${reason} Try again in ${exportRetrySeconds} seconds.`,
    retryAfterSeconds: exportRetrySeconds
  })
