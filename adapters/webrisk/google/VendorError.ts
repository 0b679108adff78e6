import { Redacted, Schema } from "effect"
import type { HttpFailure } from "../http/HttpFailure.ts"
import type { Vendor } from "./Vendor.ts"

/** So much of what a vendor says about an error is told. */
export const vendorMessageCharsMax = 200

/** Errors of Google's APIs (google.rpc.Status as JSON). */
const GoogleError = Schema.fromJsonString(Schema.Struct({
  error: Schema.Struct({ message: Schema.String, status: Schema.optionalKey(Schema.String) })
}))

const decode = Schema.decodeUnknownOption(GoogleError)

/** What went wrong, in a sentence for the operator: what the vendor said of it, where it said something, never the key. */
export const failureSentence = (failure: HttpFailure, { key }: Pick<Vendor, "key">): string => {
  const said = decode(new TextDecoder().decode(failure.body))
  if (said._tag === "None") return failure.message
  const message = said.value.error.message.replaceAll(/[^\x20-\x7e]+/g, " ").replaceAll(Redacted.value(key), "…")
  return `${failure.message.replace(/\.$/, "")}: ${message.slice(0, vendorMessageCharsMax).trim()}`
}

/**
 * Whether the request itself is refused, and another one need not be: not for a key that is wrong or not allowed (400 and
 * 403), nor for too many of them (429).
 */
export const isRefusal = ({ body, status }: HttpFailure): boolean =>
  status !== null && [400, 404, 413, 414].includes(status) && !/API[ _]key/i.test(new TextDecoder().decode(body))
