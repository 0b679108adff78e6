import { Redacted, Schema } from "effect"
import type { Http, HttpFailure, HttpRequest } from "../http/Http.ts"

/** Google's own address. */
export const webRiskUrl = "https://webrisk.googleapis.com"

/** Whom to ask, and as whom. */
export interface Vendor {
  /** Of the source, for operators. */
  readonly name: string
  /** Where its API is, with a path when a proxy stands before it. */
  readonly url: string
  readonly key: Redacted.Redacted
  readonly http: Http
}

/** A method of an API, from its version on, with its parameters; each may be there several times. */
export const methodUrl = (
  { url }: Pick<Vendor, "url">,
  method: string,
  parameters: ReadonlyArray<readonly [string, string]>
): URL =>
  new URL(`${url.replace(/(?<!\/)\/+$/, "")}/${method}?${new URLSearchParams(parameters.map(([...pair]) => pair))}`)

/** The key stands in a header (Google Cloud, "System parameters"): addresses are what proxies and errors write down. */
export const headersFor = (
  { key }: Pick<Vendor, "key">,
  accept: "application/json" | "application/x-protobuf"
): Required<HttpRequest>["headers"] => ({ "X-Goog-Api-Key": Redacted.value(key), Accept: accept })

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
