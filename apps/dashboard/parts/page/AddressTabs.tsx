import { Tabs } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import type { ComponentType, ReactNode } from "react"
import { useLocation } from "wouter"

export interface AddressTab {
  /** In the address. */
  readonly name: string
  readonly title: string
  readonly icon: ComponentType<{ readonly size?: number | string }>
  readonly panel: ReactNode
}

interface Props {
  readonly tabs: readonly [AddressTab, ...ReadonlyArray<AddressTab>]
  /** As the address has it; what is none of them is the first. */
  readonly shown: string | undefined
  /** The path below `/dashboard` at which a tab is shown. */
  readonly pathOf: (name: string) => string
  /** Whether those that are not shown go on. */
  readonly keepMounted?: boolean
}

/** A page's tabs, kept in the address, so that each can be linked to. On a phone without icons: all stand in one row. */
export const AddressTabs = ({ keepMounted = false, pathOf, shown, tabs }: Props) => {
  const [, navigate] = useLocation()
  const isWide = useMediaQuery("(min-width: 36em)", true, { getInitialValueInEffect: false })
  const { name: value } = tabs.find(({ name }) => name === shown) ?? tabs[0]
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
