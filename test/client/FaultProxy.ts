import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * What happens to a response of Gatehouse on its way to the client:
 * - `lose`: the connection breaks before the response.
 * - `cut`: the connection breaks in the middle of the body.
 * - `replace`: the client gets a page with 502 instead.
 */
export type ResponseFault = "lose" | "cut" | "replace"

/** A proxy between a client and Gatehouse, which harms responses after Gatehouse has processed the request. */
export interface FaultProxy {
  readonly baseUrl: string
  /** Faults of the next responses. Other responses pass unchanged. */
  readonly faults: Array<ResponseFault>
  readonly stop: () => Promise<void>
}

const bytesOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const faults: Array<ResponseFault> = []
  const server = createServer(async (request, response) => {
    const { connection: _, host: _host, "transfer-encoding": _encoding, ...headers } = request.headers
    const answer = await fetch(target + request.url, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: new Uint8Array(await bytesOf(request))
    })
    const body = Buffer.from(await answer.arrayBuffer())
    const { "content-length": _length, connection: _close, ...answerHeaders } = Object.fromEntries(answer.headers)
    switch (faults.shift()) {
      case "lose":
        request.socket.destroy()
        return
      case "cut":
        response.writeHead(answer.status, { ...answerHeaders, "content-length": body.length })
        response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
        return
      case "replace":
        response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad Gateway</html>")
        return
      default:
        response.writeHead(answer.status, answerHeaders).end(body)
    }
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    }
  }
}
