import { Box, Button, ColorSwatch, Group, Paper, ScrollArea, Skeleton, Stack, Table, Text, Title } from "@mantine/core"
import { IconChartBar, IconTable } from "@tabler/icons-react"
import { lazy, Suspense, useId, useState } from "react"
import classes from "../Parts.module.css"
import { Count } from "../text/Numbers.tsx"
import type { ChartSeries } from "./TimeChart.tsx"

/** Loaded on demand, because the chart library is larger than all pages together. */
const TimeChart = lazy(() => import("./TimeChart.tsx"))

/** Height in pixels of the chart with its legend, or of the table that replaces it. */
const pixels = 240
const chartPixels = 214
/** Returns the minimum height. Without a legend, the height is smaller on narrow screens, where charts are stacked. */
const heightOf = (series: ReadonlyArray<unknown>) => ({ base: series.length < 2 ? chartPixels : pixels, md: pixels })

interface Props<Name extends string> {
  readonly title: string
  /** Time unit of the points: `Hour` or `Day`. */
  readonly step: string
  readonly points: ReadonlyArray<Readonly<Record<Name, number>> & { readonly label: string }>
  /** Series to draw, stacked from the bottom. */
  readonly series: ReadonlyArray<ChartSeries & { readonly name: Name }>
  /** Columns of the table, if they differ from the series. */
  readonly columns?: ReadonlyArray<{ readonly name: Name; readonly label: string }>
  /** Whether the period of the last point has not ended. The point is marked, so that it does not look like a drop. */
  readonly isSoFar?: boolean
}

/** Chart over time that the reader can switch to a table. */
export const ChartFrame = <Name extends string>(props: Props<Name>) => {
  const { isSoFar = false, series, step, title } = props
  const points = isSoFar ? withSoFar(props.points) : props.points
  const [isTable, setTable] = useState(false)
  const heading = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" id={heading}>{title}</Title>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? "Show chart" : "Show table"}
          </Button>
        </Group>
        {isTable ? <PointTable {...props} points={points} /> : (
          <Box aria-hidden mih={heightOf(series)}>
            <Suspense fallback={<Skeleton height={chartPixels} />}>
              <TimeChart data={points} series={series} height={chartPixels} isSoFar={isSoFar} />
            </Suspense>
            <Legend series={series} soFar={isSoFar ? `${step === "Day" ? "Today" : "This hour"} so far` : null} />
          </Box>
        )}
      </Stack>
    </Paper>
  )
}

const withSoFar = <Point extends { readonly label: string }>(points: ReadonlyArray<Point>): ReadonlyArray<Point> =>
  points.map((point, at) => at === points.length - 1 ? { ...point, label: `${point.label}, so far` } : point)

interface LegendProps {
  readonly series: ReadonlyArray<ChartSeries>
  /** Label of the last bar, which is lighter. Null if the period of that bar has ended. */
  readonly soFar: string | null
}

/** Legend in the order of the series. Omits a single series, because the chart's title names it. */
const Legend = ({ series, soFar }: LegendProps) =>
  series.length < 2 && soFar === null ? null : (
    <Group gap="2px 16px" mt={4} justify="flex-end">
      {series.length > 1 && series.map(({ color, label, name }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <ColorSwatch color={color} size={12} withShadow={false} />
          <Text size="sm">{label}</Text>
        </Group>
      ))}
      {soFar !== null && (
        <Group gap={6} wrap="nowrap">
          <span className={classes["soFar"]} />
          <Text size="sm">{soFar}</Text>
        </Group>
      )}
    </Group>
  )

const PointTable = <Name extends string>({ points, series, step, title, columns = series }: Props<Name>) => (
  <ScrollArea
    h={heightOf(series)}
    type="auto"
    offsetScrollbars="y"
    viewportProps={{ tabIndex: 0, role: "region", "aria-label": `${title} table` }}
  >
    <Table stickyHeader aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{step}</Table.Th>
          {columns.map(({ label, name }) => <Table.Th key={name} className={classes["number"] ?? ""}>{label}
          </Table.Th>)}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map((point, at) => (
          <Table.Tr key={at}>
            <Table.Th scope="row" fw={400}>{point.label}</Table.Th>
            {columns.map(({ name }) => (
              <Table.Td key={name} className={classes["number"] ?? ""}>
                <Count value={point[name]} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
)
