import { Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from "@mantine/core"
import { IconCheck } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { useMe } from "../../api/Me.ts"
import { sayDone } from "../../api/Toasts.tsx"
import { Code } from "../../parts/Code.tsx"
import { TextLink } from "../../parts/TextLink.tsx"
import { curlOf } from "../../shared/requests/Curl.ts"
import { countDone, stepsCount, type StepsDone } from "./StepsDone.ts"

interface Props {
  readonly done: StepsDone
  readonly setHidden: (isHidden: boolean) => void
}

/** What to do on a fresh account, until all of it is done or somebody hides it. Of what is done the title is left. */
export const FirstSteps = ({ done, setHidden }: Props) => {
  const { server } = useMe()
  const { hasAsked, hasKey, hasSite } = done
  const { text } = curlOf({ operation: "scan/email", subject: "ann@gmial.com" }, server.baseUrl)
  const hide = () => {
    setHidden(true)
    // What was pressed is gone.
    document.querySelector<HTMLElement>("[data-page-title]")?.focus()
    sayDone("First steps are hidden for you in this browser.", () => setHidden(false))
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="first-steps">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h4" id="first-steps">First steps</Title>
            <Text size="sm" c="dimmed">
              {countDone(done)} of {stepsCount} done.{!hasAsked && " Charts appear here with the first request."}
            </Text>
          </div>
          <Button variant="subtle" size="compact-sm" flex="none" onClick={hide} aria-label="Hide first steps">
            Hide
          </Button>
        </Group>
        <Step number={1} isDone={hasKey} title="Create an API key">
          {hasKey && hasAsked ? null : (
            <>
              In <TextLink href="/settings/keys">Settings, API keys</TextLink>. Its text is shown once.
              {hasKey && " This account has one; if its text is lost, create another."}
            </>
          )}
        </Step>
        <Step number={2} isDone={hasAsked} title="Ask something">
          {hasAsked ? null : (
            <Stack gap={6} mt={4}>
              <Text size="sm">
                With the key in the variable KEY, for instance whether an address is worth a mail (1 credit):
              </Text>
              <Code text={text} what="curl command" />
              <Text size="sm">
                Or without a command line: drop a document, paste a URL or a list of addresses into{" "}
                <TextLink href="/try">Try it</TextLink>.
              </Text>
            </Stack>
          )}
        </Step>
        <Step number={3} isDone={hasSite} title="Protect a form">
          {hasSite ? null : (
            <>
              <TextLink href="/shield">Shield</TextLink> tells people from bots, with a snippet for your page.
            </>
          )}
        </Step>
      </Stack>
    </Paper>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  /** What is to be done; null where that is over. */
  readonly children: ReactNode
}

const Step = ({ children, isDone, number, title }: StepProps) => (
  <Group align={children === null ? "center" : "flex-start"} wrap="nowrap" gap="sm">
    <ThemeIcon
      variant={isDone ? "filled" : "light"}
      radius="xl"
      size={28}
      color={isDone ? "green" : "accent"}
      aria-hidden
    >
      {isDone ? <IconCheck size={16} /> : number}
    </ThemeIcon>
    <Box flex={1} miw={0}>
      <Title order={3} size="h6">
        {title}
        {isDone && <VisuallyHidden>: done</VisuallyHidden>}
      </Title>
      {children !== null && <Text component="div" size="sm">{children}</Text>}
    </Box>
  </Group>
)
