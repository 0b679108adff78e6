import fc from "fast-check"
import { expect, it } from "vitest"
import { evenColumns } from "../../../apps/dashboard/pages/overview/EvenColumns.ts"

it("puts each thing into the column that is shortest so far", () => {
  expect(evenColumns([10, 7, 12, 6, 5, 4], 2, (height) => height)).toEqual([[10, 6, 5], [7, 12, 4]])
  expect(evenColumns([], 2, () => 1)).toEqual([[], []])
})

it("keeps each once, and no column is longer than the others by more than one thing", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 30 })), fc.integer({ min: 1, max: 4 }), (items, count) => {
    const columns = evenColumns(items, count, (height) => height)
    expect(columns.flat().toSorted((one, other) => one - other)).toEqual(
      items.toSorted((one, other) => one - other)
    )
    const heights = columns.map((column) => column.reduce((sum, height) => sum + height, 0))
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(Math.max(0, ...items))
  }))
})
