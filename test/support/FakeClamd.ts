import { createServer, type Socket } from "node:net"
import { malwareMarker, malwareSignature } from "./Clamd.ts"

/** Writes the answer to a complete message. A fake may also answer wrongly, or not at all. */
export type Answering = (socket: Socket, message: Buffer) => void

export const streamBytesMax = 2 ** 20

const versionCommand = "zVERSION\0"
const scanCommand = "zINSTREAM\0"

/** Answers like clamd with the signature of `createClamd`. */
export const answerLikeClamd: Answering = (socket, message) => {
  if (message.toString("latin1") === versionCommand) {
    return void socket.end("ClamAV 1.4.6/27500/Tue Nov 24 09:00:00 2026\0")
  }
  const content = message.subarray(scanCommand.length)
  const answer = content.length > streamBytesMax
    ? "INSTREAM size limit exceeded. ERROR"
    : content.includes(malwareMarker)
    ? `stream: ${malwareSignature} FOUND`
    : "stream: OK"
  socket.end(`${answer}\0`)
}

/** Starts a TCP server that reads clamd's protocol, on a free port. */
export const startFakeClamd = (answer: Answering = answerLikeClamd) =>
  new Promise<{ readonly port: number; readonly open: () => number; readonly stop: () => void }>((resolve) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => sockets.delete(socket))
      let message = Buffer.alloc(0)
      socket.on("data", (data: Buffer) => {
        message = Buffer.concat([message, data])
        if (isComplete(message)) answer(socket, message)
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const stop = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      resolve({ port: (address as { port: number }).port, open: () => sockets.size, stop })
    })
  })

/** Reports whether a message is a version request, or a stream up to its empty chunk. */
const isComplete = (message: Buffer): boolean => {
  if (message.toString("latin1") === versionCommand) return true
  for (let at = scanCommand.length; at + 4 <= message.length;) {
    const length = message.readUInt32BE(at)
    if (length === 0) return true
    at += 4 + length
  }
  return false
}
