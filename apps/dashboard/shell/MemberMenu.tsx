import { Avatar, Menu, Text, UnstyledButton } from "@mantine/core"
import { IconDeviceLaptop, IconKeyboard, IconLogout, IconUser } from "@tabler/icons-react"
import { useQueryClient } from "@tanstack/react-query"
import { Link, useLocation } from "wouter"
import { useChange } from "../api/Hooks.ts"
import { roleNames, useMe } from "../api/Me.ts"
import { showShortcuts } from "./ShortcutsEvent.ts"

/** Who is signed in, and the way out. */
export const MemberMenu = () => {
  const { member } = useMe()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const signOut = useChange("entry", "signOut", {
    refreshes: [],
    after: () => {
      queries.clear()
      navigate("/sign-in")
    }
  })
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${member.name}`}>
          <Avatar color="accent" size={34} alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate c="var(--mantine-color-text)">{member.name}</Text>
          <Text size="xs" truncate>{member.email}</Text>
          <Text size="xs">{roleNames[member.role]}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} href="/settings/profile" leftSection={<IconUser size={16} />}>Profile</Menu.Item>
        <Menu.Item component={Link} href="/settings/sessions" leftSection={<IconDeviceLaptop size={16} />}>
          Sessions
        </Menu.Item>
        <Menu.Item
          onClick={showShortcuts}
          leftSection={<IconKeyboard size={16} />}
          rightSection={<Text size="xs">?</Text>}
        >
          Keyboard
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.run({})} leftSection={<IconLogout size={16} />}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
