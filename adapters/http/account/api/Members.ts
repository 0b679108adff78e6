import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { roles } from "../../../../core/members/Role.ts"
import { Conflicting, NotThere, Refused } from "./AccountFailures.ts"
import { id, instant, limit, line } from "./Page.ts"
import { MayBeUsedBy, owners, OwnPages, SessionAuth, WellFormed } from "./SessionAuth.ts"

const role = Schema.Literals(roles)

const MemberShown = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role,
  createdAt: instant,
  lastSeenAt: Schema.NullOr(instant)
})

const InvitationShown = Schema.Struct({
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  role,
  createdAt: instant,
  expiresAt: instant,
  /** Name of who made it. */
  author: Schema.String
})

const list = HttpApiEndpoint.get("list", "/members", {
  success: Schema.Struct({
    members: Schema.Array(MemberShown),
    /** That nobody has taken yet. */
    invitations: Schema.Array(InvitationShown)
  })
})

/** The link is in this answer and nowhere else: Gatehouse sends no mail. */
const invite = HttpApiEndpoint.post("invite", "/members/invitations", {
  payload: Schema.Struct({ role, email: Schema.NullOr(line) }),
  success: Schema.Struct({ invitation: InvitationShown, link: Schema.String }),
  error: [Refused, Conflicting]
})

const withdraw = HttpApiEndpoint.delete("withdraw", "/members/invitations/:id", {
  params: { id },
  success: HttpApiSchema.NoContent,
  error: NotThere
})

/** The last owner stays one. */
const setRole = HttpApiEndpoint.put("setRole", "/members/:id/role", {
  params: { id },
  payload: Schema.Struct({ role }),
  success: MemberShown,
  error: [NotThere, Conflicting]
})

/** Ends the member's sessions. */
const remove = HttpApiEndpoint.delete("remove", "/members/:id", {
  params: { id },
  success: HttpApiSchema.NoContent,
  error: [NotThere, Conflicting]
})

/** By which the member chooses a new password. The link is in this answer and nowhere else: Gatehouse sends no mail. */
const passwordLink = HttpApiEndpoint.post("passwordLink", "/members/:id/password-link", {
  params: { id },
  success: Schema.Struct({ link: Schema.String, expiresAt: instant }),
  error: [NotThere, Conflicting]
})

/** A word of one, or more of its beginning: PostgreSQL takes no text with a zero in it. */
const action = Schema.String.check(
  Schema.isMaxLength(40),
  Schema.isPattern(/^[a-z.-]*$/, { message: "is no action." })
)

const audit = HttpApiEndpoint.get("audit", "/audit", {
  query: {
    action: Schema.optionalKey(action),
    /** Id of a member, of today or of before, or `commandLineMember`: only what they did, or what was done there. */
    member: Schema.optionalKey(id),
    before: Schema.optionalKey(Schema.Int),
    limit
  },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      id: Schema.Int,
      at: instant,
      /** Name and address of who did it; of a command line, its user. */
      actor: Schema.String,
      /** Null of the command line, and of who is no member. */
      memberId: Schema.NullOr(Schema.String),
      /** `key.create`, `member.invite`, `sign-in`, … */
      action: Schema.String,
      /** Id or name of what it was done to; empty where that is the account. */
      target: Schema.String,
      detail: Schema.String,
      address: Schema.String
    })),
    next: Schema.NullOr(Schema.Int)
  })
})

export class Members extends HttpApiGroup.make("members")
  .add(list, invite, withdraw, setRole, remove, passwordLink, audit)
  .annotateEndpoints(MayBeUsedBy, owners)
  .middleware(SessionAuth)
  .middleware(WellFormed)
  .middleware(OwnPages)
{}
