import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { InvalidInput, NotFound } from "./AccountFailures.ts"
import { instantSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, IsReadOnly, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

const kind = Schema.Literals(["email", "domain", "cidr", "country"])
const action = Schema.Literals(["block", "allow"])

const RuleView = Schema.Struct({
  id: Schema.Int,
  kind,
  action,
  value: Schema.String,
  note: Schema.String,
  createdAt: instantSchema
})

const list = HttpApiEndpoint.get("list", "/rules", { success: Schema.Array(RuleView) })

const ruleInput = Schema.Struct({ kind, action, value: shortTextSchema, note: shortTextSchema })

/** Result of adding a rule. Adding an existing rule replaces the rule's note. */
const became = Schema.Literals(["new", "changed", "kept"])

/** Adds a rule. A rule that is too broad fails with an error for the field `force`, unless `force` is set. */
const add = HttpApiEndpoint.post("add", "/rules", {
  payload: Schema.Struct({ ...ruleInput.fields, force: Schema.optionalKey(Schema.Boolean) }),
  success: Schema.Struct({ ...RuleView.fields, became }),
  error: InvalidInput
})

/** Maximum number of rules per import request. Even the longest rules then fit the body limit. */
export const rulesPerImportMax = 50

/** Adds many rules as one change. Valid rules are added even if other rules are invalid. */
const importRules = HttpApiEndpoint.post("import", "/rules/import", {
  payload: Schema.Struct({ rules: Schema.Array(ruleInput).check(Schema.isMaxLength(rulesPerImportMax)) }),
  /** Results in the order of the submitted rules. */
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
  payload: Schema.Struct({ value: shortTextSchema }),
  success: Schema.Struct({
    /** How the value was interpreted. */
    kind: Schema.Literals(["email", "domain", "ip", "country"]),
    outcome: Schema.Literals(["blocked", "allowed", "no-rule"]),
    /** Matching rules; the deciding rule comes first. */
    rules: Schema.Array(RuleView),
    /** Sentence that explains the outcome. */
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
