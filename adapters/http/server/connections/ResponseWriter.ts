import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Ledger } from "../../../../core/credits/Ledger.ts"
import type { HttpResponse, InFlightCharge } from "../messages/HttpExchange.ts"

/** Writes responses and reports to the ledger whether charged responses were delivered. */
export class ResponseWriter {
  private readonly ledger: Ledger["Service"]
  private readonly lingerMillis: number
  private readonly run: (effect: Effect.Effect<unknown>) => unknown

  /** @param lingerMillis how long the rest of an unread body is read and discarded */
  constructor(ledger: Ledger["Service"], lingerMillis: number, run: (effect: Effect.Effect<unknown>) => unknown) {
    this.ledger = ledger
    this.lingerMillis = lingerMillis
    this.run = run
  }

  /**
   * @param hasUnreadBody whether part of the request body is unread; if so, the connection closes after the response
   */
  send(request: IncomingMessage, response: ServerResponse, reply: HttpResponse, hasUnreadBody: boolean): void {
    if (hasUnreadBody) response.shouldKeepAlive = false
    if (reply.inFlight !== null) this.confirm(request, response, reply.inFlight)
    const bytes = Buffer.byteLength(reply.body)
    // RFC 9110, section 8.6: a 204 response has no Content-Length.
    if (reply.status !== 204) reply.headers.push("Content-Length", String(bytes))
    response.writeHead(reply.status, reply.headers)
    if (hasUnreadBody) return linger(request, response, reply.body, this.lingerMillis)
    // Nearly every response is ASCII, which needs no transcoding.
    response.end(reply.body, bytes === reply.body.length ? "latin1" : "utf8")
  }

  /**
   * Settles a charge once the response has reached the kernel's send buffer, and refunds it otherwise. Bun and Deno
   * report success even for data written to a reset connection, but they destroy the socket, which is checked too.
   */
  private confirm(request: IncomingMessage, response: ServerResponse, { accountId, requestId }: InFlightCharge): void {
    const { ledger, run } = this
    const refund = () => {
      run(Effect.ignore(ledger.execute({ kind: "refund", accountId, requestId, note: "client disconnected" })))
    }
    if (response.destroyed || request.socket.destroyed) return refund()
    response.on("close", () => {
      if (response.writableFinished && !request.socket.destroyed) ledger.markDelivered(requestId)
      else refund()
    })
  }
}

/**
 * Sends the response, then reads and discards the rest of the request body for at most `millis` milliseconds.
 *
 * Closing the connection at once would send a reset, which can destroy the response before the client has read it. The
 * response ends last, because Node destroys the socket when the last response ends.
 */
const linger = (request: IncomingMessage, response: ServerResponse, body: string, millis: number): void => {
  const timer = setTimeout(() => {
    response.end()
    request.socket.destroy()
  }, millis)
  response.once("close", () => clearTimeout(timer))
  request.on("error", () => {})
  request.once("end", () => response.end())
  response.write(body)
  request.resume()
}
