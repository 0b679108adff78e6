import { Context, Effect, type Scope } from "effect"
import { TooManyTries } from "../api/AccountFailures.ts"
import type { SignedIn } from "../api/SessionAuth.ts"

/** Exports of this server that are made at a time: each may read all that an account keeps, and others are answered between their portions. */
export const exportsAtOnce = 4
/** Of them, of one account. */
export const exportsAtOnceOfAccount = 2
/** Of them, of one member: nobody holds all that their account has. */
export const exportsAtOnceOfMember = 1
/** After which it is worth asking again. */
export const exportRetrySeconds = 5

/**
 * What is counted: files of lists, sent as slowly as they are read; and what reads all that is kept of a person, which an owner may
 * owe them by law, and which no file stands in the way of.
 */
export type Exporting = "file" | "person"

/** How many exports are under way in this process; of each kind as many. */
export class ExportSlots extends Context.Service<ExportSlots, {
  /** Has room for one more until the scope closes: of a request, when its last byte is sent or nobody reads on. */
  readonly take: (
    kind: Exporting,
    by: Pick<SignedIn, "accountId" | "memberId">
  ) => Effect.Effect<void, TooManyTries, Scope.Scope>
}>()("gatehouse/adapters/http/account/exports/ExportSlots") {
  static readonly make = Effect.sync(() => {
    const slots = { file: counted(), person: counted() }
    return ExportSlots.of({ take: (kind, by) => slots[kind](by) })
  })
}

const counted = () => {
  const taken = new Map<string, number>()
  const takenOf = (whose: string): number => taken.get(whose) ?? 0
  const add = (whose: string, change: 1 | -1): void => {
    const left = takenOf(whose) + change
    if (left === 0) taken.delete(whose)
    else taken.set(whose, left)
  }
  return ({ accountId, memberId }: Pick<SignedIn, "accountId" | "memberId">) => {
    const levels = [
      {
        whose: `member ${memberId}`,
        max: exportsAtOnceOfMember,
        refusal: "Another export of yours is still under way."
      },
      {
        whose: `account ${accountId}`,
        max: exportsAtOnceOfAccount,
        refusal: "Other exports of this account are still under way."
      },
      { whose: "server", max: exportsAtOnce, refusal: "The server is busy with other exports." }
    ]
    return Effect.acquireRelease(
      Effect.suspend((): Effect.Effect<void, TooManyTries> => {
        const full = levels.find(({ max, whose }) => takenOf(whose) >= max)
        return full === undefined
          ? Effect.sync(() => levels.forEach(({ whose }) => add(whose, 1)))
          : refused(full.refusal)
      }),
      () => Effect.sync(() => levels.forEach(({ whose }) => add(whose, -1)))
    )
  }
}

const refused = (why: string) =>
  new TooManyTries({
    message: `${why} Try again in ${exportRetrySeconds} seconds.`,
    retryAfterSeconds: exportRetrySeconds
  })
