import fc from "fast-check"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { axisText, axisTicks, BarSegment } from "../../../apps/dashboard/parts/charts/TimeChart.tsx"

it("uses steps that people count in", () => {
  expect(axisTicks(0)).toEqual([0, 1])
  expect(axisTicks(3)).toEqual([0, 1, 2, 3])
  expect(axisTicks(9)).toEqual([0, 3, 6, 9])
  expect(axisTicks(318)).toEqual([0, 100, 200, 300, 400])
  expect(axisTicks(1_980)).toEqual([0, 500, 1_000, 1_500, 2_000])
  expect(axisTicks(2_201)).toEqual([0, 1_000, 2_000, 3_000])
})

it("formats all its numbers alike", () => {
  const written = (most: number) => axisTicks(most).map(axisText(axisTicks(most).at(-1)!))
  expect(written(900)).toEqual(["0", "250", "500", "750", "1,000"])
  expect(written(90_000)).toEqual(["0", "25k", "50k", "75k", "100k"])
})

it("covers the shown values in a few even steps of whole numbers", () => {
  fc.assert(fc.property(fc.nat({ max: 1_000_000_000 }), (most) => {
    const ticks = axisTicks(most)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(6)
    const steps = ticks.slice(1).map((tick, at) => tick - ticks[at]!)
    expect(new Set(steps).size).toBe(1)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }))
})

const drawn = (height: number, isSoFar = false): string =>
  renderToStaticMarkup(BarSegment({ x: 10, y: 20, width: 8, height, fill: "red", isSoFar }))

const edgesOf = (svg: string): readonly [number, number] => {
  const of = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(svg)![1])
  return [of("y"), of("y") + of("height")]
}

it("separates stacked bars, and keeps the smallest bar visible", () => {
  expect(edgesOf(drawn(30))).toEqual([21.5, 50])
  expect(edgesOf(drawn(1.2))).toEqual([20.2, 21.2])
  expect(drawn(0)).toBe("")
})

it("draws the current period differently", () => {
  expect(drawn(30, true)).toContain("stroke-dasharray")
  expect(drawn(30)).not.toContain("stroke")
  // The outline of a bar is half a pixel inside its edges, also if the bar is lower than a pixel.
  expect(drawn(0.4, true)).toContain("stroke-dasharray")
  expect(edgesOf(drawn(0.4, true))[1]).toBeCloseTo(19.9)
  expect(edgesOf(drawn(0.4, true))[0]).toBeCloseTo(17.9)
})
