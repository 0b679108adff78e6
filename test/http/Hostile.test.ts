import { describe, expect, it } from "vitest"
import { scanEmail } from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"
import { openRaw, type RawConnection, requestText, statusesOf } from "./Raw.ts"

const { ask, key, server } = keyedServer()

const body = JSON.stringify(scanEmail.body)
const headersOf = (...more: ReadonlyArray<readonly [string, string]>) =>
  [["API-KEY", key()], ["Content-Type", "application/json"], ...more] as const
const length = ["Content-Length", String(body.length)] as const

describe("an ambiguous request is refused, and nothing after it is answered", () => {
  const smuggled = "POST /scan/email HTTP/1.1\r\nHost: x\r\n\r\n"
  const chunked = ["Transfer-Encoding", "chunked"] as const

  it.each<readonly [string, ReadonlyArray<readonly [string, string]>, string]>([
    ["a length and chunks", [["Content-Length", "4"], chunked], `0\r\n\r\n${smuggled}`],
    ["chunks and a length", [chunked, ["Content-Length", "4"]], `0\r\n\r\n${smuggled}`],
    ["two lengths", [["Content-Length", "4"], ["Content-Length", "5"]], `{}  ${smuggled}`],
    ["two lengths in one header", [["Content-Length", "4, 4"]], `{}  ${smuggled}`],
    ["a length with a sign", [["Content-Length", "+4"]], `{}  ${smuggled}`],
    ["a length below zero", [["Content-Length", "-1"]], `{}  ${smuggled}`],
    ["a length in hex", [["Content-Length", "0x4"]], `{}  ${smuggled}`],
    ["a length beyond all numbers", [["Content-Length", "9".repeat(40)]], `{}  ${smuggled}`],
    ["chunks in another coding", [["Transfer-Encoding", "chunked, identity"]], `0\r\n\r\n${smuggled}`],
    ["chunks twice", [["Transfer-Encoding", "chunked, chunked"]], `0\r\n\r\n${smuggled}`],
    ["chunks behind a tab", [["Transfer-Encoding", "\tx-chunked"]], `0\r\n\r\n${smuggled}`],
    ["a chunk size that is none", [chunked], `zz\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ["a chunk size with a sign", [chunked], `+2\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ["a chunk without its end", [chunked], `2\r\n{}x\r\n0\r\n\r\n${smuggled}`],
    ["a chunk ended by a bare line feed", [chunked], `2\n{}\n0\n\n${smuggled}`]
  ])("%s", async (_, more, rest) => {
    const raw = await openRaw(server().port)
    raw.write(requestText("POST /scan/email", headersOf(...more), rest))
    expect(await raw.closed()).toBe(true)
    const statuses = statusesOf(raw.received())
    expect(statuses.filter((status) => status < 400)).toEqual([])
    expect(statuses.length, "no second answer").toBeLessThanOrEqual(1)
  })

  it.each([
    "GARBAGE\r\n\r\n",
    "POST /scan/email\r\n\r\n",
    "POST /scan/email HTTP/9.9\r\n\r\n",
    "\x16\x03\x01\x02\0\x01\0\x01\xfc",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
  ])(
    "invalid HTTP/1.1: %j",
    async (text) => {
      const raw = await openRaw(server().port)
      raw.write(Buffer.from(text, "latin1"))
      expect(await raw.closed()).toBe(true)
      expect(statusesOf(raw.received()).filter((status) => status < 400)).toEqual([])
    }
  )

  it("HTTP/1.1 without a Host header is refused", async () => {
    const raw = await openRaw(server().port)
    raw.write("POST /scan/email HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
    await raw.until(/\r\n\r\n/)
    expect(statusesOf(raw.received())).toEqual([400])
    raw.end()
  })
})

it("requests in one packet are answered in order", async () => {
  const raw = await openRaw(server().port)
  const one = (email: string) => {
    const text = JSON.stringify({ email })
    return requestText("POST /scan/email", headersOf(["Content-Length", String(text.length)]), text)
  }
  raw.write(Array.from({ length: 20 }, (_, at) => one(`ann${at}@example.org`)).join(""))
  await raw.until(/ann19@example/)
  const emails = [...raw.received().matchAll(/"email":"(ann\d+)@/g)].map((found) => found[1])
  expect(emails).toEqual(Array.from({ length: 20 }, (_, at) => `ann${at}`))
  raw.end()
})

it("an incomplete body is not charged, whether its sender closes or resets the connection", async () => {
  const before = await server().balance()
  for (
    const leave of [(raw: RawConnection) => raw.socket.end(), (raw: RawConnection) => raw.socket.resetAndDestroy()]
  ) {
    const raw = await openRaw(server().port)
    raw.write(requestText("POST /scan/email", headersOf(length, ["Expect", "100-continue"])))
    // The server now waits for the body.
    await raw.until(/100 Continue/)
    raw.write(body.slice(0, -1))
    leave(raw)
    await raw.closed()
    expect(statusesOf(raw.received()).filter((status) => status < 400)).toEqual([100])
  }
  expect(await server().balance()).toEqual(before)
})

it("200 half-open connections of every kind delay no other client", async () => {
  const halves = [
    "",
    "POST /scan/email HTTP/1.1\r\nHost: x\r\nAPI-",
    requestText("POST /scan/email", headersOf(length), body.slice(0, 5)),
    requestText("POST /scan/email", headersOf(["Transfer-Encoding", "chunked"]), "5\r\n{\"e"),
    requestText("POST /scan", [
      ["API-KEY", key()],
      ["Content-Type", "multipart/form-data; boundary=x"],
      ["Content-Length", "1000000"]
    ])
  ]
  const open = await Promise.all(Array.from({ length: 200 }, () => openRaw(server().port)))
  open.forEach((raw, at) => raw.write(halves[at % halves.length]!))
  expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(200)
  expect(open.filter((raw) => raw.isClosed()).length, "they were there meanwhile").toBe(0)
  for (let at = 1; at < 100; at++) expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(200)
  for (const raw of open) raw.end()
  expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(200)
})

it("afterwards the server is healthy and has logged no fault", async () => {
  expect((await fetch(`${server().baseUrl}/readyz`)).status).toBe(200)
  expect((await server().balance()).held).toBe(0)
  expect((await server().verify()).faults).toEqual([])
  expect(server().output()).not.toMatch(/ERROR|WARN| at .*\.ts:\d+/)
})
