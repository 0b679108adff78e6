import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { NotAllowed } from "../api/AccountFailures.ts"
import { csrfHeader, OwnPages } from "../api/SessionAuth.ts"
import { DashboardOptions } from "./DashboardOptions.ts"

/** Of a request, what tells which page has sent it. */
export interface Asked {
  readonly method: string
  /** By its lower-case name. */
  readonly header: (name: string) => string | undefined
}

/**
 * Whether a request comes from this server's own pages, as far as one can tell; null, or why not (OWASP's cheat sheet on
 * Cross-Site Request Forgery, "Fetch metadata", "Verifying origin with standard headers", "Custom request headers").
 *
 * What changes something carries a header that no form can send, and no script of another page without being asked for
 * permission, which nobody gets here. `Origin` and `Sec-Fetch-Site` are the browser's own words: they are believed wherever
 * they stand, also of what only reads.
 */
export const whyForeign = (asked: Asked, publicUrl: string | null): string | null => {
  const site = asked.header("sec-fetch-site")
  if (site !== undefined && site !== "same-origin" && site !== "none") return foreign
  const origin = asked.header("origin")
  if (origin !== undefined && !isOwnOrigin(origin, asked.header("host"), publicUrl)) return foreignOrigin
  const changes = asked.method !== "GET" && asked.method !== "HEAD"
  return changes && asked.header(csrfHeader) !== "1" ? withoutHeader : null
}

const foreign = "This request was sent by a page of another server."
const foreignOrigin = "This request was sent by a page of another server, or the address of this one is not known: " +
  "where a proxy stands in front, GATEHOUSE_PUBLIC_URL has to name what browsers are given."
const withoutHeader = `What changes something needs the header ${csrfHeader}: 1.`

export const layer: Layer.Layer<OwnPages, never, DashboardOptions> = Layer.effect(
  OwnPages,
  Effect.map(DashboardOptions, ({ publicUrl }) =>
    OwnPages.of(Effect.fnUntraced(function*(httpEffect) {
      const { headers, method } = yield* HttpServerRequest.HttpServerRequest
      const message = whyForeign({ method, header: (name) => headers[name] }, publicUrl)
      return message === null ? yield* httpEffect : yield* new NotAllowed({ message })
    })))
)

/** Longest `Origin` and `Host` that are looked at: a name of DNS has 253 characters. */
const originCharsMax = 300

/** Names of hosts, and addresses; with a port. What a browser sends is of these. */
const hostPattern = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Under which base a browser has called this server: the public one, or what its `Host` says. Nothing is decided by it: it
 * stands in links that go back to the very browser.
 */
export const baseUrlOf = (publicUrl: string | null, host: string | undefined): string =>
  publicUrl ?? originOfHost("http:", host) ?? "http://localhost"

/**
 * Whether `Origin` names this server: its public address, or the `Host` under which this request came. Where a public
 * address is known, another name in `Host` does not count: the owner of a name can point it at any server (DNS rebinding).
 * Addresses and `localhost` cannot be pointed, so that a tunnel works beside.
 */
export const isOwnOrigin = (origin: string, host: string | undefined, publicUrl: string | null): boolean => {
  if (origin.length > originCharsMax || !URL.canParse(origin)) return false
  const url = new URL(origin)
  if (!/^https?:$/.test(url.protocol)) return false
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true
  return origin === originOfHost(url.protocol, host) && (publicUrl === null || isFixed(url.hostname))
}

const originOfHost = (protocol: string, host: string | undefined): string | null =>
  host !== undefined && hostPattern.test(host) && URL.canParse(`${protocol}//${host}/`)
    ? new URL(`${protocol}//${host}/`).origin
    : null

/** What no record of DNS leads elsewhere. */
const isFixed = (hostname: string): boolean =>
  hostname === "localhost" || hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
