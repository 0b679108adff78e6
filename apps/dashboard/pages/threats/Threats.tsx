import { IconBan, IconDatabase, IconFlag } from "@tabler/icons-react"
import { useState } from "react"
import { useParams } from "wouter"
import { useMe } from "../../api/Me.ts"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import { UrlTabs } from "../../parts/page/UrlTabs.tsx"
import { AddEntry } from "./AddEntry.tsx"
import { BlocklistTab } from "./BlocklistTab.tsx"
import { SourcesTab } from "./SourcesTab.tsx"
import { SubmissionsTab } from "./SubmissionsTab.tsx"

/**
 * Page with the reported links, the blocklist and the threat sources. A reported link affects screening only after it
 * is accepted.
 */
const Threats = () => {
  const { tab } = useParams<{ readonly tab?: string }>()
  const { account } = useMe()
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const mayAdd = tab === "blocklist" && account.isOperator
  useKeys(mayAdd ? { n: add } : {})
  return (
    <Page
      title="Threat data"
      description="Gatehouse checks URLs against the blocklist and the sources. Accepted reports are added to the blocklist. All accounts share this data."
    >
      <UrlTabs
        current={tab}
        pathOf={(name) => `/threats/${name}`}
        tabs={[
          { name: "submissions", title: "Reported links", icon: IconFlag, panel: <SubmissionsTab /> },
          { name: "blocklist", title: "Blocklist", icon: IconBan, panel: <BlocklistTab onAdd={add} /> },
          { name: "sources", title: "Sources", icon: IconDatabase, panel: <SourcesTab /> }
        ]}
      />
      {mayAdd && <AddEntry isOpen={isAdding} onClose={() => setAdding(false)} />}
    </Page>
  )
}

export default Threats
