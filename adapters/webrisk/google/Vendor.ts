import { Redacted, Schema } from "effect"
import type { Http, HttpFailure, HttpRequest } from "../http/Http.ts"

export const webRiskUrl = "https://webrisk.googleapis.com"

/** Endpoint and credential of a vendor. */
export interface Vendor {
  /** Name of the source in statuses and messages. */
  readonly name: string
  /** Base URL of the API. It can contain a path, for example of a proxy. */
  readonly url: string
  readonly key: Redacted.Redacted
  readonly http: Http
}

/**
 * Returns the URL of an API method with its parameters. `method` starts with the API version, and parameter names can
 * repeat.
 */
export const methodUrl = (
  { url }: Pick<Vendor, "url">,
  method: string,
  parameters: ReadonlyArray<readonly [string, string]>
): URL =>
  new URL(`${url.replace(/(?<!\/)\/+$/, "")}/${method}?${new URLSearchParams(parameters.map(([...pair]) => pair))}`)

/**
 * Returns the request headers. The key is sent in a header (Google Cloud, "System parameters"), because URLs appear in
 * the logs of proxies and in error messages.
 */
export const headersFor = (
  { key }: Pick<Vendor, "key">,
  accept: "application/json" | "application/x-protobuf"
): Required<HttpRequest>["headers"] => ({ "X-Goog-Api-Key": Redacted.value(key), Accept: accept })

/** Maximum characters of a vendor's error message that are shown. */
export const vendorMessageCharsMax = 200

/** Error format of Google's APIs (google.rpc.Status as JSON). */
const GoogleError = Schema.fromJsonString(Schema.Struct({
  error: Schema.Struct({ message: Schema.String, status: Schema.optionalKey(Schema.String) })
}))

const decode = Schema.decodeUnknownOption(GoogleError)

/**
 * Describes a failure in a sentence for the operator. Includes the vendor's error message, if any, but never the key.
 */
export const describeFailure = (failure: HttpFailure, { key }: Pick<Vendor, "key">): string => {
  const decoded = decode(new TextDecoder().decode(failure.body))
  if (decoded._tag === "None") return failure.message
  const message = decoded.value.error.message.replaceAll(/[^\x20-\x7e]+/g, " ").replaceAll(Redacted.value(key), "…")
  return `${failure.message.replace(/\.$/, "")}: ${message.slice(0, vendorMessageCharsMax).trim()}`
}

/**
 * Reports whether the vendor rejected only this request because of its content. Excludes an invalid or unauthorized key
 * (400 and 403) and rate limiting (429).
 */
export const isRefusal = ({ body, status }: HttpFailure): boolean =>
  status !== null && [400, 404, 413, 414].includes(status) && !/API[ _]key/i.test(new TextDecoder().decode(body))
