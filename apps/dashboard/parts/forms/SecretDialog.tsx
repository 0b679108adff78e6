import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { type ReactNode, useState } from "react"
import { Code } from "../text/Code.tsx"
import { LabeledCopyButton } from "../text/CopyButtons.tsx"

interface Props {
  readonly title: string
  /** Kind of secret: `API key`. */
  readonly what: string
  /** The secret; null closes the dialog. */
  readonly text: string | null
  /** Sentence about the storage of the secret. */
  readonly storageNote?: string
  /** Additional content, such as a curl command or a snippet. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Dialog that shows a secret once. It closes only after the user confirms that the secret is stored. */
export const SecretDialog = (
  { children, onClose, storageNote = "Gatehouse stores only a hash and cannot show it again.", text, title, what }:
    Props
) => {
  const [isStored, setStored] = useState(false)
  const close = () => {
    setStored(false)
    onClose()
  }
  return (
    <Modal
      opened={text !== null}
      onClose={() => isStored && close()}
      closeOnClickOutside={false}
      closeOnEscape={isStored}
      withCloseButton={false}
      title={title}
      size="lg"
    >
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          Copy the {what} now. {storageNote}
        </Alert>
        <Code text={text ?? ""} what={what} wraps />
        <Group>
          <LabeledCopyButton text={text ?? ""} what={what} />
        </Group>
        {children}
        <Checkbox
          label={<Text span>I have stored the {what} in a safe place</Text>}
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!isStored} onClick={close}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
