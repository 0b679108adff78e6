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
import { EngineCard } from "./EngineCard.tsx"

/** Milliseconds between reloads, because the state of sources changes without user action. */
const reloadMillis = 60_000

const stateLabels: Readonly<Record<SourceState["state"], readonly [Tone, string]>> = {
  live: ["good", "Active"],
  stale: ["caution", "Outdated"],
  down: ["bad", "Down"]
}

const order = { down: 0, stale: 1, live: 2 }

/** Tab with the state of each threat source. Sources that need attention come first. */
export const SourcesTab = () => {
  const sources = useApi("threats", "sources", undefined, { refetchMillis: reloadMillis })
  if (sources.error !== null && sources.data === undefined) {
    return <FailureAlert failure={sources.error} onRetry={() => void sources.refetch()} />
  }
  if (sources.data === undefined) return <Skeleton height={260} aria-label="Loading sources" />
  const shown = sources.data.toSorted((one, other) => order[one.state] - order[other.state])
  return (
    <Stack>
      {shown.every(({ kind }) => kind === "embedded") && <BuiltInOnlyAlert />}
      <EngineCard refetchMillis={reloadMillis} />
      {shown.length === 0
        ? <EmptyState title="No sources">Gatehouse checks URLs against the blocklist only.</EmptyState>
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
  "Optional sources are skipped while they are down."

const BuiltInOnlyAlert = () => (
  <Alert color="blue" icon={<IconBulb />} title="Only the built-in list is active">
    It contains only a few test URLs. <TextWithCode text={isServerAdmin(useMe()) ? howToAdd : askForMore} />
  </Alert>
)

const howToAdd = "Set GATEHOUSE_THREAT_FEEDS, for example to `openphish,urlhaus`, and restart the server. " +
  "`gatehouse feeds list` shows the known feeds and their terms."

const askForMore = "Ask the operator of this server to set up threat feeds."

const SourceCard = ({ source }: { readonly source: SourceState }) => {
  const [tone, words] = stateLabels[source.state]
  // A source that has never loaded has neither entries nor an update time.
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
              {source.enforced ? "" : " · observe only"}
            </Text>
          </Stack>
          <StatusBadge tone={tone}>{words}</StatusBadge>
        </Group>
        {hasFacts && (
          <SimpleGrid cols={2} spacing="sm">
            <Fact label="Entries">{source.entries === 0 ? "–" : countText(source.entries)}</Fact>
            {source.updatedAt !== null && (
              <Fact label="Last updated">
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
  "web-risk-lookup": "Google Web Risk, lookup per URL",
  "web-risk-update": "Google Web Risk, local lists",
  "safe-browsing": "Google Safe Browsing"
}

/** Explains what the state of a source means for the screening of URLs. */
export const describeSource = ({ enforced, required, state }: SourceState): string => {
  if (state === "live") {
    return enforced
      ? "Listed URLs are blocked."
      : "Listed URLs are reported, but not blocked."
  }
  if (state === "stale") return "It works with outdated data."
  return required
    ? "It does not respond. Until it does, URLs that no other source lists get no verdict (422)."
    : "It does not respond. URLs are checked without it."
}

/**
 * Returns advice on how to fix a source, for `TextWithCode`. Null if the source has no problem, or if the text of its
 * problem already contains the advice.
 *
 * @param isOwn whether the reader runs the server, and therefore can change settings and run commands
 */
export const sourceAdvice = ({ kind, name, problem, required, state }: SourceState, isOwn: boolean): string | null => {
  if (state === "live" && problem === null) return null
  if (!isOwn) return problem === null ? "Ask the operator of this server." : null
  const problemText = problem ?? ""
  if (problemText.includes("`gatehouse ")) return null
  if (/\b(?:401|403|key)\b/i.test(problemText)) {
    return kind === "feed"
      ? `Check its key in GATEHOUSE_FEED_KEYS (\`${name}=KEY\`), then restart the server.`
      : "Check the Google API key in the settings, and that the API is enabled for it."
  }
  if (/\b404\b/.test(problemText)) return "Its URL is wrong or has changed. Check GATEHOUSE_THREAT_FEEDS."
  const fetching = kind === "feed"
    ? "Run `gatehouse feeds update` to fetch it now and see any error."
    : "Gatehouse retries automatically."
  if (state === "down" && required) {
    return `${fetching} If it stays down, add it to GATEHOUSE_SOURCES_OPTIONAL to continue without it.`
  }
  return fetching
}
