import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { BarSegment } from "../../../apps/dashboard/parts/TimeChart.tsx"

const drawn = (height: number, isSoFar = false): string =>
  renderToStaticMarkup(BarSegment({ x: 10, y: 20, width: 8, height, fill: "red", isSoFar }))

const edgesOf = (svg: string): readonly [number, number] => {
  const of = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(svg)![1])
  return [of("y"), of("y") + of("height")]
}

it("the page shows between what is stacked, and the least of a bar is seen", () => {
  expect(edgesOf(drawn(30))).toEqual([21.5, 50])
  expect(edgesOf(drawn(1.2))).toEqual([20.2, 21.2])
  expect(drawn(0)).toBe("")
})

it("a time that goes on is drawn otherwise", () => {
  expect(drawn(30, true)).toContain("stroke-dasharray")
  expect(drawn(30)).not.toContain("stroke")
  // Its edge lies half a pixel within it, and ends where the bar does.
  expect(drawn(0.4, true)).toContain("stroke-dasharray")
  expect(edgesOf(drawn(0.4, true))[1]).toBeCloseTo(19.9)
  expect(edgesOf(drawn(0.4, true))[0]).toBeCloseTo(17.9)
})
