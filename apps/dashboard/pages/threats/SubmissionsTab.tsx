import { Box, Group, Kbd, SegmentedControl, Stack, Text } from "@mantine/core"
import { useApi, usePagedList } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { type Column, DataTable, useOpenRowFocus } from "../../parts/tables/DataTable.tsx"
import { Filters, IfPresent, type ListPresence, listPresenceOf, useFilters } from "../../parts/tables/Filters.tsx"
import { SidePanel } from "../../parts/tables/SidePanel.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { TruncatedLink } from "../../parts/text/TruncatedLink.tsx"
import { reviewStateLabels, type Submission, UrgencyBadge, urgencyScale } from "./SubmissionLabels.tsx"
import { OpenSubmission } from "./SubmissionPanel.tsx"

const stateOptions = [
  { value: "pending", label: "Pending" },
  { value: "accepted", label: "Accepted" },
  { value: "rejected", label: "Rejected" },
  { value: "all", label: "All" }
] as const

type ReviewState = typeof stateOptions[number]["value"]

export const SubmissionsTab = () => {
  const [filters, set] = useFilters("state", "open")
  const state = stateOptions.find(({ value }) => value === filters.state)?.value ?? "pending"
  const { pages, presence } = useSubmissions(state)
  const { items } = pages
  const { at, close, go, openId, rowKeys } = useOpenSubmission(filters.open, items, (open) => set({ open }))
  // On a phone, an open link replaces the list, because there is no space for both.
  const isList = openId === undefined ? {} : { visibleFrom: "lg" as const }
  return (
    <Stack>
      <IfPresent of={presence}>
        <Text size="sm" c="dimmed" maw={760} {...isList}>
          {state === "pending" ? "Most urgent first" : "Newest first"}. Urgency {urgencyScale}.
        </Text>
        <Group justify="space-between" {...isList}>
          <Filters>
            <SegmentedControl<ReviewState>
              value={state}
              onChange={(value) => set({ state: value === "pending" ? null : value, open: null })}
              data={stateOptions.map(({ label, value }) => ({ label, value }))}
              aria-label="Review status"
            />
          </Filters>
          {items.length > 0 && <KeysHint />}
        </Group>
      </IfPresent>
      <Group align="flex-start" gap="lg" wrap="nowrap">
        <Box flex={1} miw={0} {...isList}>
          <DataTable
            label="Reported links"
            rows={items}
            idOf={({ id }) => id}
            isLoading={presence === "unknown" || pages.isLoading}
            failure={pages.failure}
            onRetry={pages.reload}
            hasMore={pages.hasMore}
            isLoadingMore={pages.isLoadingMore}
            onMore={pages.loadMore}
            onOpen={({ id }) => set({ open: String(id) })}
            openId={openId}
            {...rowKeys === undefined ? {} : { onKey: rowKeys }}
            columns={openId !== undefined ? [urgencyColumn, linkColumn] : [
              urgencyColumn,
              linkColumn,
              ...state === "pending" ? [] : [stateColumn],
              reportedColumn
            ]}
            empty={state === "pending" ?
              <NoPendingSubmissions /> :
              (
                <EmptyState
                  title="No matching links"
                  action={{ label: "Show all links", onClick: () => set({ state: "all" }) }}
                />
              )}
          />
        </Box>
        {openId !== undefined && (
          <SidePanel>
            <OpenSubmission
              id={openId}
              listed={items[at]}
              isListLoading={pages.isLoading}
              onClose={close}
              onNext={at + 1 < items.length ? () => go(at + 1) : null}
              onPrevious={at > 0 ? () => go(at - 1) : null}
            />
          </SidePanel>
        )}
      </Group>
    </Stack>
  )
}

/** Loads the submissions of a state. Also determines whether submissions of any state exist. */
const useSubmissions = (state: ReviewState) => {
  const pages = usePagedList("threats", "submissions", {
    ...state === "all" ? {} : { state },
    ...state === "pending" ? { order: "urgent" } : {}
  })
  const isBare = state === "pending" && listPresenceOf(pages, false) === "none"
  // If no submission is pending, reviewed submissions may exist.
  const reviewed = useApi("threats", "submissions", { query: { limit: 1 } }, { enabled: isBare })
  const presence: ListPresence = !isBare
    ? listPresenceOf(pages, state !== "pending")
    : reviewed.data === undefined && reviewed.error === null
    ? "unknown"
    : reviewed.data?.items.length === 0
    ? "none"
    : "some"
  return { pages, presence }
}

/**
 * Returns the state of the submission from the URL, with the shortcuts to step through the list. The list may not
 * contain that submission.
 */
const useOpenSubmission = (text: string, items: ReadonlyArray<Submission>, open: (id: string | null) => void) => {
  const openId = /^\d{1,15}$/.test(text) ? Number(text) : undefined
  const at = items.findIndex(({ id }) => id === openId)
  const go = (to: number) => {
    const next = items[to]
    if (next !== undefined) open(String(next.id))
  }
  const close = () => open(null)
  // Arrow keys step only if a row has the focus. Otherwise they scroll, or select a scope.
  const steps = { j: () => go(at + 1), k: () => go(at - 1) }
  useKeys(openId === undefined ? {} : { ...steps, Escape: close })
  useOpenRowFocus(text)
  const rowKeys = openId === undefined ? undefined : { ...steps, ArrowDown: steps.j, ArrowUp: steps.k }
  return { openId, at, go, close, rowKeys }
}

const urgencyColumn: Column<Submission> = {
  title: "Urgency",
  render: ({ triageRisk }) => <UrgencyBadge risk={triageRisk} />,
  width: 140,
  card: { line: 2, side: "start" }
}
const linkColumn: Column<Submission> = {
  title: "Reported link",
  render: ({ canonicalUrl }) => <TruncatedLink link={canonicalUrl} />,
  card: { line: 1, side: "start" }
}
const stateColumn: Column<Submission> = {
  title: "Status",
  render: ({ state }) => <StatusBadge tone={reviewStateLabels[state][0]}>{reviewStateLabels[state][1]}</StatusBadge>,
  width: 170,
  card: { line: 3, side: "start" }
}
const reportedColumn: Column<Submission> = {
  title: "Reported",
  render: ({ createdAt }) => <Instant at={createdAt} />,
  width: 140,
  card: { line: 2, side: "end" }
}

const KeysHint = () => (
  <Text size="xs" c="dimmed" visibleFrom="lg">
    <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> next and previous, <Kbd size="xs">a</Kbd> accept,{" "}
    <Kbd size="xs">r</Kbd> reject
  </Text>
)

const NoPendingSubmissions = () => {
  const { account, member, server } = useMe()
  return (
    <EmptyState
      title="No links to review"
      action={member.role === "reviewer" ? undefined : { label: "Report a link", href: "/try/url" }}
    >
      <Stack gap="xs">
        <span>
          Links that you report as phishing, through the API or in Try it, appear here.
          {!account.isOperator &&
            " Members of the operator's account review them. You see only the links that your account reported."}
        </span>
        <Code text={`POST ${server.baseUrl}/submit-phishing-link`} what="endpoint" />
      </Stack>
    </EmptyState>
  )
}
