import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { InvalidInput, NotFound } from "./AccountFailures.ts"
import { idSchema, instantSchema, shortTextSchema } from "./Page.ts"
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
  /** Number of valid secrets; two during a rotation. */
  secrets: Schema.Int,
  createdAt: instantSchema
})

const siteInput = Schema.Struct({
  name: shortTextSchema,
  hostnames: Schema.Array(shortTextSchema).check(Schema.isMaxLength(50)),
  options
})

const list = HttpApiEndpoint.get("list", "/sites", { success: Schema.Array(SiteView) })

/** Creates a site. Only this response contains the site's secret. */
const create = HttpApiEndpoint.post("create", "/sites", {
  payload: siteInput,
  success: Schema.Struct({ site: SiteView, secret: Schema.String }),
  error: InvalidInput
})

const change = HttpApiEndpoint.put("change", "/sites/:id", {
  params: { id: idSchema },
  payload: siteInput,
  success: SiteView,
  error: [NotFound, InvalidInput]
})

/** Creates a new secret. The previous secret stays valid unless `endOld` is set. */
const rotate = HttpApiEndpoint.post("rotate", "/sites/:id/rotate", {
  params: { id: idSchema },
  payload: Schema.Struct({ endOld: Schema.Boolean }),
  success: Schema.Struct({ site: SiteView, secret: Schema.String }),
  error: NotFound
})

const remove = HttpApiEndpoint.delete("remove", "/sites/:id", {
  params: { id: idSchema },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

/** Counts of a site by hour, as in `gatehouse sites stats`. */
const traffic = HttpApiEndpoint.get("traffic", "/sites/:id/traffic", {
  params: { id: idSchema },
  query: { from: instantSchema, to: instantSchema },
  success: Schema.Array(Schema.Struct({
    hour: instantSchema,
    /**
     * Counts by name. `score:7` counts scores of 70 to 79, and `solveMillis:512` counts times of more than 256 and at
     * most 512 ms.
     *
     * Other names: `issued`, `solved`, `refused:REASON`, `human`, `country:DE`, `degraded:REASON`.
     */
    counts: Schema.Record(Schema.String, Schema.Int)
  })),
  error: [NotFound, InvalidInput]
})

/**
 * Verification results of every site by day. The caller defines the days, because only the caller knows the time zone.
 */
const recent = HttpApiEndpoint.get("recent", "/sites/traffic", {
  query: {
    /** Ascending instants separated by commas. Each day ends where the next one starts; the last day ends at `to`. */
    starts: Schema.String.check(
      Schema.isPattern(/^-?\d{1,16}(?:,-?\d{1,16}){0,30}$/, {
        message: "must contain times in milliseconds, separated by commas."
      })
    ),
    to: instantSchema
  },
  success: Schema.Array(Schema.Struct({
    siteId: Schema.String,
    /** Counts of each day, in the order of `starts`. */
    days: Schema.Array(Schema.Struct({
      at: instantSchema,
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
