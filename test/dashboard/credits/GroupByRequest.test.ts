import fc from "fast-check"
import { expect, it } from "vitest"
import { groupByRequest, type StatementItem } from "../../../apps/dashboard/shared/credits/GroupByRequest.ts"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"
import { decide, emptyBalance, evolve, type RequestMovements } from "../../../core/credits/LedgerRules.ts"

/** Returns the statement lines that the server returns after these commands, newest first. */
const linesOf = (commands: ReadonlyArray<LedgerCommand>): ReadonlyArray<StatementItem> => {
  const lines: Array<StatementItem> = []
  const requests = new Map<string, RequestMovements>()
  let balance = emptyBalance
  for (const command of commands) {
    const moved = decide(balance, requests.get(command.requestId) ?? {}, command)
    if (moved._tag !== "Success") continue
    for (const movement of moved.success) {
      balance = evolve(balance, movement)
      requests.set(movement.requestId, { ...requests.get(movement.requestId), [movement.kind]: movement })
      const { accountId: _, ...line } = movement
      const version = lines.length + 1
      lines.push({ ...line, version, at: version, availableAfter: balance.available, heldAfter: balance.held })
    }
  }
  return lines.toReversed()
}

const of = (requestId: string) => ({ accountId: "a", requestId, amount: 20, note: "scan", keyId: null })
const granted = { kind: "grant", accountId: "a", requestId: "g", amount: 100, note: "Invoice 17" } as const

it("lists each request once, for email checks and documents alike", () => {
  const lines = linesOf([
    granted,
    { kind: "reserve", ...of("doc") },
    { kind: "charge", ...of("mail"), amount: 1, note: "scan/email" },
    { kind: "settle", ...of("doc") },
    { kind: "reserve", ...of("failed") },
    { kind: "refund", ...of("failed"), note: "response delivery not confirmed" },
    { kind: "reserve", ...of("running") },
    { kind: "adjust", accountId: "a", requestId: "h", amount: -5, note: "Granted twice" }
  ])
  const groups = groupByRequest(lines).map((
    { availableAfter, change, note, state }
  ) => [state, note, change, availableAfter])
  expect(groups).toEqual([
    ["corrected", "Granted twice", -5, 54],
    ["set-aside", "scan", -20, 59],
    ["given-back", "scan", 0, 79],
    ["spent", "scan", -20, 79],
    ["spent", "scan/email", -1, 79],
    ["added", "Invoice 17", 100, 100]
  ])
})

const command = fc.record({
  kind: fc.constantFrom("reserve", "charge", "settle", "refund"),
  at: fc.integer({ min: 0, max: 5 }),
  amount: fc.integer({ min: 1, max: 9 })
})

it("changes add up to the available credits for all operations and page breaks", () => {
  fc.assert(fc.property(fc.array(command, { maxLength: 40 }), fc.nat(40), (commands, cut) => {
    const lines = linesOf([
      granted,
      ...commands.map(({ amount, at, kind }) => ({ ...of(`r${at}`), kind, amount }))
    ])
    const all = groupByRequest(lines)
    expect(all.reduce((sum, { change }) => sum + change, 0)).toBe(lines[0]!.availableAfter)
    // Loading more must not change the first page's rows, except for the name of a refunded request.
    const first = groupByRequest(lines.slice(0, cut))
    expect(first.map(({ change, state, version }) => [version, state, change])).toEqual(
      all.slice(0, first.length).map(({ change, state, version }) => [version, state, change])
    )
  }))
})
