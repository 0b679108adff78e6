import { IconFileText, IconLink, IconMail, IconMessage } from "@tabler/icons-react"
import { useParams } from "wouter"
import { Page } from "../../parts/page/Page.tsx"
import { UrlTabs } from "../../parts/page/UrlTabs.tsx"
import { AddressesTab } from "./addresses/AddressesTab.tsx"
import { DocumentTab } from "./documents/DocumentTab.tsx"
import { LeadTab } from "./LeadTab.tsx"
import { UrlTab } from "./UrlTab.tsx"

/** Page that tries the API's endpoints with real requests, which are charged to this account. */
const TryIt = () => {
  const { tab } = useParams<{ readonly tab?: string }>()
  return (
    <Page
      title="Try it"
      description="Send real requests to the API. Responses and prices are the same as for your programs."
    >
      {/* Tabs stay mounted, so that the queue continues while another tab is open. */}
      <UrlTabs
        current={tab}
        pathOf={(name) => `/try/${name}`}
        keepMounted
        tabs={[
          { name: "document", title: "Document", icon: IconFileText, panel: <DocumentTab /> },
          { name: "url", title: "URL", icon: IconLink, panel: <UrlTab /> },
          { name: "addresses", title: "Email", icon: IconMail, panel: <AddressesTab /> },
          { name: "lead", title: "Lead", icon: IconMessage, panel: <LeadTab /> }
        ]}
      />
    </Page>
  )
}

export default TryIt
