import { expect, it } from "vitest"
import { exportRowsMax } from "../../../adapters/http/account/api/Exports.ts"
import { exportSaid } from "../../../apps/dashboard/pages/credits/Credits.tsx"

it("says all where a file can hold all, and how many else", () => {
  expect(exportSaid(false, exportRowsMax)).toBe("All movements, with both entries")
  expect(exportSaid(true, exportRowsMax)).toBe("All movements of this kind, with both entries")
  for (const isNarrowed of [false, true]) {
    expect(exportSaid(isNarrowed, exportRowsMax + 1)).toBe("The newest 100,000 at most, with both entries")
  }
})
