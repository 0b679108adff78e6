import { Box, Button, Group, Paper, ScrollArea, Skeleton, Stack, Table, Title } from "@mantine/core"
import { IconChartBar, IconTable } from "@tabler/icons-react"
import { lazy, Suspense, useId, useState } from "react"
import { Count } from "../../parts/Numbers.tsx"
import classes from "../../parts/Parts.module.css"
import { pointLabel } from "./PointLabel.ts"
import type { Series } from "./Series.ts"
import type { ChartSeries } from "./TimeChart.tsx"

const TimeChart = lazy(() => import("./TimeChart.tsx"))

/** Of the chart, or the table in its place. */
const pixels = 220

type Sum = "requests" | "answered" | "refused" | "credits"

interface Props {
  readonly title: string
  readonly shown: Series
  readonly of: ReadonlyArray<ChartSeries & { readonly name: Sum }>
}

/** A chart over time, or the same as a table. */
export const ChartCard = ({ of, shown, title }: Props) => {
  const [isTable, setTable] = useState(false)
  const heading = useId()
  const data = shown.points.map((point) => ({
    ...Object.fromEntries(of.map(({ name }) => [name, point[name]])),
    label: pointLabel(point.key, shown.step)
  }))
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4" id={heading}>{title}</Title>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? "As a chart" : "As a table"}
          </Button>
        </Group>
        {isTable ? <PointTable title={title} shown={shown} of={of} /> : (
          <Box aria-hidden mih={pixels}>
            <Suspense fallback={<Skeleton height={pixels} />}>
              <TimeChart data={data} series={of} height={pixels} />
            </Suspense>
          </Box>
        )}
      </Stack>
    </Paper>
  )
}

const PointTable = ({ of, shown, title }: Props) => (
  <ScrollArea
    h={pixels}
    type="auto"
    viewportProps={{ tabIndex: 0, role: "region", "aria-label": `${title} as a table` }}
  >
    <Table stickyHeader aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{shown.step === "hour" ? "Hour" : "Day"}</Table.Th>
          {of.map(({ label, name }) => <Table.Th key={name} className={classes["number"] ?? ""}>{label}</Table.Th>)}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.points.map((point) => (
          <Table.Tr key={point.key}>
            <Table.Th scope="row" fw={400}>{pointLabel(point.key, shown.step)}</Table.Th>
            {of.map(({ name }) => (
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
