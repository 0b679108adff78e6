import { expect, it } from "vitest"
import { sourceText, sourceWords } from "../../../apps/dashboard/pages/threats/EntryWords.ts"
import { submissionSource } from "../../../core/threats/blocklist/BlocklistEntry.ts"

it("says where an entry comes from", () => {
  expect(sourceWords(submissionSource(17))).toBe("reported link 17")
  expect(sourceWords("our list")).toBe("from our list")
  expect(sourceWords("submission:x")).toBe("from submission:x")
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
  "%j finds what came submission 17",
  (typed) => {
    expect(sourceText(typed)).toBe(submissionSource(17))
  }
)

it("leaves the names of lists as they are", () => {
  for (const name of ["our list", "operator", "submission list 17b", ""]) expect(sourceText(name)).toBe(name)
})
