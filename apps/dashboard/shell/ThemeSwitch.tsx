import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core"
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react"
import type { ReactNode } from "react"

const choices: ReadonlyArray<readonly [MantineColorScheme, string, ReactNode]> = [
  ["auto", "As the system", <IconDeviceDesktop key="auto" size={16} />],
  ["light", "Light", <IconSun key="light" size={16} />],
  ["dark", "Dark", <IconMoon key="dark" size={16} />]
]

/** Light, dark, or as the system is; kept in this browser. */
export const ThemeSwitch = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Colours">
          {choices.find(([value]) => value === colorScheme)?.[2]}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(([value, label, icon]) => (
          <Menu.Item
            key={value}
            leftSection={icon}
            rightSection={value === colorScheme ? <IconCheck size={14} aria-label="chosen" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
