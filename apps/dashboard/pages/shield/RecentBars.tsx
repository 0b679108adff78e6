import { Box } from "@mantine/core"
import { chartColours } from "../../parts/ChartColours.ts"
import { recentBars, type RecentDay } from "./RecentForms.ts"
import classes from "./Shield.module.css"

const [widthPixels, heightPixels] = [5, 24]

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
    {recentBars(days).map(({ at, degraded, passed, rejected }) => (
      <Box
        key={at}
        style={{
          display: "flex",
          flexDirection: "column",
          width: widthPixels,
          minHeight: 2,
          borderRadius: 1,
          overflow: "hidden",
          background: chartColours.plain
        }}
      >
        <Part share={rejected} colour={chartColours.bad} />
        <Part share={degraded} colour={chartColours.caution} />
        <Part share={passed} colour={chartColours.good} />
      </Box>
    ))}
  </Box>
)

/** With a line of the page's own colour above it, where there is room for one. */
const Part = ({ colour, share }: { readonly share: number; readonly colour: string }) => {
  const height = share * heightPixels
  return (
    <Box
      style={{
        height,
        background: colour,
        ...height > 2 ? { boxShadow: "inset 0 1px 0 var(--mantine-color-body)" } : {}
      }}
    />
  )
}
