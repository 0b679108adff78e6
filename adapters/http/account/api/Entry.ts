import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { roles } from "../../../../core/members/Role.ts"
import { InvalidInput, NotFound, TooManyTries } from "./AccountFailures.ts"
import { instantSchema, shortTextSchema } from "./Page.ts"
import { Me } from "./Session.ts"
import { RequestValidation, SameOrigin } from "./SessionAuth.ts"

/**
 * Password as entered. Longer passwords are refused before they are hashed. OWASP requires a limit of at least 64
 * characters.
 */
const secret = Schema.String.check(Schema.isMaxLength(512))

const signIn = HttpApiEndpoint.post("signIn", "/sign-in", {
  payload: Schema.Struct({ email: shortTextSchema, password: secret }),
  success: Me,
  error: [InvalidInput, TooManyTries]
})

/** Describes an invitation before it is accepted. The set-up link is the first owner's invitation. */
const readInvitation = HttpApiEndpoint.post("readInvitation", "/invitation", {
  payload: Schema.Struct({ token: shortTextSchema }),
  success: Schema.Struct({
    accountName: Schema.String,
    role: Schema.Literals(roles),
    email: Schema.NullOr(Schema.String).annotate({
      description: "Address that the invitation is for. Null if the invitee enters an address."
    }),
    isFirstRun: Schema.Boolean,
    expiresAt: instantSchema
  }),
  error: [NotFound, TooManyTries]
})

const acceptInvitation = HttpApiEndpoint.post("acceptInvitation", "/invitation/accept", {
  payload: Schema.Struct({ token: shortTextSchema, name: shortTextSchema, email: shortTextSchema, password: secret }),
  success: Me,
  error: [NotFound, InvalidInput, TooManyTries]
})

/** Returns the member whose password a link resets, and when the link expires. The link remains usable. */
const readPasswordLink = HttpApiEndpoint.post("readPasswordLink", "/password-link", {
  payload: Schema.Struct({ token: shortTextSchema }),
  success: Schema.Struct({ name: Schema.String, email: Schema.String, expiresAt: instantSchema }),
  error: [NotFound, TooManyTries]
})

/** Sets the password and signs in. All other sessions of the member end. */
const resetPassword = HttpApiEndpoint.post("resetPassword", "/password-link/use", {
  payload: Schema.Struct({ token: shortTextSchema, password: secret }),
  success: Me,
  error: [NotFound, InvalidInput, TooManyTries]
})

const signOut = HttpApiEndpoint.post("signOut", "/sign-out", { success: HttpApiSchema.NoContent })

/** Endpoints that need no session. */
export class Entry extends HttpApiGroup.make("entry")
  .add(signIn, readInvitation, acceptInvitation, readPasswordLink, resetPassword, signOut)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
