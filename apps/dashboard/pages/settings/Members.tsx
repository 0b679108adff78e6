import { Button, Group, Select, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { IconUserPlus } from "@tabler/icons-react"
import { useState } from "react"
import type { Role } from "../../../../core/members/Role.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { accountSuffix, roleDescriptions, roleNames, useMe } from "../../api/Me.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import classes from "../../parts/tables/Cards.module.css"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { InviteDialog, OpenInvitations, PasswordLinkDialog } from "./MemberLinks.tsx"

type Member = ApiResponse<"members", "list">["members"][number]

const roles: ReadonlyArray<Role> = ["owner", "member", "reviewer"]
const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }))

/** Page that lists the members and their roles. */
const Members = () => {
  const { account, member: me } = useMe()
  const listed = useApi("members", "list")
  const members = listed.data?.members ?? []
  const [isInviting, invite] = useDisclosure()
  const [memberToRemove, setMemberToRemove] = useState<Member | null>(null)
  /** Member who gets a password reset link. */
  const [memberToReset, setMemberToReset] = useState<Member | null>(null)
  const roleChange = useRoleChange(me.id)
  useKeys({ n: invite.open })
  return (
    <Page
      title="Members"
      description={`People who can sign in to the dashboard${
        accountSuffix(account.name)
      }. Programs use API keys instead.`}
      actions={<Button leftSection={<IconUserPlus size={16} />} onClick={invite.open}>Invite member</Button>}
    >
      <DataTable
        label="Members"
        rows={members}
        idOf={({ id }) => id}
        isLoading={listed.isLoading}
        failure={listed.error}
        onRetry={() => void listed.refetch()}
        skeletonRows={3}
        empty={<EmptyState title="No members" />}
        columns={memberColumns({
          members,
          meId: me.id,
          roleChange,
          onResetPassword: setMemberToReset,
          onRemove: setMemberToRemove
        })}
      />
      <Stack gap={4} component="section" aria-label="Role permissions">
        {roles.map((role) => (
          <Text key={role} size="sm" c="dimmed">
            <Text span inherit fw={600}>{roleNames[role]}.</Text> {roleDescriptions[role]}
          </Text>
        ))}
      </Stack>
      <OpenInvitations invitations={listed.data?.invitations ?? []} />
      <InviteDialog isOpen={isInviting} onClose={invite.close} />
      <PasswordLinkDialog member={memberToReset} onClose={() => setMemberToReset(null)} />
      <ConfirmOwnRole change={roleChange} />
      <ConfirmRemoval member={memberToRemove} onClose={() => setMemberToRemove(null)} />
    </Page>
  )
}

export default Members

type RoleChange = ReturnType<typeof useRoleChange>

/** Changes the role of a member. If members change their own role, the change waits in `ownRole` for a confirmation. */
const useRoleChange = (meId: string) => {
  const [ownRole, setOwnRole] = useState<Role | null>(null)
  const setRole = useApiMutation("members", "setRole", {
    invalidates: ["members", "session"],
    successMessage: ({ name, role }) =>
      `${name} is now ${role === "owner" ? "an" : "a"} ${roleNames[role].toLowerCase()}`,
    onSuccess: () => setOwnRole(null)
  })
  const run = (id: string, role: Role) => setRole.run({ params: { id }, payload: { role } })
  return {
    ownRole,
    isRunning: setRole.isRunning,
    start: ({ id, role }: Member, next: Role | null) => {
      if (next === null || next === role) return
      if (id === meId) setOwnRole(next)
      else run(id, next)
    },
    confirm: () => ownRole && run(meId, ownRole),
    cancel: () => setOwnRole(null)
  }
}

interface ColumnsOptions {
  readonly members: ReadonlyArray<Member>
  readonly meId: string
  readonly roleChange: RoleChange
  readonly onResetPassword: (member: Member) => void
  readonly onRemove: (member: Member) => void
}

const memberColumns = (
  { meId, members, onResetPassword, onRemove, roleChange }: ColumnsOptions
): ReadonlyArray<Column<Member>> => {
  const [owner, ...otherOwners] = members.filter(({ role }) => role === "owner")
  const isOnlyOwner = ({ id }: Member) => otherOwners.length === 0 && owner?.id === id
  const onlyOwner = `An account needs an owner. ${
    members.length === 1
      ? "Invite another owner before you change your role or leave."
      : "Make another member an owner before you change your role or leave."
  }`
  return [
    {
      title: "Name",
      render: (member) => (
        <>
          <Text size="sm" fw={600}>{member.name}{member.id === meId && " (you)"}</Text>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            Joined <Instant at={member.createdAt} />
          </Text>
          {isOnlyOwner(member) && (
            <Text size="xs" c="dimmed" fw={400} className={classes["onCard"] ?? ""}>{onlyOwner}</Text>
          )}
        </>
      ),
      isLong: true,
      card: { line: 1, side: "start" }
    },
    { title: "Email address", render: ({ email }) => email, isLong: true, card: { line: 2, side: "start" } },
    {
      title: "Role",
      render: (member) =>
        isOnlyOwner(member)
          ? (
            <>
              <Text size="sm" className={classes["asField"] ?? ""}>{roleNames.owner}</Text>
              <Text size="xs" c="dimmed" maw={200} className={classes["inColumn"] ?? ""}>{onlyOwner}</Text>
            </>
          )
          : <RoleSelect member={member} change={roleChange} />,
      width: 170,
      card: { line: 1, side: "end" }
    },
    {
      title: "Last seen",
      render: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
      card: { line: 3, side: "start", isTitled: true }
    },
    {
      title: "",
      render: (member) =>
        isOnlyOwner(member) ? null : (
          <MemberActions
            member={member}
            isMe={member.id === meId}
            onResetPassword={() => onResetPassword(member)}
            onRemove={() => onRemove(member)}
          />
        ),
      card: { line: 4, side: "end" }
    }
  ]
}

const RoleSelect = ({ change, member }: { readonly member: Member; readonly change: RoleChange }) => (
  <Select
    aria-label={`Role of ${member.name}`}
    size="xs"
    styles={{ input: { fontSize: "inherit" } }}
    w={130}
    data={roleOptions}
    comboboxProps={{ width: 300, position: "bottom-end" }}
    renderOption={({ option: { label, value } }) => (
      <div>
        <Text size="sm">{label}</Text>
        <Text size="xs" c="dimmed">{roleDescriptions[value]}</Text>
      </div>
    )}
    value={member.role}
    allowDeselect={false}
    disabled={change.isRunning}
    onChange={(next) => change.start(member, next)}
  />
)

interface MemberActionsProps {
  readonly member: Member
  readonly isMe: boolean
  readonly onResetPassword: () => void
  readonly onRemove: () => void
}

const MemberActions = ({ isMe, member, onResetPassword, onRemove }: MemberActionsProps) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    {!isMe && (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Reset password of ${member.name}`}
        onClick={onResetPassword}
      >
        Reset password
      </Button>
    )}
    <Button
      size="compact-sm"
      variant="outline"
      color="red"
      aria-label={`Remove ${member.name}`}
      onClick={onRemove}
    >
      Remove
    </Button>
  </Group>
)

const ConfirmOwnRole = ({ change }: { readonly change: RoleChange }) => (
  <Confirm
    isOpen={change.ownRole !== null}
    title={`Change your role to ${roleNames[change.ownRole ?? "member"].toLowerCase()}?`}
    actionLabel="Change my role"
    isRunning={change.isRunning}
    onClose={change.cancel}
    onConfirm={change.confirm}
  >
    You lose access to members, audit log and data retention. Links that you created stop working. Only another owner
    can change your role back.
  </Confirm>
)

const ConfirmRemoval = ({ member, onClose }: { readonly member: Member | null; readonly onClose: () => void }) => {
  const remove = useApiMutation("members", "remove", {
    invalidates: ["members", "session"],
    successMessage: "Member removed and signed out everywhere",
    onSuccess: onClose
  })
  return (
    <Confirm
      isOpen={member !== null}
      title={`Remove ${member?.name ?? ""}?`}
      actionLabel="Remove member"
      confirmationText={member?.email ?? ""}
      isRunning={remove.isRunning}
      onClose={onClose}
      onConfirm={() => member && remove.run({ params: { id: member.id } })}
    >
      Their sessions end now. Their actions stay in the audit log. To come back, they need a new invitation.
    </Confirm>
  )
}
