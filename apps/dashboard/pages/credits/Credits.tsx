import { Alert, Anchor, NativeSelect, Paper, SimpleGrid, Stack, Text } from "@mantine/core"
import { IconArrowRight, IconCoins } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Answer } from "../../api/Client.ts"
import { type Pages, useApi, usePages } from "../../api/Hooks.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Failed } from "../../parts/Failed.tsx"
import { Filters, useFilters } from "../../parts/Filters.tsx"
import { countText } from "../../parts/Formats.ts"
import { Count } from "../../parts/Numbers.tsx"
import { Page } from "../../parts/Page.tsx"
import { Tile } from "../overview/Tile.tsx"
import { operationName } from "../requests/Operations.ts"
import { When } from "../requests/When.tsx"
import { NoticeForm } from "./NoticeForm.tsx"
import { bucketName, changeOf, isOfRequest, kindName, movementKinds } from "./Statement.ts"

/** What the account holds, and every movement of it. */
const Credits = () => {
  const balance = useApi("credits", "balance")
  const [{ kind }, set] = useFilters("kind")
  // Asked for at the same time; shown when the balance is, so that the notice moves nothing.
  const pages = usePages("credits", "statement", isKind(kind) ? { kind } : {})
  const credit = balance.data
  return (
    <Page
      title="Credits"
      about="Each movement is a double entry: what leaves one place arrives in another, and nothing is ever changed afterwards."
    >
      {balance.error !== null && credit === undefined && (
        <Failed
          failure={balance.error}
          onRetry={() => void balance.refetch()}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Tile label="Available" value={credit === undefined ? null : countText(credit.available)}>
          Can be spent.
        </Tile>
        <Tile label="Held" value={credit === undefined ? null : countText(credit.held)}>
          Set aside for requests that are running.
        </Tile>
        <Paper withBorder p="md">
          <NoticeForm key={String(credit?.noticeBelow)} noticeBelow={credit?.noticeBelow} />
        </Paper>
      </SimpleGrid>
      {credit !== undefined && credit.noticeBelow !== null && credit.available < credit.noticeBelow && (
        <Alert color="yellow" title="Credits are running low" icon={<IconCoins />}>
          {countText(credit.available)} are left; you asked to be warned below{" "}
          {countText(credit.noticeBelow)}. Whoever runs this server can grant more.
        </Alert>
      )}
      {(credit !== undefined || balance.error !== null) && (
        <Statement
          pages={pages}
          kind={isKind(kind) ? kind : ""}
          onKind={(kind) => set({ kind })}
        />
      )}
    </Page>
  )
}

export default Credits

type Line = Answer<"credits", "statement">["items"][number]

const isKind = (text: string): text is Line["kind"] => movementKinds.some((kind) => kind === text)

interface StatementProps {
  readonly pages: Pages<Line>
  readonly kind: Line["kind"] | ""
  readonly onKind: (kind: string) => void
}

const Statement = ({ kind, onKind, pages }: StatementProps) => (
  <Stack gap="md" component="section" aria-label="Statement">
    <Filters>
      <NativeSelect
        label="Movements"
        value={kind}
        onChange={(event) =>
          onKind(event.currentTarget.value)}
        data={[{ value: "", label: "All" }, ...movementKinds.map((value) => ({ value, label: kindName(value) }))]}
      />
    </Filters>
    <DataTable
      label="Statement"
      rows={pages.items}
      idOf={({ version }) =>
        version}
      isLoading={pages.isLoading}
      failure={pages.failure}
      onRetry={pages.reload}
      hasMore={pages.hasMore}
      isLoadingMore={pages.isLoadingMore}
      onMore={pages.loadMore}
      empty={
        <Empty title="There are no such movements" icon={<IconCoins size={24} />}>
          What is granted, set aside, charged and given back appears here.
        </Empty>
      }
      columns={[
        { title: "When", of: ({ at }) => <When at={at} />, width: 165 },
        {
          title: "What",
          of: ({ kind }) =>
            kindName(kind),
          width: 110
        },
        { title: "From and to", of: (line) => <FromTo {...line} />, width: 190 },
        { title: "For", of: (line) => <For {...line} />, isLong: true },
        { title: "Amount", of: (line) => <Change line={line} />, isNumber: true, width: 100 },
        { title: "Held", of: ({ heldAfter }) => <Count value={heldAfter} />, isNumber: true, width: 90 },
        { title: "Balance", of: ({ availableAfter }) => <Count value={availableAfter} />, isNumber: true, width: 110 }
      ]}
    />
  </Stack>
)

const FromTo = ({ from, to }: Line) => (
  <span>
    {bucketName(from)} <IconArrowRight size={12} aria-label="to" /> {bucketName(to)}
  </span>
)

const For = ({ kind, note, requestId }: Line): ReactNode => {
  // What was charged names its operation; of a refund or a grant the note is somebody's words.
  const text = note === "" ? "–" : operationName(note)
  return isOfRequest(kind)
    ? (
      <span>
        {text} · <Anchor component={Link} href={`/requests/${requestId}`} inherit underline="always">request</Anchor>
      </span>
    )
    : text
}

/** What it does to what can be spent, with its sign; a movement that does nothing to it shows its amount alone. */
const Change = ({ line }: { readonly line: Line }) => {
  const change = changeOf(line)
  if (change === 0) return <Text span inherit c="dimmed">{countText(line.amount)}</Text>
  return <Text span inherit fw={600}>{change > 0 ? `+${countText(change)}` : `−${countText(-change)}`}</Text>
}
