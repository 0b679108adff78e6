import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { useState } from "react"
import { useApi, useChange, usePages } from "../../api/Hooks.ts"
import { runsServer, useMe } from "../../api/Me.ts"
import { Coded } from "../../parts/Coded.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { anyLabel, chosen, Filters, useFilters } from "../../parts/Filters.tsx"
import { countText } from "../../parts/Formats.ts"
import { IfAny, type Presence } from "../../parts/Presence.tsx"
import { AddEntry } from "./AddEntry.tsx"
import { blocklistColumns } from "./BlocklistColumns.tsx"
import type { Entry } from "./EntryWords.ts"
import { sourceText } from "./SourceWords.ts"

const actions = [{ value: "block", label: "Block" }, { value: "allow", label: "Allow" }]

/** The operator's own list of bad URLs, and of exceptions. */
export const BlocklistTab = () => {
  const { account, member } = useMe()
  const [filters, setFilters] = useFilters("action", "source")
  const [source, setSource] = useState(filters.source)
  const entries = usePages("threats", "blocklist", chosen(filters))
  const total = useApi("threats", "blocklist", { query: { limit: 1 } })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Entry | null>(null)
  const mayChange = account.isOperator
  const isFiltered = filters.action !== "" || filters.source !== ""
  const isEmpty = total.data?.total === 0 && !isFiltered
  const presence: Presence = isEmpty ? "none" : total.isLoading && !isFiltered ? "unknown" : "some"
  const showAll = () => {
    setSource("")
    setFilters({ action: null, source: null })
  }
  const add = mayChange && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>New entry</Button>
  )
  return (
    <Stack>
      <Text size="sm" c="dimmed" maw={760}>
        It comes before every source. Of entries that disagree, what a person decided weighs more than what came with a
        list, and the newer more than the older.{" "}
        {total.data !== undefined && !isEmpty && `${countText(total.data.total)} in all.`}
        {!mayChange && " Only members of the operator's account change it."}
      </Text>
      <IfAny of={presence}>
        <Group justify="space-between" align="flex-end">
          <Filters>
            <Select
              label="What it does"
              placeholder={anyLabel}
              data={actions}
              value={filters.action || null}
              onChange={(action) => setFilters({ action })}
              clearable
              w={140}
            />
            <form
              onSubmit={(event) => {
                event.preventDefault()
                setFilters({ source: sourceText(source) })
              }}
            >
              <TextInput
                label="Source"
                placeholder="reported link 17, or a list"
                value={source}
                onChange={(event) => setSource(event.currentTarget.value)}
                onBlur={() => setFilters({ source: sourceText(source) })}
                data-search
                autoComplete="off"
                w={{ base: 200, xs: 220 }}
              />
            </form>
          </Filters>
          {add}
        </Group>
      </IfAny>
      <DataTable
        label="Blocklist"
        rows={entries.items}
        idOf={({ id }) => id}
        isLoading={entries.isLoading}
        failure={entries.failure}
        onRetry={entries.reload}
        hasMore={entries.hasMore}
        isLoadingMore={entries.isLoadingMore}
        onMore={entries.loadMore}
        {...mayChange ? { onKey: { Delete: setRemoved } } : {}}
        columns={blocklistColumns(mayChange ? setRemoved : null)}
        empty={isFiltered
          ? (
            <Empty title="No such entry" next={{ label: "Show all entries", onClick: showAll }}>
              Choose something else; the source is to be named in full.
            </Empty>
          )
          : (
            <Empty
              title="The blocklist is empty"
              next={mayChange
                ? { label: "New entry", icon: <IconPlus size={16} />, onClick: () => setAdding(true) }
                : undefined}
            >
              Block what no source lists yet, or allow what one lists by mistake. Accepted submissions come here by
              themselves<Coded
                text={runsServer({ account, member }) ? "; `gatehouse blocklist import` reads whole files." : "."}
              />
            </Empty>
          )}
      />
      {mayChange && <AddEntry isOpen={isAdding} onClose={() => setAdding(false)} />}
      <RemoveEntry entry={removed} onClose={() => setRemoved(null)} />
    </Stack>
  )
}

const RemoveEntry = ({ entry, onClose }: { readonly entry: Entry | null; readonly onClose: () => void }) => {
  const remove = useChange("threats", "removeEntry", { says: "The entry is removed." })
  return (
    <Confirm
      isOpen={entry !== null}
      title="Remove this entry?"
      does="Remove it"
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
