import { createElement } from "react"
import { expect, it } from "vitest"
import { IfPresent, type ListPresence, listPresenceOf } from "../../../apps/dashboard/parts/tables/Filters.tsx"
import { shown } from "./Shown.ts"

const list = {
  items: [] as ReadonlyArray<unknown>,
  hasMore: false,
  isLoading: false,
  isPlaceholder: false,
  failure: null
}

it("does not know whether the list has items before it is loaded, and ignores the rows of another query", () => {
  expect(listPresenceOf({ ...list, isLoading: true }, false)).toBe("unknown")
  expect(listPresenceOf({ ...list, isPlaceholder: true }, false)).toBe("unknown")
})

it("distinguishes an empty list from a filter without results", () => {
  expect(listPresenceOf(list, false)).toBe("none")
  expect(listPresenceOf(list, true)).toBe("some")
})

it("counts a row, a next page and an error as present", () => {
  expect(listPresenceOf({ ...list, items: [1] }, false)).toBe("some")
  expect(listPresenceOf({ ...list, hasMore: true }, false)).toBe("some")
  expect(listPresenceOf({ ...list, failure: { _tag: "Unreachable" } as never }, false)).toBe("some")
})

it("reserves the space of unknown filters and hides them", () => {
  const html = (of: ListPresence) => shown(IfPresent, { of, children: createElement("button", null, "Export") })
  expect(html("some")).toContain("<button>Export</button>")
  expect(html("some")).not.toContain("visibility")
  expect(html("unknown")).toMatch(/visibility:hidden[^>]*><button>/)
  expect(html("none")).not.toContain("button")
})
