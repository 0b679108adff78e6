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

const decoders = new WeakMap<object, ReturnType<typeof decoder>>()

/** Reads the body that the contract asks for and decodes it by the declaration. */
export const readPayload = Effect.fnUntraced(function*<R>(
  binding: Binding<R>,
  exchange: Exchange
): Effect.fn.Return<ReadPayload, BodyTooLarge | BodyAborted | InvalidRequest> {
  if (binding.contract.body === "multipart") return yield* readUpload(exchange, binding.contract)
  const body = yield* readTextBody(exchange, binding.contract)
  let decode = decoders.get(binding)
  if (decode === undefined) decoders.set(binding, decode = decoder(binding.payload))
  const decoded = decode(body.value)
  if ("invalid" in decoded) return yield* new InvalidRequest({ invalid: decoded.invalid })
  return { value: decoded.value, content: body.content }
})
