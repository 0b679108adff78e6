import { expect, it } from "vitest"
import {
  belongsToRequest,
  formatDaysLeft,
  movementEntries,
  movementKindLabel,
  movementKinds
} from "../../../apps/dashboard/shared/credits/Statement.ts"
import { decide, emptyBalance, evolve } from "../../../core/credits/LedgerRules.ts"

it("describes the effect of an entry on each account as the ledger does", () => {
  const granted = { kind: "grant", accountId: "a", requestId: "g", amount: 100, note: "" } as const
  const spent = { accountId: "a", requestId: "r", amount: 20, note: "scan", keyId: null } as const
  let balance = emptyBalance
  for (
    const command of [
      granted,
      { kind: "reserve", ...spent } as const,
      { kind: "charge", ...spent, requestId: "s" } as const
    ]
  ) {
    const moved = decide(balance, {}, command)
    if (moved._tag !== "Success") throw new Error("refused")
    for (const movement of moved.success) {
      const after = evolve(balance, movement)
      const { into, out } = movementEntries(movement)
      expect(into.amount + out.amount).toBe(0)
      const change = (bucket: string) =>
        [into, out].reduce((sum, entry) => entry.bucket === bucket ? sum + entry.amount : sum, 0)
      expect([change("available"), change("held")]).toEqual([
        after.available - balance.available,
        after.held - balance.held
      ])
      balance = after
    }
  }
  expect(balance).toEqual({ available: 60, held: 20 })
})

it("says how long credits last", () => {
  expect(formatDaysLeft(0, { creditsPerDay: 10, days: 7 })).toBe("No credits left")
  expect(formatDaysLeft(100, null)).toBe("None spent in the last 7 days")
  expect(formatDaysLeft(100, { creditsPerDay: 7.4, days: 7 })).toBe(
    "13 days left at the current rate"
  )
  expect(formatDaysLeft(1_900, { creditsPerDay: 1_000, days: 1 })).toBe(
    "1.9 days left at the current rate"
  )
  // Rounds 2.97 days down, because the page shows a warning below three days.
  expect(formatDaysLeft(2_970, { creditsPerDay: 1_000, days: 3 })).toBe(
    "2.9 days left at the current rate"
  )
  expect(formatDaysLeft(5, { creditsPerDay: 10, days: 2 })).toBe(
    "Less than a day left at the current rate"
  )
  expect(formatDaysLeft(1e9, { creditsPerDay: 0.1, days: 7 })).toBe(
    "Over 1,000 days left at the current rate"
  )
})

it("links the entries of a request", () => {
  expect(movementKinds.filter(belongsToRequest)).toEqual(["reserve", "settle", "refund"])
  expect([movementKindLabel("settle"), movementKindLabel("toString")]).toEqual(["Spent", "toString"])
})
