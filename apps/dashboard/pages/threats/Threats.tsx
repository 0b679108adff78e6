import { IconBan, IconDatabase, IconFlag } from "@tabler/icons-react"
import { useParams } from "wouter"
import { AddressTabs } from "../../parts/AddressTabs.tsx"
import { Page } from "../../parts/Page.tsx"
import { BlocklistTab } from "./BlocklistTab.tsx"
import { SourcesTab } from "./SourcesTab.tsx"
import { SubmissionsTab } from "./SubmissionsTab.tsx"

/** What every URL is compared with, and what people report for it. */
const Threats = () => {
  const { tab } = useParams<{ readonly tab?: string }>()
  return (
    <Page
      title="Threat data"
      about="What every URL is compared with: reported links, the blocklist, and the sources. All accounts share it."
    >
      <AddressTabs
        shown={tab}
        pathOf={(name) => `/threats/${name}`}
        tabs={[
          { name: "submissions", title: "Reported links", icon: IconFlag, panel: <SubmissionsTab /> },
          { name: "blocklist", title: "Blocklist", icon: IconBan, panel: <BlocklistTab /> },
          { name: "sources", title: "Sources", icon: IconDatabase, panel: <SourcesTab /> }
        ]}
      />
    </Page>
  )
}

export default Threats
