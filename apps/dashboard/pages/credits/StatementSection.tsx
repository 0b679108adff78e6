import { Anchor, Box, Group, NativeSelect, Stack, Switch, Text, Title } from "@mantine/core"
import { IconCoins } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { PagedList } from "../../api/Hooks.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import classes from "../../parts/Parts.module.css"
import cards from "../../parts/tables/Cards.module.css"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { anyOptionLabel, Filters, IfPresent, type ListPresence } from "../../parts/tables/Filters.tsx"
import { countText, shortInstantText, signedText } from "../../parts/text/Formats.ts"
import { DateTimeCell } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { groupByRequest, type StatementGroup, type StatementItem } from "../../shared/credits/GroupByRequest.ts"
import {
  belongsToRequest,
  bucketLabel,
  movementEntries,
  type MovementEntry,
  movementKindLabel,
  movementKinds,
  spendingStateLabel
} from "../../shared/credits/Statement.ts"
import { operationName } from "../../shared/requests/Operations.ts"

interface Props {
  readonly pages: PagedList<StatementItem>
  readonly presence: ListPresence
  /** Export menu. On a phone it appears here, otherwise next to the page heading. */
  readonly exportMenu: ReactNode
  readonly kind: StatementItem["kind"] | ""
  readonly onKind: (kind: string) => void
  /** Whether to show every movement with both entries instead of one line per request. */
  readonly isDouble: boolean
  readonly onDouble: (isDouble: boolean) => void
}

/**
 * Statement with one line per request. If the user selects it, the statement shows every movement with both entries.
 */
export const StatementSection = ({ exportMenu, isDouble, kind, onDouble, onKind, pages, presence }: Props) => {
  const common = {
    label: "Statement",
    isLoading: pages.isLoading,
    failure: pages.failure,
    onRetry: pages.reload,
    hasMore: pages.hasMore,
    isLoadingMore: pages.isLoadingMore,
    onMore: pages.loadMore,
    empty: (
      <EmptyState
        title={kind === "" ? "No movements yet" : "No matching movements"}
        icon={<IconCoins size={24} />}
        action={kind === "" ? undefined : { label: "Show all movements", onClick: () => onKind("") }}
      >
        Credits that are added, reserved, spent or refunded appear here.
      </EmptyState>
    )
  }
  return (
    <Stack gap="sm" component="section" aria-labelledby="statement">
      <Box>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" id="statement">Statement</Title>
          <IfPresent of={presence}>
            <Box hiddenFrom="xs">{exportMenu}</Box>
          </IfPresent>
        </Group>
        <Text size="sm" c="dimmed">
          {isDouble
            ? "Each line moves credits from one balance to another. Lines are never changed or removed."
            : "One line per request. Lines are never changed or removed."}
        </Text>
      </Box>
      <Filters of={presence}>
        <NativeSelect
          label="Movements"
          value={kind}
          onChange={(event) => onKind(event.currentTarget.value)}
          data={[
            { value: "", label: anyOptionLabel },
            ...movementKinds.map((value) => ({ value, label: movementKindLabel(value) }))
          ]}
        />
        <Group mih={{ base: 44, sm: 36 }} gap="md">
          <Switch
            label="Double entry"
            checked={isDouble}
            onChange={(event) => onDouble(event.currentTarget.checked)}
          />
        </Group>
      </Filters>
      {isDouble
        ? <DataTable {...common} rows={pages.items} idOf={({ version }) => version} columns={entryColumns} />
        : (
          <DataTable
            {...common}
            rows={groupByRequest(pages.items)}
            idOf={({ version }) => version}
            columns={requestColumns}
          />
        )}
    </Stack>
  )
}

const entryColumns: ReadonlyArray<Column<StatementItem>> = [
  { title: "When", render: ({ at }) => <DateTimeCell at={at} />, width: 160, card: { line: 2, side: "end" } },
  { title: "Movement", render: ({ kind }) => movementKindLabel(kind), width: 115, card: { line: 1, side: "start" } },
  {
    title: "Description",
    render: (line) => <MovementPurpose {...line} />,
    isLong: true,
    card: { line: 2, side: "start" }
  },
  {
    title: "From",
    render: (line) => <EntryAmount {...movementEntries(line).out} />,
    width: 160,
    card: { line: 3, side: "start" }
  },
  {
    title: "To",
    render: (line) => <EntryAmount {...movementEntries(line).into} />,
    width: 160,
    card: { line: 3, side: "end" }
  },
  {
    title: "Available after",
    render: ({ availableAfter }) => <Count value={availableAfter} />,
    isNumber: true,
    width: 125,
    card: { line: 1, side: "end", isTitled: true }
  },
  {
    title: "Reserved after",
    render: ({ heldAfter }) => <Count value={heldAfter} />,
    isNumber: true,
    width: 125,
    card: "none"
  }
]

/**
 * Shows one entry: the bucket and the signed amount. The available balance is emphasized, because users look for it.
 */
const EntryAmount = ({ amount, bucket }: MovementEntry) => (
  <Group justify="space-between" wrap="nowrap" gap="xs">
    <span>{bucketLabel(bucket)}</span>
    <Text span inherit className={classes["figures"] ?? ""} fw={bucket === "available" ? 600 : 400}>
      {signedText(amount)}
    </Text>
  </Group>
)

const MovementPurpose = ({ at, kind, note, requestId }: StatementItem): ReactNode => {
  // The note of a refund or a grant is free text, which `operationName` returns unchanged.
  const text = note === "" ? "–" : capitalize(operationName(note))
  return belongsToRequest(kind)
    ? (
      <Anchor
        component={Link}
        href={`/requests/${requestId}`}
        inherit
        underline="always"
        aria-label={`${note === "" ? movementKindLabel(kind) : text}, request of ${shortInstantText(at)}`}
      >
        {text}
      </Anchor>
    )
    : text
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Columns with one line per request: the operation, its cost, and the remaining balance. */
const requestColumns: ReadonlyArray<Column<StatementGroup>> = [
  { title: "When", render: ({ at }) => <DateTimeCell at={at} />, width: 170, card: { line: 2, side: "start" } },
  {
    title: "Description",
    render: (spending) => <SpendingPurpose {...spending} />,
    isLong: true,
    card: { line: 1, side: "start" }
  },
  {
    title: "Credits",
    render: ({ change }) => (
      <Text span inherit fw={600} className={classes["figures"] ?? ""}>
        {change === 0 ? "0" : signedText(change)}
      </Text>
    ),
    isNumber: true,
    width: 110,
    card: { line: 1, side: "end" }
  },
  {
    title: "Balance",
    render: ({ availableAfter }) => (
      <span className={classes["figures"]}>
        {countText(availableAfter)}
        <span className={cards["onCard"]}>&nbsp;left</span>
      </span>
    ),
    isNumber: true,
    width: 110,
    card: { line: 2, side: "end" }
  }
]

const SpendingPurpose = ({ at, note, requestId, state }: StatementGroup): ReactNode => {
  const more = spendingStateLabel(state)
  if (requestId === null) {
    return (
      <>
        {more}
        {note !== "" && <Text span inherit c="dimmed">: {note}</Text>}
      </>
    )
  }
  const text = note === "" ? "Request" : operationName(note)
  return (
    <>
      <Anchor
        component={Link}
        href={`/requests/${requestId}`}
        inherit
        underline="always"
        aria-label={`${text}, request of ${shortInstantText(at)}`}
      >
        {text}
      </Anchor>
      {more !== "" && <Text span inherit c="dimmed">, {more}</Text>}
    </>
  )
}
