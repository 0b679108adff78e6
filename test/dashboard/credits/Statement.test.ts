import { expect, it } from "vitest"
import {
  daysLeftSaid,
  entriesSaid,
  isOfRequest,
  kindName,
  movementKinds
} from "../../../apps/dashboard/pages/credits/Statement.ts"
import { decide, emptyBalance, evolve } from "../../../core/credits/Ledger.ts"

it("says what a movement does to each account, as the ledger does", () => {
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
      const { into, out } = entriesSaid(movement)
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
  expect(daysLeftSaid(0, 10)).toBe("No credits are left.")
  expect(daysLeftSaid(100, null)).toBe("Nothing was spent in the last seven days.")
  expect(daysLeftSaid(100, 7)).toBe("Enough for about 14 days at the present pace.")
  expect(daysLeftSaid(100, 90)).toBe("Enough for about a day at the present pace.")
  expect(daysLeftSaid(5, 10)).toBe("Enough for less than a day at the present pace.")
  expect(daysLeftSaid(1e9, 0.1)).toBe("Enough for over 1000 days at the present pace.")
})

it("links what belongs to a request", () => {
  expect(movementKinds.filter(isOfRequest)).toEqual(["reserve", "settle", "refund"])
  expect([kindName("settle"), kindName("toString")]).toEqual(["Charged", "toString"])
})
