import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Socket } from "node:net"
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { FakeInternet, head, ok, send, type Serve, someTurns, textOf, until } from "./FakeInternet.ts"

const server = "93.184.216.34"
const url = `http://${server}/x`
let internet: FakeInternet

beforeEach(() => {
  internet = new FakeInternet()
})
afterEach(() => internet.close())

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = head(200, "Transfer-Encoding: chunked")

describe("a document", () => {
  it("may be as large as the limit but not one byte larger", async () => {
    for (const [address, bytes] of [["1.1.1.1", 100_000], ["1.1.1.2", 100_001]] as const) {
      await internet.serve(address, 80, ok("x".repeat(bytes)))
      await internet.serve(address, 8080, send(head(200), "x".repeat(bytes)))
    }
    const urls = ["http://1.1.1.1/", "http://1.1.1.1:8080/", "http://1.1.1.2/", "http://1.1.1.2:8080/"]
    const outcomes = await internet.fetchAll(urls, { bytesMax: 100_000 })
    expect(outcomes.map(({ document, message }) => document?.bytes.length ?? message)).toEqual([
      100_000,
      100_000,
      "The document exceeds the limit of 100000 bytes.",
      "The document exceeds the limit of 100000 bytes."
    ])
  })

  it("is refused before it is read if its declared size is too large", async () => {
    await internet.serve(server, 80, (socket) => {
      socket.write(head(200, "Content-Length: 1000001"))
    })
    expect((await internet.fetch(url, { bytesMax: 1_000_000 })).message).toContain("exceeds the limit of 1000000")
  })

  it("is cut off once it exceeds the limit", async () => {
    const pour: Serve = (socket) => {
      socket.write(head(200))
      const more = () => {
        while (socket.writable && socket.write("x".repeat(65_536)));
        if (socket.writable) socket.once("drain", more)
      }
      more()
    }
    await internet.serve(server, 80, pour)
    expect((await internet.fetch(url, { bytesMax: 1_000_000 })).message).toContain("exceeds the limit of 1000000")
    await internet.close()
    expect(internet.bytesSent).toBeLessThan(20_000_000)
  })

  it.each([
    ["longer than what comes", send(head(200, "Content-Length: 20"), "short")],
    ["shorter than what comes", send(head(200, "Content-Length: 2"), "longer than that")],
    ["negative", send(head(200, "Content-Length: -1"), "x")],
    ["given twice", send(head(200, "Content-Length: 1", "Content-Length: 2"), "xx")],
    ["given with chunks", send(head(200, "Content-Length: 3", "Transfer-Encoding: chunked"), chunk("abc"), chunk(""))],
    ["of chunks that break off", send(chunked, "20\r\nabc")],
    ["of chunks without an end", send(chunked, chunk("abc"))]
  ])("fails for %s", async (_, serve) => {
    await internet.serve(server, 80, serve)
    expect(await internet.fetch(url)).toMatchObject({
      kind: "DownloadFailed",
      message: expect.stringContaining("closed the connection")
    })
  })

  it("is refused in very many small pieces", async () => {
    await internet.serve(server, 80, send(chunked, chunk("x").repeat(260_000), chunk("")))
    expect((await internet.fetch(url)).message).toContain("too many small chunks")
  })

  it("is accepted in pieces of all sizes", async () => {
    const pieces = Array.from({ length: 300 }, (_, at) => String(at % 10).repeat(at * at % 5_000 + 1))
    await internet.serve(server, 80, send(chunked, ...pieces.map(chunk), chunk("")))
    expect(textOf(await internet.fetch(url))).toBe(pieces.join(""))
  })
})

describe("encoded documents", () => {
  const text = "a document ".repeat(1_000)
  it.each([
    ["gzip", gzipSync(text)],
    ["X-GZip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", text],
    ["", text]
  ])("are decoded from %s", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    expect(textOf(await internet.fetch(url))).toBe(text)
  })

  // Each bomb expands to 200 MB, except the bomb of 20 small parts.
  const times = (count: number, part: Uint8Array) => Buffer.concat(Array.from({ length: count }, () => part))
  const megabyte = new Uint8Array(1_000_000)
  const block = deflateRawSync(megabyte, { finishFlush: constants.Z_SYNC_FLUSH })
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  it.each([
    ["gzip", times(200, gzipSync(megabyte))],
    ["gzip", times(20, gzipSync(new Uint8Array(60_000)))],
    ["deflate", Buffer.concat([Buffer.of(0x78, 0x9c), times(200, block)])],
    ["deflate", times(200, block)],
    ["br", brotliCompressSync(new Uint8Array(200_000_000), brotli)]
  ])("in %s are aborted at the limit if they are decompression bombs", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    const before = process.memoryUsage().rss
    expect((await internet.fetch(url, { bytesMax: 1_000_000 })).message).toContain("exceeds the limit of 1000000")
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it.each([
    ["zstd", zstdCompressSync("x")],
    ["compress", "x"],
    ["gzip, gzip", gzipSync(gzipSync("x"))],
    ["br, gzip", gzipSync(brotliCompressSync("x"))],
    ["__proto__", "x"]
  ])("are refused in %s", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    expect((await internet.fetch(url)).message).toContain("unsupported content encoding")
  })

  it("are refused with two encodings in two headers", async () => {
    await internet.serve(server, 80, ok(gzipSync(gzipSync("x")), "Content-Encoding: gzip", "Content-Encoding: gzip"))
    expect((await internet.fetch(url)).kind).toBe("DownloadFailed")
  })

  it.each([
    ["gzip", gzipSync(text).subarray(0, 40)],
    ["gzip", "no gzip"],
    ["gzip", ""],
    ["deflate", "xxxx"],
    ["br", "xxxx"]
  ])("fail in damaged %s", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    expect((await internet.fetch(url)).message).toContain("damaged")
  })
})

describe("response heads", () => {
  it("may have 16 KiB", async () => {
    await internet.serve(server, 80, ok("x", `X: ${"a".repeat(15_000)}`))
    expect(textOf(await internet.fetch(url))).toBe("x")
  })

  it.each(
    [
      ["larger than that", ok("x", `X: ${"a".repeat(17_000)}`)],
      ["of very many headers", ok("x", ...Array.from({ length: 5_000 }, (_, at) => `x${at}: y`))],
      ["without an end", (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nX: ")
        const more = () => {
          while (socket.writable && socket.write("a".repeat(65_536)));
          if (socket.writable) socket.once("drain", more)
        }
        more()
      }],
      ["with large trailers", send(chunked, chunk("x"), "0\r\n", `X: ${"a".repeat(20_000)}\r\n\r\n`)],
      ["after many interim ones", send("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(17), head(200), "x")],
      ["that switches protocols", send(head(101, "Connection: Upgrade", "Upgrade: websocket"), "x")],
      ["of another protocol", send("SSH-2.0-OpenSSH_9.6\r\n")],
      ["of no protocol", send("<html>")],
      ["that is empty", send()],
      ["with a bare line feed", send("HTTP/1.1 200 OK\nContent-Length: 1\n\nx")]
    ] satisfies ReadonlyArray<readonly [string, Serve]>
  )("fail for %s", async (_, serve) => {
    await internet.serve(server, 80, serve)
    // The clock does not advance, so the response ends the download before the deadline.
    expect(await internet.fetch(url)).toMatchObject({
      kind: "DownloadFailed",
      message: expect.stringContaining("closed the connection")
    })
  })

  it("may follow a few interim responses", async () => {
    await internet.serve(server, 80, send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(3), head(200), "x"))
    expect(textOf(await internet.fetch(url))).toBe("x")
  })
})

describe("download deadlines", () => {
  const totalMillisMax = 400
  const tooLate = "longer than 0.4 seconds"
  const drip = (first: string, piece: string): Serve => (socket) => {
    socket.write(first)
    const write = () => {
      if (!socket.writable) return
      socket.write(piece)
      setImmediate(write)
    }
    write()
  }

  it.each(
    [
      ["that never answers", () => {}],
      ["that drips its head", (socket) => {
        // The head stays below its size limit.
        socket.write("HTTP/1.1 200 OK\r\n")
        for (let header = 0; header < 10; header++) setImmediate(() => socket.writable && socket.write("X: y\r\n"))
      }],
      ["that drips its document", drip(head(200, "Content-Length: 1000000"), "x")],
      ["that drips chunks", drip(chunked, chunk("x"))],
      ["that stops", (socket) => void socket.write(head(200, "Content-Length: 10") + "abc")],
      ["that sends interim answers", (socket) => void socket.write("HTTP/1.1 100 Continue\r\n\r\n")]
    ] satisfies ReadonlyArray<readonly [string, Serve]>
  )("end the download and the connection for a server %s", async (_, serve) => {
    let [isAsked, isClosed, isOver] = [false, false, false]
    await internet.serve(server, 80, (socket, text) => {
      socket.on("close", () => isClosed = true)
      serve(socket, text)
      isAsked = true
    })
    const meanwhile = Effect.gen(function*() {
      yield* until(() => isAsked)
      yield* TestClock.adjust(totalMillisMax - 1)
      yield* someTurns
      expect(isOver).toBe(false)
      yield* TestClock.adjust(1)
    })
    const outcome = internet.fetch(url, { totalMillisMax }, meanwhile).finally(() => isOver = true)
    expect((await outcome).message).toContain(tooLate)
    await expect.poll(() => isClosed).toBe(true)
  })

  it("include slow DNS and all redirects", async () => {
    internet.world = { ...internet.world, resolve: () => Effect.never }
    const slow = internet.fetch(
      "http://public.test/",
      { totalMillisMax },
      TestClock.adjust(totalMillisMax)
    )
    expect((await slow).message).toContain(tooLate)
    const requested: Array<() => void> = []
    await internet.serve(server, 80, (socket) => {
      requested.push(() => socket.end(head(302, "Location: /again")))
    })
    const meanwhile = Effect.gen(function*() {
      for (let hop = 0; hop < 3; hop++) {
        yield* until(() => requested.length > hop)
        yield* TestClock.adjust(150)
        requested[hop]!()
      }
    })
    expect((await internet.fetch(url, { totalMillisMax }, meanwhile)).message).toContain(tooLate)
    expect(requested).toHaveLength(3)
  })

  it("are not used up by an unresponsive address if there is another one", async () => {
    internet.names.set("public.test", [["1.1.1.1", "1.1.1.2", server]])
    await internet.serve(server, 80, ok("x"))
    const { connect } = internet.world
    const tried: Array<string> = []
    internet.world = {
      ...internet.world,
      connect: (address, port) => {
        if (!address.startsWith("1.1.1.")) return connect(address, port)
        tried.push(address)
        return new Socket()
      }
    }
    const meanwhile = Effect.gen(function*() {
      for (const count of [1, 2]) {
        yield* until(() => tried.length === count)
        yield* TestClock.adjust(100)
      }
    })
    expect(textOf(await internet.fetch("http://public.test/", { connectMillisMax: 100 }, meanwhile))).toBe("x")
    expect(tried).toEqual(["1.1.1.1", "1.1.1.2"])
  })
})

describe("concurrent downloads", () => {
  it("stay within the limit, and the others wait for their turn", async () => {
    const waiting: Array<() => void> = []
    let most = 0
    await internet.serve(server, 80, (socket) => {
      waiting.push(() => socket.end(`${head(200)}x`))
      most = Math.max(most, waiting.length)
    })
    const meanwhile = Effect.gen(function*() {
      for (const atOnce of [2, 2, 1]) {
        yield* until(() => waiting.length >= atOnce)
        yield* someTurns
        for (const answer of waiting.splice(0)) answer()
      }
    })
    const limits = { concurrentMax: 2 }
    const outcomes = await internet.fetchAll([url, url, url, url, url], limits, { concurrency: 5, meanwhile })
    expect(outcomes.map(textOf)).toEqual(["x", "x", "x", "x", "x"])
    expect(most).toBe(2)
  })
})
