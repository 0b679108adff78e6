import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { roles } from "../../../../core/members/Role.ts"
import { Conflict, InvalidInput, NotFound } from "./AccountFailures.ts"
import { id, instant, limit, shortText } from "./Page.ts"
import { AllowedRoles, ownerRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

const role = Schema.Literals(roles)

const MemberView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role,
  createdAt: instant,
  lastSeenAt: Schema.NullOr(instant)
})

const InvitationView = Schema.Struct({
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  role,
  createdAt: instant,
  expiresAt: instant,
  /** Name of the member who created the invitation. */
  author: Schema.String
})

const list = HttpApiEndpoint.get("list", "/members", {
  success: Schema.Struct({
    members: Schema.Array(MemberView),
    /** Invitations that are still open. */
    invitations: Schema.Array(InvitationView)
  })
})

/** The link appears only in this response: Gatehouse sends no email. */
const invite = HttpApiEndpoint.post("invite", "/members/invitations", {
  payload: Schema.Struct({ role, email: Schema.NullOr(shortText) }),
  success: Schema.Struct({ invitation: InvitationView, link: Schema.String }),
  error: [InvalidInput, Conflict]
})

const withdraw = HttpApiEndpoint.delete("withdraw", "/members/invitations/:id", {
  params: { id },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

/** The last owner keeps the owner role. */
const setRole = HttpApiEndpoint.put("setRole", "/members/:id/role", {
  params: { id },
  payload: Schema.Struct({ role }),
  success: MemberView,
  error: [NotFound, Conflict]
})

/** Removes the member and ends the member's sessions. */
const remove = HttpApiEndpoint.delete("remove", "/members/:id", {
  params: { id },
  success: HttpApiSchema.NoContent,
  error: [NotFound, Conflict]
})

/** Creates a link for choosing a new password. The link appears only in this response: Gatehouse sends no email. */
const passwordLink = HttpApiEndpoint.post("passwordLink", "/members/:id/password-link", {
  params: { id },
  success: Schema.Struct({ link: Schema.String, expiresAt: instant }),
  error: [NotFound, Conflict]
})

/** An action, or the beginning of several. The pattern excludes the null character, which PostgreSQL does not accept in text. */
const action = Schema.String.check(
  Schema.isMaxLength(40),
  Schema.isPattern(/^[a-z.-]*$/, { message: "is not a valid action." })
)

const audit = HttpApiEndpoint.get("audit", "/audit", {
  query: {
    action: Schema.optionalKey(action),
    /** ID of a current or former member, or `commandLineMemberId`: returns only that actor's entries. */
    member: Schema.optionalKey(id),
    before: Schema.optionalKey(Schema.Int),
    limit
  },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      id: Schema.Int,
      at: instant,
      /** Name and email address of the member; for the command line, the system user. */
      actor: Schema.String,
      /** Null for the command line and for actors without a membership. */
      memberId: Schema.NullOr(Schema.String),
      /** `key.create`, `member.invite`, `sign-in`, … */
      action: Schema.String,
      /** ID or name of the object; empty if the action concerns the account. */
      target: Schema.String,
      detail: Schema.String,
      address: Schema.String
    })),
    next: Schema.NullOr(Schema.Int)
  })
})

export class Members extends HttpApiGroup.make("members")
  .add(list, invite, withdraw, setRole, remove, passwordLink, audit)
  .annotateEndpoints(AllowedRoles, ownerRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
