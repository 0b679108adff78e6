import type { RequestId } from "../../../core/kernel/Ids.ts"
import type { Answer } from "./Exchange.ts"

/** How long a browser may remember that it may ask; the longest that Chromium keeps to (2 hours). */
export const preflightSecondsMax = 7_200

/**
 * For answers that scripts of all pages may read. No cookie and no other credential that a browser adds by itself is looked
 * at, so that a page can do nothing here that any program cannot.
 */
export const crossOrigin: ReadonlyArray<string> = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "Retry-After, X-Request-Id"
]

/** What a browser asks before a request that is not simple (Fetch standard, CORS-preflight fetch). */
export const preflight = (requestId: RequestId): Answer => ({
  status: 204,
  headers: [
    "Access-Control-Allow-Origin",
    "*",
    "Access-Control-Allow-Methods",
    "POST",
    "Access-Control-Allow-Headers",
    "Content-Type",
    "Access-Control-Max-Age",
    String(preflightSecondsMax),
    "X-Request-Id",
    requestId
  ],
  body: "",
  inFlight: null,
  closes: false
})
