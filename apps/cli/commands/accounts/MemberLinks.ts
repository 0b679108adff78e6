import { Console, Effect, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Instances } from "../../../../adapters/storage/sql/servers/Instances.ts"
import { inviteMember, joinLink, makeSetUpLink } from "../../../../core/members/administration/ManageInvitations.ts"
import { invitationDaysMax, setUpMinutesMax } from "../../../../core/members/Invitations.ts"
import { parseMemberEmail } from "../../../../core/members/Member.ts"
import { MemberNotFound, Members } from "../../../../core/members/Members.ts"
import { makePasswordLink, resetLink } from "../../../../core/members/password-changes/MakePasswordLink.ts"
import { passwordLinkMinutesMax } from "../../../../core/members/password-changes/PasswordLinks.ts"
import { roles } from "../../../../core/members/Role.ts"
import { baseUrlOf, gatehouseConfig } from "../../../server/settings/Config.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant } from "../../terminal/Table.ts"
import { invitationJson } from "../../views/MemberView.ts"

export class HasOwner extends Schema.TaggedError<HasOwner>()("HasOwner", {}) {
  override get message(): string {
    return "The account already has an owner. `gatehouse members invite --role owner` invites another one, and " +
      "`gatehouse members reset-password ADDRESS` resets a password."
  }
}

export const inviteCommand = Command.make(
  "invite",
  {
    role: Flag.Literals("role", roles).pipe(
      Flag.withDescription("owner: everything; member: all except members and audit log; reviewer: reviews only")
    ),
    email: Flag.String("email").pipe(
      Flag.withMetavar("ADDRESS"),
      Flag.withDescription("Only this address can accept the invitation (default: anyone with the link)"),
      Flag.optional
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, email, role }) {
    const { base, invitation, token } = yield* withExistingStorage(Effect.gen(function*() {
      const created = yield* inviteMember({
        accountId: (yield* accountFromFlag(account)).id,
        role,
        email: Option.getOrNull(email),
        actor: commandLineActor()
      })
      return { ...created, base: yield* linkBase }
    }))
    const link = joinLink(base, token)
    yield* printResult(
      { ...invitationJson(invitation), link },
      () =>
        `${
          formatFields({
            id: invitation.id,
            role: invitation.role,
            email: invitation.email ?? "(anyone)",
            "valid until": formatInstant(invitation.expiresAt)
          })
        }\n\n${link}\n\nSend the link yourself. It works once, expires in ${invitationDaysMax} days, and cannot be shown again.`
    )
  })
).pipe(
  Command.withDescription(
    "Create an invitation link for a new member. It points to GATEHOUSE_PUBLIC_URL, or else to the running server."
  ),
  Command.withExamples([
    {
      command: "gatehouse members invite --role reviewer --email ben@example.com",
      description: "Invite a reviewer of reports and leads"
    },
    {
      command: "gatehouse members invite --role owner",
      description: "Invite another owner; anyone with the link can accept"
    }
  ])
)

export const setUpLinkCommand = Command.make(
  "set-up-link",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const { base, token } = yield* withExistingStorage(Effect.gen(function*() {
      const token = (yield* makeSetUpLink((yield* accountFromFlag(account)).id)) ?? (yield* new HasOwner())
      return { token, base: yield* linkBase }
    }))
    const link = joinLink(base, token)
    yield* printResult(
      { link, good_minutes: setUpMinutesMax },
      () => `${link}\n\nThe link creates the first owner. It works once and expires in ${setUpMinutesMax} minutes.`
    )
  })
).pipe(
  Command.withDescription("Create the setup link for an account without members."),
  Command.withExamples([{
    command: "gatehouse members set-up-link",
    description: "The server prints the same kind of link at each start until it is used"
  }])
)

/** Finds a member by email address. No account is needed, because an address is unique on the server. */
const findMemberByEmail = Effect.fnUntraced(function*(email: string) {
  const parsed = parseMemberEmail(email)
  const found = Result.isSuccess(parsed) ? yield* (yield* Members).findByEmail(parsed.success.emailKey) : null
  return found ?? (yield* new MemberNotFound({ id: email }))
})

export const resetPasswordCommand = Command.make(
  "reset-password",
  { email: Argument.String("email").pipe(Argument.withDescription("The member's sign-in address")) },
  Effect.fn(function*({ email }) {
    const { base, link: { expiresAt }, member, token } = yield* withExistingStorage(Effect.gen(function*() {
      const { accountId, id } = yield* findMemberByEmail(email)
      const created = yield* makePasswordLink({ accountId, id, actor: commandLineActor() })
      return { ...created, base: yield* linkBase }
    }))
    const link = resetLink(base, token)
    yield* printResult(
      { id: member.id, email: member.email, link, expires_at: expiresAt },
      () =>
        `${link}\n\n${member.name} <${member.email}> sets a new password with this link, which ends all their sessions. ` +
        `It works once, expires in ${passwordLinkMinutesMax} minutes, and replaces earlier links. The old password works until then.`
    )
  })
).pipe(
  Command.withAlias("password-link"),
  Command.withDescription("Create a password reset link for a member."),
  Command.withExamples([{
    command: "gatehouse members reset-password ann@example.com",
    description: "Ann forgot her password"
  }])
)

/**
 * Returns the base URL for links: the configured public URL, or else the URL of a running server. Without either,
 * derives it from this command's settings and prints a notice to standard error.
 */
const linkBase = Effect.gen(function*() {
  const config = yield* gatehouseConfig
  if (config.publicUrl !== null) return config.publicUrl
  const [server] = yield* Effect.orDie((yield* Instances).servers)
  if (server !== undefined) return server.baseUrl
  const url = baseUrlOf(config)
  yield* Console.error(
    `No server is running on this database, so the link uses ${url} from this command's settings. If the server will ` +
      "use another address, set GATEHOUSE_PUBLIC_URL, HOST or PORT accordingly and run this command again."
  )
  return url
})
