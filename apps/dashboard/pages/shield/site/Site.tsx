import { Button } from "@mantine/core"
import { IconExternalLink } from "@tabler/icons-react"
import { demoSiteName, loopbackHostnames } from "../../../../../core/sites/Site.ts"
import type { ApiResponse } from "../../../api/Client.ts"
import type { Me } from "../../../api/Me.ts"

export type Site = ApiResponse<"sites", "list">[number]

/**
 * Reports whether this is the demo site that the first start created for `/demo`. A site with public host names is not
 * a demo site.
 */
export const isDemoSite = ({ hostnames, name }: Pick<Site, "hostnames" | "name">, { account, server }: Me): boolean =>
  server.hasDemo && account.isOperator && name === demoSiteName &&
  hostnames.every((hostname) => loopbackHostnames.includes(hostname))

/** Button that opens the demo in a new tab, because the demo is not a dashboard page. */
export const OpenDemoButton = () => (
  <Button component="a" href="/demo" target="_blank" rel="noopener" leftSection={<IconExternalLink size={16} />}>
    Open demo
  </Button>
)
