import { Effect, Exit } from "effect"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { Accounts } from "../../../core/accounts/Accounts.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"
import { type Balance, decide, emptyBalance, evolve, type RequestMovements } from "../../../core/credits/LedgerRules.ts"
import type { Secrets } from "../../../core/kernel/Secrets.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { chargeCommand, createFundedAccount } from "./Funds.ts"
import { runs } from "./Runs.ts"

export const ledgerContract = contract<Ledger | Accounts | Secrets>("Ledger", ({ test, testIsolated }) => {
  testIsolated(
    "grants, charges, refuses uncovered charges, and records each movement",
    Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(10)
      expect(yield* ledger.execute(chargeCommand(id, 7))).toEqual({ available: 3, held: 0, hasMoved: true })
      const refused = yield* Effect.flip(ledger.execute(chargeCommand(id, 4)))
      expect(refused).toMatchObject({ _tag: "InsufficientCredits", needed: 4, available: 3 })
      expect(yield* ledger.balance(id)).toEqual({ available: 3, held: 0 })
      const statement = yield* ledger.statement(id, { limit: 10 })
      expect(statement.map(({ kind, version, availableAfter }) => [kind, version, availableAfter])).toEqual([
        ["settle", 2, 3],
        ["grant", 1, 10]
      ])
      for (const kind of ["grant", "reserve", "settle", "refund", "adjust"] as const) {
        expect(yield* ledger.statement(id, { kind, limit: 10 })).toEqual(
          statement.filter((line) => line.kind === kind)
        )
      }
      for (const { requestId } of statement) {
        const lines = statement.filter((line) => line.requestId === requestId).toReversed()
        expect(yield* ledger.movements(id, requestId)).toEqual(lines)
        expect(yield* ledger.movements("another", requestId)).toEqual([])
      }
      expect(yield* ledger.verify).toEqual({ movements: 2, sum: 0, faults: [] })
    })
  )

  test(
    "lists a statement by page, each movement once, also by kind",
    Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(10)
      for (let n = 0; n < 3; n++) {
        yield* ledger.execute(chargeCommand(id, 1))
        yield* ledger.execute({ kind: "grant", accountId: id, requestId: randomUUID(), amount: 1, note: "more" })
      }
      const versionsOf = Effect.fnUntraced(function*(page: { readonly kind?: "grant" | "settle" }) {
        const versions: Array<number> = []
        for (;;) {
          const before = versions.at(-1)
          const lines = yield* ledger.statement(id, { ...page, limit: 2, ...before === undefined ? {} : { before } })
          versions.push(...lines.map(({ version }) => version))
          if (lines.length < 2) return versions
        }
      })
      expect(yield* versionsOf({})).toEqual([7, 6, 5, 4, 3, 2, 1])
      expect(yield* versionsOf({ kind: "grant" })).toEqual([7, 5, 3, 1])
      expect(yield* versionsOf({ kind: "settle" })).toEqual([6, 4, 2])
    })
  )

  test(
    "reserves, settles and refunds, each once however often it is repeated",
    Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(30)
      const reserve = (requestId: string) =>
        ledger.execute({ kind: "reserve", accountId: id, requestId, amount: 10, note: "scan", keyId: "key" })
      const [first, second] = [randomUUID(), randomUUID()]
      yield* reserve(first)
      expect(yield* reserve(first)).toEqual({ available: 20, held: 10, hasMoved: false })
      yield* reserve(second)
      yield* ledger.execute({ kind: "settle", accountId: id, requestId: first })
      expect(yield* ledger.execute({ kind: "settle", accountId: id, requestId: first })).toEqual({
        available: 10,
        held: 10,
        hasMoved: false
      })
      yield* ledger.execute({ kind: "refund", accountId: id, requestId: second, note: "failed" })
      expect(yield* ledger.execute({ kind: "refund", accountId: id, requestId: second, note: "failed" })).toEqual({
        available: 20,
        held: 0,
        hasMoved: false
      })
      const late = yield* Effect.flip(ledger.execute({ kind: "settle", accountId: id, requestId: second }))
      expect(late._tag).toBe("NotReserved")
      expect((yield* ledger.verify).faults).toEqual([])
    })
  )

  test(
    "reports for each command whether it moved credits, even in one group",
    Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(100)
      const [granted, charged] = [randomUUID(), randomUUID()]
      const grant = ledger.execute({ kind: "grant", accountId: id, requestId: granted, amount: 5, note: "INV-1" })
      const commands = [
        grant,
        ledger.execute(chargeCommand(id, 1, charged)),
        grant,
        ledger.execute(chargeCommand(id, 0)),
        grant
      ]
      const answers = yield* Effect.all(commands, { concurrency: "unbounded" })
      expect(answers.map(({ hasMoved }) => hasMoved)).toEqual([true, true, false, false, false])
      expect(yield* ledger.execute(chargeCommand(id, 1, charged))).toEqual({ available: 104, held: 0, hasMoved: false })
      expect(yield* ledger.balance(id)).toEqual({ available: 104, held: 0 })
    })
  )

  test(
    "charges a request once if it arrives twice in one group",
    Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(100)
      const requestId = randomUUID()
      yield* Effect.all(Array.from({ length: 20 }, () => ledger.execute(chargeCommand(id, 5, requestId))), {
        concurrency: "unbounded"
      })
      expect(yield* ledger.balance(id)).toEqual({ available: 95, held: 0 })
      yield* ledger.execute(chargeCommand(id, 5, requestId))
      yield* Effect.all([ledger.execute(chargeCommand(id, 5, requestId)), ledger.execute(chargeCommand(id, 1))], {
        concurrency: "unbounded"
      })
      expect(yield* ledger.balance(id)).toEqual({ available: 94, held: 0 })
    })
  )

  test(
    "accepts exactly as many charges as the balance covers",
    Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(100)
      const spend = Effect.suspend(() => Effect.exit(ledger.execute(chargeCommand(id, 7))))
      const exits = yield* Effect.all(Array.from({ length: 64 }, () => spend), { concurrency: "unbounded" })
      expect(exits.filter(Exit.isSuccess)).toHaveLength(Math.floor(100 / 7))
      expect(yield* ledger.balance(id)).toEqual({ available: 100 % 7, held: 0 })
      expect((yield* ledger.verify).faults).toEqual([])
    })
  )

  test(
    "matches the pure rule under random interleavings",
    Effect.gen(function*() {
      const context = yield* Effect.context<Accounts | Ledger>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(commandArbitrary, { maxLength: 40 }),
            (steps) => Effect.runPromiseWith(context)(followsRule(steps))
          ),
          runs(25)
        )
      )
    })
  )

  testIsolated(
    "keeps two accounts separate whose movements share commits",
    Effect.gen(function*() {
      const [{ id: mine, ledger }, { id: other }] = [yield* createFundedAccount(10), yield* createFundedAccount(100)]
      const [charged, theirs] = [randomUUID(), randomUUID()]
      yield* Effect.all([
        ledger.execute(chargeCommand(mine, 3, charged)),
        ledger.execute(chargeCommand(other, 50, theirs))
      ], {
        concurrency: "unbounded"
      })
      expect(yield* ledger.balance(mine)).toEqual({ available: 7, held: 0 })
      expect(yield* ledger.balance(other)).toEqual({ available: 50, held: 0 })
      expect(yield* ledger.balance("none")).toEqual({ available: 0, held: 0 })
      for (const kind of [undefined, "settle"] as const) {
        const page = { limit: 9, ...kind === undefined ? {} : { kind } }
        const [mines, others] = [yield* ledger.statement(mine, page), yield* ledger.statement(other, page)]
        expect(mines.map(({ amount }) => amount)).toEqual(kind === undefined ? [3, 10] : [3])
        expect(others.map(({ amount }) => amount)).toEqual(kind === undefined ? [50, 100] : [50])
        expect(others.every(({ accountId }) => accountId === other)).toBe(true)
        expect(yield* ledger.statement("none", page)).toEqual([])
      }
      const grants = yield* Effect.forEach([mine, other], (id) => ledger.statement(id, { kind: "grant", limit: 9 }))
      expect(grants.flat().map(({ amount }) => amount)).toEqual([10, 100])
      expect(yield* ledger.movements(other, charged)).toEqual([])
      expect((yield* ledger.movements(mine, charged)).map(({ version }) => version)).toEqual([2])
      expect((yield* Effect.flip(ledger.execute(chargeCommand(mine, 8))))._tag).toBe("InsufficientCredits")
      expect(yield* ledger.verify).toEqual({ movements: 4, sum: 0, faults: [] })
    })
  )
})

const commandArbitrary = fc.oneof(
  fc.record({ kind: fc.constantFrom("grant", "reserve", "charge"), amount: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ kind: fc.constant("adjust"), amount: fc.integer({ min: -30, max: 30 }) }),
  fc.record({ kind: fc.constantFrom("settle", "refund") })
).chain((command) =>
  fc.record({ accountId: fc.constantFrom("a", "b"), requestId: fc.constantFrom("1", "2", "3", "4", "5") }).map((
    names
  ) => ({
    ...command,
    ...names,
    note: "test",
    keyId: null
  }))
)

/** Executes commands of two accounts, and compares each outcome with the result of `decide`. */
const followsRule = Effect.fnUntraced(function*(steps: ReadonlyArray<Record<string, unknown>>) {
  const [accounts, ledger] = [yield* Accounts, yield* Ledger]
  const prefix = randomUUID()
  const model = new Map<string, Balance>()
  const known = new Map<string, RequestMovements>()
  for (const name of ["a", "b"]) yield* accounts.create({ id: prefix + name, name, createdAt: new Date(0) })
  for (const step of steps) {
    const command = {
      ...step,
      accountId: prefix + step["accountId"],
      requestId: `${prefix}${step["accountId"]}${step["requestId"]}`
    } as LedgerCommand
    const balance = model.get(command.accountId) ?? emptyBalance
    const past = known.get(command.requestId) ?? {}
    const expected = decide(balance, past, command)
    const exit = yield* Effect.exit(ledger.execute(command))
    expect(Exit.isSuccess(exit)).toBe(expected._tag === "Success")
    if (expected._tag === "Failure") continue
    for (const movement of expected.success) {
      model.set(command.accountId, evolve(model.get(command.accountId) ?? emptyBalance, movement))
      known.set(command.requestId, { ...known.get(command.requestId), [movement.kind]: movement })
    }
    const after = yield* ledger.balance(command.accountId)
    expect(after).toEqual(model.get(command.accountId) ?? emptyBalance)
    expect(Math.min(after.available, after.held)).toBeGreaterThanOrEqual(0)
  }
  const { faults, sum } = yield* ledger.verify
  expect([sum, faults]).toEqual([0, []])
})
