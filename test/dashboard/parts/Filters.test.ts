import { createElement } from "react"
import { expect, it } from "vitest"
import { IfAny, type Presence, presenceOf } from "../../../apps/dashboard/parts/tables/Filters.tsx"
import { shown } from "./Shown.ts"

const list = { items: [] as ReadonlyArray<unknown>, hasMore: false, isLoading: false, isOfBefore: false, failure: null }

it("knows nothing before the list is there, nor from the rows of another question", () => {
  expect(presenceOf({ ...list, isLoading: true }, false)).toBe("unknown")
  expect(presenceOf({ ...list, isOfBefore: true }, false)).toBe("unknown")
})

it("tells nothing at all from a filter that finds nothing", () => {
  expect(presenceOf(list, false)).toBe("none")
  expect(presenceOf(list, true)).toBe("some")
})

it("takes a row, a further page and a failure for something", () => {
  expect(presenceOf({ ...list, items: [1] }, false)).toBe("some")
  expect(presenceOf({ ...list, hasMore: true }, false)).toBe("some")
  expect(presenceOf({ ...list, failure: { _tag: "Unreachable" } as never }, false)).toBe("some")
})

it("keeps the place of what is not known yet, and shows it to nobody", () => {
  const html = (of: Presence) => shown(IfAny, { of, children: createElement("button", null, "Export") })
  expect(html("some")).toContain("<button>Export</button>")
  expect(html("some")).not.toContain("visibility")
  expect(html("unknown")).toMatch(/visibility:hidden[^>]*><button>/)
  expect(html("none")).not.toContain("button")
})
