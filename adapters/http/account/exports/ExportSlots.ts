import { Context, Effect, type Scope } from "effect"
import { TooManyTries } from "../api/AccountFailures.ts"
import type { SignedInMember } from "../api/SessionAuth.ts"

/**
 * Maximum number of concurrent exports in the process. Each may read all data of an account; other requests are served between its chunks.
 */
export const exportsMax = 4
/** Maximum number of concurrent exports per account. */
export const exportsPerAccountMax = 2
/** Maximum number of concurrent exports per member, so that one member cannot use all exports of the account. */
export const exportsPerMemberMax = 1
/** Seconds after which a retry can succeed. */
export const exportRetrySeconds = 5

/**
 * Kinds of exports, counted separately: files of lists, which are sent as fast as the client reads, and reads of all data about one person.
 * File exports cannot delay the latter, which an owner may be legally obliged to answer.
 */
export type ExportKind = "file" | "person"

/** Counts the running exports of this process, separately by kind. */
export class ExportSlots extends Context.Service<ExportSlots, {
  /** Takes one slot until the scope closes: for a request, when the last byte is sent or the client disconnects. */
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
