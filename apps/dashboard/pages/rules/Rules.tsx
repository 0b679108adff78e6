import { ActionIcon, Box, Button, Select, Stack, Text, Tooltip } from "@mantine/core"
import { IconBan, IconFileImport, IconPlus, IconTrash } from "@tabler/icons-react"
import { useRef, useState } from "react"
import { type ApiResponse, callApi } from "../../api/Client.ts"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import classes from "../../parts/tables/Cards.module.css"
import { type Column, DataTable, EmptyCell } from "../../parts/tables/DataTable.tsx"
import {
  anyOptionLabel,
  Filters,
  IfPresent,
  type ListPresence,
  SearchField,
  useFilters
} from "../../parts/tables/Filters.tsx"
import { BreakableText } from "../../parts/text/BreakableText.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { ActionBadge } from "../../parts/text/StatusBadge.tsx"
import { AddRule } from "./AddRule.tsx"
import { ruleKindLabels } from "./GuessKind.ts"
import { ImportRules } from "./ImportRules.tsx"
import { TestValue } from "./TestValue.tsx"

type Rule = ApiResponse<"rules", "list">[number]

const kinds = [
  { value: "email", label: "Email addresses" },
  { value: "domain", label: "Domains" },
  { value: "cidr", label: "Networks" },
  { value: "country", label: "Countries" }
]

const Rules = () => {
  const rules = useApi("rules", "list")
  const [{ kind, text }, setFilters] = useFilters("kind", "text")
  const [opened, open] = useState<"add" | "import" | null>(null)
  const remove = useRuleRemoval()
  useKeys({ n: () => open("add") })
  const hasNone = rules.data?.length === 0
  const presence: ListPresence = hasNone ? "none" : rules.isLoading ? "unknown" : "some"
  return (
    <Page
      title="Rules"
      description="Block or allow addresses, domains, networks and countries. Allow rules are exceptions to block rules. Changes take effect within a second."
      actions={hasNone ? undefined : (
        <IfPresent of={presence}>
          <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={() => open("import")}>
            Import rules
          </Button>
          <Button leftSection={<IconPlus size={16} />} onClick={() => open("add")}>Add rule</Button>
        </IfPresent>
      )}
    >
      <Stack gap="sm">
        <IfPresent of={presence}>
          <TestValue beside={<RuleFilters kind={kind} text={text} set={setFilters} />} />
        </IfPresent>
        <DataTable
          label="Rules"
          rows={filterRules(rules.data ?? [], kind, text)}
          idOf={({ id }) => id}
          isLoading={rules.isLoading}
          failure={rules.error}
          onRetry={() => void rules.refetch()}
          onKey={{ Delete: remove }}
          columns={ruleColumns(remove)}
          empty={hasNone
            ? <NoRules onAdd={() => open("add")} onImport={() => open("import")} />
            : (
              <EmptyState
                title="No matching rules"
                action={{ label: "Show all rules", onClick: () => setFilters({ kind: null, text: null }) }}
              >
                Change the search or choose another kind.
              </EmptyState>
            )}
        />
      </Stack>
      <AddRule isOpen={opened === "add"} onClose={() => open(null)} />
      <ImportRules isOpen={opened === "import"} onClose={() => open(null)} />
    </Page>
  )
}

const filterRules = (rules: ReadonlyArray<Rule>, kind: string, text: string): ReadonlyArray<Rule> => {
  const wanted = text.trim().toLowerCase()
  return rules.filter((rule) =>
    (kind === "" || rule.kind === kind) &&
    (wanted === "" || rule.value.toLowerCase().includes(wanted) || rule.note.toLowerCase().includes(wanted))
  )
}

interface RuleFiltersProps {
  readonly kind: string
  readonly text: string
  readonly set: (changes: { readonly kind?: string | null; readonly text?: string }) => void
}

const RuleFilters = ({ kind, set, text }: RuleFiltersProps) => (
  <Box flex="1 1 340px" maw={{ sm: 440 }}>
    <Filters>
      <SearchField
        label="Search rules"
        placeholder="Value or note"
        isLabelVisible
        value={text}
        onChange={(value) => set({ text: value })}
        grows
      />
      <Select
        label="Kind"
        placeholder={anyOptionLabel}
        data={kinds}
        value={kind || null}
        onChange={(value) => set({ kind: value })}
        clearable
        w={140}
      />
    </Filters>
  </Box>
)

const ruleColumns = (onRemove: (rule: Rule) => void): ReadonlyArray<Column<Rule>> => [
  {
    title: "Action",
    render: ({ action }) => <ActionBadge action={action} />,
    width: 100,
    card: { line: 1, side: "end" }
  },
  {
    title: "Value",
    render: ({ kind, value }) => (
      <Text span size="sm">
        <Text span inherit ff="monospace">
          <BreakableText text={value} />
        </Text>
        {kind === "country" && <Text span inherit c="dimmed">{` ${countryName(value)}`}</Text>}
      </Text>
    ),
    isLong: true,
    card: { line: 1, side: "start" }
  },
  { title: "Kind", render: (rule) => ruleKindLabels[rule.kind].title, width: 110, card: "none" },
  {
    title: "Note",
    render: ({ kind, note }) => (
      <>
        <span className={classes["onCard"] ?? ""}>{ruleKindLabels[kind].title}{note !== "" && ` · ${note}`}</span>
        <span className={classes["inColumn"] ?? ""}>{note === "" ? <EmptyCell /> : note}</span>
      </>
    ),
    isLong: true,
    card: { line: 2, side: "start" }
  },
  { title: "Added", render: ({ createdAt }) => <Instant at={createdAt} />, width: 130, card: "none" },
  {
    title: "",
    render: (rule) => (
      <Tooltip label="Remove rule">
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Remove ${rule.action} ${rule.value}`}
          onClick={() => onRemove(rule)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    ),
    width: 50,
    card: { line: 1, side: "act" }
  }
]

const NoRules = ({ onAdd, onImport }: { readonly onAdd: () => void; readonly onImport: () => void }) => (
  <EmptyState
    title="No rules yet"
    icon={<IconBan size={24} />}
    action={{ label: "Add rule", icon: <IconPlus size={16} />, onClick: onAdd }}
    secondaryAction={{ label: "Import rules", onClick: onImport }}
  >
    Without rules, only the built-in lists decide. Block a domain that you never want mail from, or allow an address
    that a list blocks by mistake.
  </EmptyState>
)

/** Returns a function that removes a rule. For 10 seconds, the toast offers to add the rule again under a new id. */
const useRuleRemoval = () => {
  const removed = useRef(new Map<number, Rule>())
  const remove = useApiMutation("rules", "remove", {
    successMessage: (_, { params }) => `Rule removed: ${removed.current.get(params.id)?.value ?? params.id}`,
    undo: async (_, { params }) => {
      const rule = removed.current.get(params.id)
      if (rule === undefined) return
      const { action, kind, note, value } = rule
      await callApi("rules", "add", { payload: { action, kind, note, value, force: true } })
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
