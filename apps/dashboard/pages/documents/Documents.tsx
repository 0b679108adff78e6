import { Button, NativeSelect, Stack, Text } from "@mantine/core"
import { IconFileText } from "@tabler/icons-react"
import { Link, useParams, useSearch } from "wouter"
import type { DocumentRating } from "../../../../core/scoring/Bands.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { usePagedList } from "../../api/Hooks.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import {
  activeFilters,
  anyOptionLabel,
  Filters,
  IfPresent,
  listPresenceOf,
  useFilters
} from "../../parts/tables/Filters.tsx"
import { glossary } from "../../parts/text/Glossary.ts"
import { DateTimeCell } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { describeFile, FileTitle, MaskingNote } from "../../shared/documents/FileName.tsx"
import { ratingOf, scoreOf } from "../../shared/documents/Findings.ts"
import { Rating } from "../../shared/documents/Rating.tsx"
import { NoMatchesYet, useAutoLoad } from "../../shared/requests/AutoLoad.tsx"
import { revealInvisible } from "../../shared/requests/Subject.ts"
import { DocumentDetail } from "./DocumentDetail.tsx"

type Scanned = ApiResponse<"requests", "documents">["items"][number]

const isRating = (text: string | undefined): text is DocumentRating =>
  text === "ok" || text === "warn" || text === "block"

/** List of scanned documents, or one document if the URL contains an id. */
const Documents = () => {
  const { id } = useParams<{ id?: string }>()
  return id === undefined ? <DocumentList /> : <DocumentDetail id={id} />
}

export default Documents

const DocumentList = () => {
  const search = useSearch()
  const [values, set] = useFilters("rating")
  const { rating } = activeFilters(values)
  const pages = usePagedList("requests", "documents", isRating(rating) ? { rating } : {})
  const { resume, hasPaused, isAutoLoading } = useAutoLoad(pages, rating ?? "")
  const presence = listPresenceOf(pages, isRating(rating))
  const query = search === "" ? "" : `?${search}`
  return (
    <Page
      title="Documents"
      description="Completed scans and their findings. Gatehouse never stores the files."
      showsTimeZone
      actions={presence === "none" ? undefined : (
        <IfPresent of={presence}>
          <ScanButton />
        </IfPresent>
      )}
    >
      <Stack gap="md">
        <Filters of={presence}>
          <NativeSelect
            label={glossary.verdict}
            value={isRating(rating) ? rating : ""}
            onChange={(event) => set({ rating: event.currentTarget.value })}
            data={[
              { value: "", label: anyOptionLabel },
              { value: "block", label: "Dangerous" },
              { value: "warn", label: "Suspicious" },
              { value: "ok", label: "Low risk" }
            ]}
          />
        </Filters>
        <IfPresent of={presence}>
          <MaskingNote />
        </IfPresent>
        <DataTable
          label="Documents"
          rows={pages.items}
          idOf={({ request }) => request.requestId}
          hrefOf={({ request }) => `/documents/${request.requestId}${query}`}
          isLoading={presence === "unknown" || pages.isLoading || pages.items.length === 0 && isAutoLoading}
          failure={pages.failure}
          onRetry={pages.reload}
          hasMore={pages.hasMore}
          isLoadingMore={pages.isLoadingMore}
          onMore={pages.loadMore}
          empty={hasPaused
            ? <NoMatchesYet onMore={resume} />
            : isRating(rating)
            ? <NoMatchingDocuments onAll={() => set({ rating: null })} />
            : <NoDocuments />}
          columns={columns}
        />
      </Stack>
    </Page>
  )
}

const columns: ReadonlyArray<Column<Scanned>> = [
  {
    title: "File",
    render: (scanned) => <FileTitle file={fileOf(scanned)} />,
    isLong: true,
    width: 180,
    card: { line: 1, side: "start" }
  },
  {
    title: "Size",
    render: (scanned) => fileOf(scanned).size ?? "–",
    isNumber: true,
    width: 100,
    card: { line: 3, side: "start" }
  },
  {
    title: glossary.verdict,
    render: (scanned) => <Rating rating={ratingOfScan(scanned)} />,
    width: 180,
    card: { line: 1, side: "end" }
  },
  {
    title: "Score",
    hint: "higher is safer",
    render: (scanned) => <Count value={scoreOfScan(scanned)} />,
    isNumber: true,
    width: 110,
    card: "none"
  },
  {
    title: "Worst finding",
    render: (scanned) => <WorstFinding {...scanned} />,
    isLong: true,
    card: { line: 2, side: "start" }
  },
  {
    title: "Scanned",
    render: ({ request }) => <DateTimeCell at={request.at} />,
    width: 160,
    card: { line: 3, side: "end" }
  }
]

const fileOf = ({ details, request }: Scanned) =>
  describeFile({ subject: request.subject, facts: details?.facts ?? {} })

const scoreOfScan = ({ details, request }: Scanned): number | null => details?.score ?? scoreOf(request.verdict)

const ratingOfScan = ({ details, request }: Scanned): DocumentRating | null =>
  ratingOf(details?.score ?? null, request.verdict)

const WorstFinding = ({ details }: Scanned) => {
  const worst = details?.reasons.at(0)
  if (details === null) return <Text span inherit c="dimmed">Findings not stored</Text>
  if (worst === undefined) return <Text span inherit c="dimmed">No findings</Text>
  return <Text span inherit lineClamp={2}>{revealInvisible(worst.message)}</Text>
}

const ScanButton = () => (
  <Button component={Link} href="/try" leftSection={<IconFileText size={16} />}>Scan a document</Button>
)

const NoMatchingDocuments = ({ onAll }: { readonly onAll: () => void }) => (
  <EmptyState title="No documents with this verdict" action={{ label: "Show all documents", onClick: onAll }} />
)

const NoDocuments = () => (
  <EmptyState
    title="No documents scanned yet"
    icon={<IconFileText size={24} />}
    action={{ label: "Scan a document", href: "/try" }}
  >
    Scan a PDF or Office file in Try it, or send one to the API. Its findings appear here, with their location in the
    document.
  </EmptyState>
)
