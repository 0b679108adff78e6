import { expect, it } from "vitest"
import { BarRow } from "../../../apps/dashboard/pages/shield/traffic/BarTables.tsx"
import { shown } from "../parts/Shown.ts"

/** Returns the widths in a rendered row, in percent. */
const widthsOf = (count: number, all: number) =>
  [...shown(BarRow, { label: "Germany", count, all, color: "red" }).matchAll(/[;"]width:([^;"]+%)/g)].map(([, width]) =>
    width
  )

it("a full bar stands for the whole count, in any block", () => {
  expect(widthsOf(100, 100)).toContain("100%")
  expect(widthsOf(25, 100)).toContain("25%")
  expect(widthsOf(25, 100)).not.toContain("100%")
  expect(widthsOf(0, 0)).toContain("0%")
})
