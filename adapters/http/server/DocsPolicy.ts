import { HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"

/**
 * What the page of the API's reference may do. It is a large script of others at the address of the dashboard, where it could act
 * as whoever is signed in: it runs as it was delivered, runs nothing else, and sends nothing elsewhere. Styles it makes as it goes.
 */
export const docsPolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${scriptsIn(html).map(hashSource).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'"
  ].join("; ")

/** A script ends with the first end tag (HTML, section 4.12.1.3). */
const scriptsIn = (html: string): ReadonlyArray<string> =>
  html.split("<script>").slice(1).map((rest) => rest.slice(0, rest.search(/<\/script/i)))

const hashSource = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

/** With that policy. The page is the same each time, and looked through once. */
export const withDocsPolicy = () => {
  let [seen, policy]: [HttpServerResponse.HttpServerResponse | null, string] = [null, ""]
  return (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
    if (response.body._tag !== "Uint8Array" || !response.body.contentType.startsWith("text/html")) return response
    if (seen?.body !== response.body) {
      ;[seen, policy] = [response, docsPolicy(new TextDecoder().decode(response.body.body))]
    }
    return HttpServerResponse.setHeader(response, "Content-Security-Policy", policy)
  }
}
