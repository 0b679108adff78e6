import { Anchor, Group, List, ScrollArea, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useMe } from "../../api/Me.ts"
import { Code } from "../../parts/text/Code.tsx"
import { CopyIconButton } from "../../parts/text/CopyButtons.tsx"
import { millisText } from "../../parts/text/Formats.ts"
import { Instant } from "../../parts/text/Instant.tsx"
import { Credits } from "../../parts/text/Numbers.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { movementKindLabel } from "../../shared/credits/Statement.ts"
import { factsOf } from "../../shared/documents/Findings.ts"
import { ReasonList } from "../../shared/documents/ReasonList.tsx"
import { CategoryList } from "../../shared/leads/CategoryList.tsx"
import { curlOf } from "../../shared/requests/Curl.ts"
import { describeVerdict, isNotListed, statusWithCode } from "../../shared/requests/DescribeVerdict.ts"
import { FactTable } from "../../shared/requests/Detail.tsx"
import { keyNameOf, useKeyNames } from "../../shared/requests/KeyNames.ts"
import { operationName } from "../../shared/requests/Operations.ts"
import { revealInvisible, subjectCharsShownMax } from "../../shared/requests/Subject.ts"
import { BuiltInOnlyNotice } from "../../shared/threats/BuiltInOnlyNotice.tsx"
import { describeSubject } from "./SubjectText.tsx"

type Detail = ApiResponse<"requests", "get">

/** Shows everything stored about one request: outcome, reasons, cost, and a command to repeat it. */
export const RequestDetail = ({ details, movements, request }: Detail) => {
  const { sentences, label, tone } = describeVerdict(request)
  const facts = factsOf(details?.facts ?? {})
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Text size="sm" c="dimmed">{operationName(request.operation)}</Text>
        </Group>
        {sentences.map((sentence) => <Text key={sentence}>{sentence}</Text>)}
        {isNotListed(request) && <BuiltInOnlyNotice isHistorical />}
        {details?.refusal !== undefined && <RefusalText refusal={details.refusal} />}
        <DetailsLink request={request} hasDetails={details !== null} />
      </Stack>
      {details !== null && details.reasons.length > 0 && (
        request.operation === "lead/analyze" ? <LeadFindings details={details} /> : (
          <Section title="Reasons">
            <ReasonList reasons={details.reasons} />
          </Section>
        )
      )}
      {facts.length > 0 && (
        <Section title="Findings">
          <FactTable
            label="Findings"
            rows={facts.map(({ label, values }) => ({ label, value: values.join(", ") }))}
          />
        </Section>
      )}
      <RequestFacts request={request} details={details} />
      <Movements movements={movements} />
      <RepeatRequest request={request} sent={details?.sent} />
    </Stack>
  )
}

const Section = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack gap="xs" component="section">
    <Title order={3} size="h5">{title}</Title>
    {children}
  </Stack>
)

/** Findings of a lead, shown as on the lead's page. */
const LeadFindings = ({ details: { facts, reasons, score } }: { readonly details: NonNullable<Detail["details"]> }) => {
  const probability = facts["spam_probability"]
  return (
    <CategoryList
      categories={reasons.map(({ code }) => code)}
      riskScore={score ?? 0}
      spamProbability={typeof probability === "number" ? probability : null}
    />
  )
}

type RequestProps = { readonly request: Detail["request"] }

const DetailsLink = ({ hasDetails, request }: RequestProps & { readonly hasDetails: boolean }) => {
  const more = detailsLink(request, hasDetails)
  return more === null ? null : <Anchor component={Link} href={more.path} size="sm">{more.text}</Anchor>
}

const RequestFacts = ({ details, request }: Pick<Detail, "details" | "request">) => {
  const names = useKeyNames()
  const { server } = useMe()
  const { text, limitation } = describeSubject(request, server.historySubjects, details?.facts)
  return (
    <Section title="Details">
      <FactTable
        label="Details of the request"
        rows={[
          {
            label: "Subject",
            value: (
              <>
                {text !== null && (
                  <ScrollArea.Autosize
                    mah={160}
                    type="auto"
                    {...text.length > subjectCharsShownMax
                      ? { viewportProps: { tabIndex: 0, role: "region", "aria-label": "Subject" } }
                      : {}}
                  >
                    {revealInvisible(text)}
                  </ScrollArea.Autosize>
                )}
                {limitation !== null && <Text size="xs" c="dimmed">{limitation}</Text>}
              </>
            )
          },
          { label: "Time", value: <Instant at={request.at} isExact hasSeconds isZoned /> },
          { label: "Status", value: statusWithCode(request.status) },
          { label: "Duration", value: millisText(request.millis) },
          { label: "Cost", value: <Credits value={request.credits} /> },
          { label: "API key", value: keyNameOf(names, request.keyId) },
          {
            label: "Request ID",
            value: (
              <Group gap={4} wrap="nowrap" justify="space-between">
                <span>{request.requestId}</span>
                <CopyIconButton text={request.requestId} what="request ID" />
              </Group>
            )
          }
        ]}
      />
    </Section>
  )
}

const Movements = ({ movements }: { readonly movements: Detail["movements"] }) => (
  <Section title="Credits">
    {movements.length === 0 ? <Text size="sm" c="dimmed">This request did not change the balance.</Text> : (
      <FactTable
        label="Credit movements"
        rows={movements.map(({ amount, at, kind, note }) => ({
          label: movementKindLabel(kind),
          value: (
            <Group justify="space-between" gap="xs">
              <span>
                <Credits value={amount} />
                {note === "" ? "" : ` (${operationName(note)})`}
              </span>
              <Text span size="xs" c="dimmed">
                <Instant at={at} isExact hasSeconds isZoned />
              </Text>
            </Group>
          )
        }))}
      />
    )}
  </Section>
)

const RepeatRequest = ({ request, sent }: RequestProps & { readonly sent: ReadonlyArray<string> | undefined }) => {
  const { server } = useMe()
  const stored = { ...request, sent, keepsSubjects: server.historySubjects !== "none" }
  const { notes, text, instructions, placeholders } = curlOf(stored, server.baseUrl)
  return (
    <Section title="Repeat this request">
      {instructions.map((sentence) => <Text key={sentence} size="sm">{sentence}</Text>)}
      <Code text={text} what="curl command" placeholders={placeholders} />
      <List size="sm" c="dimmed" spacing={2}>
        {notes.map((sentence) => <List.Item key={sentence}>{sentence}</List.Item>)}
      </List>
    </Section>
  )
}

interface RefusalTextProps {
  readonly refusal: {
    readonly message: string
    readonly fields: ReadonlyArray<{ readonly name: string; readonly messages: ReadonlyArray<string> }>
  }
}

/** Reason why a request was refused, in the words of its response. */
const RefusalText = ({ refusal: { fields, message } }: RefusalTextProps) => {
  const fieldMessages = fields.flatMap(({ messages, name }) => messages.map((text) => ({ name, text })))
  return (
    <Stack gap={4}>
      <Text style={{ overflowWrap: "anywhere" }}>
        <b>Reason:</b> {revealInvisible(message)}
      </Text>
      {/* If only one field is invalid, the main message covers it. */}
      {fieldMessages.length > 1 && (
        <List size="sm" aria-label="Errors by field" style={{ overflowWrap: "anywhere" }}>
          {fieldMessages.map(({ name, text }, at) => (
            <List.Item key={at}>
              <b>{revealInvisible(name)}</b>: {revealInvisible(text)}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

interface FinishedRequest {
  readonly operation: string
  readonly requestId: RequestId
  /** Stored verdict; null if the request failed. */
  readonly verdict: string | null
}

/** Returns the page with more details, or null if there is none. The page of a lead needs stored details. */
export const detailsLink = (
  { operation, requestId, verdict }: FinishedRequest,
  hasDetails: boolean
): { readonly path: string; readonly text: string } | null => {
  if (verdict === null) return null
  if (operation === "scan") return { path: `/documents/${requestId}`, text: "View all findings" }
  return operation === "lead/analyze" && hasDetails ? { path: `/leads/${requestId}`, text: "View lead" } : null
}
