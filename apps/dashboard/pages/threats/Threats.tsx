import { Tabs } from "@mantine/core"
import { IconBan, IconDatabase, IconFlag } from "@tabler/icons-react"
import { useLocation, useParams } from "wouter"
import { Page } from "../../parts/Page.tsx"
import { PageTab } from "../try/PageTab.tsx"
import { BlocklistTab } from "./BlocklistTab.tsx"
import { SourcesTab } from "./SourcesTab.tsx"
import { SubmissionsTab } from "./SubmissionsTab.tsx"

const tabs = [
  { name: "submissions", title: "Submissions", icon: IconFlag, Shown: SubmissionsTab },
  { name: "blocklist", title: "Blocklist", icon: IconBan, Shown: BlocklistTab },
  { name: "sources", title: "Sources", icon: IconDatabase, Shown: SourcesTab }
]

/** What every URL is compared with, and what people report for it. */
const Threats = () => {
  const { tab } = useParams<{ readonly tab?: string }>()
  const [, navigate] = useLocation()
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0]!
  return (
    <Page
      title="Threat data"
      about="What every URL is compared with: reported links, the blocklist, and the sources. All accounts share it."
    >
      <Tabs value={shown.name} onChange={(name) => navigate(`/threats/${name ?? ""}`)} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(({ icon: Icon, name, title }) => <PageTab key={name} name={name} icon={Icon}>{title}</PageTab>)}
        </Tabs.List>
        {tabs.map(({ Shown, name }) => (
          <Tabs.Panel key={name} value={name}>
            <Shown />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

export default Threats
