import { Effect } from "effect"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { ReceivedBytes } from "../../core/documents/ReceivedBytes.ts"
import { DownloadFailed } from "../../core/threats/Download.ts"
import type { DownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { chunksMax, type DownloadLimits, interimResponsesMax } from "./DownloadLimits.ts"
import { startRequest } from "./PinnedRequest.ts"

export interface DownloadResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Body of a response with status 200. Other bodies are not read, and the array is empty. */
  readonly body: Uint8Array
}

/**
 * Sends one GET request on a plain or TLS socket, which is not reused. The request contains no cookies, no credentials,
 * and no address of the caller.
 */
export const sendGet = (socket: Socket, to: DownloadUrl, limits: DownloadLimits) =>
  Effect.callback<DownloadResponse, DownloadFailed>((resume) => {
    const fail = (message: string) => resume(Effect.fail(new DownloadFailed({ message })))
    const started = startRequest(socket, to, {
      method: "GET",
      headers: { Accept: "*/*", "Accept-Encoding": "identity" },
      headerBytesMax: limits.headerBytesMax
    })
    started.end()
    let interim = 0
    started.on("error", () => fail(connectionFailed)).on("upgrade", () => fail(connectionFailed))
    started.on("information", () => {
      if (++interim > interimResponsesMax) fail(connectionFailed)
    })
    started.on("response", (response) => {
      response.on("error", () => fail(connectionFailed)).on("close", () => fail(connectionFailed))
      const { headers, statusCode: status = 0 } = response
      if (status !== 200) return resume(Effect.succeed({ status, headers, body: new Uint8Array(0) }))
      if (Number(headers["content-length"] ?? 0) > limits.bytesMax) return fail(tooLargeMessage(limits.bytesMax))
      readBody(response, limits.bytesMax, fail, (body) => resume(Effect.succeed({ status, headers, body })))
    })
  })

const readBody = (
  response: IncomingMessage,
  bytesMax: number,
  fail: (message: string) => void,
  done: (body: Uint8Array) => void
): void => {
  const body = new ReceivedBytes(bytesMax)
  let chunks = 0
  const stop = (message: string) => {
    response.pause()
    response.off("data", receive)
    fail(message)
  }
  const receive = (chunk: Uint8Array) => {
    if (++chunks > chunksMax) stop("The URL's server sends the document in too many small chunks.")
    else if (!body.add(chunk)) stop(tooLargeMessage(bytesMax))
  }
  response.on("data", receive)
  response.on("end", () => done(body.bytes()))
}

const connectionFailed =
  "The URL's server closed the connection or sent an invalid HTTP response. Try again, or upload the file instead."

export const tooLargeMessage = (bytesMax: number): string => `The document exceeds the limit of ${bytesMax} bytes.`
