import { Anchor, Skeleton, Tabs } from "@mantine/core"
import { IconArrowLeft, IconChartBar, IconCode, IconKey, IconSettings } from "@tabler/icons-react"
import { lazy, Suspense } from "react"
import { Link } from "wouter"
import type { Answer } from "../../api/Client.ts"
import { useApi } from "../../api/Hooks.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Failed } from "../../parts/Failed.tsx"
import { useFilters } from "../../parts/Filters.tsx"
import { Page } from "../../parts/Page.tsx"
import { PageTab } from "../try/PageTab.tsx"
import { InstallTab } from "./InstallTab.tsx"
import { KeysTab } from "./KeysTab.tsx"
import { OptionsTab } from "./OptionsTab.tsx"

export type Site = Answer<"sites", "list">[number]

/** With the charts, which are large. */
const TrafficTab = lazy(() => import("./TrafficTab.tsx"))

const tabs = [
  { name: "traffic", title: "Traffic", icon: IconChartBar },
  { name: "install", title: "Install", icon: IconCode },
  { name: "options", title: "Options", icon: IconSettings },
  { name: "keys", title: "Keys", icon: IconKey }
]

/** One site: what passes on it, what to paste, what was chosen, its keys. */
export const SitePage = ({ id }: { readonly id: string }) => {
  const sites = useApi("sites", "list")
  const [{ tab }, set] = useFilters("tab")
  const site = sites.data?.find((one) => one.id === id)
  const shown = tabs.find(({ name }) => name === tab)?.name ?? "traffic"
  return (
    <Page
      title={site?.name ?? "Site"}
      about={
        <>
          <Anchor component={Link} href="/shield" size="sm">
            <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: "-2px" }} /> All sites
          </Anchor>
          {site !== undefined && <span style={{ overflowWrap: "anywhere" }}>{` · ${site.hostnames.join(", ")}`}</span>}
        </>
      }
    >
      {sites.error !== null && site === undefined
        ? <Failed failure={sites.error} onRetry={() => void sites.refetch()} />
        : sites.data === undefined
        ? <Skeleton height={420} aria-label="Loading the site" />
        : site === undefined
        ? <Empty title="There is no such site" action={<Anchor component={Link} href="/shield">All sites</Anchor>} />
        : (
          <Tabs value={shown} onChange={(name) => set({ tab: name === "traffic" ? null : name })} keepMounted={false}>
            <Tabs.List mb="md">
              {tabs.map(({ icon: Icon, name, title }) => <PageTab key={name} name={name} icon={Icon}>{title}</PageTab>)}
            </Tabs.List>
            <Tabs.Panel value="traffic">
              <Suspense fallback={<Skeleton height={420} aria-label="Loading the traffic" />}>
                <TrafficTab site={site} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="install">
              <InstallTab site={site} />
            </Tabs.Panel>
            <Tabs.Panel value="options">
              <OptionsTab key={JSON.stringify(site)} site={site} />
            </Tabs.Panel>
            <Tabs.Panel value="keys">
              <KeysTab site={site} />
            </Tabs.Panel>
          </Tabs>
        )}
    </Page>
  )
}
