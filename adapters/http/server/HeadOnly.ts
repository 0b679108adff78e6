import type { IncomingMessage } from "node:http"

const heads = new WeakSet<object>()

/** Makes a GET of a HEAD, for pages that know GET only: node leaves the body of the answer out by itself. */
export const headAsGet = (request: IncomingMessage): void => {
  if (request.method !== "HEAD") return
  heads.add(request)
  request.method = "GET"
}

/** Whether a request was a HEAD, for whoever would work in vain for a body that nobody gets. */
export const isHeadOnly = (request: object): boolean => heads.has(request)
