import { Button } from "@mantine/core"
import { IconExternalLink } from "@tabler/icons-react"
import { demoSiteName, loopbackHostnames } from "../../../../../core/sites/Site.ts"
import type { Answer } from "../../../api/Client.ts"
import type { Me } from "../../../api/Me.ts"

export type Site = Answer<"sites", "list">[number]

/** Whether it is the site behind `/demo`, as the first start made it; one that has names of the internet as well is used for more. */
export const isDemoSite = ({ hostnames, name }: Pick<Site, "hostnames" | "name">, { account, server }: Me): boolean =>
  server.hasDemo && account.isOperator && name === demoSiteName &&
  hostnames.every((hostname) => loopbackHostnames.includes(hostname))

/** To the demo, which is no page of the dashboard: beside it, so that both can be looked at. */
export const OpenDemo = () => (
  <Button component="a" href="/demo" target="_blank" rel="noopener" leftSection={<IconExternalLink size={16} />}>
    Open the demo
  </Button>
)
