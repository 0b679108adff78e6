import type { ServerResponse } from "node:http"

/** Faults between a vendor and its client. */
export type HttpFault =
  /** Google's JSON error body. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string }
  /** The connection breaks before or during the response. */
  | { readonly kind: "reset" }
  | { readonly kind: "broken off" }
  /** The response is late or never arrives. */
  | { readonly kind: "slow"; readonly millis: number }
  | { readonly kind: "silent" }
  /** The response claims to be complete but is not. */
  | { readonly kind: "truncated" }
  | { readonly kind: "body"; readonly bytes: Uint8Array }
  /** A page from an intermediary. */
  | { readonly kind: "portal" }

export interface ResponseBody {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Sends the response, or the configured fault. */
export const respond = (response: ServerResponse, body: ResponseBody, fault: HttpFault | null): void => {
  const send = (bytes: Uint8Array, type = body.type) => {
    response.writeHead(200, { "Content-Type": type, "Content-Length": bytes.length }).end(bytes)
  }
  switch (fault?.kind) {
    case undefined:
      return send(body.bytes)
    case "status": {
      const { retryAfter, status } = fault
      const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter }
      const error = { code: status, message: "It did not work.", status: "UNAVAILABLE" }
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify({ error }))
      return
    }
    case "reset":
      response.destroy()
      return
    case "broken off":
      response.writeHead(200, { "Content-Type": body.type, "Content-Length": body.bytes.length + 10 })
      response.write(body.bytes)
      setTimeout(() => response.destroy(), 20)
      return
    case "slow":
      setTimeout(() => send(body.bytes), fault.millis)
      return
    case "silent":
      return
    case "truncated":
      return send(body.bytes.subarray(0, -1))
    case "body":
      return send(fault.bytes)
    case "portal":
      return send(new TextEncoder().encode("<!doctype html><title>Welcome to our network</title>"), "text/html")
  }
}
