import { randomBytes } from "node:crypto"
import type { RequestListener, ServerResponse } from "node:http"
import { sendText, uncachedHeaders } from "../../server/pages/PageHeaders.ts"
import { sendFile } from "../../server/pages/StaticFile.ts"
import { accountApiPath } from "../api/AccountApi.ts"
import { type DashboardFiles, dashboardPath } from "./DashboardFiles.ts"

/** Nonce length in bytes: 128 random bits, as Content Security Policy Level 3, section 7.1, recommends. */
export const nonceBytes = 16

/** Listeners for the account API and for all paths outside `/dashboard`. */
export interface DashboardListeners {
  readonly api: RequestListener
  readonly fallback: RequestListener
}

const assetsPath = `${dashboardPath}/assets/`

/**
 * Serves the dashboard's API and files. All other paths below `/dashboard` get the page, whose script shows the view
 * for the path.
 */
export const serveDashboard =
  ({ files, page, problem }: DashboardFiles, { api, fallback }: DashboardListeners): RequestListener =>
  (request, response) => {
    const [path = ""] = (request.url ?? "").split(/[?#]/, 1)
    if (path !== dashboardPath && !path.startsWith(`${dashboardPath}/`)) return fallback(request, response)
    if (path === accountApiPath || path.startsWith(`${accountApiPath}/`)) return api(request, response)
    // A HEAD request arrives here as GET, and Node omits the body of its response.
    if (request.method !== "GET") {
      return sendText(response, 405, "This page accepts GET and HEAD requests only.", ["Allow", "GET, HEAD"])
    }
    const file = files.get(path)
    if (file !== undefined) return sendFile(request, response, file)
    if (page === null) return sendText(response, 503, `The dashboard cannot be served: ${problem}.`)
    return path.startsWith(assetsPath)
      ? sendText(response, 404, "Dashboard file not found.")
      : sendPage(response, page)
  }

const sendPage = (response: ServerResponse, page: ReadonlyArray<string>): void => {
  const nonce = randomBytes(nonceBytes).toString("base64")
  const html = page.join(nonce)
  response.writeHead(200, [
    "Content-Type",
    "text/html; charset=utf-8",
    "Content-Security-Policy",
    contentSecurityPolicy(nonce),
    ...uncachedHeaders,
    "Content-Length",
    String(Buffer.byteLength(html))
  ]).end(html)
}

/** Returns a policy that forbids framing, foreign content, and inline styles without the response's nonce. */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'"
  ].join("; ")
