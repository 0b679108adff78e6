import { Effect } from "effect"
import type { Binding } from "./Binding.ts"
import { readTextBody } from "./Body.ts"
import type { BodyAborted, BodyTooLarge, Exchange } from "./Exchange.ts"
import { readUpload } from "./Upload.ts"
import { decoder, type Invalid } from "./Validation.ts"

export type PayloadOutcome =
  | { readonly value: unknown; readonly content: string }
  | { readonly invalid: Invalid }

const decoders = new WeakMap<object, ReturnType<typeof decoder>>()

/** Reads the body that the contract asks for and decodes it by the declaration. */
export const readPayload = Effect.fnUntraced(function*<R>(
  binding: Binding<R>,
  exchange: Exchange
): Effect.fn.Return<PayloadOutcome, BodyTooLarge | BodyAborted> {
  if (binding.contract.body === "multipart") return yield* readUpload(exchange, binding.contract)
  const body = yield* readTextBody(exchange, binding.contract)
  if ("invalid" in body) return body
  let decode = decoders.get(binding)
  if (decode === undefined) decoders.set(binding, decode = decoder(binding.payload))
  const decoded = decode(body.value)
  return "invalid" in decoded ? decoded : { value: decoded.value, content: body.content }
})
