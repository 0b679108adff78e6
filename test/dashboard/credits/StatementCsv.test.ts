import { expect, it } from "vitest"
import { statementCsv } from "../../../apps/dashboard/pages/credits/StatementCsv.ts"

it("has both entries of each movement, and runs nothing in a spreadsheet", () => {
  const line = {
    version: 1,
    at: Date.UTC(2026, 10, 22, 7),
    requestId: "g",
    kind: "grant",
    from: "issued",
    to: "available",
    amount: 10_000,
    note: "=HYPERLINK(\"x\")",
    keyId: null,
    availableAfter: 10_000,
    heldAfter: 0
  } as const
  expect(statementCsv([line]).split("\r\n")).toEqual([
    "\ufeffversion,at,kind,from,to,amount,available_after,held_after,request_id,note",
    "1,2026-11-22T07:00:00.000Z,grant,issued,available,10000,10000,0,g,\"'=HYPERLINK(\"\"x\"\")\"",
    ""
  ])
})
