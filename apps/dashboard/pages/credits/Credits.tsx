import { Alert, Grid, Paper, SimpleGrid, Stack, Text } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { exportRowsMax } from "../../../../adapters/http/account/api/Exports.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, usePagedList } from "../../api/Hooks.ts"
import { isServerAdmin, type Me, useMe } from "../../api/Me.ts"
import { FigureTile } from "../../parts/charts/FigureTile.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { ExportMenu } from "../../parts/tables/ExportMenu.tsx"
import { IfPresent, listPresenceOf, useFilters } from "../../parts/tables/Filters.tsx"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { countText } from "../../parts/text/Formats.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import type { StatementItem } from "../../shared/credits/GroupByRequest.ts"
import { formatDaysLeft, movementKinds } from "../../shared/credits/Statement.ts"
import { NoticeForm } from "./NoticeForm.tsx"
import { StatementSection } from "./StatementSection.tsx"

/** Maximum movements per page, suited to scrolling on a phone. */
const pageLinesMax = 30
/** Value of the `view` parameter in the URL that shows every movement with both entries. */
const doubleEntryView = "entries"

/** Page with the balance, an estimate of how long it lasts, and the statement. */
const Credits = () => {
  const balance = useApi("credits", "balance")
  const [{ kind, view }, set] = useFilters("kind", "view")
  // The statement loads in parallel with the balance, and both appear together, so that the notice does not shift.
  const narrowed = isKind(kind) ? { kind } : {}
  const pages = usePagedList("credits", "statement", { limit: pageLinesMax, ...narrowed })
  const presence = listPresenceOf(pages, isKind(kind))
  const exportMenu = (
    <ExportMenu
      list="credits"
      filters={narrowed}
      description={exportDescription(isKind(kind), pages.items[0]?.version ?? 0)}
      isEmpty={listPresenceOf(pages, false) === "none"}
    />
  )
  const balanceData = balance.data
  const hasFailed = balance.error !== null && balanceData === undefined
  return (
    <Page
      title="Credits"
      description="Your balance, how long it lasts, and every change to it."
      showsTimeZone
      actions={presence === "none" ? undefined : <IfPresent of={presence}>{exportMenu}</IfPresent>}
      hidesActionsOnPhone
    >
      {hasFailed && (
        <FailureAlert
          failure={balance.error}
          onRetry={() => {
            void balance.refetch()
            pages.reload()
          }}
        />
      )}
      {balanceData !== undefined && balanceData.warning !== null && (
        <Alert
          color={balanceData.warning.severity === "alarm" ? "red" : "yellow"}
          title={balanceData.available <= 0 ? "No credits left" : "Credits are running low"}
          icon={<IconAlertTriangle />}
        >
          <Stack gap="xs">
            <Text size="sm">{balanceData.warning.message}</Text>
            <HowToAdd />
          </Stack>
        </Alert>
      )}
      {!hasFailed && <BalanceTiles balance={balanceData} />}
      {balanceData !== undefined && balanceData.warning === null && <HowToAddLine />}
      {balanceData !== undefined && (
        <StatementSection
          pages={pages}
          presence={presence}
          exportMenu={exportMenu}
          kind={isKind(kind) ? kind : ""}
          onKind={(kind) => set({ kind })}
          isDouble={view === doubleEntryView}
          onDouble={(isDouble) => set({ view: isDouble ? doubleEntryView : null })}
        />
      )}
    </Page>
  )
}

export default Credits

interface BalanceTilesProps {
  /** Balance data; undefined while it loads. */
  readonly balance: ApiResponse<"credits", "balance"> | undefined
}

const BalanceTiles = ({ balance }: BalanceTilesProps) => (
  <Grid gap={{ base: "xs", sm: "md" }}>
    <Grid.Col span={{ base: 12, md: 8 }}>
      <SimpleGrid cols={2} h="100%" spacing={{ base: "xs", sm: "md" }}>
        <FigureTile
          label="Credits available"
          value={balance === undefined ? null : countText(balance.available)}
        >
          {balance !== undefined && formatDaysLeft(balance.available, balance.pace)}
        </FigureTile>
        <FigureTile label={glossary.reserved} value={balance === undefined ? null : countText(balance.held)}>
          For requests in progress
        </FigureTile>
      </SimpleGrid>
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 4 }}>
      <Paper withBorder p={{ base: "sm", sm: "md" }} h="100%">
        <NoticeForm key={String(balance?.noticeBelow)} noticeBelow={balance?.noticeBelow} />
      </Paper>
    </Grid.Col>
  </Grid>
)

const isKind = (text: string): text is StatementItem["kind"] => movementKinds.some((kind) => kind === text)

/**
 * Describes the content of the exported statement.
 *
 * @param isNarrowed whether the export is filtered to one kind of movement
 * @param newest version of the newest movement, an upper bound on the number of movements
 */
export const exportDescription = (isNarrowed: boolean, newest: number): string =>
  newest > exportRowsMax
    ? `The newest ${countText(exportRowsMax)} movements, as double entries`
    : `All movements${isNarrowed ? " of this kind" : ""}, as double entries`

/** Explains how the signed-in member can get more credits. */
export const howToAddCredits = ({ account, member }: Pick<Me, "account" | "member">): string =>
  isServerAdmin({ account, member })
    ? "Add credits on the server's command line:"
    : account.isOperator
    ? "To add credits, ask an owner of this account."
    : "To add credits, ask the operator of this server."

const command = "gatehouse credits grant --amount 10000"

const HowToAdd = () => {
  const me = useMe()
  return (
    <Stack gap={6}>
      <Text size="sm">{howToAddCredits(me)}</Text>
      {isServerAdmin(me) && <Code text={command} what="command" />}
    </Stack>
  )
}

/** Explains in one line how to get more credits. Shown while the credits are not running out. */
const HowToAddLine = () => {
  const me = useMe()
  return (
    <Text size="sm" c="dimmed">
      <TextWithCode text={isServerAdmin(me) ? `${howToAddCredits(me)} \`${command}\`` : howToAddCredits(me)} />
    </Text>
  )
}
