import { Anchor, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { Link } from "wouter"
import type { Answer } from "../../api/Client.ts"
import { chartColours, type ChartMeaning } from "../../parts/ChartColours.ts"
import { countText, creditsText, millisText, shareText } from "../../parts/Formats.ts"
import { operationName } from "../requests/Operations.ts"
import { countedWords } from "../requests/WordsOfVerdicts.ts"
import type { Range } from "./Range.ts"

type Operation = Answer<"overview", "overview">["operations"][number]

interface Props {
  readonly operations: ReadonlyArray<Operation>
  readonly range: Range
}

/** Words of one operation that are told; the rest are categories that are seldom. */
const wordsMax = 8

/** Each operation with its verdicts and how long it took. */
export const Operations = ({ operations, range }: Props) => (
  <Stack gap="sm" component="section" aria-labelledby="operations">
    <Title order={2} size="h4" id="operations">By operation</Title>
    <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
      {operations.toSorted((one, other) => other.requests - one.requests).map((operation) => (
        <OperationCard key={operation.operation} operation={operation} range={range} />
      ))}
    </SimpleGrid>
  </Stack>
)

/** The requests that are meant, in the list. */
const listPath = (range: Range, filters: Readonly<Record<string, string>>): string =>
  `/requests?${new URLSearchParams({ ...filters, from: range.fromDay, to: range.toDay })}`

const OperationCard = ({ operation, range }: { readonly operation: Operation; readonly range: Range }) => {
  const { millisMedian, millisP95, refused, requests } = operation
  const name = operation.operation
  const words = countedWords(name, operation.verdicts)
  const answered = requests - refused
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <div>
          <Title order={3} size="h5">
            <Anchor component={Link} href={listPath(range, { operation: name })} inherit c="inherit">
              {operationName(name)}
            </Anchor>
          </Title>
          <Text size="sm" c="dimmed">
            {countText(requests)} {requests === 1 ? "request" : "requests"}
            {operation.credits > 0 && <>, {creditsText(operation.credits)}</>}
          </Text>
        </div>
        {millisMedian !== null && millisP95 !== null && (
          <Text size="sm">
            Half took at most <b>{millisText(millisMedian)}</b>, 95% at most <b>{millisText(millisP95)}</b>.
          </Text>
        )}
        <Stack gap={8}>
          {words.slice(0, wordsMax).map(({ count, label, tone, word }) => (
            <Share
              key={word}
              label={label}
              count={count}
              of={answered}
              meaning={tone}
              href={listPath(range, { operation: name, verdict: word })}
            />
          ))}
          {words.length > wordsMax && <Text size="xs" c="dimmed">and {words.length - wordsMax} more</Text>}
          {refused > 0 && (
            <Share
              label="Refused or failed"
              count={refused}
              of={requests}
              meaning="failed"
              href={listPath(range, { operation: name, ...narrowest(operation.statuses) })}
            />
          )}
        </Stack>
      </Stack>
    </Paper>
  )
}

/** Refusals are 4xx, failures 5xx; where there are both the list shows the more. */
const narrowest = (statuses: Readonly<Record<string, number>>): { readonly status: string } => {
  const sum = (digit: string) =>
    Object.entries(statuses).reduce((all, [status, count]) => status.startsWith(digit) ? all + count : all, 0)
  return { status: sum("5") > sum("4") ? "5xx" : "4xx" }
}

interface ShareProps {
  readonly label: string
  readonly count: number
  readonly of: number
  readonly meaning: ChartMeaning
  readonly href: string
}

/** One verdict: words, figures and a bar that says the same. */
const Share = ({ count, href, label, meaning, of }: ShareProps) => {
  const share = of === 0 ? 0 : Math.min(1, count / of)
  return (
    <Stack gap={2}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Anchor component={Link} href={href} size="sm" c="inherit">{label}</Anchor>
        <Text size="sm" style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
          {countText(count)} <Text span inherit c="dimmed">({shareText(share)})</Text>
        </Text>
      </Group>
      <Progress value={100 * share} size={5} color={chartColours[meaning]} aria-hidden />
    </Stack>
  )
}
