import { Badge } from "@mantine/core"
import { IconAlertTriangle, IconBan, IconCheck, IconInfoCircle, IconMinus, IconX } from "@tabler/icons-react"
import type { ReactNode } from "react"

/** Meaning of a state's color and icon. `failed` is for refused and failed requests, regardless of the sender. */
export type Tone = "good" | "caution" | "bad" | "failed" | "plain" | "info"

/**
 * Color and icon of each tone. The hues match `chartColors`, so that a verdict has the same color in a badge and in a
 * bar.
 */
export const toneStyles: Readonly<Record<Tone, { readonly color: string; readonly icon: ReactNode }>> = {
  good: { color: "green", icon: <IconCheck size={12} /> },
  caution: { color: "yellow", icon: <IconAlertTriangle size={12} /> },
  bad: { color: "red", icon: <IconX size={12} /> },
  failed: { color: "orange", icon: <IconBan size={12} /> },
  plain: { color: "gray", icon: <IconMinus size={12} /> },
  info: { color: "blue", icon: <IconInfoCircle size={12} /> }
}

interface Props {
  readonly tone: Tone
  /** Icon that replaces the tone's icon, for a scale that is not a verdict, such as urgency. */
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** Badge of a state, with a label, a color and an icon, so that color is never the only cue. */
export const StatusBadge = ({ children, icon, tone }: Props) => (
  <Badge
    variant="light"
    color={toneStyles[tone].color}
    leftSection={icon ?? toneStyles[tone].icon}
    tt="none"
    fw={600}
    miw="max-content"
    // Aligns the label's baseline with adjacent text. Otherwise the icon would define the baseline.
    styles={{ label: { alignSelf: "baseline" } }}
  >
    {children}
  </Badge>
)

/** Badge for the action of a rule or an entry. */
export const ActionBadge = ({ action }: { readonly action: "block" | "allow" }) => (
  <StatusBadge tone={action === "block" ? "bad" : "good"}>{action === "block" ? "Block" : "Allow"}</StatusBadge>
)
