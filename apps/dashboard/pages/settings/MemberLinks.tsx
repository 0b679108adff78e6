import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput, Title } from "@mantine/core"
import { useState } from "react"
import type { Role } from "../../../../core/members/Role.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { roleDescriptions, roleNames } from "../../api/Me.ts"
import { emailError, useForm } from "../../parts/forms/Form.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { DataTable } from "../../parts/tables/DataTable.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { LabeledCopyButton } from "../../parts/text/CopyButtons.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { describeActor } from "./AuditMessages.ts"

const roleOrder: ReadonlyArray<Role> = ["member", "reviewer", "owner"]

interface InviteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Dialog that creates an invitation link. Gatehouse sends no email, so the inviter sends the link. */
export const InviteDialog = ({ isOpen, onClose }: InviteProps) => {
  const [role, setRole] = useState<Role>("member")
  const [email, setEmail] = useState("")
  const invite = useApiMutation("members", "invite", { handlesFailure: true })
  const close = () => {
    setRole("member")
    setEmail("")
    reset()
    invite.reset()
    onClose()
  }
  const { response, failure } = invite
  const { errors, reset, form } = useForm({
    validation: { email: email.trim() === "" ? undefined : emailError(email) },
    serverErrors: invite.fields,
    submit: () => invite.run({ payload: { role, email: email.trim() === "" ? null : email.trim() } })
  })
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={response ? "Send this link" : "Invite member"}
      size="lg"
      closeOnClickOutside={!response}
    >
      {response
        ? (
          <NewLink
            link={response.link}
            recipient={response.invitation.email ?? "the recipient"}
            expiresAt={response.invitation.expiresAt}
            onDone={close}
          />
        )
        : (
          <form {...form}>
            <Stack>
              <TextInput
                label="Email address"
                description="Only this address can accept. Leave empty to let anyone with the link accept."
                type="email"
                placeholder="ann@example.com"
                data-autofocus
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
                error={errors["email"]}
              />
              <Radio.Group label="Role" value={role} onChange={setRole}>
                <Stack gap="xs" mt="xs">
                  {roleOrder.map((each) => (
                    <Radio key={each} value={each} label={roleNames[each]} description={roleDescriptions[each]} />
                  ))}
                </Stack>
              </Radio.Group>
              <FormFailure failure={failure} />
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>Cancel</Button>
                <Button type="submit" loading={invite.isRunning}>Create link</Button>
              </Group>
            </Stack>
          </form>
        )}
    </Modal>
  )
}

interface PasswordLinkProps {
  /** Member who needs a new password; null closes the dialog. */
  readonly member: { readonly id: string; readonly name: string; readonly email: string } | null
  readonly onClose: () => void
}

/**
 * Dialog that creates a link with which another member chooses a new password. Gatehouse sends no email, so the owner
 * sends the link.
 */
export const PasswordLinkDialog = ({ member, onClose }: PasswordLinkProps) => {
  const make = useApiMutation("members", "passwordLink", { handlesFailure: true })
  const close = () => {
    make.reset()
    onClose()
  }
  const { response, failure } = make
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={response ? "Send this link" : `Reset the password of ${member?.name ?? ""}`}
      size="lg"
      closeOnClickOutside={!response}
    >
      {member && response
        ? <NewLink link={response.link} recipient={member.email} expiresAt={response.expiresAt} onDone={close} />
        : (
          <Stack>
            {failure && <Alert color="red" role="alert">{failure.message}</Alert>}
            <Text size="sm">
              Create a link and send it to{" "}
              {member?.email}. With it, they choose a new password, and are signed out everywhere else. The old password
              works until then.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>Cancel</Button>
              <Button
                data-autofocus
                loading={make.isRunning}
                onClick={() => member && make.run({ params: { id: member.id } })}
              >
                Create link
              </Button>
            </Group>
          </Stack>
        )}
    </Modal>
  )
}

interface NewLinkProps {
  readonly link: string
  /** Email address or description of the person who may use the link. */
  readonly recipient: string
  /** Expiry of the link, in milliseconds since 1970. */
  readonly expiresAt: number
  readonly onDone: () => void
}

/** Shows a new link to send. The link is shown only once. */
const NewLink = ({ expiresAt, link, onDone, recipient }: NewLinkProps) => (
  <Stack>
    <Text size="sm">
      Gatehouse sends no email. Send the link to {recipient} through a private channel. It works once and expires{" "}
      <Instant at={expiresAt} />. It is not shown again.
    </Text>
    <Code what="link" text={link} wraps />
    <Group justify="space-between">
      <LabeledCopyButton what="link" text={link} />
      <Button variant="default" onClick={onDone}>Done</Button>
    </Group>
  </Stack>
)

interface OpenInvitationsProps {
  readonly invitations: ApiResponse<"members", "list">["invitations"]
}

/** Lists the invitations that have not been used. */
export const OpenInvitations = ({ invitations }: OpenInvitationsProps) => {
  const withdraw = useApiMutation("members", "withdraw", {
    successMessage: "Invitation withdrawn. Its link no longer works."
  })
  if (invitations.length === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label="Open invitations">
      <Title order={2} size="h4">Open invitations</Title>
      <DataTable
        label="Open invitations"
        rows={invitations}
        idOf={({ id }) => id}
        empty={null}
        columns={[
          {
            title: "For",
            render: ({ email }) => <Text size="sm" fw={600}>{email ?? "Anyone with the link"}</Text>,
            isLong: true,
            card: { line: 1, side: "start" }
          },
          { title: "Role", render: ({ role }) => roleNames[role], card: { line: 1, side: "end" } },
          {
            title: "Invited by",
            render: ({ author }) => <span title={author}>{describeActor(author).name}</span>,
            isLong: true,
            card: { line: 2, side: "start", isTitled: true }
          },
          {
            title: "Expires",
            render: ({ expiresAt }) => <Instant at={expiresAt} />,
            card: { line: 2, side: "end", isTitled: true }
          },
          {
            title: "",
            render: ({ email, id }) => (
              <Group justify="flex-end">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Withdraw the invitation for ${email ?? "anyone with the link"}`}
                  onClick={() => withdraw.run({ params: { id } })}
                >
                  Withdraw
                </Button>
              </Group>
            ),
            card: { line: 3, side: "end" }
          }
        ]}
      />
    </Stack>
  )
}
