import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { counterMax, puzzlesMax } from "../../../core/shield/Puzzle.ts"
import { countSchema, okErrorShape } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

/** Maximum body size in bytes. A genuine request contains little more than the signals. */
export const widgetBytesMax = 32 * 1024
/** Maximum bytes of the signals as UTF-8 JSON. */
export const signalsBytesMax = 8 * 1024
/** Maximum nesting depth of the signals. Genuine signals are flat, and serializing thousands of levels takes 10 ms. */
export const signalsDepthMax = 16
/** Maximum characters of a text field, far more than any text that this server creates. */
export const widgetTextCharsMax = 2_048

const text = Schema.String.check(
  Schema.isMaxLength(widgetTextCharsMax, { message: `must be at most ${widgetTextCharsMax} characters long.` })
)

const isSmall = (value: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(value) ?? "").length <= signalsBytesMax

const isShallow = (value: unknown, depthMax = signalsDepthMax): boolean =>
  typeof value !== "object" || value === null ||
  depthMax > 0 && Object.values(value).every((inner) => isShallow(inner, depthMax - 1))

const signals = Schema.Unknown.check(
  Schema.makeFilter((value) => isShallow(value), {
    message: `must be nested at most ${signalsDepthMax} levels deep.`
  }).abort(),
  Schema.makeFilter(isSmall, { message: `must be at most ${signalsBytesMax} bytes of JSON.` })
).annotate({
  description: `Measurements of the visitor's session so far, at most ${signalsBytesMax} bytes of JSON; or null.`
})

const lifetimeSeconds = (what: string) => countSchema.annotate({ description: `Lifetime of the ${what}, in seconds.` })

const token = Schema.String.annotate({
  description:
    "Token for the form field `shield-token`. It starts with `sh1.`, or with `shd1.` if the server is degraded."
})

/**
 * Returns the error responses of a widget endpoint. Malformed bodies get the flat shape too, because only the widget
 * script reads the errors.
 */
const widgetErrors = (statuses: ReadonlyArray<number>) =>
  errorResponses(okErrorShape, [...statuses, 413, 422, 429, 503], {
    403: "The site key is unknown, or the site does not list the host name of the page.",
    409: "The challenge was already used.",
    410: "The challenge or ticket has expired.",
    422: "The body is invalid, the challenge or ticket was not issued by this server, or an answer is wrong.",
    429: "Too many requests from this address. Wait for `Retry-After`, then retry.",
    503: "Shield is temporarily unavailable. Submit the form without a token."
  })

const sharedContract = {
  auth: "site-key",
  body: "json-or-text",
  bodyBytesMax: widgetBytesMax,
  errorShape: okErrorShape,
  validationErrorShape: "flat",
  supportsIdempotencyKey: false,
  isCrossOrigin: true,
  serverFaultStatus: 503,
  failureStatuses: { SiteRefused: 403, ChallengeUsed: 409, ProofExpired: 410, ProofRefused: 422 }
} as const

/** Adds the content type `text/plain` to the OpenAPI operation. Browsers send no CORS preflight for `text/plain`. */
const withTextBody = (operation: Record<string, any>): Record<string, any> => {
  const { content } = operation["requestBody"]
  content["text/plain"] = content["application/json"]
  return operation
}

const describeOperation = (identifier: string, summary: string, description: string) =>
  OpenApi.annotations({
    identifier,
    summary,
    description: `Called by the widget script. ${description}`,
    transform: withTextBody
  })

export const challenge = {
  path: "/shield/challenge",
  status: 200,
  payload: Schema.Struct({
    sitekey: text.annotate({ description: "Public key of the site.", examples: ["gh_site_test_pass"] }),
    profile: Schema.optionalKey(Schema.Literals(["argon2id", "sha256"])).annotateKey({
      description:
        "Hash function of the puzzles. Use `sha256` on pages whose security policy forbids WebAssembly. Default: `argon2id`."
    })
  }),
  success: Schema.Struct({
    ok: Schema.Literal(true),
    challenge: Schema.String.annotate({ description: "Sealed challenge. Send it back with the answers." }),
    profile: Schema.Literals(["argon2id", "sha256"]).annotate({ description: "Hash function of the puzzles." }),
    seed: Schema.String.annotate({ description: "Seed of the puzzles: 16 bytes as base64url." }),
    puzzles: countSchema.annotate({ description: `Number of puzzles to solve, at most ${puzzlesMax}.` }),
    bits: countSchema.annotate({ description: "Number of leading zero bits that the hash of each answer needs." }),
    expires_in: lifetimeSeconds("challenge")
  }).annotate({ identifier: "ShieldChallenge", description: "Puzzles to solve." }),
  contract: { ...sharedContract, operation: "shield/challenge" }
} satisfies EndpointDeclaration

export const redeem = {
  path: "/shield/redeem",
  status: 200,
  payload: Schema.Struct({
    challenge: text.annotate({ description: "Challenge as received." }),
    counters: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: counterMax }))).check(
      Schema.isMaxLength(puzzlesMax, { message: `must contain at most ${puzzlesMax} numbers.` })
    ).annotate({ description: `Answers to the puzzles, in order: one counter from 0 to ${counterMax} for each.` }),
    signals: Schema.optionalKey(signals)
  }),
  success: Schema.Struct({
    ok: Schema.Literal(true),
    token,
    ticket: Schema.NullOr(Schema.String).annotate({
      description:
        "Ticket for `/shield/refresh`, which proves that the challenge was solved; null with a degraded token."
    }),
    expires_in: lifetimeSeconds("token"),
    ticket_expires_in: lifetimeSeconds("ticket")
  }).annotate({ identifier: "ShieldRedemption", description: "A token and a ticket." }),
  contract: { ...sharedContract, operation: "shield/redeem" }
} satisfies EndpointDeclaration

export const refresh = {
  path: "/shield/refresh",
  status: 200,
  payload: Schema.Struct({
    ticket: text.annotate({ description: "Ticket as received from `/shield/redeem`." }),
    signals: Schema.optionalKey(signals)
  }),
  success: Schema.Struct({ ok: Schema.Literal(true), token, expires_in: lifetimeSeconds("token") }).annotate({
    identifier: "ShieldRefreshment",
    description: "A new token."
  }),
  contract: { ...sharedContract, operation: "shield/refresh" }
} satisfies EndpointDeclaration

/** Endpoints that the widget script calls. Other callers do not need them. */
export class Widget extends HttpApiGroup.make("widget").add(
  declareEndpoint("challenge", challenge, widgetErrors([403])).annotateMerge(
    describeOperation(
      "createShieldChallenge",
      "Request a challenge",
      "Returns puzzles for the visitor's browser to solve."
    )
  ),
  declareEndpoint("redeem", redeem, widgetErrors([403, 409, 410])).annotateMerge(
    describeOperation(
      "redeemShieldChallenge",
      "Redeem a challenge",
      "Exchanges the answers for a token and a ticket. A challenge can be redeemed once."
    )
  ),
  declareEndpoint("refresh", refresh, widgetErrors([403, 410])).annotateMerge(
    describeOperation(
      "refreshShieldToken",
      "Refresh a token",
      "Issues a new token that includes the latest measurements. Only one of the tokens of a ticket can be verified."
    )
  )
)
  .annotateMerge(OpenApi.annotations({
    title: "Shield widget",
    description:
      "Endpoints of the widget script, `/shield/widget.js`. Include the script in your page instead of calling them. " +
      "Scripts of any origin may read the responses: the endpoints use no cookies, and they compare the `Origin` header with the " +
      "host names of the site."
  }))
{}
