import { Box, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core"
import { IconPlus, IconSearch } from "@tabler/icons-react"
import { useState } from "react"
import { useApi, useApiMutation, usePagedList } from "../../api/Hooks.ts"
import { isServerAdmin, useMe } from "../../api/Me.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { DataTable } from "../../parts/tables/DataTable.tsx"
import {
  activeFilters,
  anyOptionLabel,
  Filters,
  IfPresent,
  listPresenceOf,
  SearchField,
  useFilters
} from "../../parts/tables/Filters.tsx"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { countText } from "../../parts/text/Formats.ts"
import { useAutoLoad } from "../../shared/requests/AutoLoad.tsx"
import { blocklistColumns } from "./BlocklistColumns.tsx"
import { type Entry, parseSource } from "./EntryTexts.ts"

const actions = [{ value: "block", label: "Block" }, { value: "allow", label: "Allow" }]

/** Tab with the operator's blocklist, which contains blocked URLs and exceptions. */
export const BlocklistTab = ({ onAdd }: { readonly onAdd: () => void }) => {
  const { account } = useMe()
  const filters = useBlocklistFilters()
  const entries = usePagedList("threats", "blocklist", activeFilters(filters.values))
  const { resume, hasPaused, isAutoLoading } = useAutoLoad(entries, JSON.stringify(filters.values))
  const total = useApi("threats", "blocklist", { query: { limit: 1 } }).data?.total
  const [entryToRemove, setEntryToRemove] = useState<Entry | null>(null)
  const mayChange = account.isOperator
  const presence = filters.isFiltered ? "some" : listPresenceOf(entries, false)
  const found = filters.isFiltered && !entries.hasMore ? entries.items.length : null
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw={760} flex="1 1 420px">
          Blocklist entries override all sources. Manual entries override imported ones. Otherwise, the newest entry
          applies.
          {!mayChange && " Only members of the operator's account can change entries."}
        </Text>
        {mayChange && <AddEntryButton onClick={onAdd} />}
      </Group>
      <IfPresent of={presence}>
        <Group gap="sm" align="flex-end">
          <BlocklistFilters filters={filters} />
          <Text
            size="sm"
            c="dimmed"
            mih={22}
            mb={{ base: 0, xs: 7 }}
            role="status"
            style={{ fontVariantNumeric: "tabular-nums" }}
          >
            {total !== undefined && !entries.isPlaceholder && formatCount(total, found)}
          </Text>
        </Group>
      </IfPresent>
      <DataTable
        label="Blocklist"
        rows={entries.items}
        idOf={({ id }) => id}
        isLoading={entries.isLoading || entries.items.length === 0 && isAutoLoading}
        failure={entries.failure}
        onRetry={entries.reload}
        hasMore={entries.hasMore}
        isLoadingMore={entries.isLoadingMore}
        onMore={entries.loadMore}
        {...mayChange ? { onKey: { Delete: setEntryToRemove } } : {}}
        columns={blocklistColumns(mayChange ? setEntryToRemove : null)}
        empty={hasPaused
          ? (
            <EmptyState title="No matches so far" action={{ label: "Search older entries", onClick: resume }}>
              Older entries have not been searched yet.
            </EmptyState>
          )
          : filters.isFiltered
          ? (
            <EmptyState
              title="No matching entries"
              icon={<IconSearch size={24} />}
              action={{ label: "Show all entries", onClick: filters.clear }}
            >
              {describeNoResults(filters.values)}
            </EmptyState>
          )
          : <NoEntries onAdd={onAdd} />}
      />
      <RemoveEntry entry={entryToRemove} onClose={() => setEntryToRemove(null)} />
    </Stack>
  )
}

/** Returns the filters of the list. The source filter applies when its field loses focus. */
const useBlocklistFilters = () => {
  const [values, set] = useFilters("text", "action", "source")
  const [source, setSource] = useState(values.source)
  return {
    values,
    set,
    source,
    setSource,
    isFiltered: Object.values(values).some((value) => value !== ""),
    clear: () => {
      setSource("")
      set({ text: null, action: null, source: null })
    }
  }
}

interface BlocklistFiltersProps {
  readonly filters: ReturnType<typeof useBlocklistFilters>
}

const BlocklistFilters = ({ filters: { set, setSource, source, values } }: BlocklistFiltersProps) => (
  <Filters>
    <SearchField
      label="Search the blocklist"
      placeholder="Host or URL"
      isLabelVisible
      value={values.text}
      onChange={(text) => set({ text })}
    />
    <Select
      label="Action"
      placeholder={anyOptionLabel}
      data={actions}
      value={values.action || null}
      onChange={(action) => set({ action })}
      clearable
      w={140}
    />
    <Box
      component="form"
      flex={{ base: "1 1 180px", xs: "none" }}
      onSubmit={(event) => {
        event.preventDefault()
        set({ source: parseSource(source) })
      }}
    >
      <TextInput
        label="Source"
        placeholder="Link 17 or a list name"
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
        onBlur={() => set({ source: parseSource(source) })}
        autoComplete="off"
        w={{ base: "100%", xs: 220 }}
      />
    </Box>
  </Filters>
)

const NoEntries = ({ onAdd }: { readonly onAdd: () => void }) => {
  const { account, member } = useMe()
  return (
    <EmptyState
      title="The blocklist is empty"
      action={account.isOperator
        ? { label: "Add entry", icon: <IconPlus size={16} />, onClick: onAdd }
        : undefined}
    >
      Block a URL that no source lists yet, or allow one that is listed by mistake. Accepted reports are added
      automatically.{" "}
      <TextWithCode
        text={isServerAdmin({ account, member }) ? "To import a file, run `gatehouse blocklist import`." : ""}
      />
    </EmptyState>
  )
}

/** Formats the number of entries: `19 entries`. With a filter whose count is known: `2 of 19 entries`. */
const formatCount = (total: number, found: number | null): string =>
  `${found === null ? "" : `${countText(found)} of `}${countText(total)} ${total === 1 ? "entry" : "entries"}`

/**
 * Explains an empty result. The server matches a full host or URL as a screening does, so an empty result means that no
 * entry matches.
 */
const describeNoResults = ({ action, source, text }: Readonly<Record<"action" | "source" | "text", string>>): string =>
  text === "" || action !== "" || source !== ""
    ? "Change the filters. As the source, enter the full name of a list or the number of a reported link."
    : "No entry contains this text or matches it as a host or URL."

const RemoveEntry = ({ entry, onClose }: { readonly entry: Entry | null; readonly onClose: () => void }) => {
  const remove = useApiMutation("threats", "removeEntry", { successMessage: "Entry removed" })
  return (
    <Confirm
      isOpen={entry !== null}
      title="Remove this entry?"
      actionLabel="Remove entry"
      isRunning={remove.isRunning}
      onConfirm={() => {
        if (entry !== null) remove.run({ params: { id: entry.id } })
        onClose()
      }}
      onClose={onClose}
    >
      <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>{entry?.expression}</Text>
      <Text size="sm" mt="xs">
        {entry?.action === "allow"
          ? "Without this exception, the URL is blocked again if a source lists it."
          : "Without this entry, the URL is allowed unless a source lists it. The entry's reason and author are deleted too."}
      </Text>
    </Confirm>
  )
}

/**
 * Button to add an entry. It is above the list, where it does not move. An empty list shows a button in its center
 * instead.
 */
const AddEntryButton = ({ onClick }: { readonly onClick: () => void }) => {
  const { data, isLoading } = useApi("threats", "blocklist", { query: { limit: 1 } })
  return (
    <IfPresent of={isLoading ? "unknown" : data?.total === 0 ? "none" : "some"}>
      <Button leftSection={<IconPlus size={16} />} onClick={onClick}>Add entry</Button>
    </IfPresent>
  )
}
