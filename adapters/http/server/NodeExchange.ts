import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { BodyAborted, BodyTooLarge, type Exchange } from "./Exchange.ts"

/** `node:http`'s request as an exchange. Node, Bun and Deno carry the module alike. */
export const nodeExchange = (request: IncomingMessage, response: ServerResponse, path: string): Exchange => ({
  method: request.method ?? "",
  path,
  remoteAddress: request.socket.remoteAddress ?? "",
  header: (name) => {
    const value = request.headers[name]
    // A header that may stand once and stands twice is nobody's: node joins repeated ones with a comma.
    if (typeof value !== "string") return undefined
    return value.includes(",") && isRepeated(request, name) ? "" : value
  },
  readBody: (bytesMax, take) => readBody(request, response, bytesMax, take)
})

/** Headers whose repetition would let two readers of one request see two different things. */
const single = new Set(["api-key", "idempotency-key"])

const isRepeated = (request: IncomingMessage, name: string): boolean =>
  single.has(name) && (request.headersDistinct[name]?.length ?? 0) > 1

const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
  take: (piece: Uint8Array) => void
) =>
  Effect.callback<void, BodyTooLarge | BodyAborted>((resume) => {
    // A body that says it is too long is refused before a byte of it is read.
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
      return resume(Effect.fail(new BodyTooLarge({ bytesMax })))
    }
    if (request.headers.expect !== undefined) response.writeContinue()
    let bytes = 0
    const done = (outcome: Effect.Effect<void, BodyTooLarge | BodyAborted>) => {
      request.off("data", onData)
      request.off("end", onEnd)
      request.off("close", onClose)
      resume(outcome)
    }
    const onData = (piece: Uint8Array) => {
      bytes += piece.byteLength
      if (bytes <= bytesMax) return take(piece)
      request.pause()
      done(Effect.fail(new BodyTooLarge({ bytesMax })))
    }
    const onEnd = () => done(Effect.void)
    const onClose = () => done(Effect.fail(new BodyAborted()))
    request.on("data", onData)
    request.on("end", onEnd)
    request.on("close", onClose)
    if (request.destroyed && !request.readableEnded) onClose()
  })
