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
import { FigureTile } from "../../../parts/charts/FigureTile.tsx"
import { EmptyState } from "../../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../../parts/page/FailureAlert.tsx"
import { useFilters } from "../../../parts/tables/Filters.tsx"
import { countText, millisText, shareText } from "../../../parts/text/Formats.ts"
import { glossary } from "../../../parts/text/Glossary.ts"
import { useNow } from "../../../parts/text/Instant.tsx"
import { lastDays, lastHours } from "../../../shared/time/Days.ts"
import classes from "../site/Shield.module.css"
import { isDemoSite, OpenDemoButton, type Site } from "../site/Site.tsx"
import { CountryTable, ReasonTable, ScoreHistogram } from "./BarTables.tsx"
import { degradedLabels, refusedLabels, rejectedLabels } from "./ReasonLabels.ts"
import { totalCount, type TrafficStep, trafficSteps, type TrafficSums, trafficSums } from "./TrafficSums.ts"

/** Milliseconds between reloads of the figures. The server writes new counts every few seconds. */
const reloadMillis = 60_000

const ranges = [
  { value: "24h", label: "24 hours", of: (now: number) => lastHours(24, now) },
  { value: "7d", label: "7 days", of: (now: number) => lastDays(7, now) },
  { value: "30d", label: "30 days", of: (now: number) => lastDays(30, now) }
] as const

/** Tab with the traffic of a site: checks, forms, scores, and rejections with their reasons. */
const TrafficTab = ({ site }: { readonly site: Site }) => {
  const [{ range }, set] = useFilters("range")
  const { label, of, value } = ranges.find((one) => one.value === range) ?? ranges[1]
  // The steps end with the current hour or day, so the query changes only when the next hour or day starts.
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
        aria-label="Period"
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
                  <CountryTable countries={shown.sums.countries} />
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
      <FigureTile label={glossary.verified} value={sums && countText(sums.human)}>
        {
          /*
           * A verified form is not proof of a person, because a bot can also pass a check. The scores show how likely
           * the visitors are people.
           */
        }
        {forms > 0 && shareOfForms(sums?.human ?? 0, forms)}
      </FigureTile>
      <FigureTile label="Rejected" value={sums && countText(rejected)}>{shareOfForms(rejected, forms)}</FigureTile>
      <FigureTile label={glossary.acceptedUnverified} value={sums && countText(unproven)}>
        {shareOfForms(unproven, forms)}
      </FigureTile>
      <FigureTile label={<ChecksLabel />} value={sums && countText(sums.issued)}>
        {sums !== null && sums.issued > 0 && `${shareText(sums.solved / sums.issued)} completed`}
      </FigureTile>
      <FigureTile
        label="Check duration"
        value={sums && (sums.solveMillis.median === null ? "–" : millisText(sums.solveMillis.median))}
      >
        {sums?.solveMillis.p95 != null && `Median · p95 ${millisText(sums.solveMillis.p95)}`}
      </FigureTile>
    </SimpleGrid>
  )
}

const shareOfForms = (count: number, forms: number): string =>
  forms === 0 ? "" : `${shareText(count / forms)} of all forms`

const ChecksLabel = () => (
  <TextWithHint text="When a visitor starts to fill in a form, the widget solves a puzzle in the background.">
    Checks started
  </TextWithHint>
)

const ReasonTables = ({ siteId, sums }: { readonly sums: TrafficSums; readonly siteId: SiteId }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }}>
    <ReasonTable
      title="Why forms were rejected"
      description="Your server should not process these forms."
      reasons={sums.rejected}
      labels={rejectedLabels}
      color={chartColors.bad}
      emptyText="No rejected forms"
    />
    <ReasonTable
      title="Why forms were accepted unverified"
      description="Gatehouse cannot tell whether a person sent them."
      reasons={sums.degraded}
      labels={degradedLabels}
      color={chartColors.caution}
      emptyText="No unverified forms"
    />
    <ReasonTable
      title="Why checks failed"
      description="Browsers and programs that did not pass the check."
      reasons={sums.refused}
      labels={refusedLabels}
      color={chartColors.failed}
      emptyText="No failed checks"
    />
    <Paper withBorder p="md">
      <Title order={2} size="h4">Adjust the options</Title>
      <Stack gap="xs" mt="xs">
        <Text size="sm">
          If many verified forms have low scores, raise the minimum score in steps.
        </Text>
        <Text size="sm">
          If many forms are unverified, limit how many are accepted per minute.
        </Text>
        <Text size="sm">If checks fail on an unknown host name that is yours, add it to the site.</Text>
        <Anchor component={Link} href={`/shield/${encodeURIComponent(siteId)}?tab=options`} size="sm">
          Open options
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
          : { label: "Show install code", href: `/shield/${encodeURIComponent(site.id)}?tab=install` }}
      >
        No visitor used a form with the widget in the last {time}.{" "}
        {isDemo ? "Open the demo" : "Add the code to your page, open it"}{" "}
        and send the form once. It appears here within a minute.
        {isDemo && (
          <Center mt="sm">
            <OpenDemoButton />
          </Center>
        )}
      </EmptyState>
    </Paper>
  )
}

export default TrafficTab

/** Text with an explanation that appears on hover, touch and keyboard focus. */
const TextWithHint = ({ children, text }: { readonly text: string; readonly children: ReactNode }) => (
  <Tooltip label={text} w={280}>
    <UnstyledButton fz="inherit" c="inherit" lh="inherit" style={{ cursor: "help" }}>
      {children} <IconInfoCircle size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
    </UnstyledButton>
  </Tooltip>
)

const hourMillis = 3_600_000

/** Outcomes of forms, as stacked series that add up to all forms sent. */
const series = [
  { name: "passed", label: glossary.verified, color: chartColors.good },
  { name: "degraded", label: glossary.acceptedUnverified, color: chartColors.caution },
  { name: "rejected", label: "Rejected", color: chartColors.bad }
] as const

const columns = [
  { name: "issued", label: "Checks started" },
  { name: "solved", label: "Completed" },
  { name: "refused", label: "Failed" },
  ...series
] as const

/** Chart of forms over time. The last step has not ended. */
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
