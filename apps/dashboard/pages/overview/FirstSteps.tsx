import { Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from "@mantine/core"
import { useLocalStorage } from "@mantine/hooks"
import { IconCheck } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { useApi } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { showSuccess } from "../../api/Toasts.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { TextLink } from "../../parts/text/TextLink.tsx"
import { curlOf } from "../../shared/requests/Curl.ts"

interface Props {
  readonly done: CompletedSteps
  readonly setHidden: (isHidden: boolean) => void
}

/**
 * Setup steps of a new account, shown until all steps are done or the member hides them. A completed step shows only
 * its title.
 */
export const FirstSteps = ({ done, setHidden }: Props) => {
  const { server } = useMe()
  const { hasRequest, hasKey, hasSite } = done
  const { text } = curlOf({ operation: "scan/email", subject: "ann@gmial.com" }, server.baseUrl)
  const hide = () => {
    setHidden(true)
    // Moves the focus to the page title, because the pressed button has disappeared.
    document.querySelector<HTMLElement>("[data-page-title]")?.focus()
    showSuccess("First steps hidden in this browser", () => setHidden(false))
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="first-steps">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h4" id="first-steps">First steps</Title>
            <Text size="sm" c="dimmed">
              {countCompleted(done)} of {stepsCount} done.{!hasRequest && " Charts appear after the first request."}
            </Text>
          </div>
          <Button variant="subtle" size="compact-sm" flex="none" onClick={hide} aria-label="Hide first steps">
            Hide
          </Button>
        </Group>
        <Step number={1} isDone={hasKey} title="Create an API key">
          {hasKey && hasRequest ? null : (
            <>
              Go to <TextLink href="/settings/keys">API keys</TextLink>. The key is shown only once.
              {hasKey && " This account already has one. If you lost it, create another."}
            </>
          )}
        </Step>
        <Step number={2} isDone={hasRequest} title="Send a request">
          {hasRequest ? null : (
            <Stack gap={6} mt={4}>
              <Text size="sm">
                For example, check an email address (1 credit). Set the variable KEY to your key first.
              </Text>
              <Code text={text} what="curl command" />
              <Text size="sm">
                Without a command line: check a document, a URL or a list of addresses in{" "}
                <TextLink href="/try">Try it</TextLink>.
              </Text>
            </Stack>
          )}
        </Step>
        <Step number={3} isDone={hasSite} title="Protect a form">
          {hasSite ? null : (
            <>
              <TextLink href="/shield">Shield</TextLink> keeps bots out of your forms. Paste a snippet into your page.
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
  /** Instructions of the step; null once the step is done. */
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

/** Host names of the demo site, which the first start of a server creates. */
const demoHosts: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** Account data that determines which setup steps are done. */
interface Facts {
  readonly keys: ReadonlyArray<{ readonly revokedAt: number | null; readonly lastUsedAt: number | null }>
  readonly sites: ReadonlyArray<{ readonly hostnames: ReadonlyArray<string> }>
  /** First page of the account's requests. */
  readonly requests: { readonly items: ReadonlyArray<unknown>; readonly next: unknown }
}

/** Setup steps that an account has completed. */
export interface CompletedSteps {
  readonly hasKey: boolean
  readonly hasRequest: boolean
  readonly hasSite: boolean
}

/** Determines the completed steps. Because requests expire, a used key also proves that a request was made. */
export const completedSteps = ({ keys, requests, sites }: Facts): CompletedSteps => ({
  hasKey: keys.some(({ revokedAt }) => revokedAt === null),
  hasRequest: requests.items.length > 0 || requests.next !== null || keys.some(({ lastUsedAt }) => lastUsedAt !== null),
  hasSite: sites.some(({ hostnames }) => hostnames.some((name) => !demoHosts.includes(name)))
})

export const stepsCount = 3

export const countCompleted = (done: CompletedSteps): number => Object.values(done).filter((is) => is).length

interface FirstStepsState {
  /** Completed steps; null if all are done, the member hid them, or the data is not loaded. */
  readonly done: CompletedSteps | null
  /** Whether the data that determines the steps is still loading. */
  readonly isLoading: boolean
  readonly setHidden: (isHidden: boolean) => void
}

/** Returns the setup progress of a new account, until all steps are done or the member hides them. */
export const useFirstSteps = (): FirstStepsState => {
  const [isHidden, setHidden] = useStoredFlag("first-steps-hidden")
  const enabled = !isHidden
  const keys = useApi("keys", "list", undefined, { enabled })
  const sites = useApi("sites", "list", undefined, { enabled })
  const requests = useApi("requests", "list", { query: { limit: 1 } }, { enabled })
  if (isHidden) return { done: null, isLoading: false, setHidden }
  if (keys.data === undefined || sites.data === undefined || requests.data === undefined) {
    return { done: null, isLoading: [keys, sites, requests].every(({ error }) => error === null), setHidden }
  }
  const done = completedSteps({ keys: keys.data, sites: sites.data, requests: requests.data })
  return { done: countCompleted(done) === stepsCount ? null : done, isLoading: false, setHidden }
}

/** Keeps a boolean in this browser, by member and name. */
const useStoredFlag = (name: string) => {
  const [is, set] = useLocalStorage<boolean>({
    key: `gatehouse-${name}-${useMe().member.id}`,
    defaultValue: false,
    // Reads the value during the first render, so that hidden steps do not appear briefly.
    getInitialValueInEffect: false
  })
  return [is, set] as const
}
