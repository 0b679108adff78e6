import { Divider, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react"
import { accountTitle } from "../../api/AccountWords.ts"
import { useMe } from "../../api/Me.ts"
import { Instant } from "../../parts/Instant.tsx"
import { Step } from "../../parts/Step.tsx"
import { Verdict } from "../../parts/Verdict.tsx"
import { LongAddress } from "./LongAddress.tsx"
import { plainLink } from "./PlainLink.ts"
import { Review } from "./Review.tsx"
import { Signals } from "./Signals.tsx"
import { stateWords, type Submission } from "./SubmissionWords.ts"

interface Props {
  readonly submission: Submission
  readonly onClose: () => void
  /** Null: there is none. */
  readonly onNext: (() => void) | null
  readonly onBefore: (() => void) | null
}

/** One reported link: what triage saw, and the review. */
export const SubmissionPanel = ({ onBefore, onClose, onNext, submission }: Props) => {
  const { account } = useMe()
  const [tone, words] = stateWords[submission.state]
  return (
    <Paper withBorder p="md" component="section" aria-label={`Reported link ${submission.id}`}>
      <Stack>
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Group gap="xs">
            <Title order={2} size="h4">Reported link {submission.id}</Title>
            <Verdict tone={tone}>{words}</Verdict>
          </Group>
          <Group gap={4} wrap="nowrap" data-steps>
            <Step label="Before (k)" icon={IconChevronUp} onClick={onBefore} />
            <Step label="Next (j)" icon={IconChevronDown} onClick={onNext} />
            <Step label="Close (Esc)" icon={IconX} onClick={onClose} />
          </Group>
        </Group>
        <LongAddress title="As it was reported" text={plainLink(submission.url)} />
        {/* Never a link: it is suspected of phishing. */}
        <LongAddress title="As it is compared" text={submission.canonicalUrl} />
        <Text size="sm" c="dimmed">
          Reported <Instant at={submission.createdAt} isExact isZoned />
          {submission.reporter !== null && <>, by {accountTitle(submission.reporter) ?? "the first account"}</>}
        </Text>
        <Signals submission={submission} />
        {submission.state === "pending" && account.isOperator
          ? <Review submission={submission} onReviewed={onNext ?? onClose} />
          : (
            <>
              <Divider />
              {submission.state === "pending"
                ? <Text size="sm" c="dimmed">It waits for a member of the operator's account.</Text>
                : <Reviewed submission={submission} />}
            </>
          )}
      </Stack>
    </Paper>
  )
}

const Reviewed = (
  { submission: { entryId, rejection, reviewedAt, reviewer, state } }: { readonly submission: Submission }
) => (
  <Stack gap={4}>
    <Text size="sm">
      {state === "accepted" ? "Accepted" : "Rejected"} by <bdi>{reviewer ?? "somebody"}</bdi>,{" "}
      <Instant at={reviewedAt} />.
      {entryId !== null && ` It is entry ${entryId} of the blocklist.`}
    </Text>
    {rejection !== null && <Text size="sm" style={{ overflowWrap: "anywhere" }}>Reason: {rejection}</Text>}
    <Text size="sm" c="dimmed">
      A review is final. Whoever thinks otherwise adds or removes an entry of the blocklist.
    </Text>
  </Stack>
)
