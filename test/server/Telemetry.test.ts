import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, it } from "vitest"
import { type RunningProgram, startProgram } from "./RunningProgram.ts"

let server: RunningProgram | undefined
let collector: Server | undefined

afterEach(async () => {
  await server?.stop()
  collector?.closeAllConnections()
  collector?.close()
})

it("sends traces to a collector, logs every response, and leaks no key", async () => {
  const received = new Map<string, string>()
  collector = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => body += chunk)
    request.on("end", () => {
      received.set(request.url!, (received.get(request.url!) ?? "") + body)
      response.end("{}")
    })
  })
  await new Promise<void>((resolve) => collector!.listen(0, "127.0.0.1", resolve))
  const { port } = collector.address() as AddressInfo
  server = await startProgram({
    env: {
      GATEHOUSE_OTLP_URL: `http://127.0.0.1:${port}`,
      GATEHOUSE_TRACE_RATIO: "1",
      GATEHOUSE_ACCESS_LOG: "all",
      GATEHOUSE_LOG_FORMAT: "json"
    }
  })
  const { key, log, post } = server
  const before = log().length
  for (const apiKey of [key, `${key}x`]) await post("/scan/email", { email: "ann@example.com" }, { "API-KEY": apiKey })
  const answers = () => log().slice(before).split("\n").filter((line) => line.includes("POST /scan/email"))
  await expect.poll(answers).toHaveLength(2)
  expect(JSON.parse(answers()[0]!)).toMatchObject({
    annotations: { status: 200, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  })
  const signIn = await post(
    "/dashboard/api/sign-in",
    { email: "ann@example.com", password: "wrong password" },
    { "X-Gatehouse-Dashboard": "1" }
  )
  expect(signIn.json._tag).toBe("InvalidInput")
  await server.stop()
  const traces = received.get("/v1/traces")
  expect(traces).toContain("POST /scan/email")
  expect(traces, "what a dashboard asks is not traced").not.toMatch(/"name":"(?:POST|signIn)"/)
  // The JSON log does not contain the welcome message, which shows the first key.
  for (const text of log().trim().split("\n")) expect(JSON.parse(text)).toBeTypeOf("object")
  expect(log() + [...received.values()].join("")).not.toContain(key)
})
