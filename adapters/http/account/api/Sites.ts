import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { NotThere, Refused } from "./AccountFailures.ts"
import { id, instant, line } from "./Page.ts"
import { MayBeUsedBy, OwnPages, SessionAuth, staff, WellFormed } from "./SessionAuth.ts"

const options = Schema.Struct({
  spamDetection: Schema.Boolean,
  emailRules: Schema.Boolean,
  disposableEmails: Schema.Literals(["allow", "reject"]),
  ipRules: Schema.Boolean,
  scoreMin: Schema.Int,
  degraded: Schema.Literals(["allow", "limit", "reject"]),
  degradedPerMinuteMax: Schema.Int
})

const SiteShown = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  siteKey: Schema.String,
  hostnames: Schema.Array(Schema.String),
  options,
  /** Live ones: two while a secret is being rotated. */
  secrets: Schema.Int,
  createdAt: instant
})

const chosen = Schema.Struct({
  name: line,
  hostnames: Schema.Array(line).check(Schema.isMaxLength(50)),
  options
})

const list = HttpApiEndpoint.get("list", "/sites", { success: Schema.Array(SiteShown) })

/** The secret is in this answer and nowhere else. */
const create = HttpApiEndpoint.post("create", "/sites", {
  payload: chosen,
  success: Schema.Struct({ site: SiteShown, secret: Schema.String }),
  error: Refused
})

const change = HttpApiEndpoint.put("change", "/sites/:id", {
  params: { id },
  payload: chosen,
  success: SiteShown,
  error: [NotThere, Refused]
})

/** A new secret beside the one before it, or in its place. */
const rotate = HttpApiEndpoint.post("rotate", "/sites/:id/rotate", {
  params: { id },
  payload: Schema.Struct({ endOld: Schema.Boolean }),
  success: Schema.Struct({ site: SiteShown, secret: Schema.String }),
  error: NotThere
})

const remove = HttpApiEndpoint.delete("remove", "/sites/:id", {
  params: { id },
  success: HttpApiSchema.NoContent,
  error: NotThere
})

/** The counts by hour, as `gatehouse sites stats` knows them. */
const traffic = HttpApiEndpoint.get("traffic", "/sites/:id/traffic", {
  params: { id },
  query: { from: instant, to: instant },
  success: Schema.Array(Schema.Struct({
    hour: instant,
    /** By name: `issued`, `solved`, `refused:WHY`, `human`, `score:7` (70 to 79), `country:DE`, `degraded:WHY`, `solveMillis:512` (up to that). */
    counts: Schema.Record(Schema.String, Schema.Int)
  })),
  error: [NotThere, Refused]
})

/** What verifications said on every site, by days of whoever asks: they know their zone. */
const recent = HttpApiEndpoint.get("recent", "/sites/traffic", {
  query: {
    /** Instants with commas between, rising: each day ends where the next begins, the last at `to`. */
    starts: Schema.String.check(Schema.isPattern(/^-?\d{1,16}(?:,-?\d{1,16}){0,30}$/, { message: "are no instants." })),
    to: instant
  },
  success: Schema.Array(Schema.Struct({
    siteId: Schema.String,
    /** One for each start. */
    days: Schema.Array(Schema.Struct({
      at: instant,
      human: Schema.Int,
      degraded: Schema.Int,
      rejected: Schema.Int
    }))
  })),
  error: Refused
})

export class Sites extends HttpApiGroup.make("sites")
  .add(list, create, change, rotate, remove, traffic, recent)
  .annotateEndpoints(MayBeUsedBy, staff)
  .middleware(SessionAuth)
  .middleware(WellFormed)
  .middleware(OwnPages)
{}
