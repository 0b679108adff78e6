import { Select, Text } from "@mantine/core"
import { IconHistory } from "@tabler/icons-react"
import { usePages } from "../../api/Hooks.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { chosen, Filters, useFilters } from "../../parts/Filters.tsx"
import { Instant } from "../../parts/Instant.tsx"
import { Page } from "../../parts/Page.tsx"
import { actionName, auditActions } from "./AuditActions.ts"

/** Who did what, newest first. */
const AuditLog = () => {
  const [filters, setFilters] = useFilters("action")
  const entries = usePages("members", "audit", chosen(filters))
  return (
    <Page title="Audit log" about="What members and the command line changed, and who signed in. It cannot be edited.">
      <Filters>
        <Select
          label="Action"
          placeholder="All actions"
          data={auditActions}
          value={filters.action || null}
          onChange={(action) =>
            setFilters({ action })}
          clearable
          searchable
          w={{ base: "100%", xs: 260 }}
        />
      </Filters>
      <DataTable
        label="Audit log"
        rows={entries.items}
        idOf={({ id }) =>
          id}
        isLoading={entries.isLoading}
        failure={entries.failure}
        onRetry={entries.reload}
        hasMore={entries.hasMore}
        isLoadingMore={entries.isLoadingMore}
        onMore={entries.loadMore}
        empty={
          <Empty title="Nothing here" icon={<IconHistory size={24} />}>
            {filters.action === ""
              ? "What members do is listed here from now on."
              : "Nobody did this yet. Choose another action."}
          </Empty>
        }
        columns={[
          { title: "When", of: ({ at }) => <Instant at={at} isExact />, width: 170 },
          { title: "Who", of: ({ actor }) => <Actor text={actor} />, width: 200 },
          { title: "What", of: ({ action }) => actionName(action), width: 180 },
          {
            title: "Detail",
            of: ({ detail, target }) => (
              <>
                <Text size="sm" inherit>{detail || (target === "" ? "–" : "")}</Text>
                {target !== "" && <Text size="xs" c="dimmed">{target}</Text>}
              </>
            ),
            isLong: true
          },
          { title: "From", of: ({ address }) => <Text size="sm" ff="monospace">{address || "–"}</Text> }
        ]}
      />
    </Page>
  )
}

export default AuditLog

/** `Ann Owner <ann@example.com>`, as the log has it: the name, and below it the address. */
const Actor = ({ text }: { readonly text: string }) => {
  const [, name = text, address = ""] = /^(.*) <([^<>]*)>$/.exec(text) ?? []
  return (
    <>
      <Text size="sm" fw={600} inherit>{name}</Text>
      {address !== "" && <Text size="xs" c="dimmed">{address}</Text>}
    </>
  )
}
