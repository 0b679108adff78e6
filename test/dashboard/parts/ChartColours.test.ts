import { expect, it } from "vitest"
import { chartColours, chartVariables } from "../../../apps/dashboard/parts/ChartColours.ts"

/** Relative luminance (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((first, second) => second - first)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Of the page, and of the papers on it. */
const grounds = { light: "#ffffff", dark: "#242424" } as const

it("every meaning has a colour of its own that can be seen on the page, light and dark", () => {
  for (const theme of ["light", "dark"] as const) {
    const variables = chartVariables(theme)
    for (const colour of Object.values(chartColours)) {
      const name = /^var\((--[\w-]+)\)$/.exec(colour)![1]!
      expect(contrast(variables[name]!, grounds[theme]), `${theme} ${name}`).toBeGreaterThanOrEqual(3)
    }
    expect(new Set(Object.values(variables)).size).toBe(Object.keys(chartColours).length)
  }
})
