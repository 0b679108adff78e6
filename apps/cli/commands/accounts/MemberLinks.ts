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
import { accountFlag, accountOf, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { answer } from "../../terminal/Output.ts"
import { sheet, when } from "../../terminal/Table.ts"
import { invitationJson } from "../../views/MemberView.ts"

export class HasOwner extends Schema.TaggedError<HasOwner>()("HasOwner", {}) {
  override get message(): string {
    return "The account has an owner already: `gatehouse members invite --role owner` makes a link for another, and " +
      "`gatehouse members reset-password ADDRESS` one for a new password."
  }
}

export const invite = Command.make(
  "invite",
  {
    role: Flag.Literals("role", roles).pipe(
      Flag.withDescription("What they may do: everything, all but members and audit log, or reviews alone")
    ),
    email: Flag.String("email").pipe(
      Flag.withMetavar("ADDRESS"),
      Flag.withDescription("The only address that may take it (default: whoever has the link says theirs)"),
      Flag.optional
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, email, role }) {
    const { base, invitation, token } = yield* withExistingStorage(Effect.gen(function*() {
      const made = yield* inviteMember({
        accountId: (yield* accountOf(account)).id,
        role,
        email: Option.getOrNull(email),
        actor: commandLineActor()
      })
      return { ...made, base: yield* linkBase }
    }))
    const link = joinLink(base, token)
    yield* answer(
      { ...invitationJson(invitation), link },
      () =>
        `${
          sheet({
            id: invitation.id,
            role: invitation.role,
            email: invitation.email ?? "(anybody)",
            "good until": when(invitation.expiresAt)
          })
        }\n\n${link}\n\nHand the link over yourself: it works once, for ${invitationDaysMax} days, and cannot be shown again.`
    )
  })
).pipe(
  Command.withDescription(
    "Make a link by which somebody becomes a member. It leads to the server that runs, or where GATEHOUSE_PUBLIC_URL says."
  ),
  Command.withExamples([
    {
      command: "gatehouse members invite --role reviewer --email ben@example.com",
      description: "Somebody who reviews reports and leads"
    },
    {
      command: "gatehouse members invite --role owner",
      description: "Another owner, whoever has the link"
    }
  ])
)

export const setUpLink = Command.make(
  "set-up-link",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const { base, token } = yield* withExistingStorage(Effect.gen(function*() {
      const token = (yield* makeSetUpLink((yield* accountOf(account)).id)) ?? (yield* new HasOwner())
      return { token, base: yield* linkBase }
    }))
    const link = joinLink(base, token)
    yield* answer(
      { link, good_minutes: setUpMinutesMax },
      () => `${link}\n\nIt makes the first owner: it works once, for ${setUpMinutesMax} minutes.`
    )
  })
).pipe(
  Command.withDescription("Make the link by which an account without members gets its first owner."),
  Command.withExamples([{
    command: "gatehouse members set-up-link",
    description: "As every start prints it until somebody has taken it"
  }])
)

/** Finds a member by address. An address belongs to one member of the whole server, so no account is needed. */
const memberWith = Effect.fnUntraced(function*(email: string) {
  const parsed = parseMemberEmail(email)
  const found = Result.isSuccess(parsed) ? yield* (yield* Members).findByEmail(parsed.success.emailKey) : null
  return found ?? (yield* new MemberNotFound({ id: email }))
})

export const resetPassword = Command.make(
  "reset-password",
  { email: Argument.String("email").pipe(Argument.withDescription("The address that the member signs in with")) },
  Effect.fn(function*({ email }) {
    const { base, link: { expiresAt }, member, token } = yield* withExistingStorage(Effect.gen(function*() {
      const { accountId, id } = yield* memberWith(email)
      const made = yield* makePasswordLink({ accountId, id, actor: commandLineActor() })
      return { ...made, base: yield* linkBase }
    }))
    const link = resetLink(base, token)
    yield* answer(
      { id: member.id, email: member.email, link, expires_at: expiresAt },
      () =>
        `${link}\n\n${member.name} <${member.email}> chooses a new password with it, and is signed out everywhere else. ` +
        `It works once, for ${passwordLinkMinutesMax} minutes, and ends older ones. Until then the old password stays.`
    )
  })
).pipe(
  Command.withAlias("password-link"),
  Command.withDescription("Make a link by which a member who has lost the password chooses a new one."),
  Command.withExamples([{
    command: "gatehouse members reset-password ann@example.com",
    description: "Ann has lost her password"
  }])
)

/**
 * Returns the base URL of links: from the settings, or from the server that runs on this database. Without a running server, it is derived
 * from this command's settings, with a notice on standard error.
 */
const linkBase = Effect.gen(function*() {
  const config = yield* gatehouseConfig
  if (config.publicUrl !== null) return config.publicUrl
  const [server] = yield* Effect.orDie((yield* Instances).servers)
  if (server !== undefined) return server.baseUrl
  const url = baseUrlOf(config)
  yield* Console.error(
    `No server runs on this database: the link is for ${url}, as the settings of this command say. If the server will ` +
      "listen elsewhere, set GATEHOUSE_PUBLIC_URL, HOST or PORT as it has them, and make another."
  )
  return url
})
