import { Tabs } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import type { ComponentType, ReactNode } from "react"
import { useLocation } from "wouter"

export interface UrlTab {
  /** Name of the tab in the URL. */
  readonly name: string
  readonly title: string
  readonly icon: ComponentType<{ readonly size?: number | string }>
  readonly panel: ReactNode
}

interface Props {
  readonly tabs: readonly [UrlTab, ...ReadonlyArray<UrlTab>]
  /** Tab name from the URL. An unknown name selects the first tab. */
  readonly current: string | undefined
  /** Returns the path of a tab below `/dashboard`. */
  readonly pathOf: (name: string) => string
  /** Whether hidden tabs stay mounted. */
  readonly keepMounted?: boolean
}

/**
 * Tabs of a page. The URL contains the selected tab, so that users can link to it. On a phone, the tabs have no icons,
 * so that all fit in one row.
 */
export const UrlTabs = ({ keepMounted = false, pathOf, current, tabs }: Props) => {
  const [, navigate] = useLocation()
  const isWide = useMediaQuery("(min-width: 36em)", true, { getInitialValueInEffect: false })
  const { name: value } = tabs.find(({ name }) => name === current) ?? tabs[0]
  return (
    <Tabs value={value} onChange={(name) => name !== null && navigate(pathOf(name))} keepMounted={keepMounted}>
      <Tabs.List mb="md">
        {tabs.map(({ icon: Icon, name, title }) => (
          <Tabs.Tab
            key={name}
            value={name}
            px={isWide ? "md" : "sm"}
            {...isWide ? { leftSection: <Icon size={16} /> } : {}}
          >
            <span data-bold-room={title}>{title}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, panel }) => <Tabs.Panel key={name} value={name}>{panel}</Tabs.Panel>)}
    </Tabs>
  )
}
