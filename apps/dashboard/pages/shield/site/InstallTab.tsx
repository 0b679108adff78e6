import { Alert, Group, List, SegmentedControl, Stack, Text, Title } from "@mantine/core"
import { IconWorldOff } from "@tabler/icons-react"
import { Fragment, useState } from "react"
import { loopbackHostnames } from "../../../../../core/sites/Site.ts"
import { isServerAdmin, type Me, useMe } from "../../../api/Me.ts"
import { TextWithCode } from "../../../parts/text/BreakableText.tsx"
import { Code } from "../../../parts/text/Code.tsx"
import { countText } from "../../../parts/text/Formats.ts"
import { TextLink } from "../../../parts/text/TextLink.tsx"
import { isDemoSite, OpenDemo, type Site } from "./Site.tsx"
import { pageSnippet, serverSnippets } from "./Snippets.ts"

/** Describes how a site treats forms without proof. */
const unverifiedHandling: Readonly<Record<Site["options"]["degraded"], (options: Site["options"]) => string>> = {
  allow: () => "it is let through",
  limit: ({ degradedPerMinuteMax }) =>
    `up to ${countText(degradedPerMinuteMax)} such forms a minute are let through, others are rejected`,
  reject: () => "it is rejected"
}

/** Code to paste into the page, and into the server that receives the form. */
export const InstallTab = ({ site }: { readonly site: Site }) => {
  const me = useMe()
  return (
    <Stack gap="lg" maw={900}>
      {isDemoSite(site, me)
        ? (
          <Group gap="md">
            <Text size="sm">
              This site is for the demo on this machine. For a form of your own make another site and paste its lines.
            </Text>
            <OpenDemo />
          </Group>
        )
        : <InsecureAddress me={me} />}
      <Stack gap="xs">
        <Title order={2} size="h4">1. Put the widget into your page</Title>
        <Text size="sm">
          Paste both parts. The widget adds a hidden field, shield-token, to the form and fills it in.
        </Text>
        <Code text={pageSnippet(me.server.baseUrl, site.siteKey).text} what="lines for the page" />
      </Stack>
      <ServerCode server={me.server} />
      <Stack gap="xs">
        <Title order={2} size="h4">3. Send a form</Title>
        <Text size="sm">
          Send the form once. Within a minute it is counted under Traffic. While you test with open developer tools the
          score is lower than that of your visitors.
        </Text>
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h4">Without an answer, or without proof</Title>
        <List size="sm" spacing={4}>
          <List.Item>
            Your server gets no answer from Gatehouse: the lines for Node, PHP and Python let the form through.
          </List.Item>
          <List.Item>
            It gets one, but the form came without proof:{" "}
            {unverifiedHandling[site.options.degraded](site.options)}, as chosen for this site under{" "}
            <TextLink href={`/shield/${encodeURIComponent(site.id)}?tab=options`}>Options</TextLink>.
          </List.Item>
        </List>
      </Stack>
    </Stack>
  )
}

/** Warns if the server's address, which the snippets contain, has no HTTPS, and says which pages cannot use it. */
const InsecureAddress = ({ me }: { readonly me: Me }) => {
  const { hostname, protocol } = new URL(me.server.baseUrl)
  const isLocal = loopbackHostnames.includes(hostname)
  return protocol === "http:" && (
    <Alert
      color="yellow"
      icon={<IconWorldOff />}
      title={isLocal ? "These lines work on this machine alone" : "Pages with https cannot use these lines"}
    >
      They name {me.server.baseUrl}, {isLocal
        ? "which browsers elsewhere cannot reach."
        : "and a page with https loads nothing from an address without it."}{" "}
      For pages on the internet they need the https address of this server:{" "}
      <TextWithCode
        text={isServerAdmin(me)
          ? "set GATEHOUSE_PUBLIC_URL to it, and start the server again."
          : "ask whoever runs it to set that."}
      />
    </Alert>
  )
}

const ServerCode = ({ server }: { readonly server: Me["server"] }) => {
  const servers = serverSnippets(server)
  const [first] = servers
  const [language, setLanguage] = useState(first.title)
  const { installation, text, title } = servers.find(({ title }) => title === language) ?? first
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">2. Ask about each form on your server</Title>
      <Text size="sm">
        Ask once, before you do anything with the form. Put the secret key into SHIELD_SECRET.
      </Text>
      <SegmentedControl
        value={title}
        onChange={setLanguage}
        data={servers.map(({ title }) => title)}
        aria-label="Language of the server"
        style={{ alignSelf: "flex-start" }}
      />
      <Code key={title} text={text} what={`lines for ${title}`} height={460} />
      {installation !== undefined && (
        <>
          <Text size="sm">{installation.says}</Text>
          {installation.ways.map(({ steps, title }) => (
            <Stack key={title} gap={6} mt="xs">
              <Title order={3} size="h5">{title}</Title>
              {steps.map(({ command, says }) => (
                <Fragment key={says}>
                  <Text size="sm">{says}</Text>
                  {command !== undefined && <Code text={command.text} what={command.what} />}
                </Fragment>
              ))}
            </Stack>
          ))}
        </>
      )}
    </Stack>
  )
}
