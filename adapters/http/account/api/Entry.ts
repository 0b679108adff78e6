import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { roles } from "../../../../core/members/Role.ts"
import { NotThere, Refused, TooManyTries } from "./AccountFailures.ts"
import { instant, line } from "./Page.ts"
import { Me } from "./Session.ts"
import { OwnPages, WellFormed } from "./SessionAuth.ts"

/** Of what is typed; a longer password is not hashed (OWASP names 64 as the least upper limit). */
const secret = Schema.String.check(Schema.isMaxLength(512))

const signIn = HttpApiEndpoint.post("signIn", "/sign-in", {
  payload: Schema.Struct({ email: line, password: secret }),
  success: Me,
  error: [Refused, TooManyTries]
})

/** What an invitation is, before somebody takes it. The set-up link is one as well: of the first owner. */
const readInvitation = HttpApiEndpoint.post("readInvitation", "/invitation", {
  payload: Schema.Struct({ token: line }),
  success: Schema.Struct({
    accountName: Schema.String,
    role: Schema.Literals(roles),
    email: Schema.NullOr(Schema.String).annotate({ description: "Null: whoever takes it says it." }),
    isFirstRun: Schema.Boolean,
    expiresAt: instant
  }),
  error: [NotThere, TooManyTries]
})

const acceptInvitation = HttpApiEndpoint.post("acceptInvitation", "/invitation/accept", {
  payload: Schema.Struct({ token: line, name: line, email: line, password: secret }),
  success: Me,
  error: [NotThere, Refused, TooManyTries]
})

/** Whose password a link is for, before somebody uses it. */
const readPasswordLink = HttpApiEndpoint.post("readPasswordLink", "/password-link", {
  payload: Schema.Struct({ token: line }),
  success: Schema.Struct({ name: Schema.String, email: Schema.String, expiresAt: instant }),
  error: [NotThere, TooManyTries]
})

/** Signs in with the new password; all other sessions of the member end. */
const resetPassword = HttpApiEndpoint.post("resetPassword", "/password-link/use", {
  payload: Schema.Struct({ token: line, password: secret }),
  success: Me,
  error: [NotThere, Refused, TooManyTries]
})

const signOut = HttpApiEndpoint.post("signOut", "/sign-out", { success: HttpApiSchema.NoContent })

/** What can be asked without a session. */
export class Entry extends HttpApiGroup.make("entry")
  .add(signIn, readInvitation, acceptInvitation, readPasswordLink, resetPassword, signOut)
  .middleware(WellFormed)
  .middleware(OwnPages)
{}
