import { describe, expect, it } from "vitest"
import { type Endpoint, expectAccounted, expectFlat, jsonEndpoints, scanEmail, siteverify } from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"
import { bodyOf, openRaw, requestText, statusesOf } from "./Raw.ts"

const { ask, key, server } = keyedServer()

/** Returns the endpoint's valid body, padded to exactly this many bytes with an unknown field. */
const bodyOfBytes = ({ body }: Endpoint, bytes: number): string => {
  const bare = JSON.stringify({ ...body as object, padding: "" })
  return JSON.stringify({ ...body as object, padding: "x".repeat(bytes - bare.length) })
}

const headersOf = (...more: ReadonlyArray<readonly [string, string]>) =>
  [["API-KEY", key()], ["Content-Type", "application/json"], ...more] as const

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

describe.each(jsonEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (path, endpoint) => {
  const { bytesMax } = endpoint
  // Closing the connection takes a moment, so only one endpoint with an API key and one without wait for it.
  const waits = endpoint === scanEmail || endpoint === siteverify
  const says = new RegExp(`^The body is too large\\. The limit is ${bytesMax} bytes\\.$`)

  it("accepts a body of exactly the maximum size", async () => {
    expect((await ask(path, bodyOfBytes(endpoint, bytesMax))).status).toBe(endpoint.status)
  })

  it("refuses one more byte with 413 in its own shape, free of charge", async () => {
    const answer = await ask(path, bodyOfBytes(endpoint, bytesMax + 1))
    expect(answer.status).toBe(413)
    expectFlat(answer, endpoint, says)
    expect(answer.headers.get("connection")).toBe("close")
  })

  it("counts bytes, not characters", async () => {
    const answer = await ask(path, JSON.stringify({ ...endpoint.body as object, padding: "é".repeat(bytesMax / 2) }))
    expect(answer.status).toBe(413)
  })

  it.concurrent("refuses a declared length over the limit before any byte of the body is sent", async () => {
    const raw = await openRaw(server().port)
    raw.write(requestText(`POST ${path}`, headersOf(["Content-Length", String(bytesMax + 1)])))
    await raw.until(/larger than/)
    expect(statusesOf(raw.received())).toEqual([413])
    expect(JSON.parse(bodyOf(raw.received()))).toEqual({
      [endpoint.flag]: false,
      [endpoint.text]: expect.stringMatching(says)
    })
    if (waits) expect(await raw.closed(), "the rest is not waited for").toBe(true)
    raw.end()
  })

  it.concurrent("aborts a chunked body that exceeds the limit during the transfer", async () => {
    const raw = await openRaw(server().port)
    raw.write(requestText(`POST ${path}`, headersOf(["Transfer-Encoding", "chunked"])))
    const piece = chunk(" ".repeat(32_768))
    for (let sent = 0; sent <= bytesMax; sent += 32_768) raw.write(piece)
    const timer = setInterval(() => raw.write(piece), 5)
    await raw.until(/larger than/)
    expect(statusesOf(raw.received())).toEqual([413])
    if (waits) expect(await raw.closed(), "the connection ends although the client goes on").toBe(true)
    clearInterval(timer)
    raw.end()
  })

  it("accepts a chunked body within the limit, in pieces that split characters", async () => {
    const raw = await openRaw(server().port)
    const bytes = Buffer.from(JSON.stringify({ ...endpoint.body as object, padding: "héé€😀" }))
    raw.write(requestText(`POST ${path}`, headersOf(["Transfer-Encoding", "chunked"])))
    for (const byte of bytes) {
      raw.write(Buffer.concat([Buffer.from("1\r\n"), Buffer.from([byte]), Buffer.from("\r\n")]))
    }
    raw.write("0\r\n\r\n")
    await raw.until(/\}/)
    expect(statusesOf(raw.received())).toEqual([endpoint.status])
    raw.end()
  })

  it("sends 100 Continue only if it wants the body", async () => {
    const body = JSON.stringify(endpoint.body)
    const wanted = await openRaw(server().port)
    wanted.write(
      requestText(`POST ${path}`, headersOf(["Content-Length", String(body.length)], ["Expect", "100-continue"]))
    )
    await wanted.until(/100 Continue/)
    expect(statusesOf(wanted.received())).toEqual([100])
    wanted.write(body)
    await wanted.until(/\}/)
    expect(statusesOf(wanted.received())).toEqual([100, endpoint.status])
    wanted.end()

    const tooLarge = await openRaw(server().port)
    const length = ["Content-Length", String(bytesMax + 1)] as const
    tooLarge.write(requestText(`POST ${path}`, headersOf(length, ["Expect", "100-continue"])))
    await tooLarge.until(/larger than/)
    expect(statusesOf(tooLarge.received())).toEqual([413])
    tooLarge.end()

    if (path === siteverify.path) return
    const stranger = await openRaw(server().port)
    stranger.write(requestText(`POST ${path}`, [["Content-Length", String(body.length)], ["Expect", "100-continue"]]))
    await stranger.until(/API-KEY/)
    expect(statusesOf(stranger.received())).toEqual([401])
    stranger.end()
  })
})

it("answers an unknown expectation with 417", async () => {
  const raw = await openRaw(server().port)
  raw.write(requestText("POST /scan/email", headersOf(["Content-Length", "2"], ["Expect", "200-ok"]), "{}"))
  await raw.until(/417/)
  expect(statusesOf(raw.received())[0]).toBe(417)
  raw.end()
})

describe("headers", () => {
  const body = JSON.stringify(scanEmail.body)
  const ask200 = async (more: ReadonlyArray<readonly [string, string]>) => {
    const raw = await openRaw(server().port)
    raw.write(requestText("POST /scan/email", headersOf(["Content-Length", String(body.length)], ...more), body))
    await raw.until(/\r\n\r\n/)
    raw.end()
    return statusesOf(raw.received())
  }

  it("of 7 KB are accepted, and of 9 KB refused with 431", async () => {
    expect(await ask200([["X-Padding", "x".repeat(7_000)]])).toEqual([200])
    expect(await ask200([["X-Padding", "x".repeat(9_000)]])).toEqual([431])
  })

  it("of 64 lines are all read, and one more is refused with 431 instead of being dropped", async () => {
    const more = (count: number) => Array.from({ length: count }, (_, at) => [`X-${at}`, "x"] as const)
    const bad = ["Idempotency-Key", "k".repeat(256)] as const
    // The request also has the headers Host, key, type and length. The tested header is the last.
    expect(await ask200([...more(59), bad])).toEqual([422])
    expect(await ask200([...more(60), bad])).toEqual([431])
  })

  it.each([
    ["a blank before the colon", "API-KEY : x"],
    ["no colon", "nonsense"],
    ["a NUL", "X-A: a\0b"],
    ["a folded line", "X-A: a\r\n b"],
    ["a bare carriage return", "X-A: a\rb"]
  ])("with %s are refused with 400", async (_, line) => {
    const raw = await openRaw(server().port)
    raw.write(`POST /scan/email HTTP/1.1\r\nHost: x\r\n${line}\r\nContent-Length: 0\r\n\r\n`)
    await raw.until(/\r\n\r\n/)
    expect(statusesOf(raw.received())).toEqual([400])
    expect(await raw.closed()).toBe(true)
  })
})

it("only responses with status 200 were charged", async () => {
  const posted = jsonEndpoints.reduce((sum, { cost }) => sum + cost, 0)
  // Adds the requests that `ask` did not send: two valid bodies per endpoint, and one long header.
  await expectAccounted(server(), ask.charged() + 2 * posted + scanEmail.cost)
})
