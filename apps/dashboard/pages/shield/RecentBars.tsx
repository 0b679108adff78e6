import { Box } from "@mantine/core"
import { chartColours } from "../../parts/ChartColours.ts"
import { recentBars, type RecentDay } from "./RecentForms.ts"
import classes from "./Shield.module.css"

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
