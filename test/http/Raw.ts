import { connect, type Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"

/**
 * Maximum wait for data. It is shorter than the timeout of a test, so that a failure shows the data received so far.
 */
const waitMillisMax = 120_000

/** Connection on which a test writes raw bytes that no regular client sends. */
export interface RawConnection {
  readonly socket: Socket
  readonly write: (text: string | Uint8Array) => void
  /** Returns all data received so far. */
  readonly received: () => string
  readonly isClosed: () => boolean
  /** Resolves once the received data matches, the connection ends, or `millis` have passed. */
  readonly until: (pattern: RegExp, millis?: number) => Promise<string>
  readonly closed: (millis?: number) => Promise<boolean>
  readonly end: () => void
}

export const openRaw = async (port: number): Promise<RawConnection> => {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true })
  let received = ""
  let isClosed = false
  socket.setEncoding("latin1")
  socket.on("data", (text) => received += text)
  socket.on("error", () => {})
  socket.on("close", () => isClosed = true)
  socket.on("end", () => socket.end())
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve)
    socket.once("error", reject)
  })
  const waitFor = async (holds: () => boolean, millis: number) => {
    const late = Date.now() + millis
    while (!holds() && Date.now() < late) await delay(5)
  }
  return {
    socket,
    write: (text) => {
      if (!socket.destroyed) socket.write(text)
    },
    received: () => received,
    isClosed: () => isClosed,
    until: async (pattern, millis = waitMillisMax) => {
      await waitFor(() => isClosed || pattern.test(received), millis)
      return received
    },
    closed: async (millis = waitMillisMax) => {
      await waitFor(() => isClosed, millis)
      return isClosed
    },
    end: () => socket.destroy()
  }
}

export const openMany = (port: number, count: number): Promise<ReadonlyArray<RawConnection>> =>
  Promise.all(Array.from({ length: count }, () => openRaw(port)))

/** Encodes one request from its first line, its headers and its body. Adds `Host`. */
export const requestText = (
  line: string,
  headers: ReadonlyArray<readonly [string, string]>,
  body = ""
): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`

/** Returns the statuses of the received responses, including interim responses. */
export const statusesOf = (received: string): ReadonlyArray<number> =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((found) => Number(found[1]))

/** Returns the body of the first final response. */
export const bodyOf = (received: string): string => {
  const final = received.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, "")
  const at = final.indexOf("\r\n\r\n")
  const length = Number(/^content-length: (\d+)/im.exec(final)?.[1] ?? 0)
  return final.slice(at + 4, at + 4 + length)
}
