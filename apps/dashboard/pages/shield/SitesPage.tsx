import { Button, Stack, Text } from "@mantine/core"
import { IconPlus, IconShieldCheck } from "@tabler/icons-react"
import { useState } from "react"
import { useLocation } from "wouter"
import { useApi } from "../../api/Hooks.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Instant } from "../../parts/Instant.tsx"
import { useKeys } from "../../parts/Keyboard.ts"
import { Page } from "../../parts/Page.tsx"
import { Verdict } from "../../parts/Verdict.tsx"
import { CreateSite } from "./CreateSite.tsx"

/** Of the site that the first start makes. */
const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** All sites of the account. */
export const SitesPage = () => {
  const sites = useApi("sites", "list")
  const [, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const isDemoOnly = sites.data?.length === 1 && sites.data[0]!.hostnames.every((name) => loopback.has(name))
  useKeys({ n: () => setCreating(true) })
  const create = <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>New site</Button>
  return (
    <Page
      title="Shield"
      about="A box in a form that tells people from bots without asking anybody to do anything. Each site has keys, choices and counts of its own."
      actions={create}
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
        columns={[
          { title: "Name", of: ({ name }) => <Text span size="sm" fw={600}>{name}</Text>, isLong: true },
          { title: "Host names", of: ({ hostnames }) => hostnames.join(", "), isLong: true },
          {
            title: "Site key",
            of: ({ siteKey }) => <Text span size="xs" ff="monospace">{siteKey}</Text>,
            isLong: true
          },
          {
            title: "Secrets",
            of: ({ secrets }) => secrets > 1 ? <Verdict tone="caution">Being rotated</Verdict> : "One",
            width: 150
          },
          { title: "Made", of: ({ createdAt }) => <Instant at={createdAt} />, width: 150 }
        ]}
        empty={
          <Empty title="No site yet" icon={<IconShieldCheck size={24} />} action={create}>
            <Stack gap={6}>
              <Text size="sm">
                Make a site for the host names on which your forms stand. You get a key for the page, a secret for your
                server, and the lines to paste into both.
              </Text>
              <Text size="sm">With the test key gh_site_test_pass it can be tried without a site.</Text>
            </Stack>
          </Empty>
        }
      />
      {isDemoOnly && (
        <Text size="sm" c="dimmed">
          This site is for the demo on this machine. Make one of your own for the host names on which your forms stand.
        </Text>
      )}
      <CreateSite
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) => navigate(`/shield/${encodeURIComponent(id)}?tab=install`)}
      />
    </Page>
  )
}
