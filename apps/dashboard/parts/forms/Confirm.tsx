import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core"
import { type FormEvent, type ReactNode, useEffect, useState } from "react"
import { useLeaveGuard } from "./LeaveGuard.ts"

interface Props {
  readonly isOpen: boolean
  readonly title: string
  /** Text that says what will happen and what cannot be undone. */
  readonly children: ReactNode
  /** Label of the button that confirms the action: `Delete the site`. */
  readonly actionLabel: string
  /** Name that the user types to confirm an action that cannot be undone. */
  readonly confirmationText?: string
  readonly isRunning?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before an action with serious consequences. */
export const Confirm = (
  { children, actionLabel, isOpen, isRunning = false, onClose, onConfirm, title, confirmationText }: Props
) => {
  const [text, setText] = useState("")
  // Clears the typed name when the dialog closes. After a failure, the dialog stays open with the name.
  useEffect(() => {
    if (!isOpen) setText("")
  }, [isOpen])
  const isSure = confirmationText === undefined || text.trim() === confirmationText
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSure) onConfirm()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Text component="div" size="sm">{children}</Text>
          {confirmationText !== undefined && (
            <TextInput
              label={
                <>
                  Type <b>{confirmationText}</b> to confirm
                </>
              }
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>Cancel</Button>
            <Button type="submit" color="red" disabled={!isSure} loading={isRunning}>{actionLabel}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/**
 * Asks for confirmation before a link or Back discards unsaved changes. The browser asks before it loads another page.
 */
export const UnsavedChangesPrompt = ({ isChanged }: { readonly isChanged: boolean }) => {
  const [isConfirmed, setConfirmed] = useState(false)
  const { go, stay } = useLeaveGuard(isChanged && !isConfirmed)
  // Navigates only after the guard has been removed.
  useEffect(() => {
    if (isConfirmed) go?.()
  }, [isConfirmed, go])
  return (
    <Confirm
      isOpen={go !== null && !isConfirmed}
      title="Leave without saving?"
      actionLabel="Leave without saving"
      onConfirm={() => setConfirmed(true)}
      onClose={stay}
    >
      Your changes are not saved and will be lost.
    </Confirm>
  )
}
