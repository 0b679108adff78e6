import { Alert, Anchor, Grid, Group, Paper, Stack, Tabs, Text, VisuallyHidden } from "@mantine/core"
import { IconAlertCircle, IconClock } from "@tabler/icons-react"
import { type ReactNode, useEffect, useRef } from "react"
import { Link } from "wouter"
import type { Failure } from "../../../api/Failure.ts"
import type { PublicApiResponse } from "../../../api/PublicApi.ts"
import { FailureAlert } from "../../../parts/page/FailureAlert.tsx"
import { TextWithCode } from "../../../parts/text/BreakableText.tsx"
import { Code } from "../../../parts/text/Code.tsx"
import { CopyIconButton } from "../../../parts/text/CopyButtons.tsx"
import { millisText } from "../../../parts/text/Formats.ts"
import { statusInSentence } from "../../../shared/requests/DescribeVerdict.ts"
import { secondsText, useCurrentTime } from "./Clock.tsx"
import { chargedText } from "./TryForm.tsx"

/** Height of the sticky header plus a margin, in pixels. */
const headerPixels = 72

interface Props {
  readonly answer: PublicApiResponse<unknown>
  /** The curl command that sends the same request with an API key. */
  readonly curl: string
  /** Explanation of a successful response. Hidden if the request was refused. */
  readonly children: ReactNode
}

/** Panel with the response in plain words, the raw response and the curl command. */
export const ResponsePanel = ({ answer, children, curl }: Props) => {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest" })
  }, [answer])
  return (
    <Paper
      withBorder
      p="md"
      ref={shown}
      component="section"
      aria-label="Response"
      aria-live="polite"
      style={{ scrollMarginTop: headerPixels }}
    >
      <VisuallyHidden component="h2">Response</VisuallyHidden>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          {answer.isSuccess ? children : <Refusal answer={answer} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="xs">
            <RawResponse text={answer.text} curl={curl} />
            <ChargeLine answer={answer} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Paper>
  )
}

const Refusal = ({ answer }: { readonly answer: PublicApiResponse<unknown> & { readonly isSuccess: false } }) => (
  <Alert color="red" icon={<IconAlertCircle />} title={<TextWithCode text={answer.message} />}>
    The API returned: {statusInSentence(answer.status)}. {answer.creditsCharged === 0 && "No credits were spent."}
  </Alert>
)

const RawResponse = ({ curl, text }: { readonly text: string; readonly curl: string }) => (
  <Tabs defaultValue="json" keepMounted={false}>
    <Tabs.List mb="xs">
      <Tabs.Tab value="json">JSON</Tabs.Tab>
      <Tabs.Tab value="curl">curl</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="json">
      <Code text={prettyJson(text)} what="JSON response" />
    </Tabs.Panel>
    <Tabs.Panel value="curl">
      <Code text={curl} what="curl command" />
    </Tabs.Panel>
  </Tabs>
)

const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const ChargeLine = (
  { answer: { creditsCharged, millis, requestId } }: { readonly answer: PublicApiResponse<unknown> }
) => (
  <Group gap="xs">
    <Text size="sm" fw={600}>{chargedText(creditsCharged)}</Text>
    <Text size="sm" c="dimmed">{millisText(millis)}</Text>
    {requestId !== null && (
      <Group gap={2} wrap="nowrap">
        <Anchor component={Link} href={`/requests/${encodeURIComponent(requestId)}`} size="sm">View request</Anchor>
        <CopyIconButton text={requestId} what="request ID" />
      </Group>
    )}
  </Group>
)

/** Says that the rate limit was reached, and when the request continues. */
export const RateLimitNotice = ({ resumesAt }: { readonly resumesAt: number | null }) => {
  const now = useCurrentTime(resumesAt !== null, 1_000)
  return resumesAt === null ? null : (
    <Alert color="blue" icon={<IconClock />} role="status">
      Rate limit reached. Continues automatically in {secondsText(resumesAt - now)}.
    </Alert>
  )
}

/** Progress or failure of a request, below its form. */
export const RequestOutcome = (
  { failure, resumesAt }: { readonly failure: Failure | null; readonly resumesAt: number | null }
) => (
  <>
    <RateLimitNotice resumesAt={resumesAt} />
    {failure !== null && <FailureAlert failure={failure} />}
  </>
)
