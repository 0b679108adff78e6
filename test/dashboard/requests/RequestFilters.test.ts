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
    "Active filters: search “no-such-thing”. Change the filter, or show all requests."
  )
  expect(describeFilters({ operation: "scan", verdict: "block", to: "2026-11-01" })).toBe(
    "Active filters: operation, verdict and period. Change one of them, or show all requests."
  )
  expect(describeFilters({ text: "a\u202eb", keyId: "key", status: "4xx" })).toContain(
    "“a[U+202E]b”, status and API key"
  )
})

const hash = "a".repeat(64)

it("says above the results which other requests may be included", () => {
  expect(describeSearch("ann@gmial.com", "masked")).toBe(
    "Addresses are stored masked, this one as a***@gmial.com. Results may include others with the same mask."
  )
  expect(describeSearch("http://x.example/a", "masked")).toContain(
    "Only the host of a URL is stored, here x.example/***"
  )
  expect(describeSearch("js.pdf", "masked")).toContain("Only the extension of a file name is stored")
  expect(describeSearch("gmial", "none")).toContain("only search for a request ID")
})

it("shows no note if names are complete, or if the search is for a part of a name", () => {
  expect(describeSearch("ann@gmial.com", "full")).toBe(null)
  for (const typed of ["", "gmial.com", hash]) expect(describeSearch(typed, "masked")).toBe(null)
})

it("shows more detail if nothing was found", () => {
  expect(describeNoResults("ann", "masked")).toContain("A part of one does not match.")
  expect(describeNoResults("ann", "full")).toBe(null)
  expect(describeNoResults("ann@gmial.com", "masked")).toBe(
    "Addresses, URLs and file names are stored masked. None is stored as a***@gmial.com."
  )
  for (const typed of ["3b7f45fa", "PDF file 3b7f45fa", "3b7f45fa".repeat(7)]) {
    expect(describeNoResults(typed, "masked")).toContain("search for its complete SHA-256 hash")
  }
  expect(describeNoResults("3b7f45fa", "none")).toContain("only search for a request ID")
  expect(describeNoResults("deadbeef", "masked")).toContain("A part of one does not match.")
  expect(describeNoResults("ann@gmial.com", "none")).toContain("only search for a request ID")
  expect(describeNoResults("01a201ad-6b39-7113-8799-59929482a2ac", "masked")).toBe(null)
  expect(describeNoResults("", "masked")).toBe(null)
  expect(describeNoResults(`sha256:${hash}`, "masked")).toContain("No stored scan")
  expect(describeNoResults(hash, "none")).toContain("hashes")
})
