import { Badge } from "@mantine/core"
import { IconAlertTriangle, IconBan, IconCheck, IconInfoCircle, IconMinus, IconX } from "@tabler/icons-react"
import type { ReactNode } from "react"

/** `failed`: it was refused or could not be carried out, whoever sent it. */
export type Tone = "good" | "caution" | "bad" | "failed" | "plain" | "info"

/** In the hues of `chartColours`: a verdict has one colour, as a badge and as a bar. */
export const looks: Readonly<Record<Tone, { readonly color: string; readonly icon: ReactNode }>> = {
  good: { color: "green", icon: <IconCheck size={12} /> },
  caution: { color: "yellow", icon: <IconAlertTriangle size={12} /> },
  bad: { color: "red", icon: <IconX size={12} /> },
  failed: { color: "orange", icon: <IconBan size={12} /> },
  plain: { color: "gray", icon: <IconMinus size={12} /> },
  info: { color: "blue", icon: <IconInfoCircle size={12} /> }
}

interface Props {
  readonly tone: Tone
  /** In place of the tone's sign, for what is graded and no verdict. */
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A state in words with a colour and a sign: never the colour alone. */
export const Verdict = ({ children, icon, tone }: Props) => (
  <Badge
    variant="light"
    color={looks[tone].color}
    leftSection={icon ?? looks[tone].icon}
    tt="none"
    fw={600}
    miw="max-content"
    // Its words stand on one line with those beside it, where the sign would be taken for its first.
    styles={{ label: { alignSelf: "baseline" } }}
  >
    {children}
  </Badge>
)

/** What a rule or an entry does. */
export const ActionBadge = ({ action }: { readonly action: "block" | "allow" }) => (
  <Verdict tone={action === "block" ? "bad" : "good"}>{action === "block" ? "Block" : "Allow"}</Verdict>
)
