import { expect, it } from "vitest"
import {
  enteredReason,
  formatExpiry,
  hasSource,
  parseSource,
  sourceLabel
} from "../../../apps/dashboard/pages/threats/EntryTexts.ts"
import { defaultReasons, operatorSource, submissionSource } from "../../../core/threats/blocklist/BlocklistEntry.ts"

const day = 86_400_000

it("the placeholder for a missing reason is not a reason", () => {
  for (const reason of [...Object.values(defaultReasons), ""]) expect(enteredReason({ reason })).toBe(null)
  expect(enteredReason({ reason: "phishing kit" })).toBe("phishing kit")
})

it("submissions and lists are sources, and manual entries have none", () => {
  expect([operatorSource, submissionSource(17), "our list"].map((source) => hasSource({ source })))
    .toEqual([false, true, true])
})

it("says when an entry ends, or that it does not", () => {
  expect(formatExpiry(null, 0)).toBe("never expires")
  expect(formatExpiry(85 * day, 0)).toBe("expires in 85 days")
  expect(formatExpiry(0, 2 * day)).toBe("expired 2 days ago")
})

it("says where an entry comes from", () => {
  expect(sourceLabel(submissionSource(17))).toBe("reported link 17")
  expect(sourceLabel("our list")).toBe("from our list")
  expect(sourceLabel("submission:x")).toBe("from submission:x")
})

it.each([
  "reported link 17",
  "link 17",
  "submission 17",
  " Submission  17 ",
  "submission:17",
  "submission #17",
  "submission17"
])(
  "%j finds the entry from submission 17",
  (typed) => {
    expect(parseSource(typed)).toBe(submissionSource(17))
  }
)

it("shows the names of lists unchanged", () => {
  for (const name of ["our list", "operator", "submission list 17b", ""]) expect(parseSource(name)).toBe(name)
})
