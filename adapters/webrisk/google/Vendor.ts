import { Redacted } from "effect"
import type { Http, HttpRequest } from "../http/Http.ts"

/** Google's own address. */
export const webRiskUrl = "https://webrisk.googleapis.com"

/** Whom to ask, and as whom. */
export interface Vendor {
  /** Of the source, for operators. */
  readonly name: string
  /** Where its API is, with a path when a proxy stands before it. */
  readonly url: string
  readonly key: Redacted.Redacted<string>
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
