import { demoSiteName, loopbackHostnames } from "../../../../core/sites/Site.ts"
import type { Me } from "../../api/Me.ts"
import type { Site } from "./SitePage.tsx"

/** Whether it is the site behind `/demo`, as the first start made it; one that has names of the internet as well is used for more. */
export const isDemoSite = ({ hostnames, name }: Pick<Site, "hostnames" | "name">, { account, server }: Me): boolean =>
  server.hasDemo && account.isOperator && name === demoSiteName &&
  hostnames.every((hostname) => loopbackHostnames.includes(hostname))
