import { Anchor, Group, Skeleton } from "@mantine/core"
import { IconArrowLeft, IconChartBar, IconCode, IconKey, IconSettings } from "@tabler/icons-react"
import { lazy, Suspense } from "react"
import { Link, useSearch } from "wouter"
import { useApi } from "../../api/Hooks.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { UrlTabs } from "../../parts/page/UrlTabs.tsx"
import { useFilters } from "../../parts/tables/Filters.tsx"
import { BreakableText } from "../../parts/text/BreakableText.tsx"
import { InstallTab } from "./site/InstallTab.tsx"
import { KeysTab } from "./site/KeysTab.tsx"
import { OptionsTab } from "./site/OptionsTab.tsx"

/** Loaded on demand, because the chart library is large. */
const TrafficTab = lazy(() => import("./traffic/TrafficTab.tsx"))

/** Page of one site: its traffic, installation, options and keys. */
export const SitePage = ({ id }: { readonly id: string }) => {
  const sites = useApi("sites", "list")
  const [{ tab }] = useFilters("tab")
  const search = useSearch()
  const site = sites.data?.find((one) => one.id === id)
  const pathOf = (name: string) => {
    // Keeps the other parameters, such as the selected time range.
    const params = new URLSearchParams(search)
    params.set("tab", name)
    return `/shield/${encodeURIComponent(id)}?${params}`
  }
  return (
    <Page
      title={site?.name ?? "Site"}
      description={
        <Group gap={8}>
          <Anchor component={Link} href="/shield" size="sm">
            <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: "-2px" }} /> All sites
          </Anchor>
          {site !== undefined && (
            <span style={{ overflowWrap: "anywhere" }}>
              <BreakableText text={site.hostnames.join(", ")} />
            </span>
          )}
        </Group>
      }
    >
      {sites.error !== null && site === undefined
        ? <FailureAlert failure={sites.error} onRetry={() => void sites.refetch()} />
        : sites.data === undefined
        ? <Skeleton height={420} aria-label="Loading site" />
        : site === undefined
        ? <EmptyState title="Site not found" action={{ label: "Show all sites", href: "/shield" }} />
        : (
          <UrlTabs
            current={tab}
            pathOf={pathOf}
            tabs={[
              {
                name: "traffic",
                title: "Traffic",
                icon: IconChartBar,
                panel: (
                  <Suspense fallback={<Skeleton height={420} aria-label="Loading traffic" />}>
                    <TrafficTab site={site} />
                  </Suspense>
                )
              },
              { name: "install", title: "Install", icon: IconCode, panel: <InstallTab site={site} /> },
              {
                name: "options",
                title: "Options",
                icon: IconSettings,
                panel: <OptionsTab key={JSON.stringify(site)} site={site} />
              },
              { name: "keys", title: "Keys", icon: IconKey, panel: <KeysTab site={site} /> }
            ]}
          />
        )}
    </Page>
  )
}
