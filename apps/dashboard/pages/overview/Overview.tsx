import { Button, Group, SimpleGrid, Skeleton, Stack } from "@mantine/core"
import { IconChartBarOff } from "@tabler/icons-react"
import { Link } from "wouter"
import type { Answer } from "../../api/Client.ts"
import { useApi } from "../../api/Hooks.ts"
import { chartColours } from "../../parts/ChartColours.ts"
import { ChartFrame } from "../../parts/ChartFrame.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Failed } from "../../parts/Failed.tsx"
import { useFilters } from "../../parts/Filters.tsx"
import { countText, shareText } from "../../parts/Formats.ts"
import { useNow } from "../../parts/Instant.tsx"
import { Page } from "../../parts/Page.tsx"
import { daysLeftSaid } from "../credits/Statement.ts"
import { AttentionList } from "./AttentionList.tsx"
import { BusiestKeys } from "./BusiestKeys.tsx"
import { readersZone } from "./Days.ts"
import { FirstSteps } from "./FirstSteps.tsx"
import { Operations } from "./Operations.tsx"
import { limitedOf, refusedSaid } from "./OverLimit.ts"
import { paceSaid } from "./Pace.ts"
import { pointLabel } from "./PointLabel.ts"
import { type Range, rangeOf } from "./Range.ts"
import { RangeControl } from "./RangeControl.tsx"
import { seriesOf } from "./Series.ts"
import { Tile } from "./Tile.tsx"

const refreshMillis = 60_000

type Told = Answer<"overview", "overview">

/** How the account fares: what is left, what was asked, what came of it, and what needs somebody. */
const Overview = () => {
  const now = useNow()
  const [values, set] = useFilters("range", "from", "to")
  const range = rangeOf(values, now, readersZone())
  const query = { from: range.from, to: range.to }
  const { data, error, refetch } = useApi("overview", "overview", { query }, { everyMillis: refreshMillis })
  return (
    <Page title="Overview" actions={<RangeControl range={range} days={values} set={set} />}>
      {error !== null && data === undefined && <Failed failure={error} onRetry={() => void refetch()} />}
      <Tiles told={data} />
      {data !== undefined && <AttentionList items={data.attention} />}
      {data !== undefined && (
        <Asked
          told={data}
          range={range}
          onLonger={() => set({ range: "30d", from: null, to: null })}
        />
      )}
      {data === undefined && error === null && <ChartSkeletons />}
    </Page>
  )
}

export default Overview

const Tiles = ({ told }: { readonly told: Told | undefined }) => {
  const sum = (of: "requests" | "refused" | "credits") => told?.hours.reduce((all, hour) => all + hour[of], 0) ?? 0
  const [requests, refused] = [sum("requests"), sum("refused")]
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <Tile label="Credits available" value={told === undefined ? null : countText(told.available)}>
        {told !== undefined && daysLeftSaid(told.available, told.pace)}
      </Tile>
      <Tile label="Credits spent" value={told === undefined ? null : countText(sum("credits"))}>
        {told !== undefined && told.held > 0
          ? `${countText(told.held)} are held for running requests.`
          // The pace of credits stands beside what is left.
          : sum("credits") === 0
          ? "None in the time shown."
          : "In the time shown."}
      </Tile>
      <Tile label="Requests" value={told === undefined ? null : countText(requests)}>
        {told !== undefined && paceSaid(requests, told.pace)}
      </Tile>
      <Tile
        label="Refused or failed"
        value={told === undefined ? null : requests === 0 ? "–" : shareText(refused / requests)}
      >
        {refusedSaid(refused, limitedOf(told?.operations ?? []))}
      </Tile>
    </SimpleGrid>
  )
}

interface AskedProps {
  readonly told: Told
  readonly range: Range
  readonly onLonger: () => void
}

const Asked = ({ onLonger, range, told }: AskedProps) => {
  if (told.hours.length === 0) return <NothingAsked range={range} onLonger={onLonger} />
  const { points, step } = seriesOf(told.hours, range, readersZone())
  const over = {
    step: step === "hour" ? "Hour" : "Day",
    points: points.map((point) => ({ ...point, label: pointLabel(point.key, step) }))
  }
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ChartFrame
          title="Requests"
          {...over}
          series={[
            { name: "answered", label: "Answered", color: chartColours.good },
            { name: "refused", label: "Refused or failed", color: chartColours.failed }
          ]}
        />
        <ChartFrame
          title="Credits spent"
          {...over}
          series={[{ name: "credits", label: "Credits", color: chartColours.amount }]}
        />
      </SimpleGrid>
      <Operations operations={told.operations} range={range} />
      <BusiestKeys keys={told.keys} tried={told.triedRequests} range={range} />
    </Stack>
  )
}

/** On a fresh account what to do first; else that these days were quiet. */
const NothingAsked = ({ onLonger, range }: Omit<AskedProps, "told">) => {
  const ever = useApi("requests", "list", { query: { limit: 1 } })
  if (ever.data === undefined) return <Skeleton height={320} />
  if (ever.data.items.length === 0 && ever.data.next === null) return <FirstSteps />
  return (
    <Empty
      title="Nothing was asked in this time"
      icon={<IconChartBarOff size={24} />}
      action={
        <Group>
          {range.name !== "30d" && <Button variant="default" onClick={onLonger}>Show 30 days</Button>}
          <Button component={Link} href="/requests" variant="default">All requests</Button>
        </Group>
      }
    >
      There were requests before. Choose a longer time.
    </Empty>
  )
}

const ChartSkeletons = () => (
  <SimpleGrid cols={{ base: 1, md: 2 }} role="status" aria-busy aria-label="Loading">
    <Skeleton height={300} />
    <Skeleton height={300} />
  </SimpleGrid>
)
