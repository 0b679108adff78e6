import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { roles } from "../../../../core/members/Role.ts"
import { Conflict, InvalidInput, NotFound } from "./AccountFailures.ts"
import { idSchema, instantSchema, limitSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, ownerRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

const role = Schema.Literals(roles)

const MemberView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role,
  createdAt: instantSchema,
  lastSeenAt: Schema.NullOr(instantSchema)
})

const InvitationView = Schema.Struct({
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  role,
  createdAt: instantSchema,
  expiresAt: instantSchema,
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

/** Creates an invitation. Only this response contains the link, because Gatehouse sends no email. */
const invite = HttpApiEndpoint.post("invite", "/invitations", {
  payload: Schema.Struct({ role, email: Schema.NullOr(shortTextSchema) }),
  success: Schema.Struct({ invitation: InvitationView, link: Schema.String }),
  error: [InvalidInput, Conflict]
})

const withdraw = HttpApiEndpoint.delete("withdraw", "/invitations/:id", {
  params: { id: idSchema },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

/** Changes the role of a member. The last owner must remain an owner. */
const setRole = HttpApiEndpoint.put("setRole", "/members/:id/role", {
  params: { id: idSchema },
  payload: Schema.Struct({ role }),
  success: MemberView,
  error: [NotFound, Conflict]
})

/** Removes the member and ends the member's sessions. */
const remove = HttpApiEndpoint.delete("remove", "/members/:id", {
  params: { id: idSchema },
  success: HttpApiSchema.NoContent,
  error: [NotFound, Conflict]
})

/**
 * Creates a link for choosing a new password. Only this response contains the link, because Gatehouse sends no email.
 */
const passwordLink = HttpApiEndpoint.post("passwordLink", "/members/:id/password-link", {
  params: { id: idSchema },
  success: Schema.Struct({ link: Schema.String, expiresAt: instantSchema }),
  error: [NotFound, Conflict]
})

/**
 * Audit action, or a prefix that several actions share. The pattern excludes the null character, which PostgreSQL
 * refuses in text.
 */
const action = Schema.String.check(
  Schema.isMaxLength(40),
  Schema.isPattern(/^[a-z.-]*$/, { message: "is not a valid action." })
)

const audit = HttpApiEndpoint.get("audit", "/audit", {
  query: {
    action: Schema.optionalKey(action),
    /**
     * Actor whose entries are returned: the ID of a current or former member or of a management key, or
     * `commandLineMemberId`.
     */
    member: Schema.optionalKey(idSchema),
    before: Schema.optionalKey(Schema.Int),
    limit: limitSchema
  },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      id: Schema.Int,
      at: instantSchema,
      /** Name and email address of the member; name of the management key; system user for the command line. */
      actor: Schema.String,
      /** ID of the member or management key; null for the command line and for actors without a membership. */
      memberId: Schema.NullOr(Schema.String),
      /** Audit action, such as `key.create`, `member.invite` or `sign-in`. */
      action: Schema.String,
      /** ID or name of the object that the action concerns; empty for the account itself. */
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
