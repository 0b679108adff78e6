import { Box, Button, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { type ReactNode, useState } from "react"
import type { ShieldBand } from "../../../../../core/scoring/Bands.ts"
import { chartColors } from "../../../parts/charts/ChartColors.ts"
import { countText, shareText } from "../../../parts/text/Formats.ts"
import classes from "../site/Shield.module.css"
import { reasonLabel } from "./ReasonLabels.ts"
import { type ReasonCount, type ScoreBin, totalCount } from "./TrafficSums.ts"

interface BarRowProps {
  readonly label: ReactNode
  readonly count: number
  /** Total number that the share relates to. A full bar represents this number. */
  readonly all: number
  readonly color: string
  /** Whether the row has a description, which replaces the bar on a phone. */
  readonly hasDescription?: boolean
}

/** Width of a bar, the same in every table, so that bars are comparable. */
const barWidth = "min(20vw, 160px)"

/** Table row with a label, a count, and a bar on a track that represents the total. Screen readers skip the bar. */
export const BarRow = ({ all, color, count, hasDescription = false, label }: BarRowProps) => (
  <tr className={hasDescription ? classes["wordy"] : undefined}>
    <Box component="th" scope="row" ta="left" fw={400} fz="sm" py={hasDescription ? 6 : 3}>{label}</Box>
    <Box component="td" w="1%" py={hasDescription ? 6 : 3} pl="sm">
      <Group gap={8} wrap="nowrap" justify="flex-end">
        <Box
          flex="none"
          w={barWidth}
          h={8}
          bg="var(--bar-track)"
          style={{ borderRadius: 3, overflow: "hidden" }}
          aria-hidden
          data-drawn
          {...hasDescription ? { visibleFrom: "sm" } : {}}
        >
          <Box
            h="100%"
            w={`${all === 0 ? 0 : 100 * count / all}%`}
            miw={count === 0 ? 0 : 3}
            bg={color}
          />
        </Box>
        <div className={classes["figures"]}>
          <Text span size="sm">{countText(count)}</Text>
          <Text span size="xs" c="dimmed">{all === 0 ? "" : shareText(count / all)}</Text>
        </div>
      </Group>
    </Box>
  </tr>
)

export const BarTable = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  <Box component="table" w="100%" aria-label={label} style={{ borderCollapse: "collapse" }}>
    <tbody>{children}</tbody>
  </Box>
)

const collapsedRows = 10

/** Table of the visitors' countries, for verified forms. */
export const CountryTable = ({ countries }: { readonly countries: ReadonlyArray<ReasonCount> }) => {
  const [isExpanded, setExpanded] = useState(false)
  const all = countries.reduce((sum, { count }) => sum + count, 0)
  const rest = countries.length - collapsedRows
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">Countries</Title>
      <Text size="sm" c="dimmed" mb="sm">By IP address, for verified forms.</Text>
      {countries.length === 0 ? <Text size="sm">No data yet</Text> : (
        <BarTable label="Countries">
          {(isExpanded ? countries : countries.slice(0, collapsedRows)).map(({ count, reason }) => (
            <BarRow
              key={reason}
              label={countryName(reason)}
              count={count}
              all={all}
              color={chartColors.amount}
            />
          ))}
        </BarTable>
      )}
      {rest > 0 && !isExpanded && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setExpanded(true)}>
          Show {countText(rest)} more
        </Button>
      )}
    </Paper>
  )
}

const countryName = (code: string): string => {
  try {
    return new Intl.DisplayNames("en-GB", { type: "region" }).of(code) ?? code
  } catch {
    return code
  }
}

interface ReasonTableProps {
  readonly title: string
  readonly description: string
  readonly reasons: ReadonlyArray<ReasonCount>
  readonly labels: Parameters<typeof reasonLabel>[0]
  readonly color: string
  /** Text that replaces the table if the list is empty. */
  readonly emptyText: string
}

/** Table of how often each reason occurred, with the reasons in plain words. */
export const ReasonTable = ({ description, color, emptyText, reasons, title, labels }: ReasonTableProps) => {
  const all = totalCount(reasons)
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">{title}</Title>
      <Text size="sm" c="dimmed" mb="sm">{description}</Text>
      {reasons.length === 0 ? <Text size="sm">{emptyText}</Text> : (
        <BarTable label={title}>
          {reasons.map(({ count, reason }) => {
            const { about, title } = reasonLabel(labels, reason)
            return (
              <BarRow
                key={reason}
                label={
                  <Stack gap={0}>
                    <Text span size="sm" fw={500}>{title}</Text>
                    <Text span size="xs" c="dimmed">{about}</Text>
                  </Stack>
                }
                hasDescription
                count={count}
                all={all}
                color={color}
              />
            )
          })}
        </BarTable>
      )}
    </Paper>
  )
}

const bandLabels: Readonly<Record<ShieldBand, { readonly title: string; readonly color: string }>> = {
  "human": { title: "Likely people", color: chartColors.good },
  "some-risk": { title: "Some risk", color: chartColors.caution },
  "elevated-bot-risk": { title: "Likely bots", color: chartColors.bad }
}

/** Table of the scores of verified forms, with the share of each band. */
export const ScoreHistogram = ({ scores }: { readonly scores: ReadonlyArray<ScoreBin> }) => {
  const all = scores.reduce((sum, { count }) => sum + count, 0)
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">Scores</Title>
      <Text size="sm" c="dimmed">Scores of verified forms, from 0 to 100. Higher is more likely a person.</Text>
      <Stack gap="xs" mt="sm">
        <BarTable label="Scores of verified forms">
          {scores.toReversed().map(({ band, count, from, to }) => (
            <BarRow
              key={from}
              label={`${from}–${to}`}
              count={count}
              all={all}
              color={bandLabels[band].color}
            />
          ))}
        </BarTable>
        <Group gap="md" style={{ rowGap: 4 }}>
          {Object.entries(bandLabels).map(([band, { color, title }]) => {
            const its = scores.filter((one) => one.band === band)
            const count = its.reduce((sum, one) => sum + one.count, 0)
            return (
              <Group key={band} gap={6} wrap="nowrap">
                <span
                  aria-hidden
                  data-drawn
                  style={{ width: 10, height: 10, borderRadius: 3, background: color, flex: "none" }}
                />
                <Text size="xs">
                  {title} ({its[0]?.from}–{its.at(-1)?.to}){all === 0 ? "" : `, ${shareText(count / all)}`}
                </Text>
              </Group>
            )
          })}
        </Group>
      </Stack>
    </Paper>
  )
}
