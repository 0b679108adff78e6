import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core"
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react"
import { useState } from "react"
import { Link } from "wouter"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { isServerAdmin, useMe } from "../../api/Me.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import classes from "../../parts/page/PanelFoot.module.css"
import { PanelButton } from "../../parts/tables/SidePanel.tsx"
import { BreakableText, TextWithCode } from "../../parts/text/BreakableText.tsx"
import { CopyIconButton } from "../../parts/text/CopyButtons.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { LeadAnalysis } from "../../shared/leads/LeadAnalysis.tsx"
import { feedbackPrompts } from "../../shared/leads/LeadVerdictLabels.ts"
import { revealInvisible } from "../../shared/requests/Subject.ts"
import { describeMarkEffect, describeOrigin, type Lead, missingSenderText } from "./LeadTexts.ts"
import type { Mark } from "./UseMarkLead.ts"

interface Props {
  readonly id: string
  readonly onMark: (lead: Lead, mark: Mark) => void
  readonly onClose: () => void
  readonly onErased: () => void
  /** Opens the next lead; null if there is none. */
  readonly onNext: (() => void) | null
  readonly onPrevious: (() => void) | null
}

/** Panel of one lead next to the list: the reasons for its verdict, and the buttons to mark it. */
export const LeadPanel = ({ id, onPrevious, onClose, onErased, onMark, onNext }: Props) => {
  const found = useApi("leads", "get", { params: { id } })
  const lead = found.data?.lead.requestId === id ? found.data.lead : undefined
  return (
    <Paper withBorder p="md" component="section" aria-label="Lead">
      <Stack>
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          {lead === undefined ? <Title order={2} size="h4">Lead</Title> : <LeadHeading lead={lead} />}
          <Group gap={4} wrap="nowrap" data-steps>
            <PanelButton label="Previous (k)" icon={IconChevronUp} onClick={onPrevious} />
            <PanelButton label="Next (j)" icon={IconChevronDown} onClick={onNext} />
            <PanelButton label="Close (Esc)" icon={IconX} onClick={onClose} />
          </Group>
        </Group>
        {found.error?._tag === "NotFound"
          ? (
            <EmptyState title="This lead no longer exists">
              It was erased, or it is older than the retention period.
            </EmptyState>
          )
          : found.error !== null && lead === undefined
          ? <FailureAlert failure={found.error} onRetry={() => void found.refetch()} />
          : lead === undefined
          ? <LeadSkeleton />
          : <LeadDetail lead={lead} onMark={onMark} onErased={onErased} />}
      </Stack>
    </Paper>
  )
}

const LeadDetail = ({ lead, onErased, onMark }: {
  readonly lead: Lead
  readonly onMark: (lead: Lead, mark: Mark) => void
  readonly onErased: () => void
}) => (
  <>
    {/* Shows a stored message first. */}
    {lead.message !== null && <Message text={lead.message} />}
    <LeadAnalysis
      verdict={lead.verdict}
      riskScore={lead.riskScore}
      categories={lead.categories}
      spamProbability={lead.spamProbability}
      language={lead.language}
    />
    {lead.message === null && <Message text={null} />}
    <Feedback lead={lead} onMark={onMark} />
    {/* Keeps the erase button out of the bar with the mark buttons. */}
    <EraseLead lead={lead} onErased={onErased} />
    <RequestReference lead={lead} />
    <MarkButtons lead={lead} onMark={onMark} />
  </>
)

/** Sender, form, key and time of a lead. */
const LeadHeading = ({ lead }: { readonly lead: Lead }) => {
  const { server } = useMe()
  const origin = describeOrigin(lead)
  return (
    <Stack gap={0} miw={0}>
      <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
        {lead.sender === null
          ? `Lead: ${missingSenderText(server).toLowerCase()}`
          : <BreakableText text={revealInvisible(lead.sender)} />}
      </Title>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        Analyzed <Instant at={lead.at} isExact isZoned />
        {origin !== "" && `, ${origin}`}
      </Text>
    </Stack>
  )
}

interface MarksProps {
  readonly lead: Lead
  readonly onMark: (lead: Lead, mark: Mark) => void
}

/**
 * Buttons to mark a lead. They stay visible however long the reasons are. They have no text around them, to leave room
 * for the lead.
 */
const MarkButtons = ({ lead, onMark }: MarksProps) => (
  <Group justify="space-between" gap="xs" className={classes["foot"] ?? ""}>
    <Group gap="xs" className={classes["acts"] ?? ""}>
      <Button
        variant={lead.mark === "spam" ? "filled" : "default"}
        color="red"
        onClick={() =>
          onMark(lead, "spam")}
        aria-pressed={lead.mark === "spam"}
      >
        Spam
      </Button>
      <Button
        variant={lead.mark === "ham" ? "filled" : "default"}
        onClick={() =>
          onMark(lead, "ham")}
        aria-pressed={lead.mark === "ham"}
      >
        Not spam
      </Button>
    </Group>
  </Group>
)

const Feedback = ({ lead, onMark }: MarksProps) => {
  const { server } = useMe()
  return (
    <Stack gap={0}>
      <Title order={3} size="h5">Is this verdict right?</Title>
      <Text size="sm" c="dimmed" component="div">
        {lead.mark === null
          ? feedbackPrompts[lead.verdict]
          : (
            <>
              Marked <Instant at={lead.markedAt} />.{" "}
              <Anchor component="button" type="button" size="sm" underline="always" onClick={() => onMark(lead, null)}>
                Remove mark
              </Anchor>
            </>
          )}
      </Text>
      {/* Takes the same space for marked and unmarked leads, so that nothing moves under the pointer. */}
      <Text size="sm" c="dimmed">{describeMarkEffect(lead, server)}</Text>
    </Stack>
  )
}

const howToKeep = " Set GATEHOUSE_LEAD_MESSAGES=keep to store the messages of new leads."

const Message = ({ text }: { readonly text: string | null }) => {
  const me = useMe()
  const { server } = me
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">Message</Title>
      {text === null
        ? (
          <Text size="sm" c="dimmed">
            {server.keepsLeadMessages
              ? "Not stored: the lead had no message, or arrived before messages were stored."
              : <TextWithCode text={`Not stored.${isServerAdmin(me) ? howToKeep : ""}`} />}
          </Text>
        )
        : (
          <Paper
            withBorder
            p="sm"
            mah={260}
            style={{ overflow: "auto" }}
            tabIndex={0}
            aria-label="Message"
            role="region"
          >
            <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} dir="auto">{text}</Text>
          </Paper>
        )}
    </Stack>
  )
}

const RequestReference = ({ lead }: { readonly lead: Lead }) => {
  const { member } = useMe()
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Text size="xs" c="dimmed" ff="monospace" truncate>{lead.requestId}</Text>
      <CopyIconButton text={lead.requestId} what="request ID" />
      {member.role !== "reviewer" && (
        <Anchor component={Link} href={`/requests/${encodeURIComponent(lead.requestId)}`} size="sm">
          View request
        </Anchor>
      )}
    </Group>
  )
}

const EraseLead = ({ lead, onErased }: { readonly lead: Lead; readonly onErased: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const forget = useApiMutation("leads", "forget", {
    successMessage: "Lead erased",
    deletes: "get",
    onSuccess: onErased
  })
  return (
    <>
      <Button variant="outline" color="red" style={{ alignSelf: "flex-start" }} onClick={() => setOpen(true)}>
        Erase lead
      </Button>
      <Confirm
        isOpen={isOpen}
        title="Erase this lead?"
        actionLabel="Erase lead"
        isRunning={forget.isRunning}
        onConfirm={() => {
          setOpen(false)
          forget.run({ params: { id: lead.requestId } })
        }}
        onClose={() => setOpen(false)}
      >
        This permanently deletes the verdict, the mark and any stored message. The request stays in the history.
      </Confirm>
    </>
  )
}

const LeadSkeleton = () => (
  <Stack role="status" aria-label="Loading lead" aria-busy>
    <Skeleton height={22} width={90} />
    <Skeleton height={70} />
    <Skeleton height={120} />
    <Skeleton height={36} />
  </Stack>
)
