import { Box } from "@mantine/core"
import type { Answer } from "../../api/Client.ts"
import { chartColours } from "../../parts/charts/ChartColours.ts"
import classes from "./site/Shield.module.css"

const [widthPixels, heightPixels] = [5, 24]
/** Of a day without forms. */
const nonePixels = 2

/** Seven days at a glance; for the eye only, figures stand beside it. */
export const RecentBars = ({ days }: { readonly days: ReadonlyArray<RecentDay> }) => (
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
    {recentBars(days, heightPixels).map(({ at, degraded, passed, rejected }) => (
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
        <Box h={rejected} bg={chartColours.bad} />
        <Box h={degraded} bg={chartColours.caution} />
        <Box h={passed} bg={chartColours.good} />
        {rejected + degraded + passed === 0 && <Box h={nonePixels} bg={chartColours.plain} />}
      </Box>
    ))}
  </Box>
)

export type RecentDay = Answer<"sites", "recent">[number]["days"][number]

interface RecentForms {
  readonly forms: number
  /** Of all forms those with proof, as a site's own page counts them, 0 to 1; null where there were no forms. */
  readonly provenShare: number | null
}

const formsOf = ({ degraded, human, rejected }: RecentDay): number => degraded + human + rejected

/** What became of the forms of some days together. */
export const recentForms = (days: ReadonlyArray<RecentDay>): RecentForms => {
  const forms = days.reduce((sum, day) => sum + formsOf(day), 0)
  const proven = days.reduce((sum, day) => sum + day.human, 0)
  return { forms, provenShare: forms === 0 ? null : proven / forms }
}

/** Of a day with forms: it is told from one without. */
const barPixelsMin = 2

/**
 * A bar of each day, the busiest as high as there is room, in whole pixels: what is not nought has one at least, for which the greatest
 * part makes room. Parts stand on one another without gaps, which would take more than the smallest of them.
 */
export const recentBars = (days: ReadonlyArray<RecentDay>, pixels: number) => {
  const most = Math.max(1, ...days.map(formsOf))
  return days.map((day) => {
    const counts = [day.human, day.degraded, day.rejected]
    const heights = counts.map((count) => count === 0 ? 0 : Math.max(1, Math.round(pixels * count / most)))
    const seen = heights.reduce((sum, one) => sum + one, 0)
    const height = seen === 0 ? 0 : Math.max(barPixelsMin, Math.min(seen, Math.round(pixels * formsOf(day) / most)))
    const greatest = heights.indexOf(Math.max(...heights))
    const [passed = 0, degraded = 0, rejected = 0] = heights.map((one, at) =>
      at === greatest ? Math.max(Math.min(1, one), one + height - seen) : one
    )
    return { at: day.at, passed, degraded, rejected }
  })
}
