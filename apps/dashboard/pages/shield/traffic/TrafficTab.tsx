import {
  Anchor,
  Center,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  Tooltip,
  UnstyledButton
} from "@mantine/core"
import { IconInfoCircle } from "@tabler/icons-react"
import { type ReactNode, useMemo } from "react"
import { Link } from "wouter"
import type { SiteId } from "../../../../../core/kernel/Ids.ts"
import { useApi } from "../../../api/Hooks.ts"
import { useMe } from "../../../api/Me.ts"
import { chartColors } from "../../../parts/charts/ChartColors.ts"
import { ChartFrame } from "../../../parts/charts/ChartFrame.tsx"
import { Tile } from "../../../parts/charts/Tile.tsx"
import { EmptyState } from "../../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../../parts/page/FailureAlert.tsx"
import { useFilters } from "../../../parts/tables/Filters.tsx"
import { countText, millisText, shareText } from "../../../parts/text/Formats.ts"
import { glossary } from "../../../parts/text/Glossary.ts"
import { useNow } from "../../../parts/text/Instant.tsx"
import { lastDays, lastHours } from "../../../shared/time/Days.ts"
import classes from "../site/Shield.module.css"
import { isDemoSite, OpenDemo, type Site } from "../site/Site.tsx"
import { Countries, ReasonTable, ScoreHistogram } from "./BarTables.tsx"
import { degradedLabels, refusedLabels, rejectedLabels } from "./ReasonLabels.ts"
import { totalCount, type TrafficStep, trafficSteps, type TrafficSums, trafficSums } from "./TrafficSums.ts"

/** The server writes counts every few seconds. */
const reloadMillis = 60_000

const ranges = [
  { value: "24h", label: "24 hours", of: (now: number) => lastHours(24, now) },
  { value: "7d", label: "7 days", of: (now: number) => lastDays(7, now) },
  { value: "30d", label: "30 days", of: (now: number) => lastDays(30, now) }
] as const

/** Traffic of a site: number of checks and forms, scores, and refusals with their reasons. */
const TrafficTab = ({ site }: { readonly site: Site }) => {
  const [{ range }, set] = useFilters("range")
  const { label, of, value } = ranges.find((one) => one.value === range) ?? ranges[1]
  // Aligned to whole hours or days, so that the query stays the same until the next one starts.
  const now = useNow()
  const timeSteps = useMemo(() => of(now), [of, now])
  const query = { from: timeSteps.starts[0]!, to: timeSteps.to }
  const traffic = useApi("sites", "traffic", { params: { id: site.id }, query }, { refetchMillis: reloadMillis })
  const shown = useMemo(
    () =>
      traffic.data === undefined
        ? null
        : { sums: trafficSums(traffic.data), steps: trafficSteps(traffic.data, timeSteps) },
    [traffic.data, timeSteps]
  )
  const isEmpty = shown !== null && traffic.data?.length === 0
  return (
    <Stack gap="lg">
      <SegmentedControl
        value={value}
        onChange={(name) => set({ range: name })}
        data={ranges.map(({ label, value }) => ({ label, value }))}
        aria-label="Time that is shown"
        style={{ alignSelf: "flex-start" }}
      />
      {traffic.error !== null && shown === null
        ? <FailureAlert failure={traffic.error} onRetry={() => void traffic.refetch()} />
        : isEmpty
        ? <NoTraffic time={label} site={site} />
        : (
          <>
            <Tiles sums={shown?.sums ?? null} />
            {shown === null ? <Skeleton height={320} aria-label="Loading" /> : (
              <>
                <TrafficChart steps={shown.steps} />
                <SimpleGrid cols={{ base: 1, md: 2 }}>
                  <ScoreHistogram scores={shown.sums.scores} />
                  <Countries countries={shown.sums.countries} />
                </SimpleGrid>
                <ReasonTables sums={shown.sums} siteId={site.id} />
              </>
            )}
          </>
        )}
    </Stack>
  )
}

const Tiles = ({ sums }: { readonly sums: TrafficSums | null }) => {
  const rejected = sums === null ? 0 : totalCount(sums.rejected)
  const unproven = sums === null ? 0 : totalCount(sums.degraded)
  const forms = (sums?.human ?? 0) + unproven + rejected
  return (
    <SimpleGrid cols={{ base: 2, sm: 6 }} spacing={{ base: "xs", sm: "md" }} className={classes["tiles"] ?? ""}>
      <Tile label={glossary.proven} value={sums && countText(sums.human)}>
        {/* A bot can also solve a check. The scores show how likely the visitors are people. */}
        {forms > 0 && `${shareOfForms(sums?.human ?? 0, forms)}. The check was solved; see the scores.`}
      </Tile>
      <Tile label="Rejected" value={sums && countText(rejected)}>{shareOfForms(rejected, forms)}</Tile>
      <Tile label={glossary.letThrough} value={sums && countText(unproven)}>{shareOfForms(unproven, forms)}</Tile>
      <Tile label={<ChecksLabel />} value={sums && countText(sums.issued)}>
        {sums !== null && sums.issued > 0 && `${shareText(sums.solved / sums.issued)} were finished`}
      </Tile>
      <Tile
        label="Time for a check"
        value={sums && (sums.solveMillis.median === null ? "–" : millisText(sums.solveMillis.median))}
      >
        {sums?.solveMillis.p95 != null && `Half within that, 95% within ${millisText(sums.solveMillis.p95)}`}
      </Tile>
    </SimpleGrid>
  )
}

const shareOfForms = (count: number, forms: number): string =>
  forms === 0 ? "" : `${shareText(count / forms)} of all forms`

const ChecksLabel = () => (
  <TextWithHint text="As soon as somebody begins with a form, the widget has their browser solve a puzzle. Nobody sees it, and nobody has to do anything.">
    Checks started
  </TextWithHint>
)

const ReasonTables = ({ siteId, sums }: { readonly sums: TrafficSums; readonly siteId: SiteId }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }}>
    <ReasonTable
      title="Why forms were rejected"
      description="What your server was told, and should have turned away."
      reasons={sums.rejected}
      labels={rejectedLabels}
      color={chartColors.bad}
      emptyText="No form was rejected."
    />
    <ReasonTable
      title="Why forms were let through without proof"
      description="Nobody knows whether a person sent them."
      reasons={sums.degraded}
      labels={degradedLabels}
      color={chartColors.caution}
      emptyText="No form without proof was let through."
    />
    <ReasonTable
      title="Why checks failed"
      description="Browsers, or programs that play at being one, which got no further."
      reasons={sums.refused}
      labels={refusedLabels}
      color={chartColors.failed}
      emptyText="None failed."
    />
    <Paper withBorder p="md">
      <Title order={2} size="h4">Too many bots, or too few people?</Title>
      <Stack gap="xs" mt="xs">
        <Text size="sm">
          Many proven forms with low scores: raise the lowest score that passes, in steps, and look here after each.
        </Text>
        <Text size="sm">
          Many let through without proof: limit how many come in a minute; the rest are rejected.
        </Text>
        <Text size="sm">Checks that failed on an unknown host name: if it is yours, add it to the site.</Text>
        <Anchor component={Link} href={`/shield/${encodeURIComponent(siteId)}?tab=options`} size="sm">
          The site's options
        </Anchor>
      </Stack>
    </Paper>
  </SimpleGrid>
)

const NoTraffic = ({ site, time }: { readonly time: string; readonly site: Site }) => {
  const isDemo = isDemoSite(site, useMe())
  return (
    <Paper withBorder>
      <EmptyState
        title="No forms yet"
        action={isDemo
          ? undefined
          : { label: "See what to paste", href: `/shield/${encodeURIComponent(site.id)}?tab=install` }}
      >
        Nobody opened a form with the widget in the last {time}.{" "}
        {isDemo ? "Open the demo" : "When the lines are in your page, open it"}{" "}
        and send the form once: it is counted here within a minute.
        {isDemo && (
          <Center mt="sm">
            <OpenDemo />
          </Center>
        )}
      </EmptyState>
    </Paper>
  )
}

export default TrafficTab

/** Text with an explanation on hover, touch and keyboard focus. */
const TextWithHint = ({ children, text }: { readonly text: string; readonly children: ReactNode }) => (
  <Tooltip label={text} w={280}>
    <UnstyledButton fz="inherit" c="inherit" lh="inherit" style={{ cursor: "help" }}>
      {children} <IconInfoCircle size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
    </UnstyledButton>
  </Tooltip>
)

const hourMillis = 3_600_000

/** Outcomes of forms. Stacked, they add up to all forms sent. */
const series = [
  { name: "passed", label: glossary.proven, color: chartColors.good },
  { name: "degraded", label: glossary.letThrough, color: chartColors.caution },
  { name: "rejected", label: "Rejected", color: chartColors.bad }
] as const

const columns = [
  { name: "issued", label: "Checks started" },
  { name: "solved", label: "Finished" },
  { name: "refused", label: "Failed" },
  ...series
] as const

/** Chart of forms over time, up to now. */
const TrafficChart = ({ steps }: { readonly steps: ReadonlyArray<TrafficStep> }) => {
  const isHourly = (steps[1]?.at ?? 0) - (steps[0]?.at ?? 0) <= hourMillis
  const format = isHourly ? hours : days
  return (
    <ChartFrame
      title="Forms"
      step={isHourly ? "Hour" : "Day"}
      points={steps.map((step) => ({ ...step, label: format.format(step.at).replaceAll(",", "") }))}
      series={series}
      columns={columns}
      isSoFar
    />
  )
}

const hours = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" })
const days = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" })
