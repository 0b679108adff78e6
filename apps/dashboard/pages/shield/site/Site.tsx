import { Button } from "@mantine/core"
import { IconExternalLink } from "@tabler/icons-react"
import { demoSiteName, loopbackHostnames } from "../../../../../core/sites/Site.ts"
import type { ApiResponse } from "../../../api/Client.ts"
import type { Me } from "../../../api/Me.ts"

export type Site = ApiResponse<"sites", "list">[number]

/**
 * Reports whether this is the demo site behind `/demo` that the first start created. A site that also has public host names is not.
 */
export const isDemoSite = ({ hostnames, name }: Pick<Site, "hostnames" | "name">, { account, server }: Me): boolean =>
  server.hasDemo && account.isOperator && name === demoSiteName &&
  hostnames.every((hostname) => loopbackHostnames.includes(hostname))

/** Button that opens the demo in a new tab, since it is not a dashboard page. */
export const OpenDemo = () => (
  <Button component="a" href="/demo" target="_blank" rel="noopener" leftSection={<IconExternalLink size={16} />}>
    Open demo
  </Button>
)
