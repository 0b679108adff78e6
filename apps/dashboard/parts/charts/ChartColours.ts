import type { Tone } from "../text/Verdict.tsx"

/** What a bar stands for: a tone as verdicts have it, or an amount that nobody judges. */
export type ChartMeaning = Tone | "amount"

/**
 * One colour for each meaning, in every chart and bar. At least 3.3 to 1 against the page (WCAG 1.4.11 asks for 3), and never alone: words
 * or a legend stand beside it. What is stacked (good, caution and bad, or good and failed) differs by 1.5 to 1 in lightness as well, for
 * whoever sees no hues.
 */
const shades: Readonly<Record<ChartMeaning, { readonly light: string; readonly dark: string }>> = {
  // People, what passed, what was answered, low risk.
  good: { light: "#1d7a34", dark: "#40c057" },
  // Nobody is sure: without proof, to be looked at.
  caution: { light: "#bb7c00", dark: "#ffe066" },
  // Bots, what was blocked or rejected.
  bad: { light: "#9c1818", dark: "#f03e3e" },
  // What was refused or could not be carried out, whoever sent it.
  failed: { light: "#e8590c", dark: "#e8590c" },
  // Noted, and neither good nor bad.
  plain: { light: "#7a828a", dark: "#868e96" },
  info: { light: "#1c7ed6", dark: "#4dabf7" },
  // Credits, requests by key.
  amount: { light: "#21857d", dark: "#47a59d" }
}

/** CSS colors by what they mean, for the light and the dark theme alike: `chartColours.good`. */
export const chartColours: Readonly<Record<ChartMeaning, string>> = {
  good: "var(--chart-good)",
  caution: "var(--chart-caution)",
  bad: "var(--chart-bad)",
  failed: "var(--chart-failed)",
  plain: "var(--chart-plain)",
  info: "var(--chart-info)",
  amount: "var(--chart-amount)"
}

/** What the variables are in a theme. */
export const chartVariables = (theme: "light" | "dark"): Record<string, string> =>
  Object.fromEntries(Object.entries(shades).map(([meaning, shade]) => [`--chart-${meaning}`, shade[theme]]))
