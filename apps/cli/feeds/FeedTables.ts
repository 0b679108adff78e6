import { Effect, Redacted } from "effect"
import { knownFeeds } from "../../../adapters/webrisk/feeds/KnownFeeds.ts"
import type { FeedCounts } from "../../../adapters/webrisk/feeds/reading/FeedReader.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { feedNameOf, InvalidThreatSetting } from "../../server/threats/ConfiguredFeeds.ts"
import { formatFields, formatInstant, formatInteger, formatTable, printable } from "../terminal/Table.ts"
import type { FeedStatus, OtherSnapshot } from "./FeedsStatus.ts"
import type { UpdatedFeed } from "./UpdateFeeds.ts"

/** Feed as `feeds list` shows it. */
export interface FeedRow {
  readonly name: string
  readonly on: boolean
  readonly key: "none" | "optional" | "required" | "given"
  readonly licence: string | null
  readonly trust: string | null
  readonly period_minutes: number | null
  readonly title: string
  readonly terms: string | null
}

/** Returns the feeds that Gatehouse knows, followed by the other configured feeds. */
const feedRows = Effect.map(gatehouseConfig, ({ feedKeys, threatFeeds }): ReadonlyArray<FeedRow> => {
  const keys = Redacted.value(feedKeys)
  const known = knownFeeds.map(({ id, key, license, periodMillis, terms, title, trust }): FeedRow => ({
    name: id,
    on: threatFeeds.includes(id),
    key: new RegExp(String.raw`(?:^|,)\s*${id}\s*=`).test(keys) ? "given" : key,
    licence: license,
    trust,
    period_minutes: periodMillis / 60_000,
    title,
    terms
  }))
  const others = threatFeeds.filter((text) => !knownFeeds.some(({ id }) => id === text)).map((text): FeedRow => ({
    name: feedNameOf(text),
    on: true,
    key: "none",
    licence: null,
    trust: null,
    period_minutes: null,
    title: "your own",
    terms: null
  }))
  return [...known, ...others]
})

/** Returns the feeds with these names, or all feeds if there are no names. Fails if a name is unknown. */
export const findFeedRows = Effect.fnUntraced(function*(names: ReadonlyArray<string>) {
  const rows = yield* feedRows
  const unknown = names.find((name) => !rows.some((row) => row.name === name))
  if (unknown !== undefined) {
    return yield* new InvalidThreatSetting({
      message: `There is no feed ${unknown}. Run \`gatehouse feeds list\` to see all feeds.`
    })
  }
  return names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name))
})

export const feedRowsTable = (rows: ReadonlyArray<FeedRow>): string =>
  formatTable(rows, [
    { title: "name", value: ({ name }) => name },
    { title: "on", value: ({ on }) => on ? "on" : "-" },
    { title: "key", value: ({ key }) => key },
    { title: "trust", value: ({ trust }) => trust ?? "-" },
    { title: "what", value: ({ title }) => title }
  ])

/** Renders each feed with all its fields. */
export const formatFeeds = (rows: ReadonlyArray<FeedRow>): string =>
  rows.map(({ key, licence, name, on, period_minutes, terms, title, trust }) =>
    formatFields({
      name,
      what: title,
      on: on ? "yes" : "no",
      key,
      trust: trust ?? "-",
      licence: licence ?? "-",
      terms: terms ?? "-",
      interval: period_minutes === null ? "-" : `every ${period_minutes} minutes`
    })
  ).join("\n\n")

export const updatedFeedJson = ({ counts, message, name, outcome }: UpdatedFeed) => ({
  name,
  ok: outcome !== "failed",
  outcome,
  entries: counts?.entries ?? null,
  malformed: counts?.malformed ?? null,
  left_out: counts?.guarded ?? null,
  message
})

export const updatedFeedsTable = (updated: ReadonlyArray<UpdatedFeed>): string =>
  formatTable(updated, [
    { title: "feed", value: ({ name }) => name },
    { title: "outcome", value: ({ outcome }) => outcome },
    ...countColumns<UpdatedFeed>(({ counts }) => counts),
    { title: "why", value: ({ message }) => message ?? "" }
  ])

const countColumns = <A>(countsOf: (row: A) => FeedCounts | null) =>
  (["entries", "malformed", "guarded"] as const).map((name) => ({
    title: name === "guarded" ? "omitted" : name,
    align: "right" as const,
    value: (row: A) => {
      const counts = countsOf(row)
      return counts === null ? "-" : formatInteger(counts[name])
    }
  }))

interface FeedStatuses {
  readonly feeds: ReadonlyArray<FeedStatus>
  readonly others: ReadonlyArray<OtherSnapshot>
}

export const feedStatusJson = ({ feeds, others }: FeedStatuses) => ({
  feeds: feeds.map(({ checkedAt, counts, dueAt, fetchedAt, triedAt, ...rest }) => ({
    ...rest,
    entries: counts?.entries ?? null,
    malformed: counts?.malformed ?? null,
    left_out: counts?.guarded ?? null,
    left_out_by: counts?.guardedBy ?? null,
    malformed_examples: counts?.malformedExamples ?? [],
    left_out_examples: counts?.guardedExamples ?? [],
    fetched_at: fetchedAt,
    checked_at: checkedAt,
    tried_at: triedAt,
    due_at: dueAt
  })),
  others: others.map(({ bytes, changedAt, file }) => ({ file, bytes, changed_at: changedAt }))
})

export const formatFeedStatuses = ({ feeds, others }: FeedStatuses): string =>
  [
    ...(feeds.length === 0 ? [noFeedsText] : [feedsTable(feeds)]),
    ...feeds.flatMap(describeOmissions),
    ...(others.length === 0 ? [] : ["", othersTable(others)])
  ].join("\n")

/** Message shown if no feed is configured. */
export const noFeedsText =
  "No feed is enabled. Set GATEHOUSE_THREAT_FEEDS to feed names from `gatehouse feeds list`, file paths or URLs, separated by commas."

const feedsTable = (feeds: ReadonlyArray<FeedStatus>): string =>
  formatTable(feeds, [
    { title: "feed", value: ({ name }) => name },
    { title: "state", value: ({ state }) => state },
    { title: "format", value: ({ format }) => format ?? "-" },
    ...countColumns<FeedStatus>(({ counts }) => counts),
    { title: "bytes", align: "right", value: ({ bytes }) => bytes === null ? "-" : formatInteger(bytes) },
    { title: "checked", value: ({ checkedAt }) => formatInstant(checkedAt) },
    { title: "next", value: ({ dueAt, from }) => from === "file" ? "on change" : formatInstant(dueAt) },
    { title: "problem", value: ({ problem }) => problem ?? "" }
  ])

/** Describes how many entries of a feed were omitted and why, with examples. */
const describeOmissions = ({ counts, name }: FeedStatus): ReadonlyArray<string> => {
  if (counts === null || counts.guarded + counts.malformed === 0) return []
  const reasons = Object.entries(counts.guardedBy).map(([reason, count]) => `${reason} ${formatInteger(count)}`)
  return [
    "",
    `${name}: omitted ${formatInteger(counts.guarded)}${
      reasons.length === 0 ? "" : ` (${reasons.join(", ")})`
    }, malformed ${formatInteger(counts.malformed)}`,
    ...counts.guardedExamples.map(({ message, text }) => `  ${printable(text)}\n    ${printable(message)}`),
    ...counts.malformedExamples.map((text) => `  ${printable(text)}\n    malformed`)
  ]
}

const othersTable = (others: ReadonlyArray<OtherSnapshot>): string =>
  formatTable(others, [
    { title: "other lists", value: ({ file }) => file },
    { title: "bytes", align: "right", value: ({ bytes }) => formatInteger(bytes) },
    { title: "changed", value: ({ changedAt }) => formatInstant(changedAt) }
  ])
