import { Anchor, Box, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from "@mantine/core"
import { IconCheck } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { useApi } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../requests/Curl.ts"

/** Of the demo's site, which the first start makes. */
const ownHosts: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** What to do on a fresh account, with what is done already. */
export const FirstSteps = () => {
  const { server } = useMe()
  const keys = useApi("keys", "list")
  const sites = useApi("sites", "list")
  const hasKey = keys.data?.some(({ revokedAt }) => revokedAt === null) ?? false
  const hasSite = sites.data?.some(({ hostnames }) => hostnames.some((name) => !ownHosts.includes(name))) ?? false
  const { text } = curlOf({ operation: "scan/email", subject: "ann@gmial.com" }, server.baseUrl)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="first-steps">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id="first-steps">First steps</Title>
          <Text size="sm" c="dimmed">Charts appear here with the first request.</Text>
        </div>
        <Step number={1} isDone={hasKey} title="Make an API key">
          In <To href="/settings/keys">Settings, API keys</To>. Its text is shown once.
          {hasKey && " This account has one; if its text is lost, make another."}
        </Step>
        <Step number={2} isDone={false} title="Ask something">
          <Stack gap={6} mt={4}>
            <Text size="sm">
              With the key in the variable KEY, for instance whether an address is worth a mail (1 credit):
            </Text>
            <Code text={text} what="curl command" />
          </Stack>
        </Step>
        <Step number={3} isDone={false} title="Or without a command line">
          Drop a document, paste a URL or a list of addresses into <To href="/try">Try it</To>.
        </Step>
        <Step number={4} isDone={hasSite} title="Protect a form">
          <To href="/shield">Shield</To> tells people from bots, with a snippet for your page.
        </Step>
      </Stack>
    </Paper>
  )
}

const To = ({ children, href }: { readonly href: string; readonly children: ReactNode }) => (
  <Anchor component={Link} href={href} inherit underline="always">{children}</Anchor>
)

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly children: ReactNode
}

const Step = ({ children, isDone, number, title }: StepProps) => (
  <Group align="flex-start" wrap="nowrap" gap="sm">
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
      <Text component="div" size="sm">{children}</Text>
    </Box>
  </Group>
)
