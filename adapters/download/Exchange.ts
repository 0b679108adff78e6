import { Effect } from "effect"
import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http"
import type { Socket } from "node:net"
import { ReceivedBytes } from "../../core/documents/ReceivedBytes.ts"
import { DownloadFailed } from "../../core/threats/Download.ts"
import type { DownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { type DownloadLimits, interimAnswersMax, piecesMax } from "./DownloadLimits.ts"

/** What a server answered. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Empty unless the status is 200: nothing else is read. */
  readonly body: Uint8Array
}

/**
 * One GET on one connection, plain or secure, which ends with it. Nothing of the caller is sent: no cookies, no credentials, no
 * address that the request comes from.
 */
export const exchange = (socket: Socket, to: DownloadUrl, limits: DownloadLimits) =>
  Effect.callback<Answer, DownloadFailed>((resume) => {
    const fail = (message: string) => resume(Effect.fail(new DownloadFailed({ message })))
    const asked = ask(socket, to, limits)
    let interim = 0
    asked.on("error", () => fail(broken)).on("upgrade", () => fail(broken))
    asked.on("information", () => {
      if (++interim > interimAnswersMax) fail(broken)
    })
    asked.on("response", (response) => {
      response.on("error", () => fail(broken)).on("close", () => fail(broken))
      const { headers, statusCode: status = 0 } = response
      if (status !== 200) return resume(Effect.succeed({ status, headers, body: new Uint8Array(0) }))
      if (Number(headers["content-length"] ?? 0) > limits.bytesMax) return fail(tooLarge(limits.bytesMax))
      readBody(response, limits.bytesMax, fail, (body) => resume(Effect.succeed({ status, headers, body })))
    })
  })

const ask = (socket: Socket, { port, url }: DownloadUrl, { headerBytesMax }: DownloadLimits): ClientRequest => {
  const asked = request({
    agent: new PinnedAgent(socket),
    // Not the name: whoever would open a socket of its own in spite of all would not resolve it.
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
  asked.end()
  return asked
}

/** Knows one socket. It is told of no proxies, so that it does not look for them in the environment (Deno). */
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
  let pieces = 0
  const stop = (message: string) => {
    response.pause()
    response.off("data", take)
    fail(message)
  }
  const take = (piece: Uint8Array) => {
    if (++pieces > piecesMax) stop("The server sends the document in too many small pieces.")
    else if (!body.add(piece)) stop(tooLarge(bytesMax))
  }
  response.on("data", take)
  response.on("end", () => done(body.bytes()))
}

const broken = "The server of the URL broke off, or gave no proper answer of HTTP. Try again, or send the file itself."

export const tooLarge = (bytesMax: number): string => `The document may not be larger than ${bytesMax} bytes.`
