import { Paper, Stack, Text, Title } from "@mantine/core"
import { BarRow, BarTable } from "./Bars.tsx"
import { wordsOf } from "./CountWords.ts"
import { type Reason, total } from "./TrafficSums.ts"

interface Props {
  readonly title: string
  readonly about: string
  readonly reasons: ReadonlyArray<Reason>
  readonly words: Parameters<typeof wordsOf>[0]
  readonly colour: string
  /** Where there is nothing to tell. */
  readonly none: string
}

/** How often something happened, and why: each reason in plain words. */
export const ReasonTable = ({ about, colour, none, reasons, title, words }: Props) => {
  const all = total(reasons)
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">{title}</Title>
      <Text size="sm" c="dimmed" mb="sm">{about}</Text>
      {reasons.length === 0 ? <Text size="sm">{none}</Text> : (
        <BarTable label={title}>
          {reasons.map(({ count, why }) => {
            const { about, title } = wordsOf(words, why)
            return (
              <BarRow
                key={why}
                label={
                  <Stack gap={0}>
                    <Text span size="sm" fw={500}>{title}</Text>
                    <Text span size="xs" c="dimmed">{about}</Text>
                  </Stack>
                }
                isWordy
                count={count}
                all={all}
                color={colour}
              />
            )
          })}
        </BarTable>
      )}
    </Paper>
  )
}
