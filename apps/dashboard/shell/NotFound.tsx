import { Button, Group } from "@mantine/core"
import { Link } from "wouter"
import { useMe } from "../api/Me.ts"
import { Page } from "../parts/Page.tsx"
import { pagesFor, startOf } from "./pages.ts"

/** There is no such page, or not for this role. */
export const NotFound = () => {
  const { member } = useMe()
  const first = pagesFor(member.role)[0]!
  return (
    <Page
      title="There is no such page"
      about="The address may be mistyped, or the page is not for your role."
    >
      <Group>
        <Button component={Link} href={startOf(first)}>Go to {first.title}</Button>
      </Group>
    </Page>
  )
}
