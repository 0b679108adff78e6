import { Agent, type ClientRequest, request } from "node:http"
import type { Socket } from "node:net"
import type { DownloadUrl } from "../../core/threats/DownloadUrl.ts"

export interface RequestOptions {
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  /** Maximum bytes of the status line, headers and trailers of the response. */
  readonly headerBytesMax: number
}

/**
 * Starts a request on an open socket, which is not reused. The request contains no cookies, no credentials, and no
 * address of the caller. The caller ends the request.
 */
export const startRequest = (
  socket: Socket,
  { port, url }: DownloadUrl,
  { headerBytesMax, headers, method }: RequestOptions
): ClientRequest =>
  request({
    agent: new PinnedAgent(socket),
    // Passes the address instead of the name, so that a client that ignores the socket does not resolve the name again.
    host: socket.remoteAddress,
    port,
    path: `${url.pathname}${url.search}`,
    method,
    setHost: false,
    headers: { Host: url.host, "User-Agent": "Gatehouse", ...headers, Connection: "close" },
    maxHeaderSize: headerBytesMax,
    insecureHTTPParser: false
  })

/** Agent with a fixed socket. Its proxy settings are empty, so that Deno does not read them from the environment. */
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
