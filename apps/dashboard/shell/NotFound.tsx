import { Button } from "@mantine/core"
import { IconMapOff } from "@tabler/icons-react"
import { Link } from "wouter"
import { useMe } from "../api/Me.ts"
import { pagesFor, startOf } from "../pages.ts"
import { Empty } from "../parts/Empty.tsx"
import { Page } from "../parts/Page.tsx"

/** There is no such page, or not for this role. */
export const NotFound = () => {
  const { member } = useMe()
  const first = pagesFor(member.role)[0]!
  return (
    <Page title="Not found">
      <Empty
        title="There is no such page"
        icon={<IconMapOff size={24} />}
        action={<Button component={Link} href={startOf(first)}>Go to {first.title}</Button>}
      >
        The address may be mistyped, or the page is not for your role.
      </Empty>
    </Page>
  )
}
