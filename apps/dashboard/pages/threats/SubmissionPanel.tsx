import { Anchor, Box, Divider, Group, Paper, Skeleton, Stack, Table, Text, Title } from "@mantine/core"
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react"
import { useLayoutEffect, useRef, useState } from "react"
import { scoreMax } from "../../../../core/scoring/Band.ts"
import { triageUrgencies } from "../../../../core/scoring/Bands.ts"
import { useApi } from "../../api/Hooks.ts"
import { accountTitle, useMe } from "../../api/Me.ts"
import { ScoreScale } from "../../parts/charts/ScoreScale.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { PanelButton } from "../../parts/tables/SidePanel.tsx"
import { BreakableText } from "../../parts/text/BreakableText.tsx"
import { CopyIconButton } from "../../parts/text/CopyButtons.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { ReviewForm } from "./Review.tsx"
import {
  explainRiskTotal,
  formatSignalWeight,
  reviewStateLabels,
  type Submission,
  urgencyLabels
} from "./SubmissionLabels.tsx"

interface PanelProps {
  readonly submission: Submission
  readonly onClose: () => void
  /** Opens the next submission; null if there is none. */
  readonly onNext: (() => void) | null
  readonly onPrevious: (() => void) | null
}

/** Panel of one reported link, with its triage signals and the review form. */
export const SubmissionPanel = ({ onPrevious, onClose, onNext, submission }: PanelProps) => {
  const { account } = useMe()
  const [tone, words] = reviewStateLabels[submission.state]
  return (
    <Paper withBorder p="md" component="section" aria-label={`Reported link ${submission.id}`}>
      <Stack>
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Group gap="xs">
            <Title order={2} size="h4">Reported link {submission.id}</Title>
            <StatusBadge tone={tone}>{words}</StatusBadge>
          </Group>
          <Group gap={4} wrap="nowrap" data-steps>
            <PanelButton label="Previous (k)" icon={IconChevronUp} onClick={onPrevious} />
            <PanelButton label="Next (j)" icon={IconChevronDown} onClick={onNext} />
            <PanelButton label="Close (Esc)" icon={IconX} onClick={onClose} />
          </Group>
        </Group>
        <LongLink title="Reported URL" text={percentEncodeUnsafe(submission.url)} />
        {/* The URL is not a clickable link, because it is suspected of phishing. */}
        <LongLink title="Canonical URL" text={submission.canonicalUrl} />
        <Text size="sm" c="dimmed">
          Reported <Instant at={submission.createdAt} isExact isZoned />
          {submission.reporter !== null && ` by ${accountTitle(submission.reporter) ?? "the first account"}`}
        </Text>
        <Signals submission={submission} />
        {submission.state === "pending" && account.isOperator
          ? <ReviewForm submission={submission} onReviewed={onNext ?? onClose} />
          : (
            <>
              <Divider />
              {submission.state === "pending"
                ? <Text size="sm" c="dimmed">Waiting for review by a member of the operator's account.</Text>
                : <ReviewOutcome submission={submission} />}
            </>
          )}
      </Stack>
    </Paper>
  )
}

const ReviewOutcome = (
  { submission: { entryId, rejection, reviewedAt, reviewer, state } }: { readonly submission: Submission }
) => (
  <Stack gap={4}>
    <Text size="sm">
      {state === "accepted" ? "Accepted" : "Rejected"} by <bdi>{reviewer ?? "an unknown person"}</bdi>,{" "}
      <Instant at={reviewedAt} />.
      {entryId !== null && ` Blocklist entry ${entryId}.`}
    </Text>
    {rejection !== null && <Text size="sm" style={{ overflowWrap: "anywhere" }}>Reason: {rejection}</Text>}
    <Text size="sm" c="dimmed">
      Reviews are final. To block or allow the link later, edit the blocklist.
    </Text>
  </Stack>
)

/** Maximum lines to show of a long link, so that the content below stays visible. */
const linesMax = 4

/** Reported link as plain text, never clickable. Shows the first lines, and the full text on demand. */
const LongLink = ({ text, title }: { readonly title: string; readonly text: string }) => {
  const [isExpanded, setExpanded] = useState(false)
  const [isLong, setLong] = useState(false)
  const shown = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = shown.current
    if (element === null) return
    const measure = () => setLong((before) => isExpanded ? before : element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => observer.disconnect()
  }, [isExpanded, text])
  return (
    <div>
      <Text size="xs" c="dimmed">{title}</Text>
      <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
        <Text
          ref={shown}
          size="sm"
          ff="monospace"
          style={{ overflowWrap: "anywhere" }}
          dir="ltr"
          {...isExpanded ? {} : { lineClamp: linesMax }}
        >
          <BreakableText text={text} />
        </Text>
        {/* Aligns the icon with the first line. */}
        <Box mt={-4}>
          <CopyIconButton text={text} what="link" />
        </Box>
      </Group>
      {isLong && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => setExpanded(!isExpanded)}
          aria-expanded={isExpanded}
        >
          {isExpanded ? "Show less" : "Show all"}
        </Anchor>
      )}
    </div>
  )
}

/** Control characters, separators, and characters that change the reading order (Unicode Standard Annex 9). */
const unsafeCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Returns a link as an address bar shows it: unsafe characters are percent-encoded. */
export const percentEncodeUnsafe = (link: string): string => link.replace(unsafeCharacters, encodeURIComponent)

/** Lists the signals that triage found in a reported link, with their weights and the resulting risk. */
const Signals = ({ submission: { triageReasons, triageRisk } }: { readonly submission: Submission }) => {
  const note = explainRiskTotal(triageReasons, triageRisk)
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">Automatic check</Title>
      <ScoreScale
        score={triageRisk}
        bands={triageUrgencies}
        labels={urgencyLabels}
        label="Urgency (higher is more urgent)"
      />
      {triageReasons.length > 0 && (
        <Table aria-label="Signals" verticalSpacing={6} horizontalSpacing={0} withRowBorders={false}>
          <Table.Tbody>
            {triageReasons.map((reason) => (
              <Table.Tr key={reason.code}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  {reason.message === "" ? reason.code : reason.message}
                </Table.Td>
                <Table.Td ta="right" pl="md" style={figures}>{formatSignalWeight(reason)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
            <Table.Tr>
              <Table.Th>Urgency</Table.Th>
              <Table.Th ta="right" style={figures}>{triageRisk} of {scoreMax}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      )}
      <Text size="sm" c="dimmed">
        {triageReasons.length === 0 && "No signals found. "}
        {note !== null && `${note} `}
        Urgency only sorts the queue. Base your decision on the harm that the link could do.
      </Text>
    </Stack>
  )
}

const figures = { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap", verticalAlign: "top" } as const

interface OpenProps {
  readonly id: number
  /** The submission, if the loaded list contains it. */
  readonly listed: Submission | undefined
  /** Whether the list is still loading, and may contain the submission. */
  readonly isListLoading: boolean
  readonly onClose: () => void
  readonly onNext: (() => void) | null
  readonly onPrevious: (() => void) | null
}

/** Panel of the submission with this id, taken from the list or fetched separately. */
export const OpenSubmission = ({ id, isListLoading, listed, ...steps }: OpenProps) => {
  const fetched = useApi("threats", "submission", { params: { id } }, {
    enabled: listed === undefined && !isListLoading
  })
  // Ignores the previous submission, which the query returns until the next one is loaded.
  const submission = listed ?? (fetched.data?.id === id ? fetched.data : undefined)
  if (submission !== undefined) return <SubmissionPanel key={id} submission={submission} {...steps} />
  if (fetched.error === null) return <Skeleton height={420} role="status" aria-label={`Loading reported link ${id}`} />
  if (fetched.error._tag !== "NotFound") {
    return (
      <FailureAlert
        failure={fetched.error}
        onRetry={() => void fetched.refetch()}
      />
    )
  }
  return (
    <Paper withBorder component="section" aria-label={`Reported link ${id}`}>
      <EmptyState
        title={`Reported link ${id} not found`}
        action={{ label: "Show all links", onClick: steps.onClose }}
      >
        Check the number in the address bar.
      </EmptyState>
    </Paper>
  )
}
