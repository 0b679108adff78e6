import { Tabs } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import type { ComponentType, ReactNode } from "react"

interface Props {
  readonly name: string
  readonly icon: ComponentType<{ readonly size?: number | string }>
  readonly children: ReactNode
}

/** One of a page's tabs; on a phone without its icon, so that all stand in one row. */
export const PageTab = ({ children, icon: Icon, name }: Props) => {
  const isWide = useMediaQuery("(min-width: 36em)", true, { getInitialValueInEffect: false })
  return (
    <Tabs.Tab value={name} px={isWide ? "md" : "sm"} {...isWide ? { leftSection: <Icon size={16} /> } : {}}>
      {children}
    </Tabs.Tab>
  )
}
