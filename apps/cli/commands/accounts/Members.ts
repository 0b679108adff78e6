import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import { withdrawInvitation } from "../../../../core/members/administration/ManageInvitations.ts"
import { listMembers, removeMember, setMemberRole } from "../../../../core/members/administration/ManageMembers.ts"
import { roles } from "../../../../core/members/Role.ts"
import { signOutMember } from "../../../../core/members/sessions/EndSessions.ts"
import {
  accountFlag,
  accountFromFlag,
  beforeFlag,
  commandLineActor,
  emptyPageText,
  limitFlag
} from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import {
  auditJson,
  auditTable,
  invitationJson,
  invitationTable,
  memberJson,
  memberTable
} from "../../views/MemberView.ts"
import { inviteCommand, resetPasswordCommand, setUpLinkCommand } from "./MemberLinks.ts"

const idArgument = Argument.String("id").pipe(
  Argument.withDescription("ID of the member, as `members list` shows it")
)

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const { invitations, members } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* listMembers((yield* accountFromFlag(account)).id)
    }))
    yield* printResult(
      { members: members.map(memberJson), invitations: invitations.map(invitationJson) },
      () =>
        [
          members.length === 0
            ? "There are no members yet. Run `gatehouse members set-up-link` and open the link."
            : memberTable(members),
          ...invitations.length === 0 ? [] : ["", "Open invitations:", "", invitationTable(invitations)]
        ].join("\n")
    )
  })
).pipe(
  Command.withDescription("List the dashboard members and open invitations of an account."),
  Command.withExamples([{ command: "gatehouse members list", description: "IDs, addresses, roles and last activity" }])
)

const role = Command.make(
  "role",
  {
    id: idArgument,
    role: Argument.Literals("role", roles).pipe(Argument.withDescription("The new role")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id, role }) {
    const member = yield* withExistingStorage(Effect.gen(function*() {
      return yield* setMemberRole({
        accountId: (yield* accountFromFlag(account)).id,
        id,
        role,
        actor: commandLineActor()
      })
    }))
    yield* printResult(memberJson(member), () => `${member.name} <${member.email}> is now ${roleLabels[role]}.`)
  })
).pipe(
  Command.withDescription("Change the role of a member. The last owner keeps that role."),
  Command.withExamples([{ command: "gatehouse members role mem_0mi9… reviewer", description: "Allow reviews only" }])
)

const roleLabels = { owner: "an owner", member: "a member", reviewer: "a reviewer" } as const

const remove = Command.make(
  "remove",
  { id: idArgument, account: accountFlag },
  Effect.fn(function*({ account, id }) {
    yield* withExistingStorage(Effect.gen(function*() {
      yield* removeMember({ accountId: (yield* accountFromFlag(account)).id, id, actor: commandLineActor() })
    }))
    yield* printResult({ id, removed: true }, () => `${id} is removed and signed out.`)
  })
).pipe(
  Command.withDescription("Remove a member and end their sessions. The last owner cannot be removed."),
  Command.withExamples([{ command: "gatehouse members remove mem_0mi9…", description: "Remove a member" }])
)

const withdraw = Command.make(
  "withdraw",
  {
    id: Argument.String("id").pipe(Argument.withDescription("ID of the invitation, as `members list` shows it")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id }) {
    yield* withExistingStorage(Effect.gen(function*() {
      yield* withdrawInvitation({ accountId: (yield* accountFromFlag(account)).id, id, actor: commandLineActor() })
    }))
    yield* printResult({ id, withdrawn: true }, () => `The invitation ${id} is withdrawn.`)
  })
).pipe(
  Command.withDescription("Withdraw an open invitation."),
  Command.withExamples([{
    command: "gatehouse members withdraw inv_0mi9…",
    description: "Withdraw an invitation sent to the wrong person"
  }])
)

const signOut = Command.make(
  "sign-out",
  { id: idArgument, account: accountFlag },
  Effect.fn(function*({ account, id }) {
    const endedSessions = yield* withExistingStorage(Effect.gen(function*() {
      return yield* signOutMember({ accountId: (yield* accountFromFlag(account)).id, id, actor: commandLineActor() })
    }))
    yield* printResult(
      { id, ended: endedSessions },
      () => endedSessions === 1 ? "1 session ended." : `${endedSessions} sessions ended.`
    )
  })
).pipe(
  Command.withDescription("End all sessions of a member. They can sign in again."),
  Command.withExamples([{ command: "gatehouse members sign-out mem_0mi9…", description: "After a device was lost" }])
)

const audit = Command.make(
  "audit",
  {
    action: Flag.String("action").pipe(
      Flag.withMetavar("ACTION"),
      Flag.withDescription("Only this action (`key.create`) or this group of actions (`key`)"),
      Flag.optional
    ),
    limit: limitFlag,
    before: beforeFlag,
    account: accountFlag
  },
  Effect.fn(function*({ account, action, before, limit }) {
    const entries = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* AuditLog).list({
        accountId: (yield* accountFromFlag(account)).id,
        limit,
        ...Option.match(action, { onNone: () => ({}), onSome: (action) => ({ action }) }),
        ...Option.match(before, { onNone: () => ({}), onSome: (before) => ({ before }) })
      })
    }))
    yield* printList(entries, auditJson, auditTable, emptyPageText(before, "entries", "The audit log is empty."))
  })
).pipe(
  Command.withDescription("Show the audit log of dashboard and member changes, newest first."),
  Command.withExamples([
    { command: "gatehouse members audit", description: "The latest actions" },
    { command: "gatehouse members audit --action sign-in.refused", description: "Failed sign-ins" }
  ])
)

export const membersCommand = Command.make("members").pipe(
  Command.withDescription("Manage dashboard members and read the audit log."),
  Command.withExamples([
    { command: "gatehouse members list", description: "List members and open invitations" },
    { command: "gatehouse members reset-password ann@example.com", description: "Reset a password" }
  ]),
  Command.withSubcommands([
    list,
    inviteCommand,
    role,
    remove,
    withdraw,
    signOut,
    resetPasswordCommand,
    setUpLinkCommand,
    audit
  ])
)
