import "@mantine/charts/styles.css"
import { BarChart } from "@mantine/charts"
import { axisText, axisTicks } from "./AxisTicks.ts"
import { BarSegment } from "./BarSegment.tsx"
import { countText } from "./Formats.ts"

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
  /** Whether the last point is of a time that goes on. */
  readonly isSoFar: boolean
}

/**
 * Bars over time. For the eye only: whoever cannot see them has the same as a table. In a file of its own, since the library of
 * charts is larger than all pages together.
 */
const TimeChart = ({ data, height, isSoFar, series }: Props) => {
  const ticks = axisTicks(
    Math.max(0, ...data.map((point) => series.reduce((sum, { name }) => sum + Number(point[name] ?? 0), 0)))
  )
  return (
    <BarChart
      h={height}
      data={[...data]}
      dataKey="label"
      type="stacked"
      series={[...series]}
      valueFormatter={countText}
      tickLine="none"
      gridAxis="x"
      accessibilityLayer={false}
      // The highest number stands beside its line, and not below it.
      barChartProps={{ margin: { top: 8, right: 4, bottom: 0, left: 0 } }}
      barProps={{
        isAnimationActive: false,
        shape: ({ fill, fillOpacity, height, index, width, x, y }: any) => (
          <BarSegment
            x={x}
            y={y}
            width={width}
            height={height}
            fill={fill}
            opacity={fillOpacity}
            isSoFar={isSoFar && index === data.length - 1}
          />
        )
      }}
      maxBarWidth={40}
      xAxisProps={{ interval: "equidistantPreserveStart", minTickGap: 12, tickFormatter: withoutWeekday }}
      yAxisProps={{
        width: 44,
        ticks: [...ticks],
        domain: [0, ticks.at(-1)!],
        interval: 0,
        tickFormatter: axisText(ticks.at(-1)!)
      }}
    />
  )
}

/** `Sun 22 Nov, so far` → `22 Nov`: the rest is told with the figures. */
const withoutWeekday = (label: string): string => label.replace(/^\p{L}+ |,.*$/gsu, "")

export default TimeChart
