import { Alert, Group, List, SegmentedControl, Stack, Text, Title } from "@mantine/core"
import { IconWorldOff } from "@tabler/icons-react"
import { Fragment, useState } from "react"
import { loopbackHostnames } from "../../../../../core/sites/Site.ts"
import { isServerAdmin, type Me, useMe } from "../../../api/Me.ts"
import { TextWithCode } from "../../../parts/text/BreakableText.tsx"
import { Code } from "../../../parts/text/Code.tsx"
import { countText } from "../../../parts/text/Formats.ts"
import { TextLink } from "../../../parts/text/TextLink.tsx"
import { isDemoSite, OpenDemoButton, type Site } from "./Site.tsx"
import { pageSnippet, serverSnippets } from "./Snippets.ts"

/** Describes how a site treats forms without proof, for each setting. */
const unverifiedHandling: Readonly<Record<Site["options"]["degraded"], (options: Site["options"]) => string>> = {
  allow: () => "it is accepted",
  limit: ({ degradedPerMinuteMax }) => `it is accepted, up to ${countText(degradedPerMinuteMax)} such forms per minute`,
  reject: () => "it is rejected"
}

/** Tab with the code to paste into the page and into the server that receives the form. */
export const InstallTab = ({ site }: { readonly site: Site }) => {
  const me = useMe()
  return (
    <Stack gap="lg" maw={900}>
      {isDemoSite(site, me)
        ? (
          <Group gap="md">
            <Text size="sm">
              This site is for the demo on this machine. For your own form, create another site.
            </Text>
            <OpenDemoButton />
          </Group>
        )
        : <InsecureAddress me={me} />}
      <Stack gap="xs">
        <Title order={2} size="h4">1. Add the widget to your page</Title>
        <Text size="sm">
          Paste both parts. The widget adds the hidden field shield-token to the form.
        </Text>
        <Code text={pageSnippet(me.server.baseUrl, site.siteKey).text} what="page code" />
      </Stack>
      <ServerCode server={me.server} />
      <Stack gap="xs">
        <Title order={2} size="h4">3. Send a form</Title>
        <Text size="sm">
          Send the form once. It appears under Traffic within a minute. Your score is lower while developer tools are
          open.
        </Text>
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h4">Outages and unverified forms</Title>
        <List size="sm" spacing={4}>
          <List.Item>
            If Gatehouse does not respond, the code for Node, PHP and Python accepts the form.
          </List.Item>
          <List.Item>
            If a form has no valid token, {unverifiedHandling[site.options.degraded](site.options)}. Change this under
            {" "}
            <TextLink href={`/shield/${encodeURIComponent(site.id)}?tab=options`}>Options</TextLink>.
          </List.Item>
        </List>
      </Stack>
    </Stack>
  )
}

/** Warns if the server URL in the snippets does not use HTTPS. Says on which pages the snippets cannot work. */
const InsecureAddress = ({ me }: { readonly me: Me }) => {
  const { hostname, protocol } = new URL(me.server.baseUrl)
  const isLocal = loopbackHostnames.includes(hostname)
  return protocol === "http:" && (
    <Alert
      color="yellow"
      icon={<IconWorldOff />}
      title={isLocal ? "This code works only on this machine" : "HTTPS pages cannot use this code"}
    >
      It uses {me.server.baseUrl}, {isLocal
        ? "which other machines cannot reach."
        : "and browsers block HTTP scripts on HTTPS pages."} For public pages, this server needs an HTTPS address:{" "}
      <TextWithCode
        text={isServerAdmin(me)
          ? "set GATEHOUSE_PUBLIC_URL to it, then restart the server."
          : "ask the operator of the server to set it."}
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
      <Title order={2} size="h4">2. Verify each form on your server</Title>
      <Text size="sm">
        Verify the token once, before you process the form. Set SHIELD_SECRET to the secret key.
      </Text>
      <SegmentedControl
        value={title}
        onChange={setLanguage}
        data={servers.map(({ title }) => title)}
        aria-label="Server language"
        style={{ alignSelf: "flex-start" }}
      />
      <Code key={title} text={text} what={`${title} code`} height={460} />
      {installation !== undefined && (
        <>
          <Text size="sm">{installation.description}</Text>
          {installation.variants.map(({ steps, title }) => (
            <Stack key={title} gap={6} mt="xs">
              <Title order={3} size="h5">{title}</Title>
              {steps.map(({ command, instruction }) => (
                <Fragment key={instruction}>
                  <Text size="sm">{instruction}</Text>
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
