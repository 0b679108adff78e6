import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { NotAllowed } from "../api/AccountFailures.ts"
import { csrfHeader, SameOrigin } from "../api/SessionAuth.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
import { readManagementKey } from "./ManagementKeyHeader.ts"

/** Parts of a request that show which page sent it. */
export interface OriginCheckRequest {
  readonly method: string
  /** Returns a header by its lowercase name. */
  readonly header: (name: string) => string | undefined
}

/**
 * Returns a message if a page of another site may have sent the request, or null if no problem was found.
 *
 * Changes need `csrfHeader`. Forms cannot send this header, and scripts of other sites may send it only after a CORS
 * preflight, which this server never grants. Browsers themselves set `Origin` and `Sec-Fetch-Site`, so these headers
 * are checked whenever they are present, even for reads.
 *
 * Source: OWASP Cross-Site Request Forgery Prevention Cheat Sheet, sections "Fetch metadata", "Verifying origin with
 * standard headers" and "Custom request headers".
 */
export const crossOriginProblem = (request: OriginCheckRequest, publicUrl: string | null): string | null => {
  const site = request.header("sec-fetch-site")
  if (site !== undefined && site !== "same-origin" && site !== "none") return crossSiteMessage
  const origin = request.header("origin")
  if (origin !== undefined && !isOwnOrigin(origin, request.header("host"), publicUrl)) return unknownOriginMessage
  const changes = request.method !== "GET" && request.method !== "HEAD"
  return changes && request.header(csrfHeader) !== "1" ? missingHeaderMessage : null
}

const crossSiteMessage = "This request came from a page of another site."
const unknownOriginMessage =
  "This request came from a page of another site, or this server does not know its own address. " +
  "Behind a proxy, set GATEHOUSE_PUBLIC_URL to the URL that browsers use."
const missingHeaderMessage = `Requests that change data need the header ${csrfHeader}: 1.`

export const layer: Layer.Layer<SameOrigin, never, DashboardOptions> = Layer.effect(
  SameOrigin,
  Effect.map(DashboardOptions, ({ publicUrl }) =>
    SameOrigin.of(Effect.fnUntraced(function*(httpEffect) {
      const { headers, method } = yield* HttpServerRequest.HttpServerRequest
      // Pages of other sites cannot send this header without a CORS preflight. With this header, cookies are ignored.
      if (readManagementKey(headers["authorization"]) !== null) return yield* httpEffect
      const message = crossOriginProblem({ method, header: (name) => headers[name] }, publicUrl)
      return message === null ? yield* httpEffect : yield* new NotAllowed({ message })
    })))
)

/** Maximum number of characters of an `Origin` header. A DNS name has at most 253. */
const originCharsMax = 300

/** Host names and addresses with an optional port, as browsers send them. */
const hostPattern = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Returns the base URL of this server: its public URL, or a URL with the host of the request. The result is used only
 * in links sent to the same browser, never for a decision.
 */
export const baseUrlOf = (publicUrl: string | null, host: string | undefined): string =>
  publicUrl ?? originOfHost("http:", host) ?? "http://localhost"

/**
 * Reports whether `Origin` names this server: its public URL, or the `Host` of the request.
 *
 * If the public URL is known, `Host` counts only for IP addresses and `localhost`, so that access through a tunnel
 * still works. Other names are ignored, because the owner of a domain can point it at any server (DNS rebinding).
 */
export const isOwnOrigin = (origin: string, host: string | undefined, publicUrl: string | null): boolean => {
  if (origin.length > originCharsMax || !URL.canParse(origin)) return false
  const url = new URL(origin)
  if (!/^https?:$/.test(url.protocol)) return false
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true
  return origin === originOfHost(url.protocol, host) && (publicUrl === null || isDnsIndependent(url.hostname))
}

const originOfHost = (protocol: string, host: string | undefined): string | null =>
  host !== undefined && hostPattern.test(host) && URL.canParse(`${protocol}//${host}/`)
    ? new URL(`${protocol}//${host}/`).origin
    : null

/** Reports whether a host is independent of DNS records. */
const isDnsIndependent = (hostname: string): boolean =>
  hostname === "localhost" || hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
