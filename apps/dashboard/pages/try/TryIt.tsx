import { Tabs } from "@mantine/core"
import { IconFileText, IconLink, IconMail, IconMessage } from "@tabler/icons-react"
import { useLocation, useParams } from "wouter"
import { Page } from "../../parts/Page.tsx"
import { AddressesTab } from "./AddressesTab.tsx"
import { DocumentTab } from "./DocumentTab.tsx"
import { LeadTab } from "./LeadTab.tsx"
import { PageTab } from "./PageTab.tsx"
import { UrlTab } from "./UrlTab.tsx"

const tabs = [
  { name: "document", title: "Document", icon: IconFileText, Shown: DocumentTab },
  { name: "url", title: "URL", icon: IconLink, Shown: UrlTab },
  { name: "addresses", title: "Addresses", icon: IconMail, Shown: AddressesTab },
  { name: "lead", title: "Lead", icon: IconMessage, Shown: LeadTab }
]

/** The endpoints of the API, by hand: the same answers, charged to this account. */
const TryIt = () => {
  const { tab } = useParams<{ readonly tab?: string }>()
  const [, navigate] = useLocation()
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0]!
  return (
    <Page
      title="Try it"
      about="Ask the API without writing a line. The answers are those that your programs get, and they are charged to this account alike."
    >
      <Tabs value={shown.name} onChange={(name) => navigate(`/try/${name ?? ""}`)}>
        <Tabs.List mb="md">
          {tabs.map(({ icon: Icon, name, title }) => <PageTab key={name} name={name} icon={Icon}>{title}</PageTab>)}
        </Tabs.List>
        {/* All stay mounted: a queue goes on while somebody looks at another tab. */}
        {tabs.map(({ Shown, name }) => (
          <Tabs.Panel key={name} value={name}>
            <Shown />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

export default TryIt
