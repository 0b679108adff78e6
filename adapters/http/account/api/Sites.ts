import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { InvalidInput, NotFound } from "./AccountFailures.ts"
import { id, instant, shortText } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

const options = Schema.Struct({
  spamDetection: Schema.Boolean,
  emailRules: Schema.Boolean,
  disposableEmails: Schema.Literals(["allow", "reject"]),
  ipRules: Schema.Boolean,
  scoreMin: Schema.Int,
  degraded: Schema.Literals(["allow", "limit", "reject"]),
  degradedPerMinuteMax: Schema.Int
})

const SiteView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  siteKey: Schema.String,
  hostnames: Schema.Array(Schema.String),
  options,
  /** Number of live secrets: two during a rotation. */
  secrets: Schema.Int,
  createdAt: instant
})

const siteInput = Schema.Struct({
  name: shortText,
  hostnames: Schema.Array(shortText).check(Schema.isMaxLength(50)),
  options
})

const list = HttpApiEndpoint.get("list", "/sites", { success: Schema.Array(SiteView) })

/** The secret appears only in this response. */
const create = HttpApiEndpoint.post("create", "/sites", {
  payload: siteInput,
  success: Schema.Struct({ site: SiteView, secret: Schema.String }),
  error: InvalidInput
})

const change = HttpApiEndpoint.put("change", "/sites/:id", {
  params: { id },
  payload: siteInput,
  success: SiteView,
  error: [NotFound, InvalidInput]
})

/** Creates a new secret. The previous secret stays valid unless `endOld` is set. */
const rotate = HttpApiEndpoint.post("rotate", "/sites/:id/rotate", {
  params: { id },
  payload: Schema.Struct({ endOld: Schema.Boolean }),
  success: Schema.Struct({ site: SiteView, secret: Schema.String }),
  error: NotFound
})

const remove = HttpApiEndpoint.delete("remove", "/sites/:id", {
  params: { id },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

/** Counts by hour, the same as in `gatehouse sites stats`. */
const traffic = HttpApiEndpoint.get("traffic", "/sites/:id/traffic", {
  params: { id },
  query: { from: instant, to: instant },
  success: Schema.Array(Schema.Struct({
    hour: instant,
    /**
     * By name: `issued`, `solved`, `refused:WHY`, `human`, `score:7` (70 to 79), `country:DE`, `degraded:WHY`, `solveMillis:512` (at most
     * 512).
     */
    counts: Schema.Record(Schema.String, Schema.Int)
  })),
  error: [NotFound, InvalidInput]
})

/** Verification results of every site by day. The caller defines the days, because it knows its time zone. */
const recent = HttpApiEndpoint.get("recent", "/sites/traffic", {
  query: {
    /** Ascending instants separated by commas. Each day ends where the next one starts; the last day ends at `to`. */
    starts: Schema.String.check(
      Schema.isPattern(/^-?\d{1,16}(?:,-?\d{1,16}){0,30}$/, {
        message: "must contain times in milliseconds, separated by commas."
      })
    ),
    to: instant
  },
  success: Schema.Array(Schema.Struct({
    siteId: Schema.String,
    /** One entry for each start. */
    days: Schema.Array(Schema.Struct({
      at: instant,
      human: Schema.Int,
      degraded: Schema.Int,
      rejected: Schema.Int
    }))
  })),
  error: InvalidInput
})

export class Sites extends HttpApiGroup.make("sites")
  .add(list, create, change, rotate, remove, traffic, recent)
  .annotateEndpoints(AllowedRoles, staffRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
