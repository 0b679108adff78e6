import { Drawer, Group, Stack, Text } from "@mantine/core"
import { useLocation, useParams, useSearch } from "wouter"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, usePagedList } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { ExportMenu } from "../../parts/tables/ExportMenu.tsx"
import { activeFilters, IfPresent, listPresenceOf, useFilters } from "../../parts/tables/Filters.tsx"
import { millisText } from "../../parts/text/Formats.ts"
import { DateTimeCell } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { NoMatchesYet, useAutoLoad } from "../../shared/requests/AutoLoad.tsx"
import { describeVerdict, isNotListed } from "../../shared/requests/DescribeVerdict.ts"
import { DetailSkeleton, ItemUnavailable } from "../../shared/requests/Detail.tsx"
import { NoRequests } from "../../shared/requests/NoRequests.tsx"
import { operationName } from "../../shared/requests/Operations.ts"
import { localTimeZone } from "../../shared/time/Days.ts"
import { RequestDetail } from "./RequestDetail.tsx"
import { RequestFilterBar } from "./RequestFilterBar.tsx"
import { describeFilters, describeNoResults, describeSearch, filterNames, parseFilters } from "./RequestFilters.ts"
import { SubjectText } from "./SubjectText.tsx"

const Requests = () => {
  const { id } = useParams<{ id?: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [values, set] = useFilters(...filterNames)
  const filters = parseFilters(activeFilters(values), localTimeZone())
  const pages = usePagedList("requests", "list", { ...filters })
  const { hasMore, isLoadingMore, items, loadMore } = pages
  const { resume, hasPaused, isAutoLoading } = useAutoLoad(pages, JSON.stringify(filters))
  const query = search === "" ? "" : `?${search}`
  const { server } = useMe()
  const searchText = filters.text ?? ""
  const note = describeSearch(searchText, server.historySubjects)
  const isNarrowed = Object.keys(filters).length > 0
  const presence = listPresenceOf(pages, isNarrowed)
  const isEmpty = isNarrowed && listPresenceOf(pages, false) === "none"
  return (
    <Page
      title="Requests"
      description="Requests to the API and from Try it, with their results."
      showsTimeZone
      actions={presence === "none" ? undefined : (
        <IfPresent of={presence}>
          <ExportMenu list="requests" filters={filters} isEmpty={isEmpty} />
        </IfPresent>
      )}
      hidesActionsOnPhone
    >
      <Stack gap="md">
        <RequestFilterBar presence={presence} values={values} filters={filters} isEmpty={isEmpty} set={set} />
        {note !== null && items.length > 0 && <Text size="sm" c="dimmed" role="status">{note}</Text>}
        <DataTable
          label="Requests"
          rows={items}
          idOf={({ requestId }) => requestId}
          hrefOf={({ requestId }) => `/requests/${requestId}${query}`}
          openId={id}
          isLoading={presence === "unknown" || pages.isLoading || items.length === 0 && isAutoLoading}
          failure={pages.failure}
          onRetry={pages.reload}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          onMore={loadMore}
          skeletonRows={12}
          empty={hasPaused
            ? <NoMatchesYet onMore={resume} />
            : isNarrowed
            ? (
              <NoMatchingRequests
                searchNote={describeNoResults(searchText, server.historySubjects)}
                filterNote={describeFilters(values)}
                onShowAll={() => navigate("/requests")}
              />
            )
            : <NoRequests />}
          columns={columns}
        />
      </Stack>
      <RequestDrawer id={id} onClose={() => navigate(`/requests${query}`)} />
    </Page>
  )
}

export default Requests

const columns: ReadonlyArray<Column<ApiResponse<"requests", "list">["items"][number]>> = [
  { title: "Time", render: ({ at }) => <DateTimeCell at={at} />, width: 160, card: { line: 2, side: "end" } },
  {
    title: "Operation",
    render: ({ operation }) => operationName(operation),
    width: 135,
    card: { line: 2, side: "start" }
  },
  {
    title: "Subject",
    render: (request) => <SubjectText {...request} />,
    isLong: true,
    card: { line: 1, side: "start" }
  },
  {
    title: "Verdict",
    render: (request) => <RequestVerdict {...request} />,
    width: 175,
    card: { line: 1, side: "end" }
  },
  { title: "Status", render: ({ status }) => status, isNumber: true, width: 70, card: "none" },
  {
    title: "Credits",
    render: ({ credits }) => <Count value={credits} />,
    isNumber: true,
    width: 80,
    card: "none"
  },
  {
    title: "Duration",
    render: ({ millis }) => millisText(millis),
    isNumber: true,
    width: 85,
    card: "none"
  }
]

const RequestVerdict = (
  request: { readonly operation: string; readonly status: number; readonly verdict: string | null }
) => {
  const { label, tone } = describeVerdict(request)
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

interface NoMatchProps {
  readonly searchNote: string | null
  readonly filterNote: string
  readonly onShowAll: () => void
}

const NoMatchingRequests = ({ searchNote, filterNote, onShowAll }: NoMatchProps) => (
  <EmptyState title="No matching requests" action={{ label: "Show all requests", onClick: onShowAll }}>
    {searchNote === null ? "" : `${searchNote} `}
    {filterNote}
  </EmptyState>
)

interface Props {
  /** Id of the open request; undefined if none is open. */
  readonly id: string | undefined
  readonly onClose: () => void
}

/** Drawer with one request. Its heading is not a `header` element, because the page already has a banner landmark. */
const RequestDrawer = ({ id, onClose }: Props) => {
  const enabled = id !== undefined
  const found = useApi("requests", "get", { params: { id: id ?? "" } }, { enabled })
  // Loads the sources in parallel with the request. The drawer shows them at the top for an unlisted URL, so late data
  // would move the content.
  const sources = useApi("threats", "sources", undefined, { enabled })
  return (
    <Drawer.Root opened={id !== undefined} onClose={onClose} position="right" size="min(100vw, 600px)">
      <Drawer.Overlay />
      <Drawer.Content>
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Drawer.Title fw={600}>Request</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Group>
        <Drawer.Body pt="xs">
          {found.error !== null && !found.isPlaceholderData
            ? <ItemUnavailable what="Request" failure={found.error} onRetry={() => void found.refetch()} />
            : found.data === undefined || found.data.request.requestId !== id
                || isNotListed(found.data.request) && sources.isLoading
            ? <DetailSkeleton />
            : <RequestDetail {...found.data} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
