import { Anchor } from "@mantine/core"
import type { ReactNode } from "react"
import { Link } from "wouter"

interface Props {
  readonly href: string
  readonly children: ReactNode
}

/**
 * Link within text. It is always underlined, because its color is too close to the text color in the dark theme (WCAG
 * 1.4.1 requires 3:1).
 */
export const TextLink = ({ children, href }: Props) => (
  <Anchor component={Link} href={href} inherit underline="always">{children}</Anchor>
)
