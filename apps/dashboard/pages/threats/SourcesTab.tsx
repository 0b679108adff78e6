import { Alert, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core"
import { IconBulb } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { useApi } from "../../api/Hooks.ts"
import { isServerAdmin, useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { countText } from "../../parts/text/Formats.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import { Instant } from "../../parts/text/Instant.tsx"
import { StatusBadge, type Tone } from "../../parts/text/StatusBadge.tsx"

/** The state of sources changes without user action. */
const reloadMillis = 60_000

const stateLabels: Readonly<Record<SourceState["state"], readonly [Tone, string]>> = {
  live: ["good", "Live"],
  stale: ["caution", "Old data"],
  down: ["bad", "Down"]
}

const order = { down: 0, stale: 1, live: 2 }

/** State of each threat source; those that need attention come first. */
export const SourcesTab = () => {
  const sources = useApi("threats", "sources", undefined, { refetchMillis: reloadMillis })
  if (sources.error !== null && sources.data === undefined) {
    return <FailureAlert failure={sources.error} onRetry={() => void sources.refetch()} />
  }
  if (sources.data === undefined) return <Skeleton height={260} aria-label="Loading the sources" />
  const shown = sources.data.toSorted((one, other) => order[one.state] - order[other.state])
  return (
    <Stack>
      {shown.every(({ kind }) => kind === "embedded") && <BuiltInOnlyAlert />}
      {shown.length === 0
        ? <EmptyState title="There is no source">URLs are compared with the blocklist only.</EmptyState>
        : (
          <>
            <Text size="sm" c="dimmed" maw={760}>{requiredExplanation}</Text>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {shown.map((source) => <SourceCard key={source.name} source={source} />)}
            </SimpleGrid>
          </>
        )}
    </Stack>
  )
}

const requiredExplanation = "While a required source is down, URLs that no other source lists get no verdict. " +
  "Without an optional one answers go on."

const BuiltInOnlyAlert = () => (
  <Alert color="blue" icon={<IconBulb />} title="Only the built-in list is there">
    It holds a few test URLs and nothing else. <TextWithCode text={isServerAdmin(useMe()) ? howToAdd : askForMore} />
  </Alert>
)

const howToAdd = "Set GATEHOUSE_THREAT_FEEDS, for example to `openphish,urlhaus`, and start the server again; " +
  "`gatehouse feeds list` tells which lists are known and what their terms are."

const askForMore = "Ask whoever runs this server to set up threat feeds."

const SourceCard = ({ source }: { readonly source: SourceState }) => {
  const [tone, words] = stateLabels[source.state]
  // A source that has never loaded has no figures.
  const hasFacts = source.entries > 0 || source.updatedAt !== null
  const advice = sourceAdvice(source, isServerAdmin(useMe()))
  return (
    <Paper withBorder p="md" component="section" aria-label={source.name}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Title order={2} size="h5" style={{ overflowWrap: "anywhere" }}>
              {source.kind === "embedded" ? "Built-in test URLs" : source.name}
            </Title>
            <Text size="xs" c="dimmed">
              {sourceKinds[source.kind] ?? source.kind}
              {source.required ? " · required" : " · optional"}
              {source.enforced ? "" : " · only observed"}
            </Text>
          </Stack>
          <StatusBadge tone={tone}>{words}</StatusBadge>
        </Group>
        {hasFacts && (
          <SimpleGrid cols={2} spacing="sm">
            <Fact label="Entries">{source.entries === 0 ? "–" : countText(source.entries)}</Fact>
            {source.updatedAt !== null && (
              <Fact label="Last renewed">
                <Instant at={source.updatedAt} />
              </Fact>
            )}
          </SimpleGrid>
        )}
        <Text size="sm" c="dimmed">{describeSource(source)}</Text>
        {source.problem !== null && (
          <Alert color={source.state === "live" ? "yellow" : "red"} p="xs">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              <TextWithCode text={source.problem} />
            </Text>
          </Alert>
        )}
        {advice !== null && (
          <Text size="sm">
            <TextWithCode text={advice} />
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

const Fact = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">{label}</Text>
    <Text size="sm" component="div" style={{ fontVariantNumeric: "tabular-nums" }}>{children}</Text>
  </div>
)

export interface SourceState {
  readonly name: string
  readonly kind: string
  readonly state: "live" | "stale" | "down"
  readonly required: boolean
  readonly enforced: boolean
  readonly updatedAt: number | null
  readonly entries: number
  readonly problem: string | null
}

const sourceKinds: Readonly<Record<string, string>> = {
  "embedded": glossary.builtIn,
  "feed": "Feed",
  "web-risk-lookup": "Google Web Risk, asked each time",
  "web-risk-update": "Google Web Risk, lists kept here",
  "safe-browsing": "Google Safe Browsing"
}

/** Explains what the state of a source means for verdicts. */
export const describeSource = ({ enforced, required, state }: SourceState): string => {
  if (state === "live") {
    return enforced
      ? "It answers, and what it lists is blocked."
      : "It answers. What it lists is told, and not blocked."
  }
  if (state === "stale") return "It answers, from data that is older than it should be."
  return required
    ? "It does not answer. Until it does, URLs that no other source lists get no verdict (422)."
    : "It does not answer. URLs are judged without it."
}

/**
 * Returns advice on how to fix the source, for `Coded`. Null if nothing is wrong, or if the problem text already says it.
 *
 * @param isOwn whether the reader runs the server and can therefore change settings and run commands
 */
export const sourceAdvice = ({ kind, name, problem, required, state }: SourceState, isOwn: boolean): string | null => {
  if (state === "live" && problem === null) return null
  if (!isOwn) return problem === null ? "Ask whoever runs this server." : null
  const problemText = problem ?? ""
  if (problemText.includes("`gatehouse ")) return null
  if (/\b(?:401|403|key)\b/i.test(problemText)) {
    return kind === "feed"
      ? `Check its key in GATEHOUSE_FEED_KEYS (\`${name}=KEY\`), then start the server again.`
      : "Check Google's key in the settings, and that the API is enabled for it."
  }
  if (/\b404\b/.test(problemText)) return "Its address has changed or is wrong. Check GATEHOUSE_THREAT_FEEDS."
  const fetching = kind === "feed"
    ? "`gatehouse feeds update` fetches it now, and tells what is wrong."
    : "It is asked again by itself."
  if (state === "down" && required) {
    return `${fetching} If it stays away, name it in GATEHOUSE_SOURCES_OPTIONAL: then answers go on without it.`
  }
  return fetching
}
