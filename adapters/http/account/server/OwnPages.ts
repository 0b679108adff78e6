import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { NotAllowed } from "../api/AccountFailures.ts"
import { csrfHeader, OwnPages } from "../api/SessionAuth.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
import { isOwnOrigin } from "./OwnOrigin.ts"

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
