import { Effect, type Schema } from "effect"
import type { Contract } from "../../api/EndpointContract.ts"
import type { BodyAborted, BodyTooLarge, Exchange } from "./Exchange.ts"
import { InvalidRequest } from "./Refusal.ts"
import { mediaType, type ReadPayload, readUpload } from "./Upload.ts"
import { decoder, invalidField } from "./Validation.ts"

/** Of a form; a few are looked at. Each costs as much to read as a page of text. */
export const formFieldsMax = 1_000

/** Reads the body that the contract asks for and decodes it by the declaration. */
export const payloadReader = (
  { contract, payload }: { readonly contract: Contract; readonly payload: Schema.Codec<unknown, unknown, never, never> }
): (exchange: Exchange) => Effect.Effect<ReadPayload, BodyTooLarge | BodyAborted | InvalidRequest> => {
  if (contract.body === "multipart") return (exchange) => readUpload(exchange, contract)
  // One sentence tells one mistake: there is no need to look for more.
  const decode = decoder(payload, contract.shapeErrors === "flat" ? "first" : "all")
  return (exchange) =>
    Effect.flatMapEager(readTextBody(exchange, contract), ({ content, value }) => {
      const decoded = decode(value)
      return "invalid" in decoded
        ? Effect.fail(new InvalidRequest({ invalid: decoded.invalid }))
        : Effect.succeed({ value: decoded.value, content })
    })
}

const decodeUtf8 = new TextDecoder("utf-8", { fatal: true })

/** Reads a JSON body, or a form where the contract takes one. */
export const readTextBody = (
  exchange: Exchange,
  contract: Pick<Contract, "body" | "bodyBytesMax">
): Effect.Effect<ReadPayload, BodyTooLarge | BodyAborted | InvalidRequest> => {
  const type = mediaType(exchange.header("content-type"))
  const isForm = contract.body === "json-or-form" && type === "application/x-www-form-urlencoded"
  const isText = contract.body === "json-or-text" && type === "text/plain"
  if (!isForm && !isText && type !== "application/json") {
    return invalidBody("The body must be JSON with Content-Type: application/json.")
  }
  const pieces: Array<Uint8Array> = []
  return Effect.flatMapEager(exchange.readBody(contract.bodyBytesMax, (piece) => pieces.push(piece)), () => {
    try {
      const content = decodeUtf8.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
      if (isForm && content.split("&", formFieldsMax + 1).length > formFieldsMax) {
        return invalidBody(`The body may not hold more than ${formFieldsMax} fields.`)
      }
      const value: unknown = isForm ? Object.fromEntries(new URLSearchParams(content)) : JSON.parse(content)
      return Effect.succeed({ content, value })
    } catch {
      return invalidBody("The body is not valid JSON.")
    }
  })
}

const invalidBody = (message: string) => Effect.fail(new InvalidRequest({ invalid: invalidField("body", message) }))
