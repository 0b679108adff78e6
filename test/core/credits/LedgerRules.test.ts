import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { creditsMax } from "../../../core/credits/CostTable.ts"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"
import { type Balance, decide, emptyBalance, evolve, type RequestMovements } from "../../../core/credits/LedgerRules.ts"
import { entriesOf, type Movement } from "../../../core/credits/Movement.ts"
import { runs } from "../../support/TestRun.ts"

const requestId = "r"
const accountId = "a"
const note = "test"
const keyId = null
const grant = (amount: number): LedgerCommand => ({ kind: "grant", accountId, requestId, amount, note })
const adjust = (amount: number): LedgerCommand => ({ kind: "adjust", accountId, requestId, amount, note })
const reserve = (amount: number): LedgerCommand => ({ kind: "reserve", accountId, requestId, amount, note, keyId })
const charge = (amount: number): LedgerCommand => ({ kind: "charge", accountId, requestId, amount, note, keyId })
const settle: LedgerCommand = { kind: "settle", accountId, requestId }
const refund: LedgerCommand = { kind: "refund", accountId, requestId, note }

const has = (available: number, held = 0): Balance => ({ available, held })
const moved = (kind: Movement["kind"], from: Movement["from"], to: Movement["to"], amount: number): Movement => ({
  accountId,
  requestId,
  kind,
  from,
  to,
  amount,
  note,
  keyId
})
const reserved = { reserve: moved("reserve", "available", "held", 7) }
const charged = { settle: moved("settle", "available", "revenue", 7) }

/** Returns the movements that a command makes, each on one line, or the tag of the command's failure. */
const outcome = (balance: Balance, past: RequestMovements, command: LedgerCommand) => {
  const result = decide(balance, past, command)
  return Result.isFailure(result)
    ? result.failure._tag
    : result.success.map(({ amount, from, kind, to }) => `${kind} ${from}→${to} ${amount}`)
}

describe("given a balance and the ledger's record of the request", () => {
  it.each<[string, Balance, RequestMovements, LedgerCommand, string | ReadonlyArray<string>]>([
    ["a grant comes from what is issued", has(0), {}, grant(5), ["grant issued→available 5"]],
    ["a grant of nothing is none", has(0), {}, grant(0), "InvalidAmount"],
    ["a grant is not negative", has(9), {}, grant(-1), "InvalidAmount"],
    ["a grant is whole", has(0), {}, grant(1.5), "InvalidAmount"],
    ["a balance reaches the limit", has(0), {}, grant(creditsMax), [`grant issued→available ${creditsMax}`]],
    ["and not one more", has(1), {}, grant(creditsMax), "InvalidAmount"],
    ["a correction upwards", has(1), {}, adjust(2), ["adjust issued→available 2"]],
    ["a correction downwards, to nothing", has(2), {}, adjust(-2), ["adjust available→issued 2"]],
    ["a correction below nothing", has(2), {}, adjust(-3), "InsufficientCredits"],
    ["a correction does not touch what is held", has(2, 9), {}, adjust(-3), "InsufficientCredits"],
    ["a reservation of all there is", has(7), {}, reserve(7), ["reserve available→held 7"]],
    ["a reservation of one more", has(6), {}, reserve(7), "InsufficientCredits"],
    ["a charge of all there is", has(7), {}, charge(7), ["settle available→revenue 7"]],
    ["a charge of one more", has(6), {}, charge(7), "InsufficientCredits"],
    ["what is held does not pay", has(6, 99), {}, charge(7), "InsufficientCredits"],
    ["nothing costs nothing", has(0), {}, charge(0), []],
    ["a negative charge", has(9), {}, charge(-1), "InvalidAmount"],
    ["a settlement spends what was held", has(0, 7), reserved, settle, ["settle held→revenue 7"]],
    ["a settlement of nothing", has(9), {}, settle, "NotReserved"],
    ["a refund of a reservation", has(0, 7), reserved, refund, ["refund held→available 7"]],
    ["a refund of a charge", has(0), charged, refund, ["refund revenue→available 7"]],
    [
      "a refund of what was reserved and settled",
      has(0),
      { ...reserved, settle: moved("settle", "held", "revenue", 7) },
      refund,
      ["refund revenue→available 7"]
    ],
    ["a refund of nothing", has(9), {}, refund, "NotReserved"],
    [
      "a settlement after the refund",
      has(7),
      { ...reserved, refund: moved("refund", "held", "available", 7) },
      settle,
      "NotReserved"
    ]
  ])("%s", (_, balance, past, command, expected) => expect(outcome(balance, past, command)).toEqual(expected))
})

const commands = fc.array(
  fc.record({
    name: fc.constantFrom("1", "2", "3"),
    account: fc.constantFrom("a", "b"),
    amount: fc.integer({ min: -9, max: 60 })
  })
    .chain(({ account, amount, name }) =>
      fc.constantFrom(grant(amount), adjust(amount), reserve(amount), charge(amount), settle, refund).map((
        command
      ) => ({
        ...command,
        accountId: account,
        requestId: account + name
      }))
    ),
  { maxLength: 60 }
)

interface Book {
  readonly balances: Map<string, Balance>
  readonly known: Map<string, RequestMovements>
  readonly movements: Array<Movement>
}

const play = (steps: ReadonlyArray<LedgerCommand>): Book => {
  const book: Book = { balances: new Map(), known: new Map(), movements: [] }
  for (const step of steps) apply(book, step)
  return book
}

const apply = (book: Book, command: LedgerCommand): number => {
  const balance = book.balances.get(command.accountId) ?? emptyBalance
  const past = book.known.get(command.requestId) ?? {}
  const result = decide(balance, past, command)
  if (Result.isFailure(result)) return 0
  for (const movement of result.success) {
    book.balances.set(command.accountId, evolve(book.balances.get(command.accountId) ?? emptyBalance, movement))
    book.known.set(command.requestId, { ...book.known.get(command.requestId), [movement.kind]: movement })
    book.movements.push(movement)
  }
  return result.success.length
}

const bucketSum = (movements: ReadonlyArray<Movement>, account: string, bucket: Movement["from"]): number =>
  movements.flatMap(entriesOf).filter((entry) => entry.accountId === account && entry.bucket === bucket)
    .reduce((sum, { amount }) => sum + amount, 0)

describe("any sequence of commands", () => {
  it("keeps every balance at zero or more, every movement positive, and the sum of all entries zero", () => {
    fc.assert(
      fc.property(commands, (steps) => {
        const book: Book = { balances: new Map(), known: new Map(), movements: [] }
        for (const step of steps) {
          apply(book, step)
          for (const { available, held } of book.balances.values()) {
            expect(Math.min(available, held)).toBeGreaterThanOrEqual(0)
          }
        }
        expect(book.movements.every(({ amount }) => Number.isSafeInteger(amount) && amount > 0)).toBe(true)
        expect(book.movements.flatMap(entriesOf).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
      }),
      runs(200)
    )
  })

  it("keeps each balance equal to the sum of its entries, and the operator's revenue at zero or more", () => {
    fc.assert(
      fc.property(commands, (steps) => {
        const { balances, movements } = play(steps)
        for (const [account, { available, held }] of balances) {
          expect([bucketSum(movements, account, "available"), bucketSum(movements, account, "held")]).toEqual([
            available,
            held
          ])
          expect(bucketSum(movements, account, "revenue")).toBeGreaterThanOrEqual(0)
        }
      }),
      runs(200)
    )
  })

  it("moves nothing if an accepted command is repeated", () => {
    fc.assert(
      fc.property(commands, (steps) => {
        const book = play([grant(1_000)])
        for (const step of steps) if (apply(book, step) > 0) expect(apply(book, step)).toBe(0)
      }),
      runs(200)
    )
  })

  it("charges a request at most once and refunds at most what it paid", () => {
    fc.assert(
      fc.property(commands, (steps) => {
        const { movements } = play(steps)
        const kinds = movements.map(({ kind, requestId }) => `${requestId} ${kind}`)
        expect(new Set(kinds).size).toBe(kinds.length)
        for (const back of movements.filter(({ kind }) => kind === "refund")) {
          const paid = movements.filter(({ kind, requestId }) =>
            requestId === back.requestId && (kind === "settle" || kind === "reserve")
          )
          expect(paid.at(-1)?.amount).toBe(back.amount)
        }
      }),
      runs(200)
    )
  })

  it("keeps accounts independent of each other", () => {
    fc.assert(
      fc.property(commands, (steps) => {
        const together = play(steps).balances.get("a")
        expect(play(steps.filter((step) => step.accountId === "a")).balances.get("a")).toEqual(together)
      }),
      runs(150)
    )
  })
})
