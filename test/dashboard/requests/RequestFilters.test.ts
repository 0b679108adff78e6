import fc from "fast-check"
import { expect, it } from "vitest"
import { filtersOf } from "../../../apps/dashboard/pages/requests/RequestFilters.ts"

it("asks for the reader's days, both of them in it", () => {
  expect(filtersOf({ from: "2026-11-20", to: "2026-11-21", operation: "scan", status: "4xx" }, "Europe/Berlin"))
    .toEqual({
      operation: "scan",
      status: "4xx",
      from: Date.parse("2026-11-19T23:00:00Z"),
      to: Date.parse("2026-11-21T23:00:00Z")
    })
})

it("narrows nothing by what is nonsense", () => {
  expect(filtersOf({ status: "9xx", from: "yesterday", to: "2026-02-30", text: "  ", verdict: "" }, "UTC")).toEqual({})
})

it("never asks for more text than the server takes", () => {
  fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => (filtersOf({ text }, "UTC").text?.length ?? 0) <= 200))
})
