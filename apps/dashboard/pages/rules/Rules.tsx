import { ActionIcon, Button, Select, SimpleGrid, Stack, Text, Tooltip } from "@mantine/core"
import { IconFileImport, IconTrash } from "@tabler/icons-react"
import { useRef, useState } from "react"
import { ask } from "../../api/Client.ts"
import type { Answer } from "../../api/Client.ts"
import { useApi, useChange } from "../../api/Hooks.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Filters, SearchField, useFilters } from "../../parts/Filters.tsx"
import { Instant } from "../../parts/Instant.tsx"
import { Page } from "../../parts/Page.tsx"
import { ActionBadge } from "./ActionBadge.tsx"
import { AddRule } from "./AddRule.tsx"
import { kindWords } from "./GuessKind.ts"
import { ImportRules } from "./ImportRules.tsx"
import { TestValue } from "./TestValue.tsx"

type Rule = Answer<"rules", "list">[number]

const kinds = [
  { value: "email", label: "Addresses" },
  { value: "domain", label: "Domains" },
  { value: "cidr", label: "Networks" },
  { value: "country", label: "Countries" }
]

/** The account's own rules. */
const Rules = () => {
  const rules = useApi("rules", "list")
  const [{ kind, text }, setFilters] = useFilters("kind", "text")
  const [isImporting, setImporting] = useState(false)
  const remove = useRemoval()
  const wanted = text.trim().toLowerCase()
  const shown = (rules.data ?? []).filter((rule) =>
    (kind === "" || rule.kind === kind) &&
    (wanted === "" || rule.value.toLowerCase().includes(wanted) || rule.note.toLowerCase().includes(wanted))
  )
  return (
    <Page
      title="Rules"
      about="Addresses, domains, networks and countries that this account blocks or allows. An allow rule wins over the block rules of its family. A running server follows within a second."
      actions={
        <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={() => setImporting(true)}>
          Import
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <AddRule />
        <TestValue />
      </SimpleGrid>
      <Stack gap="sm">
        <Filters>
          <SearchField label="Search rules" value={text} onChange={(value) => setFilters({ text: value })} />
          <Select
            aria-label="Kind"
            placeholder="Any kind"
            data={kinds}
            value={kind || null}
            onChange={(value) => setFilters({ kind: value })}
            clearable
            w={180}
          />
        </Filters>
        <DataTable
          label="Rules"
          rows={shown}
          idOf={({ id }) => id}
          isLoading={rules.isLoading}
          failure={rules.error}
          onRetry={() => void rules.refetch()}
          onKey={{ Delete: remove }}
          columns={[
            { title: "Rule", of: ({ action }) => <ActionBadge action={action} />, width: 110 },
            { title: "Kind", of: (rule) => kindWords[rule.kind].title, width: 110 },
            {
              title: "Value",
              of: ({ kind, value }) => (
                <Text span size="sm">
                  <Text span inherit ff="monospace">{value}</Text>
                  {kind === "country" && <Text span inherit c="dimmed">{` ${countryName(value)}`}</Text>}
                </Text>
              ),
              isLong: true
            },
            { title: "Note", of: ({ note }) => note === "" ? "–" : note, isLong: true },
            { title: "Added", of: ({ createdAt }) => <Instant at={createdAt} />, width: 140 },
            {
              title: "",
              of: (rule) => (
                <Tooltip label="Remove">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${rule.action} ${rule.value}`}
                    onClick={() => remove(rule)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Tooltip>
              ),
              width: 50
            }
          ]}
          empty={rules.data?.length === 0
            ? (
              <Empty title="There is no rule yet">
                Without rules only the lists decide. Block a domain whose mail you never want, or allow an address that
                a list gets wrong.
              </Empty>
            )
            : <Empty title="No such rule">Search for something else, or choose another kind.</Empty>}
        />
      </Stack>
      <ImportRules isOpen={isImporting} onClose={() => setImporting(false)} />
    </Page>
  )
}

/** Removes a rule; for some seconds it can be had back, under a new id. */
const useRemoval = () => {
  const removed = useRef(new Map<number, Rule>())
  const remove = useChange("rules", "remove", {
    says: (_, { params }) => `${removed.current.get(params.id)?.value ?? "The rule"} is removed.`,
    undo: async (_, { params }) => {
      const rule = removed.current.get(params.id)
      if (rule === undefined) return
      const { action, kind, note, value } = rule
      await ask("rules", "add", { payload: { action, kind, note, value } })
    }
  })
  return (rule: Rule) => {
    removed.current.set(rule.id, rule)
    remove.run({ params: { id: rule.id } })
  }
}

const countryName = (code: string): string => {
  try {
    return new Intl.DisplayNames("en-GB", { type: "region" }).of(code) ?? ""
  } catch {
    return ""
  }
}

export default Rules
