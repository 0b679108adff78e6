import { Anchor, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import { Link } from "wouter"
import type { ApiResponse } from "../../api/Client.ts"
import { countText, creditsText, millisText } from "../../parts/text/Formats.ts"
import { TextLink } from "../../parts/text/TextLink.tsx"
import { operationName } from "../../shared/requests/Operations.ts"
import { countedLabels } from "../../shared/requests/VerdictLabels.ts"
import type { Range } from "../../shared/time/Range.ts"
import { ShareRow } from "./ShareRow.tsx"

type Operation = ApiResponse<"overview", "overview">["operations"][number]

interface Props {
  readonly operations: ReadonlyArray<Operation>
  readonly range: Range
}

/** Number of the most frequent remarks to show. Other remarks are collapsed. */
const remarksShownMax = 4

/**
 * Shows each operation with its verdicts and duration, most frequent first. Rows are stacked, so that the order is the
 * same at every screen width.
 */
export const Operations = ({ operations, range }: Props) => {
  const sorted = operations.toSorted((one, other) => other.requests - one.requests)
  return (
    <Stack gap="sm" component="section" aria-labelledby="operations">
      <Title order={2} size="h4" id="operations">By operation</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {sorted.map((operation) => <OperationCard key={operation.operation} operation={operation} range={range} />)}
      </SimpleGrid>
    </Stack>
  )
}

const listPath = (range: Range, filters: Readonly<Record<string, string>>): string =>
  `/requests?${new URLSearchParams({ ...filters, from: range.fromDay, to: range.toDay })}`

const OperationCard = ({ operation, range }: { readonly operation: Operation; readonly range: Range }) => {
  const { limited, millisMedian, millisP95, refused, requests } = operation
  const [isExpanded, setExpanded] = useState(false)
  const name = operation.operation
  const words = countedLabels(name, operation.verdicts)
  // Remarks with the tone `plain` express no judgment, and can accompany any verdict.
  const verdicts = words.filter(({ tone }) => tone !== "plain")
  const notes = words.filter(({ tone }) => tone === "plain")
  const rowOf = ({ count, label, tone, word }: typeof words[number]) => (
    <ShareRow
      key={word}
      label={label}
      count={count}
      // Shares relate to all requests, including refused ones, so that the shares on a card add up.
      of={requests}
      meaning={tone}
      href={listPath(range, { operation: name, verdict: word })}
    />
  )
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
          {millisMedian !== null && millisP95 !== null && (
            <Text size="sm" c="dimmed">
              p50 <Millis value={millisMedian} /> · p95 <Millis value={millisP95} />
            </Text>
          )}
        </div>
        <Stack gap={8}>
          {verdicts.map(rowOf)}
          {refused > 0 && (
            <ShareRow
              label="Rejected or failed"
              count={refused}
              of={requests}
              meaning="failed"
              href={listPath(range, { operation: name, ...failedStatusFilter(operation.statuses) })}
            />
          )}
        </Stack>
        {limited > 0 && (
          <Text size="sm" c="dimmed">
            {describeRateLimited(limited)} <TextLink href="/settings/keys">API keys</TextLink>
          </Text>
        )}
        {notes.length > 0 && (
          <Stack gap={8}>
            <Text size="xs" c="dimmed" fw={600}>{remarksTitle(name)}</Text>
            {(isExpanded ? notes : notes.slice(0, remarksShownMax)).map(rowOf)}
            {notes.length > remarksShownMax && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="left"
                aria-expanded={isExpanded}
                onClick={() => setExpanded(!isExpanded)}
              >
                {isExpanded ? "Show fewer" : `Show ${notes.length - remarksShownMax} more`}
              </Anchor>
            )}
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}

/**
 * Returns the heading of the remarks. Remarks about an email address are neutral, because public providers are common.
 */
const remarksTitle = (operation: string): string => operation === "scan/email" ? "Neutral findings" : "Other findings"

const Millis = ({ value }: { readonly value: number }) => (
  <Text span inherit c="var(--mantine-color-text)" fw={600} style={{ whiteSpace: "nowrap" }}>{millisText(value)}</Text>
)

/**
 * Returns the status filter for failed requests: 4xx for refusals, or 5xx for failures. If both occur, the more
 * frequent class is chosen.
 */
const failedStatusFilter = (statuses: Readonly<Record<string, number>>): { readonly status: string } => {
  const sum = (digit: string) =>
    Object.entries(statuses).reduce((all, [status, count]) => status.startsWith(digit) ? all + count : all, 0)
  return { status: sum("5") > sum("4") ? "5xx" : "4xx" }
}

/** Returns the total number of requests that exceeded the rate limits of their keys. */
export const countRateLimited = (operations: ReadonlyArray<{ readonly limited: number }>): number =>
  operations.reduce((sum, { limited }) => sum + limited, 0)

/**
 * Describes refused or failed requests and rate-limited requests. Rate-limited requests are not part of the request
 * count.
 */
export const describeRefused = (refused: number, limited: number): string => {
  const over = limited === 0 ? "" : ` ${describeRateLimited(limited)}`
  return refused === 0
    ? limited === 0 ? "None in this period" : `None.${over}`
    : `${countText(refused)} ${refused === 1 ? "request" : "requests"}, free of charge.${over}`
}

/** Describes rate-limited requests: `9 more exceeded the rate limit of their key.` */
export const describeRateLimited = (limited: number): string =>
  `${countText(limited)} more exceeded the rate limit of ${limited === 1 ? "its" : "their"} key.`
