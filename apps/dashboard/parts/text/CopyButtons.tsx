import { ActionIcon, Button, CopyButton, Tooltip } from "@mantine/core"
import { IconCheck, IconCopy } from "@tabler/icons-react"
import classes from "./CopyButtons.module.css"

const copiedMillis = 2_000

interface Props {
  readonly text: string
  /** Name for the tooltip and screen readers: `request id`. */
  readonly what: string
}

interface SmallProps extends Props {
  /** Whether the button appears only in the hovered or focused row of a table. */
  readonly showsOnHover?: boolean
}

export const CopyIconButton = ({ showsOnHover = false, text, what }: SmallProps) => (
  <CopyButton value={text} timeout={copiedMillis}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
        <ActionIcon
          variant="subtle"
          color={copied ? "green" : "gray"}
          onClick={copy}
          aria-label={`Copy ${what}`}
          className={showsOnHover && !copied ? classes["quiet"] ?? "" : ""}
          {...showsOnHover ? { size: "sm" } : {}}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
)

export const LabeledCopyButton = ({ text, what }: Props) => (
  <CopyButton value={text} timeout={copiedMillis}>
    {({ copied, copy }) => (
      <Button variant="light" onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}>
        {copied ? "Copied" : `Copy ${what}`}
      </Button>
    )}
  </CopyButton>
)
