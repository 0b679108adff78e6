import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { NotThere, Refused } from "./AccountFailures.ts"
import { instant, line } from "./Page.ts"
import { ChangesNothing, MayBeUsedBy, OwnPages, SessionAuth, staff, WellFormed } from "./SessionAuth.ts"

const kind = Schema.Literals(["email", "domain", "cidr", "country"])
const action = Schema.Literals(["block", "allow"])

const RuleShown = Schema.Struct({
  id: Schema.Int,
  kind,
  action,
  value: Schema.String,
  note: Schema.String,
  createdAt: instant
})

const list = HttpApiEndpoint.get("list", "/rules", { success: Schema.Array(RuleShown) })

const wanted = Schema.Struct({ kind, action, value: line, note: line })

/** What became of a rule that was to be added: the same again is the same rule, with the newer note. */
const became = Schema.Literals(["new", "changed", "kept"])

/** Refused with the field `force` where it would block many who were not meant; `force` does it all the same. */
const add = HttpApiEndpoint.post("add", "/rules", {
  payload: Schema.Struct({ ...wanted.fields, force: Schema.optionalKey(Schema.Boolean) }),
  success: Schema.Struct({ ...RuleShown.fields, became }),
  error: Refused
})

/** Of one import, at a time: the longest of them fit into a body. */
export const rulesImportedMax = 50

/** Many at once, as one change. What is wrong with one keeps none of the others out. */
const importRules = HttpApiEndpoint.post("import", "/rules/import", {
  payload: Schema.Struct({ rules: Schema.Array(wanted).check(Schema.isMaxLength(rulesImportedMax)) }),
  /** In the order of what was sent. */
  success: Schema.Array(Schema.Struct({
    rule: Schema.NullOr(RuleShown),
    became: Schema.NullOr(became),
    problem: Schema.NullOr(Schema.String)
  })),
  error: Refused
})

const remove = HttpApiEndpoint.delete("remove", "/rules/:id", {
  params: { id: Schema.Int },
  success: HttpApiSchema.NoContent,
  error: NotThere
})

/** What the rules say of an address, a domain, an IP address or a country. */
const test = HttpApiEndpoint.post("test", "/rules/test", {
  payload: Schema.Struct({ value: line }),
  success: Schema.Struct({
    /** As what it was read. */
    kind: Schema.Literals(["email", "domain", "ip", "country"]),
    outcome: Schema.Literals(["blocked", "allowed", "no-rule"]),
    /** The rules that match, the one that decides first. */
    rules: Schema.Array(RuleShown),
    /** A sentence for people. */
    message: Schema.String
  }),
  error: Refused
}).annotate(ChangesNothing, true)

export class Rules extends HttpApiGroup.make("rules")
  .add(list, add, importRules, remove, test)
  .annotateEndpoints(MayBeUsedBy, staff)
  .middleware(SessionAuth)
  .middleware(WellFormed)
  .middleware(OwnPages)
{}
