import { Box } from "@mantine/core"
import type { ApiResponse } from "../../api/Client.ts"
import { chartColors } from "../../parts/charts/ChartColors.ts"
import classes from "./site/Shield.module.css"

const [widthPixels, heightPixels] = [5, 24]
/** Bar height in pixels for a day without forms. */
const emptyDayPixels = 2

/** Bar chart of the forms of each day. Hidden from screen readers, because the figures are next to it. */
export const RecentFormsChart = ({ days }: { readonly days: ReadonlyArray<RecentDay> }) => (
  <Box
    aria-hidden
    data-drawn
    className={classes["recent"] ?? ""}
    style={{
      alignSelf: "center",
      alignItems: "flex-end",
      gap: 2,
      height: heightPixels,
      marginInlineStart: 4
    }}
  >
    {computeRecentBars(days, heightPixels).map(({ at, degraded, passed, rejected }) => (
      <Box
        key={at}
        style={{
          display: "flex",
          flexDirection: "column",
          width: widthPixels,
          borderRadius: 1,
          overflow: "hidden"
        }}
      >
        <Box h={rejected} bg={chartColors.bad} />
        <Box h={degraded} bg={chartColors.caution} />
        <Box h={passed} bg={chartColors.good} />
        {rejected + degraded + passed === 0 && <Box h={emptyDayPixels} bg={chartColors.plain} />}
      </Box>
    ))}
  </Box>
)

export type RecentDay = ApiResponse<"sites", "recent">[number]["days"][number]

interface RecentTotals {
  readonly forms: number
  /** Share of verified forms, 0 to 1, as on the site's page; null if there were no forms. */
  readonly verifiedShare: number | null
}

const formCount = ({ degraded, human, rejected }: RecentDay): number => degraded + human + rejected

/** Sums up the forms of several days. */
export const recentTotals = (days: ReadonlyArray<RecentDay>): RecentTotals => {
  const forms = days.reduce((sum, day) => sum + formCount(day), 0)
  const proven = days.reduce((sum, day) => sum + day.human, 0)
  return { forms, verifiedShare: forms === 0 ? null : proven / forms }
}

/** Minimum bar height in pixels for a day with forms. The color distinguishes it from a day without forms. */
const barPixelsMin = 2

/**
 * Computes each day's bar in whole pixels. The busiest day uses the full height. A nonzero part has at least one pixel,
 * taken from the largest part. Parts are stacked without gaps, because a gap would use more space than the smallest
 * part.
 */
export const computeRecentBars = (days: ReadonlyArray<RecentDay>, pixels: number) => {
  const most = Math.max(1, ...days.map(formCount))
  return days.map((day) => {
    const counts = [day.human, day.degraded, day.rejected]
    const heights = counts.map((count) => count === 0 ? 0 : Math.max(1, Math.round(pixels * count / most)))
    const seen = heights.reduce((sum, one) => sum + one, 0)
    const height = seen === 0 ? 0 : Math.max(barPixelsMin, Math.min(seen, Math.round(pixels * formCount(day) / most)))
    const greatest = heights.indexOf(Math.max(...heights))
    const [passed = 0, degraded = 0, rejected = 0] = heights.map((one, at) =>
      at === greatest ? Math.max(Math.min(1, one), one + height - seen) : one
    )
    return { at: day.at, passed, degraded, rejected }
  })
}
