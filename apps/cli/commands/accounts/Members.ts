import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import { withdrawInvitation } from "../../../../core/members/administration/ManageInvitations.ts"
import { listMembers, removeMember, setMemberRole } from "../../../../core/members/administration/ManageMembers.ts"
import { roles } from "../../../../core/members/Role.ts"
import { signOutMember } from "../../../../core/members/sessions/EndSessions.ts"
import {
  accountFlag,
  accountOf,
  beforeFlag,
  commandLineActor,
  limitFlag,
  whenPageEmpty
} from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { answer, answerList } from "../../terminal/Output.ts"
import {
  auditJson,
  auditTable,
  invitationJson,
  invitationTable,
  memberJson,
  memberTable
} from "../../views/MemberView.ts"
import { invite, resetPassword, setUpLink } from "./MemberLinks.ts"

const idArgument = Argument.String("id").pipe(
  Argument.withDescription("Id of the member, as `members list` shows it")
)

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const { invitations, members } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* listMembers((yield* accountOf(account)).id)
    }))
    yield* answer(
      { members: members.map(memberJson), invitations: invitations.map(invitationJson) },
      () =>
        [
          members.length === 0
            ? "There is no member yet: run `gatehouse members set-up-link`, and open what it prints."
            : memberTable(members),
          ...invitations.length === 0 ? [] : ["", "Links that nobody has taken yet:", "", invitationTable(invitations)]
        ].join("\n")
    )
  })
).pipe(
  Command.withDescription("List who signs in to the dashboard of an account, and who is invited."),
  Command.withExamples([{ command: "gatehouse members list", description: "Ids, addresses, roles, last seen" }])
)

const role = Command.make(
  "role",
  {
    id: idArgument,
    role: Argument.Literals("role", roles).pipe(Argument.withDescription("What the member may do from now on")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id, role }) {
    const member = yield* withExistingStorage(Effect.gen(function*() {
      return yield* setMemberRole({ accountId: (yield* accountOf(account)).id, id, role, actor: commandLineActor() })
    }))
    yield* answer(memberJson(member), () => `${member.name} <${member.email}> is ${wordOf[role]} from now on.`)
  })
).pipe(
  Command.withDescription("Change what a member may do. The last owner stays one."),
  Command.withExamples([{ command: "gatehouse members role mem_0mi9… reviewer", description: "Reviews alone" }])
)

const wordOf = { owner: "an owner", member: "a member", reviewer: "a reviewer" } as const

const remove = Command.make(
  "remove",
  { id: idArgument, account: accountFlag },
  Effect.fn(function*({ account, id }) {
    yield* withExistingStorage(Effect.gen(function*() {
      yield* removeMember({ accountId: (yield* accountOf(account)).id, id, actor: commandLineActor() })
    }))
    yield* answer({ id, removed: true }, () => `${id} is removed and signed out everywhere.`)
  })
).pipe(
  Command.withDescription("Remove a member for good, with all sessions. The last owner stays."),
  Command.withExamples([{ command: "gatehouse members remove mem_0mi9…", description: "Somebody has left" }])
)

const withdraw = Command.make(
  "withdraw",
  {
    id: Argument.String("id").pipe(Argument.withDescription("Id of the invitation, as `members list` shows it")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id }) {
    yield* withExistingStorage(Effect.gen(function*() {
      yield* withdrawInvitation({ accountId: (yield* accountOf(account)).id, id, actor: commandLineActor() })
    }))
    yield* answer({ id, withdrawn: true }, () => `The link of ${id} is good no more.`)
  })
).pipe(
  Command.withDescription("Make a link that nobody has taken yet worthless."),
  Command.withExamples([{
    command: "gatehouse members withdraw inv_0mi9…",
    description: "It went to the wrong person"
  }])
)

const signOut = Command.make(
  "sign-out",
  { id: idArgument, account: accountFlag },
  Effect.fn(function*({ account, id }) {
    const ended = yield* withExistingStorage(Effect.gen(function*() {
      return yield* signOutMember({ accountId: (yield* accountOf(account)).id, id, actor: commandLineActor() })
    }))
    yield* answer({ id, ended }, () => ended === 1 ? "1 session is ended." : `${ended} sessions are ended.`)
  })
).pipe(
  Command.withDescription("End all sessions of a member, who may sign in again."),
  Command.withExamples([{ command: "gatehouse members sign-out mem_0mi9…", description: "A laptop was lost" }])
)

const audit = Command.make(
  "audit",
  {
    action: Flag.String("action").pipe(
      Flag.withMetavar("ACTION"),
      Flag.withDescription("Only this (`key.create`), or all that begin with a word (`key`)"),
      Flag.optional
    ),
    limit: limitFlag,
    before: beforeFlag,
    account: accountFlag
  },
  Effect.fn(function*({ account, action, before, limit }) {
    const entries = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* AuditLog).list({
        accountId: (yield* accountOf(account)).id,
        limit,
        ...Option.match(action, { onNone: () => ({}), onSome: (action) => ({ action }) }),
        ...Option.match(before, { onNone: () => ({}), onSome: (before) => ({ before }) })
      })
    }))
    yield* answerList(entries, auditJson, auditTable, whenPageEmpty(before, "entries", "Nothing was done yet."))
  })
).pipe(
  Command.withDescription("Show who did what in the dashboard and to members, newest first."),
  Command.withExamples([
    { command: "gatehouse members audit", description: "What was done last" },
    { command: "gatehouse members audit --action sign-in.refused", description: "Wrong passwords" }
  ])
)

export const members = Command.make("members").pipe(
  Command.withDescription("Who signs in to the dashboard, and what they did there."),
  Command.withExamples([
    { command: "gatehouse members list", description: "All members and open invitations" },
    { command: "gatehouse members reset-password ann@example.com", description: "When a password is lost" }
  ]),
  Command.withSubcommands([list, invite, role, remove, withdraw, signOut, resetPassword, setUpLink, audit])
)
