import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core"
import { useChange } from "../../api/Hooks.ts"
import { MadeLink } from "./MadeLink.tsx"

interface Props {
  /** Who has lost the password; null while nobody is helped. */
  readonly member: { readonly id: string; readonly name: string; readonly email: string } | null
  readonly onClose: () => void
}

/** Makes a link by which another member chooses a new password. Gatehouse sends no mail: the owner sends the link. */
export const PasswordLink = ({ member, onClose }: Props) => {
  const make = useChange("members", "passwordLink", { showsFailure: true })
  const close = () => {
    make.forget()
    onClose()
  }
  const { answer, failure } = make
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={answer ? "Send this link" : `A new password for ${member?.name ?? ""}`}
      size="lg"
      closeOnClickOutside={!answer}
    >
      {member && answer
        ? <MadeLink link={answer.link} reader={member.email} expiresAt={answer.expiresAt} onDone={close} />
        : (
          <Stack>
            {failure && <Alert color="red" role="alert">{failure.message}</Alert>}
            <Text size="sm">
              You get a link to send to{" "}
              {member?.email}. Whoever opens it chooses a new password, is signed in with it, and is signed out
              everywhere else. Until then the old password stays.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>Cancel</Button>
              <Button
                data-autofocus
                loading={make.isRunning}
                onClick={() => member && make.run({ params: { id: member.id } })}
              >
                Make the link
              </Button>
            </Group>
          </Stack>
        )}
    </Modal>
  )
}
