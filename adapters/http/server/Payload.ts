import { Effect } from "effect"
import type { Binding } from "./Binding.ts"
import { readTextBody } from "./Body.ts"
import type { BodyAborted, BodyTooLarge, Exchange } from "./Exchange.ts"
import { InvalidRequest } from "./Refusal.ts"
import { readUpload } from "./Upload.ts"
import { decoder } from "./Validation.ts"

/** A decoded body. */
export interface ReadPayload {
  readonly value: unknown
  /** What an idempotency key is compared by. */
  readonly content: string
}

/** Reads the body that the contract asks for and decodes it by the declaration. */
export const payloadReader = (
  { contract, payload }: Pick<Binding<never>, "contract" | "payload">
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
