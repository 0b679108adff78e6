import { expect, it } from "vitest"
import { importWords, nothingImported, unreadSaid } from "../../../apps/dashboard/pages/rules/ReadRules.ts"

it("what came of an import is told apart", () => {
  expect(importWords({ new: 2, changed: 1, kept: 4, failed: 1 })).toBe(
    "2 rules are new, 1 has a new note, 4 were there already, 1 was not taken."
  )
  expect(importWords({ ...nothingImported, kept: 1 })).toBe("1 was there already.")
  expect(importWords({ ...nothingImported, new: 1_200 })).toBe("1,200 rules are new.")
  expect(importWords(nothingImported)).toBe("Nothing was sent.")
})

it("a line that was not taken names once what stands in it", () => {
  expect(unreadSaid({ line: 3, text: "a b", why: "a b is not a domain, such as example.com." })).toBe(
    "Line 3: a b is not a domain, such as example.com."
  )
  expect(unreadSaid({ line: 4, text: "allow", why: "There is nothing to block or to allow." })).toBe(
    "Line 4, “allow”: There is nothing to block or to allow."
  )
})
