import { Anchor } from "@mantine/core"
import type { ReactNode } from "react"
import { Link } from "wouter"

interface Props {
  readonly href: string
  readonly children: ReactNode
}

/** A link within a text. Always underlined: in the dark its color is too near to the text's (WCAG 1.4.1 asks for 3 to 1). */
export const TextLink = ({ children, href }: Props) => (
  <Anchor component={Link} href={href} inherit underline="always">{children}</Anchor>
)
