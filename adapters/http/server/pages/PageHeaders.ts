import type { ServerResponse } from "node:http"

/** Headers of every page. They forbid framing, and isolate the page from other origins. */
export const pageHeaders: ReadonlyArray<string> = [
  "X-Frame-Options",
  "DENY",
  "Referrer-Policy",
  "no-referrer",
  "Cross-Origin-Opener-Policy",
  "same-origin",
  "Cross-Origin-Resource-Policy",
  "same-origin"
]

/** Headers of responses that no cache may store. */
export const uncachedHeaders: ReadonlyArray<string> = [
  "Cache-Control",
  "no-store",
  "X-Content-Type-Options",
  "nosniff",
  ...pageHeaders
]

/** Sends a plain-text response instead of a page. */
export const sendText = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: ReadonlyArray<string> = []
): void => {
  response.writeHead(status, [
    "Content-Type",
    "text/plain; charset=utf-8",
    "Content-Security-Policy",
    "default-src 'none'; frame-ancestors 'none'",
    ...uncachedHeaders,
    ...headers,
    "Content-Length",
    String(Buffer.byteLength(text))
  ]).end(text)
}
