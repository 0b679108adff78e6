import type { Tone } from "../text/StatusBadge.tsx"

/** Meaning of a bar's color: a tone, as for verdicts, or a neutral amount. */
export type ChartMeaning = Tone | "amount"

/**
 * One color per meaning, for every chart and bar. The contrast with the page is at least 3.3:1 (WCAG 1.4.11 requires
 * 3:1). A label or legend always accompanies the color. Stacked colors (good, caution and bad; good and failed) also
 * differ in lightness by 1.5:1, for readers who cannot distinguish hues.
 */
const shades: Readonly<Record<ChartMeaning, { readonly light: string; readonly dark: string }>> = {
  // Used for people, verified forms, answered requests and low risk.
  good: { light: "#1d7a34", dark: "#40c057" },
  // Used for unverified forms, and for items that need a review.
  caution: { light: "#bb7c00", dark: "#ffe066" },
  // Used for bots, and for blocked or rejected items.
  bad: { light: "#9c1818", dark: "#f03e3e" },
  // Used for refused or failed requests, regardless of the sender.
  failed: { light: "#e8590c", dark: "#e8590c" },
  // Used for remarks without a judgment.
  plain: { light: "#7a828a", dark: "#868e96" },
  info: { light: "#1c7ed6", dark: "#4dabf7" },
  // Used for credits and for requests by key.
  amount: { light: "#21857d", dark: "#47a59d" }
}

/** CSS color of each meaning. Each variable has a value for the light and the dark theme. */
export const chartColors: Readonly<Record<ChartMeaning, string>> = {
  good: "var(--chart-good)",
  caution: "var(--chart-caution)",
  bad: "var(--chart-bad)",
  failed: "var(--chart-failed)",
  plain: "var(--chart-plain)",
  info: "var(--chart-info)",
  amount: "var(--chart-amount)"
}

export const chartVariables = (theme: "light" | "dark"): Record<string, string> =>
  Object.fromEntries(Object.entries(shades).map(([meaning, shade]) => [`--chart-${meaning}`, shade[theme]]))
