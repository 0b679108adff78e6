import { Alert, SegmentedControl, Stack, Text, Title } from "@mantine/core"
import { IconWorldOff } from "@tabler/icons-react"
import { useState } from "react"
import { runsServer, useMe } from "../../api/Me.ts"
import { Code } from "../../parts/Code.tsx"
import { Coded } from "../../parts/Coded.tsx"
import type { Site } from "./SitePage.tsx"
import { pageSnippet, serverSnippets } from "./Snippets.ts"

/** What to paste into the page and into the server that takes the form. */
export const InstallTab = ({ site }: { readonly site: Site }) => {
  const me = useMe()
  const { server } = me
  const page = pageSnippet(server.baseUrl, site.siteKey)
  const servers = serverSnippets(server.baseUrl)
  const [language, setLanguage] = useState(servers[0]!.title)
  const shown = servers.find(({ title }) => title === language)!
  const isInsecure = server.baseUrl.startsWith("http:")
  return (
    <Stack gap="lg" maw={900}>
      {isInsecure && (
        <Alert color="yellow" icon={<IconWorldOff />} title="An address to try it with">
          These lines name{" "}
          {server.baseUrl}. Pages on the internet need the address under which browsers reach this server:{" "}
          <Coded text={runsServer(me) ? "set GATEHOUSE_PUBLIC_URL to it." : "ask whoever runs it to set that."} />
        </Alert>
      )}
      <Stack gap="xs">
        <Title order={2} size="h4">1. Put the widget into your page</Title>
        <Text size="sm">
          Paste both parts. The widget adds a hidden field, shield-token, to the form and fills it in.
        </Text>
        <Code text={page.text} what="lines for the page" />
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h4">2. Ask about each form on your server</Title>
        <Text size="sm">
          Ask once, before you do anything with the form. A form is rejected only where the answer says so: when this
          server is gone, slow or broken, it goes through. Put the secret key into SHIELD_SECRET.
        </Text>
        <SegmentedControl
          value={shown.title}
          onChange={setLanguage}
          data={servers.map(({ title }) => title)}
          aria-label="Language of the server"
          style={{ alignSelf: "flex-start" }}
        />
        <Code key={shown.title} text={shown.text} what={`lines for ${shown.title}`} height={460} />
        {shown.gets !== undefined && (
          <>
            <Text size="sm">{shown.gets.says}</Text>
            {shown.gets.commands.map(({ command, makes }) => (
              <Code key={makes} text={command} what={`command for ${makes}`} />
            ))}
          </>
        )}
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h4">3. Send a form</Title>
        <Text size="sm">
          Send the form once. Within a minute it is counted under Traffic. While you test with open developer tools the
          score is lower than that of your visitors.
        </Text>
      </Stack>
    </Stack>
  )
}
