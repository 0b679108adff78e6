import { Effect, Schema } from "effect"
import type { EndpointProperties } from "../../api/EndpointContract.ts"
import type { EndpointDeclaration, WireSchema } from "../../api/EndpointDeclaration.ts"
import { InvalidRequest } from "./ErrorResponse.ts"
import type { BodyAborted, BodyTooLarge, HttpExchange } from "./HttpExchange.ts"
import { type DecodedPayload, mediaType, readUpload } from "./Upload.ts"
import { makeDecoder, makeFieldError } from "./Validation.ts"

/** Maximum number of form fields. Endpoints use only a few, and parsing many fields is expensive. */
export const formFieldsMax = 1_000

/** Reason why a body could not be read. */
export type BodyFailure = BodyTooLarge | BodyAborted | InvalidRequest

/** Builds a reader that reads the body of a declared endpoint and decodes it with the declared schema. */
export const makePayloadReader = <Payload extends WireSchema>(
  { contract, payload }: Pick<EndpointDeclaration<Payload>, "contract" | "payload">
): (exchange: HttpExchange) => Effect.Effect<DecodedPayload<Payload["Type"]>, BodyFailure> => {
  const isForm = contract.body === "multipart"
  // The flat error shape reports only one error, so decoding stops at the first error.
  const errors = contract.validationErrorShape === "flat" ? "first" : "all"
  const decode = isForm ? makeDecoder(payload, errors) : makeDecoder(Schema.toCodecJson(payload), errors)
  const read = isForm ? readUpload : readTextBody
  return (exchange) =>
    Effect.flatMapEager(read(exchange, contract), ({ content, value }) => {
      const decoded = decode(value)
      return "invalid" in decoded
        ? Effect.fail(new InvalidRequest({ error: decoded.invalid }))
        : Effect.succeed({ value: decoded.value, content })
    })
}

const decodeUtf8 = new TextDecoder("utf-8", { fatal: true })

/** Reads a body as JSON, or as a URL-encoded form if the contract allows forms. */
export const readTextBody = (
  exchange: HttpExchange,
  contract: Pick<EndpointProperties, "body" | "bodyBytesMax">
): Effect.Effect<DecodedPayload<unknown>, BodyFailure> => {
  const type = mediaType(exchange.header("content-type"))
  const isForm = contract.body === "json-or-form" && type === "application/x-www-form-urlencoded"
  const isText = contract.body === "json-or-text" && type === "text/plain"
  if (!isForm && !isText && type !== "application/json") {
    return invalidBody("The body must be JSON with Content-Type: application/json.")
  }
  const chunks: Array<Uint8Array> = []
  return Effect.flatMapEager(exchange.readBody(contract.bodyBytesMax, (chunk) => chunks.push(chunk)), () => {
    try {
      const content = decodeUtf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
      if (isForm && content.split("&", formFieldsMax + 1).length > formFieldsMax) {
        return invalidBody(`The body must contain at most ${formFieldsMax} fields.`)
      }
      const value: unknown = isForm ? Object.fromEntries(new URLSearchParams(content)) : JSON.parse(content)
      return Effect.succeed({ content, value })
    } catch {
      return invalidBody("The body is not valid JSON.")
    }
  })
}

const invalidBody = (message: string) => Effect.fail(new InvalidRequest({ error: makeFieldError("body", message) }))
