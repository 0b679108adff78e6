import {
  IconBan,
  IconCoins,
  IconDatabase,
  IconDeviceLaptop,
  IconFileText,
  IconFlask,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconMail,
  IconShieldCheck,
  IconSkull,
  IconTerminal2,
  IconUser,
  IconUsers,
  IconWebhook
} from "@tabler/icons-react"
import type { ComponentType } from "react"
import type { Role } from "../../../core/members/Role.ts"

/** Groups of the navigation, from top to bottom. */
export const pageGroups = ["Activity", "Protection", "Settings"] as const

export interface PageEntry {
  /** Path below `/dashboard`. It may end with a parameter that the page reads: `:id?` or `:tab?`. */
  readonly path: string
  readonly title: string
  readonly group: (typeof pageGroups)[number]
  readonly roles: ReadonlyArray<Role>
  /** Pressing `g` and this letter opens the page. */
  readonly letter: string
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

const everyone: ReadonlyArray<Role> = ["owner", "member", "reviewer"]
const staff: ReadonlyArray<Role> = ["owner", "member"]
const owners: ReadonlyArray<Role> = ["owner"]

const page = (
  path: string,
  title: string,
  group: PageEntry["group"],
  roles: ReadonlyArray<Role>,
  letter: string,
  icon: PageEntry["icon"],
  load: PageEntry["load"]
): PageEntry => ({ path, title, group, roles, letter, icon, load })

/** All pages in the order of the navigation. The code of each page is loaded on demand. */
export const pages: ReadonlyArray<PageEntry> = [
  page("/", "Overview", "Activity", staff, "o", IconLayoutDashboard, () => import("../pages/overview/Overview.tsx")),
  page(
    "/requests/:id?",
    "Requests",
    "Activity",
    staff,
    "r",
    IconListDetails,
    () => import("../pages/requests/Requests.tsx")
  ),
  page(
    "/documents/:id?",
    "Documents",
    "Activity",
    staff,
    "d",
    IconFileText,
    () => import("../pages/documents/Documents.tsx")
  ),
  page("/credits", "Credits", "Activity", staff, "c", IconCoins, () => import("../pages/credits/Credits.tsx")),
  page("/try/:tab?", "Try it", "Activity", staff, "t", IconFlask, () => import("../pages/try/TryIt.tsx")),
  page("/leads/:id?", "Leads", "Protection", everyone, "l", IconMail, () => import("../pages/leads/Leads.tsx")),
  page("/shield/:id?", "Shield", "Protection", staff, "s", IconShieldCheck, () => import("../pages/shield/Shield.tsx")),
  page("/rules", "Rules", "Protection", staff, "u", IconBan, () => import("../pages/rules/Rules.tsx")),
  page(
    "/threats/:tab?",
    "Threat data",
    "Protection",
    everyone,
    "h",
    IconSkull,
    () => import("../pages/threats/Threats.tsx")
  ),
  page("/settings/keys", "API keys", "Settings", staff, "k", IconKey, () => import("../pages/settings/ApiKeys.tsx")),
  page(
    "/settings/management-keys",
    "Management keys",
    "Settings",
    owners,
    "y",
    IconTerminal2,
    () => import("../pages/settings/ManagementKeys.tsx")
  ),
  page(
    "/settings/webhooks/:id?",
    "Webhooks",
    "Settings",
    staff,
    "w",
    IconWebhook,
    () => import("../pages/settings/webhooks/Webhooks.tsx")
  ),
  page(
    "/settings/members",
    "Members",
    "Settings",
    owners,
    "m",
    IconUsers,
    () => import("../pages/settings/Members.tsx")
  ),
  page(
    "/settings/sessions",
    "Sessions",
    "Settings",
    everyone,
    "e",
    IconDeviceLaptop,
    () => import("../pages/settings/Sessions.tsx")
  ),
  page(
    "/settings/audit",
    "Audit log",
    "Settings",
    owners,
    "a",
    IconHistory,
    () => import("../pages/settings/AuditLog.tsx")
  ),
  page(
    "/settings/retention",
    "Data retention",
    "Settings",
    owners,
    "n",
    IconDatabase,
    () => import("../pages/settings/Retention.tsx")
  ),
  page(
    "/settings/profile",
    "Profile",
    "Settings",
    everyone,
    "p",
    IconUser,
    () => import("../pages/settings/Profile.tsx")
  )
]

/** Returns the pages that a role can access, which always include its profile. */
export const pagesFor = (role: Role): readonly [PageEntry, ...ReadonlyArray<PageEntry>] => {
  const [first, ...others] = pages.filter(({ roles }) => roles.includes(role))
  if (first === undefined) throw new Error(`No page for the role ${role}`)
  return [first, ...others]
}

/** Returns the path of a page without its parameter. */
export const basePathOf = ({ path }: PageEntry): string => path.replace(/\/:.*$/s, "") || "/"

/** Returns the page at a path, whether or not a role has access to it. */
export const pageAt = (address: string): PageEntry | undefined =>
  pages.find((page) => {
    const start = basePathOf(page)
    return address === start || (start !== "/" && address.startsWith(`${start}/`))
  })
