import { Button, Group, Text } from "@mantine/core"
import { notifications } from "@mantine/notifications"

const successMillis = 5_000
const undoMillis = 10_000
const errorMillis = 10_000

/** Shows a success toast. With `undo`, the toast offers to revert the action while the toast is visible. */
export const showSuccess = (text: string, undo?: () => void): void => {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    color: "green",
    autoClose: undo === undefined ? successMillis : undoMillis,
    message: undo === undefined ? text : (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    )
  })
}

export const showError = (text: string): void => {
  notifications.show({ color: "red", title: "Action failed", message: text, autoClose: errorMillis })
}
