import { ActionIcon, Anchor, Flex, Text, Tooltip } from "@mantine/core"
import { IconTrash } from "@tabler/icons-react"
import { Link } from "wouter"
import classes from "../../parts/tables/Cards.module.css"
import { type Column, EmptyCell } from "../../parts/tables/DataTable.tsx"
import { Instant, useNow } from "../../parts/text/Instant.tsx"
import { ActionBadge, StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { TruncatedLink } from "../../parts/text/TruncatedLink.tsx"
import {
  enteredReason,
  type Entry,
  formatExpiry,
  hasSource,
  shortScopeLabels,
  sourceLabel,
  submissionNumber
} from "./EntryTexts.ts"
import { scopeLabels } from "./ScopePreview.ts"

const [onCard, inColumn] = [classes["onCard"] ?? "", classes["inColumn"] ?? ""]

/**
 * Returns the columns of the blocklist. On a card, some columns share a line.
 *
 * @param onRemove removes an entry; null for roles that cannot edit the blocklist
 */
export const blocklistColumns = (onRemove: ((entry: Entry) => void) | null): ReadonlyArray<Column<Entry>> => [
  {
    title: "Action",
    render: (entry) => <Effect entry={entry} />,
    width: 115,
    card: { line: 2, side: "start" }
  },
  {
    title: "Entry",
    render: (entry) => <Target entry={entry} />,
    width: "38%",
    card: { line: 1, side: "start" }
  },
  {
    title: "Reason",
    render: (entry) => <Reason entry={entry} mayOpen={onRemove !== null} />,
    isLong: true,
    width: "21%",
    card: { line: 3, side: "start" }
  },
  {
    title: "Added",
    render: (entry) => <Added entry={entry} mayOpen={onRemove !== null} />,
    width: 160,
    card: { line: 4, side: "start" }
  },
  {
    title: "Expires",
    render: ({ expiresAt }) => <Expires at={expiresAt} />,
    width: 120,
    card: { line: 2, side: "end" }
  },
  ...onRemove === null ? [] : [removalColumn(onRemove)]
]

const removalColumn = (onRemove: (entry: Entry) => void): Column<Entry> => ({
  title: "",
  render: (entry) => (
    <Tooltip label="Remove entry">
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Remove ${entry.action} ${entry.expression}`}
        onClick={() => onRemove(entry)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Tooltip>
  ),
  width: 50,
  card: { line: 1, side: "act" }
})

const Effect = ({ entry: { action, forced, kind } }: { readonly entry: Entry }) => (
  <Flex gap={8} wrap="wrap" align="baseline">
    <ActionBadge action={action} />
    {forced && (
      <span className={onCard}>
        <ForcedBadge />
      </span>
    )}
    <Text span size="xs" className={onCard}>{shortScopeLabels[kind]}</Text>
  </Flex>
)

const Target = ({ entry: { expression, forced, kind } }: { readonly entry: Entry }) => (
  <>
    <TruncatedLink link={expression} what="entry" />
    <Flex gap={6} wrap="wrap" align="center" className={inColumn}>
      <Text span size="xs" c="dimmed">{scopeLabels[kind]}</Text>
      {forced && <ForcedBadge />}
    </Flex>
  </>
)

const Added = ({ entry, mayOpen }: { readonly entry: Entry; readonly mayOpen: boolean }) => (
  <>
    {hasSource(entry) && (
      <Text span size="xs" className={onCard}>
        <Source name={entry.source} mayOpen={mayOpen} />
        {" · "}
      </Text>
    )}
    <Text span size="sm" className={inColumn}>
      <Instant at={entry.createdAt} />
    </Text>
    <Text span size="xs" className={onCard}>
      <Instant at={entry.createdAt} />
    </Text>{" "}
    <br className={inColumn} />
    <Text span size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      by <bdi>{entry.author}</bdi>
    </Text>
  </>
)

const ForcedBadge = () => <StatusBadge tone="caution">Forced</StatusBadge>

/** Shows the reason of an entry and its source. On a card, the source is next to the author instead. */
const Reason = ({ entry, mayOpen }: { readonly entry: Entry; readonly mayOpen: boolean }) => {
  const reason = enteredReason(entry)
  return (
    <>
      {reason !== null && (
        <Text span size="sm" lineClamp={2} title={reason}>
          <bdi>{reason}</bdi>
        </Text>
      )}
      <Text size={reason === null ? "sm" : "xs"} c="dimmed" className={inColumn}>
        {hasSource(entry) ? <Source name={entry.source} mayOpen={mayOpen} /> : reason === null && <EmptyCell />}
      </Text>
    </>
  )
}

/** Shows the source of an entry. Links to the reported link for roles that can review it. */
const Source = ({ mayOpen, name }: { readonly name: string; readonly mayOpen: boolean }) => {
  const submission = submissionNumber(name)
  return submission === null || !mayOpen
    ? <bdi>{sourceLabel(name)}</bdi>
    : <Anchor component={Link} href={`/threats/submissions?open=${submission}`} inherit>{sourceLabel(name)}</Anchor>
}

const Expires = ({ at }: { readonly at: number | null }) => {
  const now = useNow()
  return (
    <>
      <span className={inColumn}>
        <Instant at={at} never="never" />
      </span>
      <Text span size="xs" className={onCard}>{formatExpiry(at, now)}</Text>
    </>
  )
}
