import { expect, it } from "vitest"
import { narrowedSaid } from "../../../apps/dashboard/pages/requests/RequestFilters.ts"

it("names what is set, and nothing that is not", () => {
  expect(narrowedSaid({ text: " no-such-thing ", operation: "" })).toBe(
    "The list is narrowed by the search “no-such-thing”. Change that, or show all requests."
  )
  expect(narrowedSaid({ operation: "scan", verdict: "block", to: "2026-11-01" })).toBe(
    "The list is narrowed by the operation, the verdict and the time. Change one of them, or show all requests."
  )
  expect(narrowedSaid({ text: "a\u202eb", keyId: "key", status: "4xx" })).toContain(
    "“a[U+202E]b”, the status and the API key"
  )
})
