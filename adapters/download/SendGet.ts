import { Effect } from "effect"
import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http"
import type { Socket } from "node:net"
import { ReceivedBytes } from "../../core/documents/ReceivedBytes.ts"
import { DownloadFailed } from "../../core/threats/Download.ts"
import type { DownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { chunksMax, type DownloadLimits, interimResponsesMax } from "./DownloadLimits.ts"

export interface DownloadResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Empty unless the status is 200; other bodies are not read. */
  readonly body: Uint8Array
}

/** Sends one GET on one plain or TLS connection and closes it. Sends no cookies, credentials or client address of the caller. */
export const sendGet = (socket: Socket, to: DownloadUrl, limits: DownloadLimits) =>
  Effect.callback<DownloadResponse, DownloadFailed>((resume) => {
    const fail = (message: string) => resume(Effect.fail(new DownloadFailed({ message })))
    const started = startRequest(socket, to, limits)
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

const startRequest = (
  socket: Socket,
  { port, url }: DownloadUrl,
  { headerBytesMax }: DownloadLimits
): ClientRequest => {
  const started = request({
    agent: new PinnedAgent(socket),
    // The address and not the name, so that a client that ignores the socket would not resolve the name again.
    host: socket.remoteAddress,
    port,
    path: `${url.pathname}${url.search}`,
    method: "GET",
    setHost: false,
    headers: {
      Host: url.host,
      "User-Agent": "Gatehouse",
      Accept: "*/*",
      "Accept-Encoding": "identity",
      Connection: "close"
    },
    maxHeaderSize: headerBytesMax,
    insecureHTTPParser: false
  })
  started.end()
  return started
}

/** An agent with a fixed socket. It gets no proxy settings, so that Deno does not read them from the environment. */
class PinnedAgent extends Agent {
  readonly #socket: Socket

  constructor(socket: Socket) {
    super({ keepAlive: false, proxyEnv: {} })
    this.#socket = socket
  }

  override createConnection(): Socket {
    return this.#socket
  }
}

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
