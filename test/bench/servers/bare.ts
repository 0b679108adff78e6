/** Bare `node:http` server that reads and writes JSON: the baseline of the benchmarks. */
import { createServer } from "node:http"
import { reportUsage } from "./report.ts"

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const { email } = JSON.parse(Buffer.concat(chunks).toString())
    const body = JSON.stringify({ ok: true, email })
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, "127.0.0.1", () => reportUsage(server))
