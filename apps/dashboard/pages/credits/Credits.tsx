import { Alert, Anchor, Grid, Group, NativeSelect, Paper, SimpleGrid, Stack, Text } from "@mantine/core"
import { IconCoins } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Answer } from "../../api/Client.ts"
import { type Pages, useApi, usePages } from "../../api/Hooks.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Failed } from "../../parts/Failed.tsx"
import { anyLabel, Filters, useFilters } from "../../parts/Filters.tsx"
import { countText, shortInstantText, signedText } from "../../parts/Formats.ts"
import { Count } from "../../parts/Numbers.tsx"
import { Page } from "../../parts/Page.tsx"
import classes from "../../parts/Parts.module.css"
import { presenceOf } from "../../parts/Presence.tsx"
import { Tile } from "../overview/Tile.tsx"
import { operationName } from "../requests/Operations.ts"
import { When } from "../requests/When.tsx"
import { NoticeForm } from "./NoticeForm.tsx"
import { bucketName, entriesSaid, type Entry, isOfRequest, kindName, movementKinds } from "./Statement.ts"

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
      about="Each line takes credits out of one account and puts as many into another. Lines are only ever added."
    >
      {balance.error !== null && credit === undefined && (
        <Failed
          failure={balance.error}
          onRetry={() => void balance.refetch()}
        />
      )}
      <Grid gap={{ base: "xs", sm: "md" }}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <SimpleGrid cols={2} h="100%" spacing={{ base: "xs", sm: "md" }}>
            <Tile label="Available" value={credit === undefined ? null : countText(credit.available)}>
              <Text span size="xs">Can be spent.</Text>
            </Tile>
            <Tile label="Held" value={credit === undefined ? null : countText(credit.held)}>
              <Text span size="xs">For running requests.</Text>
            </Tile>
          </SimpleGrid>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Paper withBorder p={{ base: "sm", sm: "md" }} h="100%">
            <NoticeForm key={String(credit?.noticeBelow)} noticeBelow={credit?.noticeBelow} />
          </Paper>
        </Grid.Col>
      </Grid>
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
    <Filters of={presenceOf(pages, kind !== "")}>
      <NativeSelect
        label="Movements"
        value={kind}
        onChange={(event) => onKind(event.currentTarget.value)}
        data={[{ value: "", label: anyLabel }, ...movementKinds.map((value) => ({ value, label: kindName(value) }))]}
      />
    </Filters>
    <DataTable
      label="Statement"
      rows={pages.items}
      idOf={({ version }) => version}
      isLoading={pages.isLoading}
      failure={pages.failure}
      onRetry={pages.reload}
      hasMore={pages.hasMore}
      isLoadingMore={pages.isLoadingMore}
      onMore={pages.loadMore}
      empty={
        <Empty
          title={kind === "" ? "No credits have moved yet" : "There are no such movements"}
          icon={<IconCoins size={24} />}
          next={kind === "" ? undefined : { label: "Show all movements", onClick: () => onKind("") }}
        >
          What is granted, set aside, charged and given back appears here.
        </Empty>
      }
      columns={[
        { title: "When", of: ({ at }) => <When at={at} />, width: 160, card: { line: 2, side: "end" } },
        { title: "What", of: ({ kind }) => kindName(kind), width: 115, card: { line: 1, side: "start" } },
        { title: "For", of: (line) => <For {...line} />, isLong: true, card: { line: 2, side: "start" } },
        {
          title: "Out of",
          of: (line) => <EntrySaid {...entriesSaid(line).out} />,
          width: 160,
          card: { line: 3, side: "start" }
        },
        {
          title: "Into",
          of: (line) => <EntrySaid {...entriesSaid(line).into} />,
          width: 160,
          card: { line: 3, side: "end" }
        },
        {
          title: "Available after",
          of: ({ availableAfter }) => <Count value={availableAfter} />,
          isNumber: true,
          width: 125,
          card: { line: 1, side: "end", isTitled: true }
        },
        {
          title: "Held after",
          of: ({ heldAfter }) => <Count value={heldAfter} />,
          isNumber: true,
          width: 95,
          card: "none"
        }
      ]}
    />
  </Stack>
)

/** An account and what a movement does to it, the figures below one another; what can be spent is what people look for. */
const EntrySaid = ({ amount, bucket }: Entry) => (
  <Group justify="space-between" wrap="nowrap" gap="xs">
    <span>{bucketName(bucket)}</span>
    <Text span inherit className={classes["figures"] ?? ""} fw={bucket === "available" ? 600 : 400}>
      {signedText(amount)}
    </Text>
  </Group>
)

const For = ({ at, kind, note, requestId }: Line): ReactNode => {
  // What was charged names its operation; of a refund or a grant the note is somebody's words.
  const text = note === "" ? "–" : asSentence(operationName(note))
  return isOfRequest(kind)
    ? (
      <Anchor
        component={Link}
        href={`/requests/${requestId}`}
        inherit
        underline="always"
        aria-label={`${note === "" ? kindName(kind) : text}, the request of ${shortInstantText(at)}`}
      >
        {text}
      </Anchor>
    )
    : text
}

const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
