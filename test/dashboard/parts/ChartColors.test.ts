import { DEFAULT_THEME } from "@mantine/core"
import { expect, it } from "vitest"
import { chartColors, chartVariables } from "../../../apps/dashboard/parts/charts/ChartColors.ts"
import { type Tone, toneStyles } from "../../../apps/dashboard/parts/text/StatusBadge.tsx"
import { cssVariables } from "../../../apps/dashboard/Theme.ts"

/** Returns the relative luminance of a color (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((first, second) => second - first)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Backgrounds of the page and of its panels. */
const grounds = { light: "#ffffff", dark: "#242424" } as const

/** Background of the bars that show shares. */
const tracks = { light: "#f1f3f5", dark: "#323232" } as const

/** Pairs of colors that a chart stacks on each other. */
const neighbors = [["good", "caution"], ["caution", "bad"], ["good", "bad"], ["good", "failed"]] as const

it("stacked colors differ in lightness, in light and dark", () => {
  for (const theme of ["light", "dark"] as const) {
    const of = chartVariables(theme)
    for (const [one, other] of neighbors) {
      expect(contrast(of[`--chart-${one}`]!, of[`--chart-${other}`]!), `${theme} ${one} ${other}`)
        .toBeGreaterThanOrEqual(1.5)
    }
  }
})

it("controls, selections and faint texts have enough contrast, in light and dark", () => {
  const fields = { light: ["#ffffff", "#f8f9fa"], dark: ["#242424", "#2e2e2e"] } as const
  const variables = cssVariables(DEFAULT_THEME)
  for (const theme of ["light", "dark"] as const) {
    const of = variables[theme]
    for (const ground of fields[theme]) {
      expect(contrast(of["--control-edge"]!, ground), `edge, ${theme}`).toBeGreaterThanOrEqual(3.2)
      expect(contrast(of["--selected"]!, ground), `selected, ${theme}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(of["--mantine-color-placeholder"]!, ground), `placeholder, ${theme}`).toBeGreaterThanOrEqual(4.9)
    }
    expect(contrast(of["--mantine-color-red-filled"]!, "#ffffff"), theme).toBeGreaterThanOrEqual(5)
  }
})

it("every meaning has its own color with enough contrast on the page, in light and dark", () => {
  for (const theme of ["light", "dark"] as const) {
    const variables = chartVariables(theme)
    for (const color of Object.values(chartColors)) {
      const name = /^var\((--[\w-]+)\)$/.exec(color)![1]!
      expect(contrast(variables[name]!, grounds[theme]), `${theme} ${name}`).toBeGreaterThanOrEqual(3.3)
      expect(contrast(variables[name]!, tracks[theme]), `${theme} ${name} on a track`).toBeGreaterThanOrEqual(3)
    }
    expect(new Set(Object.values(variables)).size).toBe(Object.keys(chartColors).length)
  }
})

const partsOf = (color: string): readonly [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number]

const hueOf = (color: string): number => {
  const [red, green, blue] = partsOf(color)
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180 / Math.PI + 360) % 360
}

/** Blends a color with a share of 0 to 1 over a background. */
const over = (color: string, share: number, ground: string): string =>
  `#${
    partsOf(color).map((part, at) =>
      Math.round(part * share + partsOf(ground)[at]! * (1 - share)).toString(16).padStart(2, "0")
    ).join("")
  }`

it("badges are readable and have the hue of the bars with the same meaning, in light and dark", () => {
  const degreesMax = 15
  const variables = cssVariables(DEFAULT_THEME)
  for (const theme of ["light", "dark"] as const) {
    for (const [tone, { color }] of Object.entries(toneStyles) as ReadonlyArray<[Tone, { readonly color: string }]>) {
      const text = variables[theme][`--mantine-color-${color}-light-color`]!
      const tint = theme === "light"
        ? over(DEFAULT_THEME.colors[color]![6], 0.1, grounds.light)
        : over(text, 0.13, grounds.dark)
      expect(contrast(text, tint), `${theme} ${tone}`).toBeGreaterThanOrEqual(4.5)
      if (tone === "plain") continue
      const apart = Math.abs(hueOf(chartVariables(theme)[`--chart-${tone}`]!) - hueOf(text))
      expect(Math.min(apart, 360 - apart), `${theme} ${tone}`).toBeLessThanOrEqual(degreesMax)
    }
  }
})
