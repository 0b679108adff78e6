import "@mantine/charts/styles.css"
import { BarChart } from "@mantine/charts"
import { countText, shortCountText } from "../text/Formats.ts"

export interface ChartSeries {
  readonly name: string
  readonly label: string
  /** CSS color, one of `chartColors`. */
  readonly color: string
}

interface Props {
  readonly data: ReadonlyArray<Readonly<Record<string, string | number>>>
  readonly series: ReadonlyArray<ChartSeries>
  /** Height in pixels. */
  readonly height: number
  /** Whether the period of the last point has not ended. */
  readonly isSoFar: boolean
}

/**
 * Bar chart over time. Hidden from screen readers, because the reader can switch to a table with the same data. Loaded
 * on demand, because the chart library is larger than all pages together.
 */
const TimeChart = ({ data, height, isSoFar, series }: Props) => {
  const ticks = axisTicks(
    Math.max(0, ...data.map((point) => series.reduce((sum, { name }) => sum + Number(point[name] ?? 0), 0)))
  )
  const top = Math.max(...ticks)
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
      // Leaves space above the top line for its axis label.
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
        domain: [0, top],
        interval: 0,
        tickFormatter: axisText(top)
      }}
    />
  )
}

/** Shortens the label of a point for the axis: `Sun 22 Nov, so far` becomes `22 Nov`. */
const withoutWeekday = (label: string): string => label.replace(/^\p{L}+ |,.*/gsu, "")

export default TimeChart

/** Step sizes of the axis, to multiply by a power of ten. */
const steps = [1, 2, 2.5, 5, 10]

/** Desired number of steps on the axis. More labels would be too crowded. */
const ticksWanted = 4

/** Axes that reach this value abbreviate their labels. Longer labels would not fit next to the axis. */
const wholeMax = 10_000

/** Returns the number format of an axis up to `top`: `750` and `1,000`, or `50k` and `100k`. */
export const axisText = (top: number): (value: number) => string => top < wholeMax ? countText : shortCountText

/**
 * Returns evenly spaced integer labels from 0 to at least `most`. For 1,980, these are 0, 500, 1,000, 1,500 and 2,000.
 */
export const axisTicks = (most: number): ReadonlyArray<number> => {
  const rough = Math.max(most, 1) / ticksWanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ...steps.map((each) => each * power).filter((each) => each >= rough).slice(0, 1))
  // Rounds the step up, because counts are integers.
  const whole = Number.isInteger(step) ? step : Math.ceil(step)
  return Array.from({ length: Math.max(1, Math.ceil(most / whole)) + 1 }, (_, at) => at * whole)
}

/** Gap between stacked segments, in pixels. */
const gapPixels = 1.5
/** Minimum height in pixels of a nonzero segment, so that it stays visible. */
const heightPixelsMin = 1
/** Minimum height in pixels of a segment with a dashed border. */
const soFarPixelsMin = 3

interface SegmentProps {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill: string
  readonly opacity?: number | undefined
  /** Whether the segment's period has not ended. Such a segment is lighter and has a dashed border. */
  readonly isSoFar: boolean
}

/** Segment of a bar, as SVG. A gap separates neighboring segments, even if their colors are similar. */
export const BarSegment = ({ fill, height, isSoFar, opacity, width, x, y }: SegmentProps) => {
  if (!(height > 0)) return null
  const seen = Math.max(isSoFar ? soFarPixelsMin : Math.min(height, heightPixelsMin), height - gapPixels)
  const place = { x, y: y + height - seen, width, height: seen, fill, opacity }
  if (!isSoFar) return <rect {...place} />
  return (
    <rect
      {...place}
      x={x + 0.5}
      y={place.y + 0.5}
      width={Math.max(0, width - 1)}
      height={seen - 1}
      fillOpacity={0.35}
      stroke={fill}
      strokeDasharray="3 2"
    />
  )
}
