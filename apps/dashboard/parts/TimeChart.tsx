import "@mantine/charts/styles.css"
import { BarChart } from "@mantine/charts"
import { shortCountText } from "./Formats.ts"

export interface ChartSeries {
  readonly name: string
  readonly label: string
  /** One of `chartColours`. */
  readonly color: string
}

interface Props {
  readonly data: ReadonlyArray<Readonly<Record<string, string | number>>>
  readonly series: ReadonlyArray<ChartSeries>
  /** In pixels. */
  readonly height: number
}

/**
 * Bars over time. For the eye only: whoever cannot see them has the same as a table. In a file of its own, since the library of
 * charts is larger than all pages together.
 */
const TimeChart = ({ data, height, series }: Props) => (
  <BarChart
    h={height}
    data={[...data]}
    dataKey="label"
    type="stacked"
    series={[...series]}
    valueFormatter={shortCountText}
    tickLine="none"
    gridAxis="x"
    withLegend
    legendProps={{ verticalAlign: "bottom", height: 32 }}
    accessibilityLayer={false}
    barProps={{ isAnimationActive: false }}
    maxBarWidth={48}
    xAxisProps={{ minTickGap: 16 }}
    yAxisProps={{ width: 48, allowDecimals: false }}
  />
)

export default TimeChart
