import { Button, Group, Select, Stack, Text, Title } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { IconUserPlus } from "@tabler/icons-react"
import { useState } from "react"
import type { Role } from "../../../../core/members/Role.ts"
import type { Answer } from "../../api/Client.ts"
import { useApi, useChange } from "../../api/Hooks.ts"
import { ofAccount, roleMeanings, roleNames, useMe } from "../../api/Me.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { Empty } from "../../parts/page/Empty.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import classes from "../../parts/tables/Cards.module.css"
import { DataTable } from "../../parts/tables/DataTable.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { actorWords } from "./AuditWords.ts"
import { Invite, PasswordLink } from "./MemberLinks.tsx"

type Listed = Answer<"members", "list">
type Member = Listed["members"][number]

const roles: ReadonlyArray<Role> = ["owner", "member", "reviewer"]
const roleChoices = roles.map((value) => ({ value, label: roleNames[value] }))

/** Who may sign in, and as what. */
const Members = () => {
  const { account, member: me } = useMe()
  const listed = useApi("members", "list")
  const [isInviting, invite] = useDisclosure()
  const [leaving, setLeaving] = useState<Member | null>(null)
  /** Who has lost the password. */
  const [helped, setHelped] = useState<Member | null>(null)
  /** The role that somebody would give themselves, for which they are asked once more. */
  const [ownRole, setOwnRole] = useState<Role | null>(null)
  const setRole = useChange("members", "setRole", {
    refreshes: ["members", "session"],
    says: ({ name, role }) => `${name} is ${role === "owner" ? "an" : "a"} ${roleNames[role].toLowerCase()} now.`,
    after: () => setOwnRole(null)
  })
  const giveRole = (id: string, role: Role) => setRole.run({ params: { id }, payload: { role } })
  const owners = listed.data?.members.filter(({ role }) => role === "owner") ?? []
  const isOnlyOwner = ({ id }: Pick<Member, "id">) => owners.length === 1 && owners[0]!.id === id
  const remove = useChange("members", "remove", {
    refreshes: ["members", "session"],
    says: "The member is removed, and signed out everywhere.",
    after: () => setLeaving(null)
  })
  const onlyOwner = `An account needs an owner: ${
    listed.data?.members.length === 1
      ? "invite another before you change your role or leave."
      : "make somebody else one before you change your role or leave."
  }`
  useKeys({ n: invite.open })
  return (
    <Page
      title="Members"
      about={`People who may sign in to the dashboard${ofAccount(account.name)}. Programs use API keys instead.`}
      actions={<Button leftSection={<IconUserPlus size={16} />} onClick={invite.open}>Invite</Button>}
    >
      <DataTable
        label="Members"
        rows={listed.data?.members ?? []}
        idOf={({ id }) => id}
        isLoading={listed.isLoading}
        failure={listed.error}
        onRetry={() => void listed.refetch()}
        skeletonRows={3}
        empty={<Empty title="No members" />}
        columns={[
          {
            title: "Name",
            of: ({ createdAt, id, name }) => (
              <>
                <Text size="sm" fw={600}>{name}{id === me.id && " (you)"}</Text>
                <Text size="xs" c="dimmed" visibleFrom="sm">
                  Joined <Instant at={createdAt} />
                </Text>
                {isOnlyOwner({ id }) && (
                  <Text size="xs" c="dimmed" fw={400} className={classes["onCard"] ?? ""}>{onlyOwner}</Text>
                )}
              </>
            ),
            isLong: true,
            card: { line: 1, side: "start" }
          },
          { title: "Email address", of: ({ email }) => email, isLong: true, card: { line: 2, side: "start" } },
          {
            title: "Role",
            of: (member) =>
              isOnlyOwner(member)
                ? (
                  <>
                    <Text size="sm" className={classes["asField"] ?? ""}>{roleNames.owner}</Text>
                    <Text size="xs" c="dimmed" maw={200} className={classes["inColumn"] ?? ""}>{onlyOwner}</Text>
                  </>
                )
                : (
                  <Select
                    aria-label={`Role of ${member.name}`}
                    size="xs"
                    styles={{ input: { fontSize: "inherit" } }}
                    w={130}
                    data={roleChoices}
                    comboboxProps={{ width: 300, position: "bottom-end" }}
                    renderOption={({ option: { label, value } }) => (
                      <div>
                        <Text size="sm">{label}</Text>
                        <Text size="xs" c="dimmed">{roleMeanings[value as Role]}</Text>
                      </div>
                    )}
                    value={member.role}
                    allowDeselect={false}
                    disabled={setRole.isRunning}
                    onChange={(next) => {
                      if (next === null || next === member.role) return
                      if (member.id === me.id) setOwnRole(next as Role)
                      else giveRole(member.id, next as Role)
                    }}
                  />
                ),
            width: 170,
            card: { line: 1, side: "end" }
          },
          {
            title: "Last seen",
            of: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
            card: { line: 3, side: "start", isTitled: true }
          },
          {
            title: "",
            of: (member) =>
              isOnlyOwner(member) ? null : (
                <Group gap="xs" wrap="nowrap" justify="flex-end">
                  {member.id !== me.id && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Password link for ${member.name}`}
                      onClick={() => setHelped(member)}
                    >
                      Password link
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    variant="outline"
                    color="red"
                    aria-label={`Remove ${member.name}`}
                    onClick={() => setLeaving(member)}
                  >
                    Remove
                  </Button>
                </Group>
              ),
            card: { line: 4, side: "end" }
          }
        ]}
      />
      <Stack gap={4} component="section" aria-label="What roles may do">
        {roles.map((role) => (
          <Text key={role} size="sm" c="dimmed">
            <Text span inherit fw={600}>{roleNames[role]}.</Text> {roleMeanings[role]}
          </Text>
        ))}
      </Stack>
      <OpenInvitations invitations={listed.data?.invitations ?? []} />
      <Invite isOpen={isInviting} onClose={invite.close} />
      <PasswordLink member={helped} onClose={() => setHelped(null)} />
      <Confirm
        isOpen={ownRole !== null}
        title={`Be a ${roleNames[ownRole ?? "member"].toLowerCase()} from now on?`}
        does="Change my role"
        isRunning={setRole.isRunning}
        onClose={() => setOwnRole(null)}
        onConfirm={() => ownRole && giveRole(me.id, ownRole)}
      >
        You are no owner then: members, audit log and data retention are closed to you, and links that you made end.
        Only another owner can change that again.
      </Confirm>
      <Confirm
        isOpen={leaving !== null}
        title={`Remove ${leaving?.name ?? ""}?`}
        does="Remove the member"
        typed={leaving?.email ?? ""}
        isRunning={remove.isRunning}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && remove.run({ params: { id: leaving.id } })}
      >
        Their sessions end at once. What they did stays in the audit log. To come back they need a new invitation.
      </Confirm>
    </Page>
  )
}

export default Members

const OpenInvitations = ({ invitations }: { readonly invitations: Listed["invitations"] }) => {
  const withdraw = useChange("members", "withdraw", { says: "The invitation is withdrawn. Its link no longer works." })
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
            of: ({ email }) => <Text size="sm" fw={600}>{email ?? "Whoever has the link"}</Text>,
            isLong: true,
            card: { line: 1, side: "start" }
          },
          { title: "Role", of: ({ role }) => roleNames[role], card: { line: 1, side: "end" } },
          {
            title: "Invited by",
            of: ({ author }) => <span title={author}>{actorWords(author).name}</span>,
            isLong: true,
            card: { line: 2, side: "start", isTitled: true }
          },
          {
            title: "Ends",
            of: ({ expiresAt }) => <Instant at={expiresAt} />,
            card: { line: 2, side: "end", isTitled: true }
          },
          {
            title: "",
            of: ({ email, id }) => (
              <Group justify="flex-end">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Withdraw the invitation for ${email ?? "whoever has the link"}`}
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
