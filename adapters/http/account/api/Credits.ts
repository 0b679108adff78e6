import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { InvalidInput, TooManyTries } from "./AccountFailures.ts"
import { exportFileStream, exportFormat } from "./Exports.ts"
import { instantSchema, limitSchema, paceSchema } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

const Credit = Schema.Struct({
  available: Schema.Int,
  held: Schema.Int,
  /** Balance below which the dashboard and the log warn; null disables the warning. */
  noticeBelow: Schema.NullOr(Schema.Int),
  /** Average use in recent days, as in the overview; null without requests in the last seven days. */
  pace: paceSchema,
  /** Warning about low credits, as in the overview; null if the credits need no attention. */
  warning: Schema.NullOr(Schema.Struct({ severity: Schema.Literals(["alarm", "warning"]), message: Schema.String }))
})

const kind = Schema.Literals(["grant", "adjust", "reserve", "settle", "refund"])
const bucket = Schema.Literals(["issued", "available", "held", "revenue"])

const balance = HttpApiEndpoint.get("balance", "/credits", { success: Credit })

const statement = HttpApiEndpoint.get("statement", "/credits/statement", {
  query: {
    kind: Schema.optionalKey(kind),
    before: Schema.optionalKey(Schema.Int),
    limit: limitSchema
  },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      version: Schema.Int,
      at: instantSchema,
      requestId: Schema.String,
      kind,
      /** Double entry: the amount leaves `from` and arrives in `to`. */
      from: bucket,
      to: bucket,
      amount: Schema.Int,
      note: Schema.String,
      keyId: Schema.NullOr(Schema.String),
      availableAfter: Schema.Int,
      heldAfter: Schema.Int
    })),
    next: Schema.NullOr(Schema.Int)
  })
})

/** Exports at most `exportRowsMax` movements as a file, newest first. */
const exported = HttpApiEndpoint.get("exported", "/credits-export", {
  query: { kind: Schema.optionalKey(kind), format: exportFormat },
  success: exportFileStream,
  error: TooManyTries
})

const setNotice = HttpApiEndpoint.put("setNotice", "/credits/notice", {
  payload: Schema.Struct({ below: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))) }),
  success: Credit,
  error: InvalidInput
})

export class Credits extends HttpApiGroup.make("credits")
  .add(balance, statement, exported, setNotice)
  .annotateEndpoints(AllowedRoles, staffRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
