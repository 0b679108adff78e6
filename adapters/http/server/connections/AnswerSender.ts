import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Ledger } from "../../../../core/credits/Ledger.ts"
import type { Answer, InFlightCharge } from "../messages/Exchange.ts"

/** Writes responses and reports to the ledger whether charged responses were delivered. */
export class AnswerSender {
  private readonly ledger: Ledger["Service"]
  private readonly lingerMillis: number
  private readonly run: (effect: Effect.Effect<unknown>) => unknown

  /** @param lingerMillis how long the rest of an unread body is read and discarded */
  constructor(ledger: Ledger["Service"], lingerMillis: number, run: (effect: Effect.Effect<unknown>) => unknown) {
    this.ledger = ledger
    this.lingerMillis = lingerMillis
    this.run = run
  }

  /** @param isCutOff whether the request body is not read to its end; the connection then carries no further request */
  send(request: IncomingMessage, response: ServerResponse, answer: Answer, isCutOff: boolean): void {
    if (isCutOff) response.shouldKeepAlive = false
    if (answer.inFlight !== null) this.confirm(request, response, answer.inFlight)
    const bytes = Buffer.byteLength(answer.body)
    // RFC 9110, section 8.6: a 204 response has no Content-Length.
    if (answer.status !== 204) answer.headers.push("Content-Length", String(bytes))
    response.writeHead(answer.status, answer.headers)
    if (isCutOff) return linger(request, response, answer.body, this.lingerMillis)
    // Nearly every response is pure ASCII and needs no transcoding.
    response.end(answer.body, bytes === answer.body.length ? "latin1" : "utf8")
  }

  /**
   * Settles a charge once the response has reached the kernel's send buffer, and refunds it otherwise. Bun and Deno also report success for
   * data written to a reset connection, but they destroy its socket.
   */
  private confirm(request: IncomingMessage, response: ServerResponse, { accountId, requestId }: InFlightCharge): void {
    const { ledger, run } = this
    const refund = () => {
      run(Effect.ignore(ledger.execute({ kind: "refund", accountId, requestId, note: "the caller had gone" })))
    }
    if (response.destroyed || request.socket.destroyed) return refund()
    response.on("close", () => {
      if (response.writableFinished && !request.socket.destroyed) ledger.markDelivered(requestId)
      else refund()
    })
  }
}

/**
 * Sends the whole response, then reads and discards input for a moment: a reset would destroy the response before the client has read it.
 * The response ends last, because Node destroys the socket when the last response ends.
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
