import { Tooltip, UnstyledButton } from "@mantine/core"
import { IconInfoCircle } from "@tabler/icons-react"
import type { ReactNode } from "react"

/** Words with an explanation, for whoever points at them, touches them or comes to them by keyboard. */
export const Hint = ({ children, text }: { readonly text: string; readonly children: ReactNode }) => (
  <Tooltip label={text} w={280}>
    <UnstyledButton fz="inherit" c="inherit" lh="inherit" style={{ cursor: "help" }}>
      {children} <IconInfoCircle size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
    </UnstyledButton>
  </Tooltip>
)
