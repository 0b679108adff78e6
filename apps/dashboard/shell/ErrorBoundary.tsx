import { Button, Center, Code, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { IconReload } from "@tabler/icons-react"
import { Component, type ReactNode, useContext } from "react"
import { MeContext } from "../api/Me.ts"
import { LabeledCopyButton } from "../parts/text/CopyButtons.tsx"
import { pagesFor } from "./pages.ts"

interface Props {
  /** Path and query within the dashboard. When it changes, a failed page is rendered again. */
  readonly path?: string
  readonly children: ReactNode
}

interface State {
  readonly caught: { readonly error: unknown; readonly href: string; readonly at: number } | null
  /** Last value of the `path` prop. */
  readonly path: string | undefined
}

/** Catches rendering errors of a page, so that the rest of the dashboard keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: null, path: this.props.path }

  static getDerivedStateFromError(error: unknown): Pick<State, "caught"> {
    return { caught: { error, href: location.href, at: Date.now() } }
  }

  /** Clears the error when the path changes. */
  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { caught: null, path }
  }

  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <CrashNotice {...this.state.caught} />
  }
}

type NoticeProps = Pick<Crash, "at" | "error" | "href">

/** URL of the dashboard's start page. The link loads it as a new document, because the router may have failed. */
const startHref = "/dashboard/"

/** Replaces a page that failed. Says what to do, and what to send to the server's operator. */
export const CrashNotice = ({ at, error, href }: NoticeProps) => {
  const me = useContext(MeContext)
  const report = crashReport({ at, error, href, version: me?.server.version ?? null })
  const start = me === null ? "the start page" : pagesFor(me.member.role)[0].title
  const isStart = new URL(href).pathname.replace(/\/?$/, "/") === startHref
  return (
    <Center py="xl">
      <Paper withBorder p={{ base: "md", sm: "xl" }} w="100%" maw={600}>
        <Stack>
          <Stack gap="xs" role="alert">
            <Title order={1} size="h3">This page has stopped working</Title>
            <Text>
              Reload it to continue, and to get a new version if one was installed. Your saved data is not affected.
            </Text>
          </Stack>
          <Group gap="sm">
            <Button leftSection={<IconReload size={16} />} onClick={() => location.reload()}>Reload page</Button>
            {!isStart && <Button component="a" href={startHref} variant="default">Back to {start}</Button>}
          </Group>
          <Stack gap="xs" mt="md">
            <Title order={2} size="h5">If it happens again</Title>
            <Text size="sm" c="dimmed">
              Send these details to the operator of this server. They contain no keys, link secrets or email addresses.
            </Text>
            <Code
              block
              aria-label="Details"
              style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", userSelect: "all" }}
            >
              {report}
            </Code>
            <Group>
              <LabeledCopyButton text={report} what="details" />
            </Group>
          </Stack>
        </Stack>
      </Paper>
    </Center>
  )
}

interface Crash {
  readonly error: unknown
  readonly href: string
  /** Time of the error in milliseconds since 1970. */
  readonly at: number
  /** Version of the server; null if it is not known yet. */
  readonly version: string | null
}

/** Maximum characters of the error message in a report. Some messages contain page data. */
const messageCharsMax = 600

/** Returns the text of an error report: the error, page, time and server version. It contains no secrets. */
export const crashReport = ({ at, error, href, version }: Crash): string =>
  [
    `Error: ${redactSecrets(messageOf(error)).slice(0, messageCharsMax)}`,
    `Page: ${redactUrl(href)}`,
    `Time: ${new Date(at).toISOString()}`,
    `Version: ${version ?? "unknown"}`
  ].join("\n")

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.name === "Error" ? error.message : `${error.name}: ${error.message}` : String(error)

/**
 * Returns the URL without its fragment and with only the names of its query parameters. The fragment may contain the
 * secret of an invitation or password reset link.
 */
const redactUrl = (href: string): string => {
  const { origin, pathname, searchParams } = new URL(href)
  const names = [...new Set(searchParams.keys())].map((name) => `${redactSecrets(name)}=…`)
  return origin + redactSecrets(pathname) + (names.length === 0 ? "" : `?${names.join("&")}`)
}

/** Removes keys, secrets of webhooks, query strings, fragments, email addresses, and long text that may be a token. */
const redactSecrets = (text: string): string =>
  text
    .replace(/[^\s"'<>]+/g, withoutQuery)
    .replace(/\b(gh_[a-z]+_)[\w-]+/g, "$1…")
    .replace(/\b(whsec_)[\w+/=-]+/g, "$1…")
    .replace(/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>)]+\.[^\s@"'<>).]+/g, "…@…")
    .replace(/(?<![\w-])[\w-]{40,}/g, "…")

/** Removes the query string and the fragment of a URL within a word. */
const withoutQuery = (word: string): string => {
  const address = word.search(/\bhttps?:\/\//)
  const length = address < 0 ? -1 : word.slice(address).search(/[?#]/)
  return length < 0 ? word : word.slice(0, address + length)
}
