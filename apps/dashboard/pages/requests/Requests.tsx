import { Stack, Text } from "@mantine/core"
import { useLocation, useParams, useSearch } from "wouter"
import { usePages } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { ExportMenu } from "../../parts/ExportMenu.tsx"
import { chosen, useFilters } from "../../parts/Filters.tsx"
import { millisText } from "../../parts/Formats.ts"
import { Count } from "../../parts/Numbers.tsx"
import { Page } from "../../parts/Page.tsx"
import { IfAny, presenceOf } from "../../parts/Presence.tsx"
import { Verdict } from "../../parts/Verdict.tsx"
import { useFilling } from "../../shared/requests/Filling.ts"
import { NoRequests } from "../../shared/requests/NoRequests.tsx"
import { NothingSoFar } from "../../shared/requests/NothingSoFar.tsx"
import { operationName } from "../../shared/requests/Operations.ts"
import { verdictSaid } from "../../shared/requests/SayVerdict.ts"
import { When } from "../../shared/requests/When.tsx"
import { readersZone } from "../../shared/time/Days.ts"
import { narrowedSaid } from "./NarrowedSaid.ts"
import { RequestDrawer } from "./RequestDrawer.tsx"
import { RequestFilterBar } from "./RequestFilterBar.tsx"
import { filterNames, filtersOf } from "./RequestFilters.ts"
import { nothingFoundSaid, searchSaid } from "./SearchSaid.ts"
import { SubjectText } from "./SubjectText.tsx"

/** Everything that was asked, newest first. */
const Requests = () => {
  const { id } = useParams<{ id?: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [values, set] = useFilters(...filterNames)
  const filters = filtersOf(chosen(values), readersZone())
  const pages = usePages("requests", "list", { ...filters })
  const { hasMore, isLoadingMore, items, loadMore } = pages
  const { goOn, hasPaused, isFilling } = useFilling(pages, JSON.stringify(filters))
  const query = search === "" ? "" : `?${search}`
  const { server } = useMe()
  const asked = filters.text ?? ""
  const note = searchSaid(asked, server.historySubjects)
  const isNarrowed = Object.keys(filters).length > 0
  const presence = presenceOf(pages, isNarrowed)
  const isEmpty = isNarrowed && presenceOf(pages, false) === "none"
  return (
    <Page
      title="Requests"
      about="What was asked of the API and in Try it, and what came of it."
      hasTimes
      actions={presence === "none" ? undefined : (
        <IfAny of={presence}>
          <ExportMenu of="requests" narrowed={filters} isEmpty={isEmpty} />
        </IfAny>
      )}
      areActionsWide
    >
      <Stack gap="md">
        <RequestFilterBar of={presence} values={values} narrowed={filters} isEmpty={isEmpty} set={set} />
        {note !== null && items.length > 0 && <Text size="sm" c="dimmed" role="status">{note}</Text>}
        <DataTable
          label="Requests"
          rows={items}
          idOf={({ requestId }) => requestId}
          hrefOf={({ requestId }) => `/requests/${requestId}${query}`}
          openId={id}
          isLoading={presence === "unknown" || pages.isLoading || items.length === 0 && isFilling}
          failure={pages.failure}
          onRetry={pages.reload}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          onMore={loadMore}
          skeletonRows={12}
          empty={hasPaused
            ? <NothingSoFar onMore={goOn} />
            : isNarrowed
            ? (
              <NothingMatches
                about={nothingFoundSaid(asked, server.historySubjects)}
                narrowed={narrowedSaid(values)}
                onAll={() => navigate("/requests")}
              />
            )
            : <NoRequests />}
          columns={[
            { title: "When", of: ({ at }) => <When at={at} />, width: 160, card: { line: 2, side: "end" } },
            {
              title: "Operation",
              of: ({ operation }) => operationName(operation),
              width: 135,
              card: { line: 2, side: "start" }
            },
            {
              title: "About",
              of: (request) => <SubjectText {...request} />,
              isLong: true,
              card: { line: 1, side: "start" }
            },
            {
              title: "Verdict",
              of: (request) => <VerdictOf {...request} />,
              width: 175,
              card: { line: 1, side: "end" }
            },
            { title: "Status", of: ({ status }) => status, isNumber: true, width: 70, card: "none" },
            {
              title: "Credits",
              of: ({ credits }) => <Count value={credits} />,
              isNumber: true,
              width: 80,
              card: "none"
            },
            {
              title: "Took",
              of: ({ millis }) => millisText(millis),
              isNumber: true,
              width: 85,
              card: "none"
            }
          ]}
        />
      </Stack>
      <RequestDrawer id={id} onClose={() => navigate(`/requests${query}`)} />
    </Page>
  )
}

export default Requests

const VerdictOf = (
  request: { readonly operation: string; readonly status: number; readonly verdict: string | null }
) => {
  const { short, tone } = verdictSaid(request)
  return <Verdict tone={tone}>{short}</Verdict>
}

interface NoMatch {
  readonly about: string | null
  readonly narrowed: string
  readonly onAll: () => void
}

const NothingMatches = ({ about, narrowed, onAll }: NoMatch) => (
  <Empty title="No request matches" next={{ label: "Show all requests", onClick: onAll }}>
    {about === null ? "" : `${about} `}
    {narrowed}
  </Empty>
)
