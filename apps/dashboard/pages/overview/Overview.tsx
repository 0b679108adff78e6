import { Paper, SimpleGrid, Skeleton, Stack } from "@mantine/core"
import { IconChartBarOff } from "@tabler/icons-react"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi } from "../../api/Hooks.ts"
import { chartColors } from "../../parts/charts/ChartColors.ts"
import { ChartFrame } from "../../parts/charts/ChartFrame.tsx"
import { FigureTile } from "../../parts/charts/FigureTile.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { useFilters } from "../../parts/tables/Filters.tsx"
import { countText, shareText } from "../../parts/text/Formats.ts"
import { useNow } from "../../parts/text/Instant.tsx"
import { formatDaysLeft } from "../../shared/credits/Statement.ts"
import { NoRequests } from "../../shared/requests/NoRequests.tsx"
import { localTimeZone } from "../../shared/time/Days.ts"
import { daysWithRequests, formatPace } from "../../shared/time/Pace.ts"
import { parseRange, type Range } from "../../shared/time/Range.ts"
import { AttentionList } from "./AttentionList.tsx"
import { BusiestKeys } from "./BusiestKeys.tsx"
import { FirstSteps, useFirstSteps } from "./FirstSteps.tsx"
import { countRateLimited, describeRefused, Operations } from "./Operations.tsx"
import { RangeControl } from "./RangeControl.tsx"
import { pointLabel, seriesOf } from "./Series.ts"

const refreshMillis = 60_000

type OverviewData = ApiResponse<"overview", "overview">

/** Page with an overview of the account: balance, requests, verdicts, and notices that need attention. */
const Overview = () => {
  const now = useNow()
  const [values, set] = useFilters("range", "from", "to")
  const range = parseRange(values, now, localTimeZone())
  const query = { from: range.from, to: range.to }
  const { data, error, refetch } = useApi("overview", "overview", { query }, { refetchMillis: refreshMillis })
  const steps = useFirstSteps()
  const hasFailed = error !== null && data === undefined
  const isLoading = !hasFailed && (steps.isLoading || data === undefined)
  return (
    <Page title="Overview" actions={<RangeControl range={range} days={values} set={set} />}>
      {hasFailed
        ? <FailureAlert failure={error} onRetry={() => void refetch()} />
        : <Tiles data={data} range={range} now={now} />}
      {data !== undefined && !isLoading && (
        <>
          {/* Omits a notice that a setup step already covers. */}
          <AttentionList items={data.attention.filter(({ code }) => steps.done === null || code !== "no-sites")} />
          {steps.done !== null && <FirstSteps done={steps.done} setHidden={steps.setHidden} />}
          {steps.done?.hasRequest !== false && (
            <RequestCharts
              data={data}
              range={range}
              onShowMonth={() => set({ range: "30d", from: null, to: null })}
            />
          )}
        </>
      )}
      {isLoading && <ChartSkeletons />}
    </Page>
  )
}

export default Overview

interface TilesProps {
  readonly data: OverviewData | undefined
  readonly range: Range
  readonly now: number
}

const Tiles = ({ now, range, data }: TilesProps) => {
  const sum = (of: "requests" | "refused" | "credits") => data?.hours.reduce((all, hour) => all + hour[of], 0) ?? 0
  const [requests, refused] = [sum("requests"), sum("refused")]
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <FigureTile label="Credits available" lines={2} value={data === undefined ? null : countText(data.available)}>
        {data !== undefined && formatDaysLeft(data.available, data.pace)}
      </FigureTile>
      <FigureTile label="Credits spent" lines={2} value={data === undefined ? null : countText(sum("credits"))}>
        {data !== undefined && data.held > 0
          ? `${countText(data.held)} reserved for requests in progress`
          // Omits the daily rate, because the balance tile shows how long the credits last at that rate.
          : sum("credits") === 0
          ? "None in this period" :
          "In this period"}
      </FigureTile>
      <FigureTile label="Requests" lines={2} value={data === undefined ? null : countText(requests)}>
        {data !== undefined && formatPace(requests, daysWithRequests(data.hours, range, now, localTimeZone()))}
      </FigureTile>
      <FigureTile
        label="Rejected or failed"
        lines={2}
        value={data === undefined ? null : requests === 0 ? "–" : shareText(refused / requests)}
      >
        {describeRefused(refused, countRateLimited(data?.operations ?? []))}
      </FigureTile>
    </SimpleGrid>
  )
}

interface RequestChartsProps {
  readonly data: OverviewData
  readonly range: Range
  readonly onShowMonth: () => void
}

const RequestCharts = ({ onShowMonth, range, data }: RequestChartsProps) => {
  const now = useNow()
  if (data.hours.length === 0) return <NoRequestsInRange range={range} onShowMonth={onShowMonth} />
  const { points, unit } = seriesOf(data.hours, range, localTimeZone())
  const chartProps = {
    step: unit === "hour" ? "Hour" : "Day",
    isSoFar: now < range.to,
    points: points.map((point) => ({ ...point, label: pointLabel(point.key, unit) }))
  }
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ChartFrame
          title="Requests"
          {...chartProps}
          series={[
            { name: "answered", label: "Successful", color: chartColors.good },
            { name: "refused", label: "Rejected or failed", color: chartColors.failed }
          ]}
        />
        <ChartFrame
          title="Credits spent"
          {...chartProps}
          series={[{ name: "credits", label: "Credits", color: chartColors.amount }]}
        />
      </SimpleGrid>
      <Operations operations={data.operations} range={range} />
      <BusiestKeys keys={data.keys} dashboardRequests={data.triedRequests} range={range} />
    </Stack>
  )
}

/** Replaces the charts if the range has no requests. An account without any request gets other advice. */
const NoRequestsInRange = ({ onShowMonth, range }: Omit<RequestChartsProps, "data">) => {
  const ever = useApi("requests", "list", { query: { limit: 1 } })
  if (ever.data === undefined) return <Skeleton height={320} />
  const all = { label: "Show all requests", href: "/requests" }
  return (
    <Paper withBorder>
      {ever.data.items.length === 0 && ever.data.next === null ? <NoRequests /> : (
        <EmptyState
          title="No requests in this period"
          icon={<IconChartBarOff size={24} />}
          action={range.name === "30d" ? all : { label: "Show last 30 days", onClick: onShowMonth }}
          secondaryAction={range.name === "30d" ? undefined : all}
        >
          There are older requests. Choose a longer period.
        </EmptyState>
      )}
    </Paper>
  )
}

const ChartSkeletons = () => (
  <SimpleGrid cols={{ base: 1, md: 2 }} role="status" aria-busy aria-label="Loading">
    <Skeleton height={300} />
    <Skeleton height={300} />
  </SimpleGrid>
)
