import { describe, expect, it } from "vitest"
import { scanEmail } from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"
import { bodyOf, openMany, openRaw, statusesOf } from "./Raw.ts"

const { key, server } = keyedServer()

describe("a request that names two hosts", () => {
  it.each([
    ["twice", "Host: a.example\r\nHost: b.example\r\n", "GET /healthz"],
    ["the same host twice", "Host: x\r\nHost: x\r\n", "GET /healthz"],
    ["in another case, with others between", "host: x\r\nAccept: */*\r\nHOST: y\r\n", "GET /dashboard"],
    ["in one line", "Host: a.example, b.example\r\n", "GET /openapi.json"],
    ["with a body", "Host: x\r\nHost: y\r\nContent-Length: 2\r\n", `POST ${scanEmail.path}`],
    ["with a body in chunks", "Host: x\r\nHost: y\r\nTransfer-Encoding: chunked\r\n", `POST ${scanEmail.path}`],
    [
      "before a body that it waits to send",
      "Host: x\r\nHost: y\r\nContent-Length: 2\r\nExpect: 100-continue\r\n",
      "POST /scan"
    ],
    ["in the absolute form", "Host: x\r\nHost: y\r\n", "GET http://x/healthz"]
  ])("is refused with 400, and its connection is closed: %s", async (_, headers, line) => {
    const raw = await openRaw(server().port)
    raw.write(`${line} HTTP/1.1\r\n${headers}API-KEY: ${key()}\r\n\r\n`)
    expect(await raw.closed()).toBe(true)
    expect(statusesOf(raw.received())).toEqual([400])
    expect(JSON.parse(bodyOf(raw.received()))).toEqual({
      ok: false,
      message: expect.stringContaining("one Host header")
    })
  })

  it("is refused by HTTP/1.0 too, which needs no Host header", async () => {
    const [two, none] = await openMany(server().port, 2)
    two!.write("GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n")
    none!.write("GET /healthz HTTP/1.0\r\n\r\n")
    await Promise.all([two!.closed(), none!.closed()])
    expect([...statusesOf(two!.received()), ...statusesOf(none!.received())]).toEqual([400, 200])
  })
})
