import { Button, Group, Skeleton, Stack, Text } from "@mantine/core"
import { IconPlus, IconShieldCheck } from "@tabler/icons-react"
import { useMemo, useState } from "react"
import { useLocation, useParams } from "wouter"
import { useApi } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { IfPresent } from "../../parts/tables/Filters.tsx"
import { countText, shareText } from "../../parts/text/Formats.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import { Instant, useNow } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { TruncatedText } from "../../parts/text/TruncatedText.tsx"
import { lastDays } from "../../shared/time/Days.ts"
import { CreateSite } from "./CreateSite.tsx"
import { type RecentDay, RecentFormsChart, recentTotals } from "./RecentForms.tsx"
import { isDemoSite, OpenDemoButton, type Site } from "./site/Site.tsx"
import { SitePage } from "./SitePage.tsx"

/** Page with the list of protected sites, or with one site if the URL contains its id. */
const Shield = () => {
  const { id } = useParams<{ readonly id?: string }>()
  return id === undefined ? <SitesPage /> : <SitePage key={id} id={id} />
}

export default Shield

/** Milliseconds between reloads of the figures. The server writes new counts every few seconds. */
const reloadMillis = 60_000
const hostsShownMax = 3

/** Figures of a site's last days. `unknown` means that they could not be loaded. */
type RecentData = ReadonlyArray<RecentDay> | "loading" | "unknown"

export const SitesPage = () => {
  const me = useMe()
  const sites = useApi("sites", "list")
  const now = useNow()
  const { starts, to } = useMemo(() => lastDays(7, now), [now])
  const recent = useApi("sites", "recent", { query: { starts: starts.join(","), to } }, { refetchMillis: reloadMillis })
  const recentOf = (id: string): RecentData =>
    recent.data === undefined
      ? recent.error === null ? "loading" : "unknown"
      // A site created after the figures were loaded has no forms yet.
      : recent.data.find(({ siteId }) => siteId === id)?.days ?? []
  const [, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const [first, ...others] = sites.data ?? []
  const isDemoOnly = first !== undefined && others.length === 0 && isDemoSite(first, me)
  useKeys({ n: () => setCreating(true) })
  const create = <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>Create site</Button>
  return (
    <Page
      title="Shield"
      description="A form widget that detects bots without puzzles for people. Each site has its own keys, options and traffic."
      actions={sites.data?.length === 0
        ? undefined
        : <IfPresent of={sites.isLoading ? "unknown" : "some"}>{create}</IfPresent>}
    >
      <DataTable
        label="Sites"
        rows={sites.data ?? []}
        idOf={({ id }) => id}
        isLoading={sites.isLoading}
        failure={sites.error}
        onRetry={() => void sites.refetch()}
        hrefOf={({ id }) => `/shield/${encodeURIComponent(id)}`}
        skeletonRows={3}
        columns={siteColumns(recentOf)}
        empty={<NoSites onCreate={() => setCreating(true)} />}
      />
      {isDemoOnly && (
        <Group gap="md">
          <Text size="sm" c="dimmed">
            This site is for the demo on this machine. Create a site for your own host names.
          </Text>
          <OpenDemoButton />
        </Group>
      )}
      <CreateSite
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) => navigate(`/shield/${encodeURIComponent(id)}?tab=install`)}
      />
    </Page>
  )
}

const siteColumns = (recentOf: (id: string) => RecentData): ReadonlyArray<Column<Site>> => [
  { title: "Site", render: (site) => <NameAndHosts site={site} />, isLong: true, card: { line: 1, side: "start" } },
  {
    title: "Forms, 7 days",
    render: ({ id }) => <FormCount recent={recentOf(id)} />,
    isNumber: true,
    width: 170,
    card: { line: 2, side: "start", isTitled: true }
  },
  {
    title: glossary.verified,
    render: ({ id }) => <VerifiedShare recent={recentOf(id)} />,
    isNumber: true,
    width: 90,
    card: { line: 2, side: "end", isTitled: true }
  },
  {
    title: "Site key",
    render: ({ siteKey }) => <TruncatedText text={siteKey} what="site key" />,
    width: 230,
    card: { line: 3, side: "start", isTitled: true }
  },
  { title: glossary.created, render: ({ createdAt }) => <Instant at={createdAt} />, width: 140, card: "none" }
]

const NoSites = ({ onCreate }: { readonly onCreate: () => void }) => (
  <EmptyState
    title="No sites yet"
    icon={<IconShieldCheck size={24} />}
    action={{ label: "Create site", icon: <IconPlus size={16} />, onClick: onCreate }}
  >
    <Stack gap={6}>
      <Text size="sm">
        Create a site for the host names of your forms. You get a key for the page, a secret for your server, and the
        code for both.
      </Text>
      <Text size="sm">To try it without a site, use the test key gh_site_test_pass.</Text>
    </Stack>
  </EmptyState>
)

const NameAndHosts = ({ site: { hostnames, name, secrets } }: { readonly site: Site }) => (
  <Stack gap={0}>
    <Group gap="xs">
      <Text span size="sm" fw={600}>{name}</Text>
      {secrets > 1 && <StatusBadge tone="caution">Two active secrets</StatusBadge>}
    </Group>
    <Text size="xs" c="dimmed" lineClamp={2}>
      {hostnames.slice(0, hostsShownMax).join(", ")}
      {hostnames.length > hostsShownMax && `, ${countText(hostnames.length - hostsShownMax)} more`}
    </Text>
  </Stack>
)

const FormCount = ({ recent }: { readonly recent: RecentData }) =>
  recent === "loading"
    ? <Skeleton height={24} width={120} display="inline-block" />
    : recent === "unknown"
    ? <Count value={null} />
    : (
      <Group gap="xs" wrap="nowrap" align="baseline" justify="flex-end">
        {recentTotals(recent).forms > 0 && <RecentFormsChart days={recent} />}
        <Count value={recentTotals(recent).forms} miw={40} />
      </Group>
    )

const VerifiedShare = ({ recent }: { readonly recent: RecentData }) => {
  if (recent === "loading") return <Skeleton height={20} width={44} display="inline-block" />
  const share = recent === "unknown" ? null : recentTotals(recent).verifiedShare
  return <>{share === null ? "–" : shareText(share)}</>
}
