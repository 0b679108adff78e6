import { Result, Schema } from "effect"
import type { RequestId } from "../kernel/Ids.ts"
import { creditsMax } from "./CostTable.ts"
import type { LedgerCommand } from "./LedgerCommand.ts"
import type { Bucket, Movement, MovementKind } from "./Movement.ts"

export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()("InsufficientCredits", {
  needed: Schema.Int,
  available: Schema.Int
}) {
  override get message(): string {
    return `Not enough credits: this request costs ${this.needed} and ${this.available} are available.`
  }
}

/** Error for a settle or refund of a request that has no reservation or charge, or for a settle after a refund. */
export class NotReserved extends Schema.TaggedError<NotReserved>()("NotReserved", {
  requestId: Schema.String,
  message: Schema.String
}) {}

/** Error for an amount that is not an integer within `creditsMax`, or has the wrong sign. */
export class InvalidAmount extends Schema.TaggedError<InvalidAmount>()("InvalidAmount", {
  amount: Schema.Number,
  message: Schema.String
}) {}

export type CreditsFailure = InsufficientCredits | NotReserved | InvalidAmount

/** Balance of an account in credits. Neither value is ever negative. */
export interface Balance {
  readonly available: number
  readonly held: number
}

export interface LedgerResult extends Balance {
  /** True if credits moved. False if the movement already existed, or if the amount is zero. */
  readonly hasMoved: boolean
}

export const emptyBalance: Balance = { available: 0, held: 0 }

/** Existing movements of a request, by kind. */
export type RequestMovements = Partial<Record<MovementKind, Movement>>

/**
 * Returns the movements that a command causes. This function is pure, so that the same rules apply in memory, on SQLite
 * and on PostgreSQL.
 *
 * A command whose movement already exists succeeds without moving anything, so it can be repeated after a crash.
 * Reserving or charging zero credits also succeeds without a movement.
 */
export const decide = (
  balance: Balance,
  past: RequestMovements,
  command: LedgerCommand
): Result.Result<ReadonlyArray<Movement>, CreditsFailure> => {
  switch (command.kind) {
    case "grant":
      if (past.grant !== undefined) return noMovements
      if (!Number.isInteger(command.amount) || command.amount <= 0) {
        return invalid(command.amount, "The amount must be a positive whole number.")
      }
      if (isTooMuch(balance, command.amount)) return tooMuch(balance, command.amount)
      return oneMovement({ ...command, from: "issued", to: "available", keyId: null })
    case "adjust": {
      if (past.adjust !== undefined) return noMovements
      const size = Math.abs(command.amount)
      if (!Number.isInteger(size) || size === 0) {
        return invalid(command.amount, "The amount must be a whole number other than zero.")
      }
      if (isTooMuch(balance, command.amount)) return tooMuch(balance, command.amount)
      if (command.amount < 0 && size > balance.available) return insufficient(balance, size)
      const [from, to]: [Bucket, Bucket] = command.amount > 0 ? ["issued", "available"] : ["available", "issued"]
      return oneMovement({ ...command, amount: size, from, to, keyId: null })
    }
    case "reserve":
      if (past.reserve !== undefined || past.settle !== undefined) return noMovements
      if (!isAmount(command.amount)) return negative(command.amount)
      if (command.amount > balance.available) return insufficient(balance, command.amount)
      return command.amount === 0 ? noMovements : oneMovement({ ...command, from: "available", to: "held" })
    case "charge":
      if (past.reserve !== undefined || past.settle !== undefined) return noMovements
      if (!isAmount(command.amount)) return negative(command.amount)
      if (command.amount > balance.available) return insufficient(balance, command.amount)
      return command.amount === 0
        ? noMovements
        : oneMovement({ ...command, kind: "settle", from: "available", to: "revenue" })
    case "settle":
      if (past.settle !== undefined) return noMovements
      if (past.reserve === undefined) return notReserved(command.requestId, "nothing is reserved for it")
      if (past.refund !== undefined) return notReserved(command.requestId, "it was refunded")
      return oneMovement({ ...past.reserve, kind: "settle", from: "held", to: "revenue" })
    case "refund": {
      if (past.refund !== undefined) return noMovements
      const spent = past.settle ?? past.reserve
      if (spent === undefined) return notReserved(command.requestId, "nothing was reserved or spent for it")
      return oneMovement({ ...spent, kind: "refund", from: spent.to, to: "available", note: command.note })
    }
  }
}

export const evolve = (balance: Balance, movement: Movement): Balance => ({
  available: balance.available + flow(movement, "available"),
  held: balance.held + flow(movement, "held")
})

const flow = (movement: Movement, bucket: Bucket): number =>
  (movement.to === bucket ? movement.amount : 0) - (movement.from === bucket ? movement.amount : 0)

const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0 && amount <= creditsMax

const noMovements = Result.succeed([])

const oneMovement = (movement: Movement): Result.Result<ReadonlyArray<Movement>> => {
  const { accountId, requestId, kind, from, to, amount, note, keyId } = movement
  return Result.succeed([{ accountId, requestId, kind, from, to, amount, note, keyId }])
}

const insufficient = (balance: Balance, needed: number) =>
  Result.fail(new InsufficientCredits({ needed, available: balance.available }))

const notReserved = (requestId: RequestId, message: string) => Result.fail(new NotReserved({ requestId, message }))

const invalid = (amount: number, message: string) => Result.fail(new InvalidAmount({ amount, message }))

const negative = (amount: number) => invalid(amount, "The amount must be zero or a positive whole number.")

const isTooMuch = ({ available }: Balance, amount: number): boolean =>
  Math.abs(amount) > creditsMax || available + amount > creditsMax

const tooMuch = ({ available }: Balance, amount: number) => {
  const most = formatAmount(creditsMax)
  return invalid(
    amount,
    Math.abs(amount) > creditsMax
      ? `The amount must not exceed ${most} credits.`
      : `A balance must not exceed ${most} credits. The account has ${formatAmount(available)}, ` +
        `so at most ${formatAmount(creditsMax - available)} can be added.`
  )
}

const formatAmount = (amount: number): string => amount.toLocaleString("en-US")
