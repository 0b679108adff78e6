import { Button, Center, Code, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { IconReload } from "@tabler/icons-react"
import { useContext } from "react"
import { MeContext } from "../api/Me.ts"
import { CopyWords } from "../parts/Copy.tsx"
import { type Crash, crashReport } from "./CrashReport.ts"
import { pagesFor } from "./pages.ts"

type Props = Pick<Crash, "at" | "error" | "href">

/** Where the dashboard begins, loaded anew: the router may be what failed. */
const startHref = "/dashboard/"

/** In place of a page that failed: what to do, and what to send to whoever runs the server. */
export const CrashNotice = ({ at, error, href }: Props) => {
  const me = useContext(MeContext)
  const report = crashReport({ at, error, href, version: me?.server.version ?? null })
  const start = me === null ? "the start page" : pagesFor(me.member.role)[0]!.title
  const isStart = new URL(href).pathname.replace(/\/?$/, "/") === startHref
  return (
    <Center py="xl">
      <Paper withBorder p={{ base: "md", sm: "xl" }} w="100%" maw={600}>
        <Stack>
          <Stack gap="xs" role="alert">
            <Title order={1} size="h3">This page has stopped working</Title>
            <Text>
              Reload it: that also brings a new version, if one was installed meanwhile. What you had saved is still
              there.
            </Text>
          </Stack>
          <Group gap="sm">
            <Button leftSection={<IconReload size={16} />} onClick={() => location.reload()}>Reload</Button>
            {!isStart && <Button component="a" href={startHref} variant="default">Back to {start}</Button>}
          </Group>
          <Stack gap="xs" mt="md">
            <Title order={2} size="h5">If it fails again</Title>
            <Text size="sm" c="dimmed">
              Send these details to whoever runs this server. No key, no link's secret and no mail address is in them.
            </Text>
            <Code
              block
              aria-label="Details"
              style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", userSelect: "all" }}
            >
              {report}
            </Code>
            <Group>
              <CopyWords text={report} what="details" />
            </Group>
          </Stack>
        </Stack>
      </Paper>
    </Center>
  )
}
