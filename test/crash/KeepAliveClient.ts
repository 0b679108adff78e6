import { connect, type Socket } from "node:net"
import { postRequest } from "../bench/load.ts"

export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/**
 * A client that sends requests one after another over one keep-alive connection.
 *
 * It distinguishes complete responses from missing ones.
 */
export class KeepAliveClient {
  private socket: Socket | undefined
  private buffered: Buffer = Buffer.alloc(0)
  private waiting: ((reply: RawResponse | null) => void) | undefined
  private readonly port: number

  constructor(port: number) {
    this.port = port
  }

  /**
   * Sends a request and resolves with the response.
   *
   * Resolves with null if the connection ends before the response is complete.
   */
  send(request: Buffer): Promise<RawResponse | null> {
    return new Promise((resolve) => {
      this.waiting = resolve
      this.open().write(request)
    })
  }

  post(path: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<RawResponse | null> {
    return this.send(postRequest(path, headers, body))
  }

  /** Sends more bytes of the request that `send` began. */
  more(bytes: Buffer): void {
    this.socket?.write(bytes)
  }

  /** Sends the body after the response `100 Continue` to the head. */
  rest(body: Buffer): Promise<RawResponse | null> {
    return this.send(body)
  }

  /** Resets the connection after all written data has been sent. */
  reset(): Promise<void> {
    const socket = this.open()
    return new Promise((resolve) => {
      socket.once("close", () => resolve())
      socket.write("", () => socket.resetAndDestroy())
    })
  }

  close(): void {
    this.socket?.destroy()
  }

  private open(): Socket {
    if (this.socket !== undefined && !this.socket.destroyed && this.socket.writable) return this.socket
    const socket = connect(this.port, "127.0.0.1")
    this.socket = socket
    this.buffered = Buffer.alloc(0)
    socket.setNoDelay(true)
    socket.on("data", (chunk: Buffer) => {
      this.buffered = this.buffered.length === 0 ? chunk : Buffer.concat([this.buffered, chunk])
      this.read()
    })
    socket.on("error", () => {})
    socket.on("close", () => {
      if (this.socket === socket) this.finish(null)
    })
    return socket
  }

  private read(): void {
    const head = this.buffered.indexOf("\r\n\r\n")
    if (head < 0) return
    const [first, ...lines] = this.buffered.toString("latin1", 0, head).split("\r\n")
    const headers = new Map(lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }))
    const end = head + 4 + Number(headers.get("content-length") ?? 0)
    if (this.buffered.length < end) return
    const body = this.buffered.toString("utf8", head + 4, end)
    this.buffered = this.buffered.subarray(end)
    if (headers.get("connection") === "close") this.socket?.end()
    this.finish({ status: Number(first!.slice(9, 12)), headers, body })
  }

  private finish(reply: RawResponse | null): void {
    const resolve = this.waiting
    this.waiting = undefined
    resolve?.(reply)
  }
}
