import { Group, Select, Text, Tooltip } from "@mantine/core"
import { IconHistory } from "@tabler/icons-react"
import { commandLineMemberId } from "../../../../core/audit/ActorName.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, usePagedList } from "../../api/Hooks.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { Page } from "../../parts/page/Page.tsx"
import classes from "../../parts/tables/Cards.module.css"
import { type Column, DataTable, EmptyCell } from "../../parts/tables/DataTable.tsx"
import { activeFilters, anyOptionLabel, Filters, listPresenceOf, useFilters } from "../../parts/tables/Filters.tsx"
import { CopyIconButton } from "../../parts/text/CopyButtons.tsx"
import { glossary } from "../../parts/text/Glossary.ts"
import { Instant } from "../../parts/text/Instant.tsx"
import { auditActionOptions, auditMessage, describeActor } from "./AuditMessages.ts"

type Entry = ApiResponse<"members", "audit">["items"][number]

const AuditLog = () => {
  const [filters, setFilters] = useFilters("action", "member")
  const entries = usePagedList("members", "audit", activeFilters(filters))
  const isNarrowed = filters.action !== "" || filters.member !== ""
  const presence = listPresenceOf(entries, isNarrowed)
  const members = useApi("members", "list").data?.members ?? []
  const actors = actorOptions(members, entries.items, filters.member)
  return (
    <Page
      title="Audit log"
      showsTimeZone
      description="Changes by members and the command line, and sign-ins. Entries cannot be edited."
    >
      <Filters of={presence}>
        <Select
          label="Action"
          placeholder={anyOptionLabel}
          data={auditActionOptions}
          value={filters.action || null}
          onChange={(action) => setFilters({ action })}
          clearable
          searchable
          w={{ base: "100%", xs: 260 }}
        />
        <Select
          label="Actor"
          placeholder={anyOptionLabel}
          data={actors}
          value={filters.member || null}
          onChange={(member) => setFilters({ member })}
          clearable
          searchable
          w={{ base: "100%", xs: 260 }}
        />
      </Filters>
      <DataTable
        label="Audit log"
        rows={entries.items}
        idOf={({ id }) => id}
        isLoading={presence === "unknown" || entries.isLoading}
        failure={entries.failure}
        onRetry={entries.reload}
        hasMore={entries.hasMore}
        isLoadingMore={entries.isLoadingMore}
        onMore={entries.loadMore}
        empty={isNarrowed
          ? (
            <EmptyState
              title="No matching entries"
              icon={<IconHistory size={24} />}
              action={{
                label: "Show all entries",
                onClick: () => setFilters({ action: null, member: null })
              }}
            >
              Choose another action or actor.
            </EmptyState>
          )
          : (
            <EmptyState title="No entries yet" icon={<IconHistory size={24} />}>
              Actions of members appear here.
            </EmptyState>
          )}
        columns={columns}
      />
    </Page>
  )
}

export default AuditLog

const columns: ReadonlyArray<Column<Entry>> = [
  {
    title: "Time",
    render: ({ at }) => <Instant at={at} isExact />,
    width: 170,
    card: { line: 3, side: "start" }
  },
  {
    title: "Actor",
    render: ({ actor }) => <Actor text={actor} />,
    width: 210,
    card: { line: 2, side: "start" }
  },
  {
    title: "Action",
    render: (entry) => <ActionCell entry={entry} />,
    isLong: true,
    card: { line: 1, side: "start" }
  },
  {
    title: glossary.ipAddress,
    render: ({ address }) => address === "" ? <EmptyCell /> : <Text size="sm" ff="monospace">{address}</Text>,
    width: 140,
    card: { line: 3, side: "end" }
  }
]

/** Maximum lines to show of an action, and maximum characters of a name that needs no tooltip. */
const linesMax = 3
const charsMax = 90

const ActionCell = ({ entry }: { readonly entry: Entry }) => {
  const { idLabel, details = "", name = "", text } = auditMessage(entry)
  const hasId = idLabel !== undefined && entry.target !== ""
  const sentence = (
    <Text size="sm" inherit lineClamp={linesMax} {...name.length > charsMax ? { title: name } : {}}>
      {text} {name !== "" && (
        <b>
          <bdi>{name}</bdi>
        </b>
      )}
    </Text>
  )
  return (
    <>
      <Group gap={4} wrap="nowrap" align="flex-start">
        {hasId ? <Tooltip label={`${idLabel}: ${entry.target}`}>{sentence}</Tooltip> : sentence}
        {hasId && <CopyIconButton text={entry.target} what={idLabel} showsOnHover />}
      </Group>
      {details !== "" && <Text size="xs" c="dimmed">{details}</Text>}
    </>
  )
}

const Actor = ({ text }: { readonly text: string }) => {
  const { more, name } = describeActor(text)
  return (
    <>
      <Text span size="sm" fw={600} inherit>
        <bdi>{name}</bdi>
      </Text>{" "}
      <Text span size="xs" c="dimmed" className={classes["secondLine"] ?? ""}>
        <bdi>{more}</bdi>
      </Text>
    </>
  )
}

type EntryActor = Pick<ApiResponse<"members", "audit">["items"][number], "actor" | "memberId">
type Member = Pick<ApiResponse<"members", "list">["members"][number], "id" | "name" | "email">

/**
 * Returns the people to filter by: current members, former members, and the command line. Only former members in the
 * loaded entries are known.
 *
 * @param chosen the current selection; empty for everyone
 */
export const actorOptions = (members: ReadonlyArray<Member>, entries: ReadonlyArray<EntryActor>, chosen: string) => {
  const names = new Map<string, string>(members.map(({ email, id, name }) => [id, `${name} (${email})`]))
  names.set(commandLineMemberId, "Command line")
  for (const { actor, memberId } of entries) {
    if (memberId === null || names.has(memberId)) continue
    const { more, name } = describeActor(actor)
    names.set(memberId, `${name} (${more}), removed`)
  }
  if (chosen !== "" && !names.has(chosen)) names.set(chosen, "Removed member")
  return [...names].map(([value, label]) => ({ value, label }))
}
