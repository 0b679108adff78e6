import { Box, Button, Group, Paper, ScrollArea, Skeleton, Table, Title } from "@mantine/core"
import { IconChartBar, IconTable } from "@tabler/icons-react"
import { lazy, Suspense, useId, useState } from "react"
import { Count } from "../../parts/Numbers.tsx"
import classes from "../../parts/Parts.module.css"
import type { TrafficStep } from "./TrafficSums.ts"

/** With its library, which is larger than all pages together. */
const TimeChart = lazy(() => import("../overview/TimeChart.tsx"))

const pixels = 240
const hourMillis = 3_600_000

/** What became of forms; stacked, they are all that were sent. */
const series = [
  { name: "passed", label: "Good token", color: "green.6" },
  { name: "degraded", label: "No proof", color: "yellow.6" },
  { name: "rejected", label: "Rejected", color: "red.6" }
] as const

const columns = [
  { name: "issued", label: "Puzzles" },
  { name: "solved", label: "Solved" },
  ...series,
  { name: "refused", label: "Refused" }
] as const

/** Forms over time, as a chart or as a table. */
export const TrafficChart = ({ steps }: { readonly steps: ReadonlyArray<TrafficStep> }) => {
  const [isTable, setTable] = useState(false)
  const heading = useId()
  const isHourly = (steps[1]?.at ?? 0) - (steps[0]?.at ?? 0) <= hourMillis
  const label = (at: number) => (isHourly ? hours : days).format(at).replaceAll(",", "")
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id={heading}>Forms</Title>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? "As a chart" : "As a table"}
        </Button>
      </Group>
      {isTable
        ? (
          <ScrollArea h={pixels} type="auto" viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Forms" }}>
            <Table stickyHeader aria-label="Forms">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{isHourly ? "Hour" : "Day"}</Table.Th>
                  {columns.map(({ label, name }) => (
                    <Table.Th key={name} className={classes["number"] ?? ""}>{label}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {steps.map((step) => (
                  <Table.Tr key={step.at}>
                    <Table.Th scope="row" fw={400}>{label(step.at)}</Table.Th>
                    {columns.map(({ name }) => (
                      <Table.Td key={name} className={classes["number"] ?? ""}>
                        <Count value={step[name]} />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea>
        )
        : (
          <Box aria-hidden mih={pixels} pb={{ base: "lg", sm: 0 }}>
            <Suspense fallback={<Skeleton height={pixels} />}>
              <TimeChart
                data={steps.map(({ at, degraded, passed, rejected }) => ({
                  label: label(at),
                  degraded,
                  passed,
                  rejected
                }))}
                series={series}
                height={pixels}
              />
            </Suspense>
          </Box>
        )}
    </Paper>
  )
}

const hours = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" })
const days = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" })
