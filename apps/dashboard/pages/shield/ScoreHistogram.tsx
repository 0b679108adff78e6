import { Group, Paper, Stack, Text, Title } from "@mantine/core"
import type { ShieldBand } from "../../../../core/scoring/Bands.ts"
import { chartColours } from "../../parts/ChartColours.ts"
import { shareText } from "../../parts/Formats.ts"
import { BarRow, BarTable } from "./Bars.tsx"
import type { ScoreClass } from "./TrafficSums.ts"

const bandWords: Readonly<Record<ShieldBand, { readonly title: string; readonly color: string }>> = {
  "human": { title: "Very likely people", color: chartColours.good },
  "some-risk": { title: "Some risk", color: chartColours.caution },
  "elevated-bot-risk": { title: "Probably bots", color: chartColours.bad }
}

/** How verified tokens scored, by bands. */
export const ScoreHistogram = ({ scores }: { readonly scores: ReadonlyArray<ScoreClass> }) => {
  const all = scores.reduce((sum, { count }) => sum + count, 0)
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">Scores</Title>
      <Text size="sm" c="dimmed">Of proven forms, 0 to 100: higher is more surely a person.</Text>
      <Stack gap="xs" mt="sm">
        <BarTable label="Scores of proven forms">
          {scores.toReversed().map(({ band, count, from, to }) => (
            <BarRow
              key={from}
              label={`${from}–${to}`}
              count={count}
              all={all}
              color={bandWords[band].color}
            />
          ))}
        </BarTable>
        <Group gap="md" style={{ rowGap: 4 }}>
          {Object.entries(bandWords).map(([band, { color, title }]) => {
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
