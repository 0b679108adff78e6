import { Box, NavLink, Text } from "@mantine/core"
import { Link, useLocation } from "wouter"
import { useMe } from "../api/Me.ts"
import { pageAt, pageGroups, pagesFor, startOf } from "./pages.ts"

/** The pages that this role may use, in groups. */
export const Navigation = () => {
  const { member } = useMe()
  const [path] = useLocation()
  const mine = pagesFor(member.role)
  const here = pageAt(path)
  return pageGroups.map((group) => {
    const inGroup = mine.filter((page) => page.group === group)
    return inGroup.length > 0 && (
      <Box key={group} mb="md" component="section" aria-label={group}>
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>{group}</Text>
        {inGroup.map((page) => {
          const isHere = page === here
          return (
            <NavLink
              key={page.path}
              component={Link}
              href={startOf(page)}
              label={page.title}
              leftSection={<page.icon size={18} stroke={1.6} />}
              active={isHere}
              aria-current={isHere ? "page" : undefined}
              py={6}
            />
          )
        })}
      </Box>
    )
  })
}
