import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { InvalidInput, NotFound } from "./AccountFailures.ts"
import { instant, shortText } from "./Page.ts"
import { AllowedRoles, IsReadOnly, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

const kind = Schema.Literals(["email", "domain", "cidr", "country"])
const action = Schema.Literals(["block", "allow"])

const RuleView = Schema.Struct({
  id: Schema.Int,
  kind,
  action,
  value: Schema.String,
  note: Schema.String,
  createdAt: instant
})

const list = HttpApiEndpoint.get("list", "/rules", { success: Schema.Array(RuleView) })

const ruleInput = Schema.Struct({ kind, action, value: shortText, note: shortText })

/** Result of adding a rule. Adding an existing rule replaces its note. */
const became = Schema.Literals(["new", "changed", "kept"])

/** Adds a rule. A rule that would block too widely is refused with the field `force`; setting `force` adds it. */
const add = HttpApiEndpoint.post("add", "/rules", {
  payload: Schema.Struct({ ...ruleInput.fields, force: Schema.optionalKey(Schema.Boolean) }),
  success: Schema.Struct({ ...RuleView.fields, became }),
  error: InvalidInput
})

/** Maximum number of rules per import request, so that even the longest rules fit the body limit. */
export const rulesPerImportMax = 50

/** Adds many rules as one change. An invalid rule does not prevent the others from being added. */
const importRules = HttpApiEndpoint.post("import", "/rules/import", {
  payload: Schema.Struct({ rules: Schema.Array(ruleInput).check(Schema.isMaxLength(rulesPerImportMax)) }),
  /** In the order of the request. */
  success: Schema.Array(Schema.Struct({
    rule: Schema.NullOr(RuleView),
    became: Schema.NullOr(became),
    problem: Schema.NullOr(Schema.String)
  })),
  error: InvalidInput
})

const remove = HttpApiEndpoint.delete("remove", "/rules/:id", {
  params: { id: Schema.Int },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

/** Applies the rules to an email address, a domain, an IP address or a country. */
const test = HttpApiEndpoint.post("test", "/rules/test", {
  payload: Schema.Struct({ value: shortText }),
  success: Schema.Struct({
    /** How the value was interpreted. */
    kind: Schema.Literals(["email", "domain", "ip", "country"]),
    outcome: Schema.Literals(["blocked", "allowed", "no-rule"]),
    /** Matching rules; the deciding rule comes first. */
    rules: Schema.Array(RuleView),
    /** Readable sentence. */
    message: Schema.String
  }),
  error: InvalidInput
}).annotate(IsReadOnly, true)

export class Rules extends HttpApiGroup.make("rules")
  .add(list, add, importRules, remove, test)
  .annotateEndpoints(AllowedRoles, staffRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
