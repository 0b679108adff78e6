import fc from "fast-check"
import { expect, it } from "vitest"
import {
  describeFilters,
  describeNoResults,
  describeSearch,
  parseFilters
} from "../../../apps/dashboard/pages/requests/RequestFilters.ts"

it("requests the reader's days, including both ends", () => {
  expect(parseFilters({ from: "2026-11-20", to: "2026-11-21", operation: "scan", status: "4xx" }, "Europe/Berlin"))
    .toEqual({
      operation: "scan",
      status: "4xx",
      from: Date.parse("2026-11-19T23:00:00Z"),
      to: Date.parse("2026-11-21T23:00:00Z")
    })
})

it("ignores invalid values", () => {
  expect(parseFilters({ status: "9xx", from: "yesterday", to: "2026-02-30", text: "  ", verdict: "" }, "UTC")).toEqual(
    {}
  )
})

it("never sends more text than the server accepts", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (text) => (parseFilters({ text }, "UTC").text?.length ?? 0) <= 200)
  )
})

it("lists only the active filters", () => {
  expect(describeFilters({ text: " no-such-thing ", operation: "" })).toBe(
    "The list is narrowed by the search “no-such-thing”. Change that, or show all requests."
  )
  expect(describeFilters({ operation: "scan", verdict: "block", to: "2026-11-01" })).toBe(
    "The list is narrowed by the operation, the verdict and the time. Change one of them, or show all requests."
  )
  expect(describeFilters({ text: "a\u202eb", keyId: "key", status: "4xx" })).toContain(
    "“a[U+202E]b”, the status and the API key"
  )
})

const hash = "a".repeat(64)

it("says above the results which other requests may be included", () => {
  expect(describeSearch("ann@gmial.com", "masked")).toBe(
    "Addresses are kept masked, this one as a***@gmial.com: others that are masked alike may be among these."
  )
  expect(describeSearch("http://x.example/a", "masked")).toContain("only the host is kept, of this one x.example/***")
  expect(describeSearch("js.pdf", "masked")).toContain("File names are not kept, only their endings")
  expect(describeSearch("gmial", "none")).toContain("only a request id")
})

it("shows no note if names are complete, or if the search is for a part of a name", () => {
  expect(describeSearch("ann@gmial.com", "full")).toBe(null)
  for (const typed of ["", "gmial.com", hash]) expect(describeSearch(typed, "masked")).toBe(null)
})

it("shows more detail if nothing was found", () => {
  expect(describeNoResults("ann", "masked")).toContain("but not a part of a name")
  expect(describeNoResults("ann", "full")).toBe(null)
  expect(describeNoResults("ann@gmial.com", "masked")).toBe(
    "Names are kept masked, and nothing is kept as a***@gmial.com."
  )
  for (const typed of ["3b7f45fa", "PDF file 3b7f45fa", "3b7f45fa".repeat(7)]) {
    expect(describeNoResults(typed, "masked")).toContain("only the whole one is found")
  }
  expect(describeNoResults("3b7f45fa", "none")).toContain("only a request id")
  expect(describeNoResults("deadbeef", "masked")).toContain("but not a part of a name")
  expect(describeNoResults("ann@gmial.com", "none")).toContain("only a request id")
  expect(describeNoResults("01a201ad-6b39-7113-8799-59929482a2ac", "masked")).toBe(null)
  expect(describeNoResults("", "masked")).toBe(null)
  expect(describeNoResults(`sha256:${hash}`, "masked")).toContain("No document")
  expect(describeNoResults(hash, "none")).toContain("hashes")
})
