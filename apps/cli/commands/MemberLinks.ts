import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { invitationDaysMax, setUpMinutesMax } from "../../../core/members/Invitation.ts"
import { inviteMember, joinLink, makeSetUpLink } from "../../../core/members/InviteMember.ts"
import { roles } from "../../../core/members/Role.ts"
import { baseUrlOf } from "../../server/BaseUrl.ts"
import { gatehouseConfig } from "../../server/Config.ts"
import { accountFlag, accountOf } from "../AccountFlag.ts"
import { commandLineActor } from "../Author.ts"
import { invitationJson } from "../MemberView.ts"
import { answer } from "../Output.ts"
import { withExistingStorage } from "../Storage.ts"
import { sheet, when } from "../Table.ts"

export class HasOwner extends Schema.TaggedError<HasOwner>()("HasOwner", {}) {
  override get message(): string {
    return "The account has an owner already: `gatehouse members invite --role owner` makes a link for another."
  }
}

const linkTo = Effect.fnUntraced(function*(token: string) {
  return joinLink(baseUrlOf(yield* gatehouseConfig), token)
})

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
    const { invitation, token } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* inviteMember({
        accountId: (yield* accountOf(account)).id,
        role,
        email: Option.getOrNull(email),
        actor: commandLineActor()
      })
    }))
    const link = yield* linkTo(token)
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
  Command.withDescription("Make a link by which somebody becomes a member. GATEHOUSE_PUBLIC_URL says where it leads."),
  Command.withExamples([
    {
      command: "gatehouse members invite --role reviewer --email ben@example.com",
      description: "Somebody who reviews reports and leads"
    },
    {
      command: "gatehouse members invite --role owner",
      description: "Also the way in when an owner's password is lost"
    }
  ])
)

export const setUpLink = Command.make(
  "set-up-link",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const token = yield* withExistingStorage(Effect.gen(function*() {
      return (yield* makeSetUpLink((yield* accountOf(account)).id)) ?? (yield* new HasOwner())
    }))
    const link = yield* linkTo(token)
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
