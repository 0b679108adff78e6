import { Alert, Grid, Paper, SimpleGrid, Stack, Text } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { useApi, usePages } from "../../api/Hooks.ts"
import { ExportMenu } from "../../parts/ExportMenu.tsx"
import { Failed } from "../../parts/Failed.tsx"
import { useFilters } from "../../parts/Filters.tsx"
import { countText } from "../../parts/Formats.ts"
import { Page } from "../../parts/Page.tsx"
import { IfAny, presenceOf } from "../../parts/Presence.tsx"
import type { Line } from "../../shared/credits/ByRequest.ts"
import { daysLeftSaid, movementKinds } from "../../shared/credits/Statement.ts"
import { Tile } from "../../shared/time/Tile.tsx"
import { exportSaid } from "./ExportSaid.ts"
import { HowToAdd, HowToAddQuietly } from "./HowToAdd.tsx"
import { NoticeForm } from "./NoticeForm.tsx"
import { StatementSection } from "./StatementSection.tsx"

/** Movements that are asked for at a time: what a phone scrolls through. */
const pageLines = 30
/** In the address bar: every movement with its two entries. */
const doubleEntry = "entries"

/** What the account holds, how long that lasts, and what it went for. */
const Credits = () => {
  const balance = useApi("credits", "balance")
  const [{ kind, view }, set] = useFilters("kind", "view")
  // Asked for at the same time; shown when the balance is, so that the notice moves nothing.
  const narrowed = isKind(kind) ? { kind } : {}
  const pages = usePages("credits", "statement", { limit: pageLines, ...narrowed })
  const presence = presenceOf(pages, isKind(kind))
  const exportMenu = (
    <ExportMenu
      of="credits"
      narrowed={narrowed}
      says={exportSaid(isKind(kind), pages.items[0]?.version ?? 0)}
      isEmpty={presenceOf(pages, false) === "none"}
    />
  )
  const credit = balance.data
  const hasFailed = balance.error !== null && credit === undefined
  return (
    <Page
      title="Credits"
      about="What this account can spend, how long that lasts, and what it went for."
      hasTimes
      actions={presence === "none" ? undefined : <IfAny of={presence}>{exportMenu}</IfAny>}
      areActionsWide
    >
      {hasFailed && (
        <Failed
          failure={balance.error}
          onRetry={() => {
            void balance.refetch()
            pages.reload()
          }}
        />
      )}
      {credit !== undefined && credit.warning !== null && (
        <Alert
          color={credit.warning.severity === "alarm" ? "red" : "yellow"}
          title={credit.available <= 0 ? "No credits are left" : "Credits are running low"}
          icon={<IconAlertTriangle />}
        >
          <Stack gap="xs">
            <Text size="sm">{credit.warning.message}</Text>
            <HowToAdd />
          </Stack>
        </Alert>
      )}
      {!hasFailed && (
        <Grid gap={{ base: "xs", sm: "md" }}>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <SimpleGrid cols={2} h="100%" spacing={{ base: "xs", sm: "md" }}>
              <Tile label="Credits available" value={credit === undefined ? null : countText(credit.available)}>
                {credit !== undefined && daysLeftSaid(credit.available, credit.pace)}
              </Tile>
              <Tile label="Set aside" value={credit === undefined ? null : countText(credit.held)}>
                For running requests.
              </Tile>
            </SimpleGrid>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Paper withBorder p={{ base: "sm", sm: "md" }} h="100%">
              <NoticeForm key={String(credit?.noticeBelow)} noticeBelow={credit?.noticeBelow} />
            </Paper>
          </Grid.Col>
        </Grid>
      )}
      {credit !== undefined && credit.warning === null && <HowToAddQuietly />}
      {credit !== undefined && (
        <StatementSection
          pages={pages}
          presence={presence}
          exportMenu={exportMenu}
          kind={isKind(kind) ? kind : ""}
          onKind={(kind) => set({ kind })}
          isDouble={view === doubleEntry}
          onDouble={(isDouble) => set({ view: isDouble ? doubleEntry : null })}
        />
      )}
    </Page>
  )
}

export default Credits

const isKind = (text: string): text is Line["kind"] => movementKinds.some((kind) => kind === text)
