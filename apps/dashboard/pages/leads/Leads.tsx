import { Box, Group, Kbd, Select, Stack, Text } from "@mantine/core"
import { useLocation, useParams, useSearch } from "wouter"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { usePagedList } from "../../api/Hooks.ts"
import { isServerAdmin, useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import { DataTable, useOpenRowFocus } from "../../parts/tables/DataTable.tsx"
import { activeFilters, anyOptionLabel, Filters, listPresenceOf, useFilters } from "../../parts/tables/Filters.tsx"
import { SidePanel } from "../../parts/tables/SidePanel.tsx"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { glossary } from "../../parts/text/Glossary.ts"
import { type Lead, leadColumns, narrowLeadColumns } from "./LeadColumns.tsx"
import { LeadPanel } from "./LeadPanel.tsx"
import { leadsDescription } from "./LeadTexts.ts"
import { type Mark, useMarkLead } from "./UseMarkLead.ts"

const verdictOptions = [
  { value: "spam", label: "Spam" },
  { value: "review", label: glossary.review },
  { value: "clean", label: "Clean" }
]
const markOptions = [
  { value: "none", label: "Not marked" },
  { value: "any", label: "Marked" },
  { value: "spam", label: "Marked as spam" },
  { value: "ham", label: "Marked as not spam" }
]

/** Page with the list of analyzed leads, and the lead that is open next to it. */
const Leads = () => {
  const { id } = useParams<{ readonly id?: string }>()
  const { server } = useMe()
  const [filters, setFilters] = useFilters("verdict", "mark")
  const leads = usePagedList("leads", "list", activeFilters(filters))
  const mark = useMarkLead()
  const { onPrevious, onClose, onErased, onNext, pathOf, rowKeys } = useOpenLead(id, leads.items, mark)
  const isFiltered = filters.verdict !== "" || filters.mark !== ""
  const presence = listPresenceOf(leads, isFiltered)
  return (
    <Page
      title="Leads"
      description={leadsDescription(server)}
      showsTimeZone
      hidesHeadingOnPhone={id !== undefined}
    >
      <Box {...id === undefined ? {} : { visibleFrom: "lg" }} {...presence === "none" ? { display: "none" } : {}}>
        <Filters of={presence}>
          <LeadFilters filters={filters} set={setFilters} />
          {(leads.items.length > 0 || presence === "unknown") && <KeysHint />}
        </Filters>
      </Box>
      <Group align="flex-start" gap="lg" wrap="nowrap">
        <Box flex={1} miw={0} {...id === undefined ? {} : { visibleFrom: "lg" }}>
          <DataTable
            label="Leads"
            rows={leads.items}
            idOf={({ requestId }) => requestId}
            isLoading={presence === "unknown" || leads.isLoading}
            failure={leads.failure}
            onRetry={leads.reload}
            hrefOf={({ requestId }) => pathOf(requestId)}
            openId={id}
            onKey={rowKeys}
            hasMore={leads.hasMore}
            isLoadingMore={leads.isLoadingMore}
            onMore={leads.loadMore}
            columns={id === undefined ? leadColumns : narrowLeadColumns}
            empty={isFiltered
              ? <NoMatchingLeads filters={filters} onAll={() => setFilters({ verdict: null, mark: null })} />
              : <NoLeads />}
          />
        </Box>
        {id !== undefined && (
          <SidePanel widthPixelsMax={560}>
            <LeadPanel
              key={id}
              id={id}
              onMark={mark}
              onClose={onClose}
              onErased={onErased}
              onNext={onNext}
              onPrevious={onPrevious}
            />
          </SidePanel>
        )}
      </Group>
    </Page>
  )
}

/**
 * Registers the shortcuts of the lead that is open next to the list. Returns the handlers of its panel, and the
 * shortcuts of the list's rows.
 */
const useOpenLead = (id: string | undefined, items: ReadonlyArray<Lead>, mark: ReturnType<typeof useMarkLead>) => {
  const [, navigate] = useLocation()
  const query = useSearch()
  const search = query === "" ? "" : `?${query}`
  const listPath = `/leads${search}`
  const pathOf = (requestId: RequestId) => `/leads/${encodeURIComponent(requestId)}${search}`
  const at = items.findIndex(({ requestId }) => requestId === id)
  const go = (to: number) => {
    const next = items[to]
    if (next !== undefined) navigate(pathOf(next.requestId), { replace: true })
  }
  const [toNext, toPrevious] = [() => go(at + 1), () => go(at - 1)]
  const markOpenLead = (newMark: Mark) => {
    const lead = items[at]
    if (lead !== undefined) mark(lead, newMark)
  }
  const onClose = () => navigate(listPath)
  useKeys(
    id === undefined ? {} : {
      j: toNext,
      k: toPrevious,
      s: () => markOpenLead("spam"),
      h: () => markOpenLead("ham"),
      u: () => markOpenLead(null),
      Escape: onClose
    }
  )
  useOpenRowFocus(id)
  return {
    pathOf,
    onClose,
    // Replaces the history entry, so that Back does not lead to the erased lead.
    onErased: () => navigate(listPath, { replace: true }),
    onNext: at >= 0 && at + 1 < items.length ? toNext : null,
    onPrevious: at > 0 ? toPrevious : null,
    rowKeys: {
      s: (lead: Lead) => mark(lead, "spam"),
      h: (lead: Lead) => mark(lead, "ham"),
      u: (lead: Lead) => mark(lead, null),
      ...id === undefined ? {} : { j: toNext, k: toPrevious, ArrowDown: toNext, ArrowUp: toPrevious }
    }
  }
}

type LeadFilterValues = Readonly<Record<"verdict" | "mark", string>>

interface LeadFiltersProps {
  readonly filters: LeadFilterValues
  readonly set: (changes: Readonly<Partial<Record<keyof LeadFilterValues, string | null>>>) => void
}

const LeadFilters = ({ filters, set }: LeadFiltersProps) => (
  <>
    <Select
      label="Verdict"
      placeholder={anyOptionLabel}
      data={verdictOptions}
      value={filters.verdict || null}
      onChange={(verdict) => set({ verdict })}
      clearable
      w={150}
    />
    <Select
      label="Mark"
      placeholder={anyOptionLabel}
      data={markOptions}
      value={filters.mark || null}
      onChange={(mark) => set({ mark })}
      clearable
      w={180}
    />
  </>
)

const NoMatchingLeads = ({ filters, onAll }: { readonly filters: LeadFilterValues; readonly onAll: () => void }) => (
  <EmptyState title="No matching leads" action={{ label: "Show all leads", onClick: onAll }}>
    {filters.verdict === ""
      ? "Choose another mark."
      : filters.mark === ""
      ? "Choose another verdict."
      : "Choose another verdict or mark."}
  </EmptyState>
)

const KeysHint = () => (
  <Text size="xs" c="dimmed" visibleFrom="lg" pb={8}>
    <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> next and previous, <Kbd size="xs">s</Kbd> spam, <Kbd size="xs">h</Kbd>
    {" "}
    not spam, <Kbd size="xs">u</Kbd> remove mark
  </Text>
)

const howToKeep = ". Set GATEHOUSE_LEAD_MESSAGES=keep to store them here for training."

const NoLeads = () => {
  const me = useMe()
  const { member, server } = me
  return (
    <EmptyState
      title="No leads analyzed yet"
      action={member.role === "reviewer" ? undefined : { label: "Analyze a sample lead", href: "/try/lead" }}
    >
      <Stack gap="xs">
        <span>
          Let your website's server send each contact form message to Gatehouse. The analysis is free.
        </span>
        <Code text={`POST ${server.baseUrl}/lead/analyze`} what="endpoint" />
        {!server.keepsLeadMessages && (
          <span>
            <TextWithCode text={`This server does not store messages${isServerAdmin(me) ? howToKeep : "."}`} />
          </span>
        )}
      </Stack>
    </EmptyState>
  )
}

export default Leads
