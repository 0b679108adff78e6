import type { ServerResponse } from "node:http"

/** Faults of a vendor's server or of the network. */
export type HttpFault =
  /** Responds with this status and Google's JSON error body. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string }
  /** `reset` closes the connection before the response, `broken off` during the body. */
  | { readonly kind: "reset" }
  | { readonly kind: "broken off" }
  /** `slow` delays the response, `silent` never responds. */
  | { readonly kind: "slow"; readonly millis: number }
  | { readonly kind: "silent" }
  /** `truncated` omits the last byte of the body and declares the shorter length. `body` replaces the body. */
  | { readonly kind: "truncated" }
  | { readonly kind: "body"; readonly bytes: Uint8Array }
  /** Responds with a page of an intermediary, such as the login page of a Wi-Fi network. */
  | { readonly kind: "portal" }

export interface ResponseBody {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Sends the response, or the fault if there is one. */
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
