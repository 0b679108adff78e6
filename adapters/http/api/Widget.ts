import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { counterMax, puzzlesMax } from "../../../core/shield/Puzzle.ts"
import { countSchema, okError } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

/** Maximum body size in bytes; a genuine request contains little more than the signals. */
export const widgetBytesMax = 32 * 1024
/** Maximum size of the signals as UTF-8 JSON. */
export const signalsBytesMax = 8 * 1024
/** Maximum nesting; genuine signals are flat. Serializing thousands of levels takes 10 ms for nothing. */
export const signalsDepthMax = 16
/** Maximum text length in characters, far above that of any text this server creates. */
export const widgetTextCharsMax = 2_048

const text = Schema.String.check(
  Schema.isMaxLength(widgetTextCharsMax, { message: `may not be longer than ${widgetTextCharsMax} characters.` })
)

const isShort = (value: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(value) ?? "").length <= signalsBytesMax

const isShallow = (value: unknown, depthMax = signalsDepthMax): boolean =>
  typeof value !== "object" || value === null ||
  depthMax > 0 && Object.values(value).every((inner) => isShallow(inner, depthMax - 1))

const signals = Schema.Unknown.check(
  Schema.makeFilter((value) => isShallow(value), {
    message: `may not be nested more than ${signalsDepthMax} times.`
  }).abort(),
  Schema.makeFilter(isShort, { message: `may not be longer than ${signalsBytesMax} bytes of JSON.` })
).annotate({ description: "What the script measured of this session so far, or null." })

const seconds = (what: string) => countSchema.annotate({ description: `Seconds that the ${what} is good for.` })

const token = Schema.String.annotate({
  description: "For the form field `shield-token`: `sh1.…`, or `shd1.…` where this server is partly out of order."
})

/** Malformed bodies get the flat shape too, because only the widget script reads it. */
const errors = (statuses: ReadonlyArray<number>) =>
  errorResponses(okError, [...statuses, 413, 422, 429, 503], {
    403: "There is no such site key, or the site does not list the host name of the page.",
    409: "The challenge was already used.",
    410: "The challenge or ticket has expired.",
    422: "Of the wrong shape, not made here, or a wrong answer.",
    429: "Too many requests from this address; see Retry-After.",
    503: "Out of order for the moment: the form goes on without a token."
  })

const shared = {
  auth: "site-key",
  body: "json-or-text",
  bodyBytesMax: widgetBytesMax,
  errorShape: okError,
  validationErrorShape: "flat",
  supportsIdempotencyKey: false,
  isCrossOrigin: true,
  serverFaultStatus: 503,
  failureStatuses: { SiteRefused: 403, ChallengeUsed: 409, ProofExpired: 410, ProofRefused: 422 }
} as const

/** Browsers send no CORS preflight for a body with the content type `text/plain`. */
const withTextBody = (operation: Record<string, any>): Record<string, any> => {
  const { content } = operation["requestBody"]
  content["text/plain"] = content["application/json"]
  return operation
}

const described = (summary: string, description: string) =>
  OpenApi.annotations({ summary, description: `Used by the script. ${description}`, transform: withTextBody })

export const challenge = {
  path: "/shield/challenge",
  status: 200,
  payload: Schema.Struct({
    sitekey: text.annotate({ description: "The site's public key.", examples: ["gh_site_test_pass"] }),
    profile: Schema.optionalKey(Schema.Literals(["argon2id", "sha256"])).annotateKey({
      description: "Kind of puzzles; `sha256` for pages that allow no WebAssembly. `argon2id` without."
    })
  }),
  success: Schema.Struct({
    ok: Schema.Literal(true),
    challenge: Schema.String,
    profile: Schema.Literals(["argon2id", "sha256"]),
    seed: Schema.String.annotate({ description: "16 bytes, base64url." }),
    puzzles: countSchema,
    bits: countSchema.annotate({ description: "Leading zero bits of each answer's hash." }),
    expires_in: seconds("challenge")
  }).annotate({ identifier: "ShieldChallenge" }),
  contract: { ...shared, operation: "shield/challenge" }
} satisfies EndpointDeclaration

export const redeem = {
  path: "/shield/redeem",
  status: 200,
  payload: Schema.Struct({
    challenge: text,
    counters: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: counterMax }))).check(
      Schema.isMaxLength(puzzlesMax, { message: `may not hold more than ${puzzlesMax} numbers.` })
    ).annotate({ description: "An answer for each puzzle, by index." }),
    signals: Schema.optionalKey(signals)
  }),
  success: Schema.Struct({
    ok: Schema.Literal(true),
    token,
    ticket: Schema.NullOr(Schema.String).annotate({
      description: "Proves that the challenge was solved; null beside a degraded token."
    }),
    expires_in: seconds("token"),
    ticket_expires_in: seconds("ticket")
  }).annotate({ identifier: "ShieldRedemption" }),
  contract: { ...shared, operation: "shield/redeem" }
} satisfies EndpointDeclaration

export const refresh = {
  path: "/shield/refresh",
  status: 200,
  payload: Schema.Struct({ ticket: text, signals: Schema.optionalKey(signals) }),
  success: Schema.Struct({ ok: Schema.Literal(true), token, expires_in: seconds("token") }).annotate({
    identifier: "ShieldRefreshment"
  }),
  contract: { ...shared, operation: "shield/refresh" }
} satisfies EndpointDeclaration

/** Endpoints that the widget script calls. Other callers do not need them. */
export class Widget extends HttpApiGroup.make("widget").add(
  declareEndpoint("challenge", challenge, errors([403])).annotateMerge(
    described("Ask for something to solve", "Costs the server one MAC, and keeps nothing.")
  ),
  declareEndpoint("redeem", redeem, errors([403, 409, 410])).annotateMerge(
    described("Exchange the answers for a token", "A challenge can be answered once.")
  ),
  declareEndpoint("refresh", refresh, errors([403, 410])).annotateMerge(
    described("Renew a token", "With what was measured since. Of all tokens of one ticket one can be verified.")
  )
)
  .annotateMerge(OpenApi.annotations({
    title: "Shield: the widget",
    description:
      "These three are used by the script `/shield/widget.js`; a page needs nothing of them but that. Answers may be " +
      "read by scripts of all pages: no cookies are involved, and the `Origin` header is held against the site's host names."
  }))
{}
