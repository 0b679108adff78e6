import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { ErrorShape } from "./EndpointContract.ts"

/** `{ message, errors: { field: [text] } }`: error of a malformed body (contract, section 7.1). */
const ValidationError = Schema.Struct({
  message: Schema.String.annotate({ examples: ["The email field is required."] }),
  errors: Schema.Record(Schema.String, Schema.Array(Schema.String))
}).annotate({
  identifier: "ValidationError",
  description: "The body has the wrong shape; every field that is wrong is named."
})

/** Validation error plus the fields of the flat error: every response of `/shield/siteverify` contains `success` (decision 40). */
const ShieldValidationError = Schema.Struct({
  success: Schema.Literal(false),
  error: Schema.String,
  ...ValidationError.fields
}).annotate({
  identifier: "ShieldValidationError",
  description:
    "The body has the wrong shape. `error` and `message` are the same; `errors` names every field that is wrong."
})

const validationErrorSchema = ({ flag }: ErrorShape) => flag === "success" ? ShieldValidationError : ValidationError

/** Flat error schema of an endpoint. */
export const flatErrorSchema = (shape: ErrorShape): Schema.Codec<unknown> =>
  shape.flag === "success"
    ? Schema.Struct({ success: Schema.Literal(false), error: Schema.String })
    : shape.text === "error"
    ? Schema.Struct({ ok: Schema.Literal(false), error: Schema.String })
    : Schema.Struct({ ok: Schema.Literal(false), message: Schema.String })

const statusDescriptions: Readonly<Record<number, string>> = {
  400: "Invalid input: neither or both of `file` and `url`.",
  401: "Missing or invalid API key.",
  403: "Not enough credits; nothing was charged.",
  409: "A request with this Idempotency-Key is still being worked on; see Retry-After.",
  413: "The body is larger than allowed.",
  422: "The request could not be carried out; nothing was charged.",
  429: "Rate limit exceeded; see Retry-After.",
  500: "Server error; retry with backoff.",
  503: "The server has too much to do; see Retry-After."
}

/**
 * Returns the error responses of an endpoint, each status with its shape and meaning.
 *
 * @param own meanings that differ from the default
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
