import { expect, it } from "vitest"
import { exportRowsMax } from "../../../adapters/http/account/api/Exports.ts"
import Credits, { exportDescription, howToAddCredits } from "../../../apps/dashboard/pages/credits/Credits.tsx"
import { pageShown } from "../parts/PageShown.ts"

const member = { id: "mem_1", name: "Ann", email: "ann@example.com", role: "owner" } as const
const account = { id: "acc_1", name: "Example", isOperator: true }

it("says by role whom to ask for credits", () => {
  expect(howToAddCredits({ account, member })).toMatch(/command line:$/)
  expect(howToAddCredits({ account, member: { ...member, role: "member" } })).toMatch(/ask an owner of this account/)
  expect(howToAddCredits({ account: { ...account, isOperator: false }, member })).toMatch(
    /ask the operator of this server/
  )
})

it("repeats the overview's warning with instructions, and says how long credits last", () => {
  const message = "At the current rate, credits run out in less than a day."
  const html = pageShown(Credits, {
    path: "/credits",
    answers: [
      [["credits", "balance"], {
        available: 2_837,
        held: 0,
        noticeBelow: null,
        pace: { creditsPerDay: 3_715, days: 7 },
        warning: { severity: "warning", message }
      }],
      [["credits", "statement", "pages"], { items: [], next: null }]
    ]
  })
  for (
    const words of [message, "gatehouse credits grant --amount 10000", "Less than a day left at the current rate"]
  ) {
    expect(html).toContain(words)
  }
})

it("says \"all\" if the export can contain all entries, and the number otherwise", () => {
  expect(exportDescription(false, exportRowsMax)).toBe("All movements, as double entries")
  expect(exportDescription(true, exportRowsMax)).toBe("All movements of this kind, as double entries")
  for (const isNarrowed of [false, true]) {
    expect(exportDescription(isNarrowed, exportRowsMax + 1)).toBe("The newest 100,000 movements, as double entries")
  }
})
