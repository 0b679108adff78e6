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
  anyLabel,
  Filters,
  IfPresent,
  presenceOf,
  SearchField,
  useFilters
} from "../../parts/tables/Filters.tsx"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { countText } from "../../parts/text/Formats.ts"
import { useAutoLoad } from "../../shared/requests/AutoLoad.tsx"
import { blocklistColumns } from "./BlocklistColumns.tsx"
import { type Entry, parseSource } from "./EntryTexts.ts"

const actions = [{ value: "block", label: "Block" }, { value: "allow", label: "Allow" }]

/** The operator's own list of malicious URLs and exceptions. */
export const BlocklistTab = ({ onAdd }: { readonly onAdd: () => void }) => {
  const { account } = useMe()
  const filters = useBlocklistFilters()
  const entries = usePagedList("threats", "blocklist", activeFilters(filters.values))
  const { resume, hasPaused, isAutoLoading } = useAutoLoad(entries, JSON.stringify(filters.values))
  const total = useApi("threats", "blocklist", { query: { limit: 1 } }).data?.total
  const [entryToRemove, setEntryToRemove] = useState<Entry | null>(null)
  const mayChange = account.isOperator
  const presence = filters.isFiltered ? "some" : presenceOf(entries, false)
  const found = filters.isFiltered && !entries.hasMore ? entries.items.length : null
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw={760} flex="1 1 420px">
          The blocklist outweighs every source. Where two entries disagree, one that a person made outweighs one from a
          list, and the newer outweighs the older.
          {!mayChange && " Only members of the operator's account change it."}
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
            <EmptyState title="Nothing found so far" action={{ label: "Look further back", onClick: resume }}>
              There are older entries that were not looked through yet.
            </EmptyState>
          )
          : filters.isFiltered
          ? (
            <EmptyState
              title="No such entry"
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

/** Filters of the list. The source filter applies when its field loses focus. */
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
      label="Effect"
      placeholder={anyLabel}
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
        label="Why"
        placeholder="link 17 or a list"
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
        ? { label: "Add an entry", icon: <IconPlus size={16} />, onClick: onAdd }
        : undefined}
    >
      Block what no source lists yet, or allow what one lists by mistake. Reported links that are accepted come here by
      themselves<TextWithCode
        text={isServerAdmin({ account, member }) ? "; `gatehouse blocklist import` reads whole files." : "."}
      />
    </EmptyState>
  )
}

/** `19 entries`; with a filter, once the count is known: `2 of 19 entries`. */
const formatCount = (total: number, found: number | null): string =>
  `${found === null ? "" : `${countText(found)} of `}${countText(total)} ${total === 1 ? "entry" : "entries"}`

/** Text for an empty result. A full host or URL is looked up as a screening would do it, so no result means that no entry matches. */
const describeNoResults = ({ action, source, text }: Readonly<Record<"action" | "source" | "text", string>>): string =>
  text === "" || action !== "" || source !== ""
    ? "Choose something else; under Why, the reported link or the list is to be named in full."
    : "No entry contains this. If it is a host or a URL, no entry covers it either."

const RemoveEntry = ({ entry, onClose }: { readonly entry: Entry | null; readonly onClose: () => void }) => {
  const remove = useApiMutation("threats", "removeEntry", { successMessage: "The entry is removed." })
  return (
    <Confirm
      isOpen={entry !== null}
      title="Remove this entry?"
      actionLabel="Remove it"
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
          ? "Without the exception the sources decide again, and may list it."
          : "Without it the URL is called safe unless a source lists it. The entry's reason and author are gone with it."}
      </Text>
    </Confirm>
  )
}

/**
 * Button to add an entry, above the list and below the tabs, where neither moves. An empty list shows the same button in its center.
 */
const AddEntryButton = ({ onClick }: { readonly onClick: () => void }) => {
  const { data, isLoading } = useApi("threats", "blocklist", { query: { limit: 1 } })
  return (
    <IfPresent of={isLoading ? "unknown" : data?.total === 0 ? "none" : "some"}>
      <Button leftSection={<IconPlus size={16} />} onClick={onClick}>Add an entry</Button>
    </IfPresent>
  )
}
