import { chartColours } from "../../parts/ChartColours.ts"
import { ChartFrame } from "../../parts/ChartFrame.tsx"
import { glossary } from "../../parts/Glossary.ts"
import type { TrafficStep } from "./TrafficSums.ts"

const hourMillis = 3_600_000

/** What became of forms; stacked, they are all that were sent. */
const series = [
  { name: "passed", label: glossary.proven, color: chartColours.good },
  { name: "degraded", label: glossary.letThrough, color: chartColours.caution },
  { name: "rejected", label: "Rejected", color: chartColours.bad }
] as const

const columns = [
  { name: "issued", label: "Checks started" },
  { name: "solved", label: "Finished" },
  { name: "refused", label: "Failed" },
  ...series
] as const

/** Forms over time, up to now. */
export const TrafficChart = ({ steps }: { readonly steps: ReadonlyArray<TrafficStep> }) => {
  const isHourly = (steps[1]?.at ?? 0) - (steps[0]?.at ?? 0) <= hourMillis
  const format = isHourly ? hours : days
  return (
    <ChartFrame
      title="Forms"
      step={isHourly ? "Hour" : "Day"}
      points={steps.map((step) => ({ ...step, label: format.format(step.at).replaceAll(",", "") }))}
      series={series}
      columns={columns}
      isSoFar
    />
  )
}

const hours = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" })
const days = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" })
