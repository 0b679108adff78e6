import { ActionIcon, Tooltip } from "@mantine/core"
import type { IconX } from "@tabler/icons-react"

/** A button of an icon beside a list: to the next or the one before, or away. Null: there is none. */
export const Step = ({ icon: Icon, label, onClick }: {
  readonly label: string
  readonly icon: typeof IconX
  readonly onClick: (() => void) | null
}) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={onClick === null}
      {...onClick === null ? { bg: "transparent" } : {}}
      onClick={() => onClick?.()}
    >
      <Icon size={18} />
    </ActionIcon>
  </Tooltip>
)
