import {
  ActionIcon,
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme
} from "@mantine/core"
import {
  IconCheck,
  IconDeviceDesktop,
  IconDeviceLaptop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser
} from "@tabler/icons-react"
import { useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link, useLocation } from "wouter"
import { useApiMutation } from "../api/Hooks.ts"
import { roleNames, useMe } from "../api/Me.ts"
import { showShortcuts } from "./Shortcuts.tsx"

/** Menu of the signed-in member, with links to the member's settings and sign-out. */
export const MemberMenu = () => {
  const { member } = useMe()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const signOut = useApiMutation("entry", "signOut", {
    invalidates: [],
    onSuccess: () => {
      queries.clear()
      navigate("/sign-in")
    }
  })
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account menu of ${member.name}`}>
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
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.run({})} leftSection={<IconLogout size={16} />}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const themeOptions: ReadonlyArray<readonly [MantineColorScheme, string, ReactNode]> = [
  ["auto", "System", <IconDeviceDesktop key="auto" size={16} />],
  ["light", "Light", <IconSun key="light" size={16} />],
  ["dark", "Dark", <IconMoon key="dark" size={16} />]
]

/** Menu that switches between the light, dark and system theme. This browser stores the choice. */
export const ThemeSwitch = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Theme">
          {themeOptions.find(([value]) => value === colorScheme)?.[2]}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {themeOptions.map(([value, label, icon]) => (
          <Menu.Item
            key={value}
            leftSection={icon}
            rightSection={value === colorScheme ? <IconCheck size={14} aria-label="selected" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
