import { Button, Group, Modal, Radio, Stack, TextInput } from "@mantine/core"
import { useState } from "react"
import type { Role } from "../../../../core/members/Role.ts"
import { useChange } from "../../api/Hooks.ts"
import { roleMeanings, roleNames } from "../../api/Me.ts"
import { notAnAddress } from "../../parts/FieldProblems.ts"
import { Unsent } from "../../parts/Unsent.tsx"
import { useFields } from "../../parts/UseFields.ts"
import { MadeLink } from "./MadeLink.tsx"

const order: ReadonlyArray<Role> = ["member", "reviewer", "owner"]

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Makes a link that somebody becomes a member by. Gatehouse sends no mail: the inviter sends the link. */
export const Invite = ({ isOpen, onClose }: Props) => {
  const [role, setRole] = useState<Role>("member")
  const [email, setEmail] = useState("")
  const invite = useChange("members", "invite", { showsFailure: true })
  const close = () => {
    setRole("member")
    setEmail("")
    forget()
    invite.forget()
    onClose()
  }
  const { answer, failure } = invite
  const { errors, forget, form } = useFields({
    problems: { email: email.trim() === "" ? undefined : notAnAddress(email) },
    refused: invite.fields,
    send: () => invite.run({ payload: { role, email: email.trim() === "" ? null : email.trim() } })
  })
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={answer ? "Send this link" : "Invite a member"}
      size="lg"
      closeOnClickOutside={!answer}
    >
      {answer
        ? (
          <MadeLink
            link={answer.link}
            reader={answer.invitation.email ?? "the person you mean"}
            expiresAt={answer.invitation.expiresAt}
            onDone={close}
          />
        )
        : (
          <form {...form}>
            <Stack>
              <TextInput
                label="Email address"
                description="Only this address can take the invitation. Left empty, whoever has the link can."
                type="email"
                placeholder="ann@example.com"
                data-autofocus
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
                error={errors["email"]}
              />
              <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
                <Stack gap="xs" mt="xs">
                  {order.map((each) => (
                    <Radio key={each} value={each} label={roleNames[each]} description={roleMeanings[each]} />
                  ))}
                </Stack>
              </Radio.Group>
              <Unsent failure={failure} />
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>Cancel</Button>
                <Button type="submit" loading={invite.isRunning}>Make the link</Button>
              </Group>
            </Stack>
          </form>
        )}
    </Modal>
  )
}
