import { connect, type Socket } from "node:net"

export interface Load {
  readonly port: number
  readonly connections: number
  readonly requests: number
  /** A fixed request, or a function that returns the next request. */
  readonly request: Buffer | (() => Buffer)
}

export interface LoadResult {
  readonly seconds: number
  readonly statuses: Readonly<Record<number, number>>
}

/** Sends requests over keep-alive connections until all are answered. Each connection sends one request at a time. */
export const runLoad = async ({ connections, port, request, requests }: Load): Promise<LoadResult> => {
  const statuses: Record<number, number> = {}
  let left = requests
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect(port, "127.0.0.1")
      socket.setNoDelay(true)
      let buffered: Buffer = Buffer.alloc(0)
      const next = () => {
        if (left-- > 0) socket.write(typeof request === "function" ? request() : request)
        else socket.end(resolve)
      }
      socket.on("error", reject)
      socket.on("connect", next)
      socket.on("data", (chunk: Buffer) => {
        buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
        const head = buffered.indexOf("\r\n\r\n")
        if (head < 0) return
        const headers = buffered.toString("latin1", 0, head)
        const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
        if (buffered.length < head + 4 + length) return
        const status = Number(headers.slice(9, 12))
        statuses[status] = (statuses[status] ?? 0) + 1
        buffered = buffered.subarray(head + 4 + length)
        next()
      })
    })))
  return { seconds: (performance.now() - startedAt) / 1_000, statuses }
}

export const postRequest = (path: string, headers: Readonly<Record<string, string>>, body: unknown): Buffer => {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    Host: "127.0.0.1",
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    ...headers
  })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`
  )
}
