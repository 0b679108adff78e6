import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { ErrorShape } from "./EndpointContract.ts"

/** Error body of a malformed request: `{ message, errors: { field: [text] } }`. */
const ValidationError = Schema.Struct({
  message: Schema.String.annotate({ examples: ["The email field is required."] }),
  errors: Schema.Record(Schema.String, Schema.Array(Schema.String))
}).annotate({
  identifier: "ValidationError",
  description: "The body has an invalid shape. `errors` lists the messages of each invalid field."
})

/** Validation error with the fields of the flat error. Every response of `/shield/siteverify` contains `success`. */
const ShieldValidationError = Schema.Struct({
  success: Schema.Literal(false),
  error: Schema.String,
  ...ValidationError.fields
}).annotate({
  identifier: "ShieldValidationError",
  description:
    "The body has an invalid shape. `error` and `message` have the same value; `errors` lists the messages of each invalid field."
})

const validationErrorSchema = ({ flag }: ErrorShape) => flag === "success" ? ShieldValidationError : ValidationError

/** Returns the schema of an endpoint's flat errors. */
export const flatErrorSchema = (shape: ErrorShape): Schema.Codec<unknown> =>
  shape.flag === "success"
    ? Schema.Struct({ success: Schema.Literal(false), error: Schema.String })
    : shape.text === "error"
    ? Schema.Struct({ ok: Schema.Literal(false), error: Schema.String })
    : Schema.Struct({ ok: Schema.Literal(false), message: Schema.String })

const statusDescriptions: Readonly<Record<number, string>> = {
  400: "Neither or both of `file` and `url` were sent.",
  401: "The API key is missing, unknown or revoked.",
  403: "The account does not have enough credits.",
  409: "A request with the same `Idempotency-Key` is still in progress. Wait for `Retry-After`, then retry.",
  413: "The body exceeds the size limit.",
  422: "The request is invalid or could not be completed.",
  429: "The rate limit is exceeded. Wait for `Retry-After`, then retry.",
  500: "An internal error occurred. Retry with exponential backoff.",
  503: "The server is overloaded or its database is unavailable. Wait for `Retry-After`, then retry."
}

/**
 * Returns the schemas of an endpoint's error responses, each with its status and description.
 *
 * @param own descriptions by status that replace the default descriptions
 */
export const errorResponses = (
  shape: ErrorShape,
  statuses: ReadonlyArray<number>,
  own: Readonly<Record<number, string>> = {}
) =>
  statuses.flatMap((code) => {
    const description = own[code] ?? statusDescriptions[code]
    const flat = flatErrorSchema(shape).annotate({ description }).pipe(HttpApiSchema.status(code))
    return code === 422 ? [flat, validationErrorSchema(shape).pipe(HttpApiSchema.status(422))] : [flat]
  })
