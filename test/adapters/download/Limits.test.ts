import { Effect } from "effect"
import { Socket } from "node:net"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { FakeInternet, head, ok, say, textOf } from "./FakeInternet.ts"

const server = "93.184.216.34"
const url = `http://${server}/x`
let internet: FakeInternet

beforeEach(() => {
  internet = new FakeInternet()
})
afterEach(() => internet.close())

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = head(200, "Transfer-Encoding: chunked")

describe("the size of a document", () => {
  it("may be the limit, and not one byte more", async () => {
    for (const [address, bytes] of [["1.1.1.1", 100_000], ["1.1.1.2", 100_001]] as const) {
      await internet.serve(address, 80, ok("x".repeat(bytes)))
      await internet.serve(address, 8080, say(head(200), "x".repeat(bytes)))
    }
    const urls = ["http://1.1.1.1/", "http://1.1.1.1:8080/", "http://1.1.1.2/", "http://1.1.1.2:8080/"]
    const outcomes = await internet.fetchAll(urls, { bytesMax: 100_000 })
    expect(outcomes.map(({ document, message }) => document?.bytes.length ?? message)).toEqual([
      100_000,
      100_000,
      "The document may not be larger than 100000 bytes.",
      "The document may not be larger than 100000 bytes."
    ])
  })

  it("that is claimed to be too large is refused before it is read", async () => {
    await internet.serve(server, 80, (socket) => {
      socket.write(head(200, "Content-Length: 1000001"))
    })
    expect((await internet.fetch(url, { bytesMax: 1_000_000 })).message).toContain("larger than 1000000")
  })

  it("that is too large is cut off, not read to the end", async () => {
    const pour: Parameters<FakeInternet["serve"]>[2] = (socket) => {
      socket.write(head(200))
      const more = () => {
        while (socket.writable && socket.write("x".repeat(65_536)));
        if (socket.writable) socket.once("drain", more)
      }
      more()
    }
    await internet.serve(server, 80, pour)
    expect((await internet.fetch(url, { bytesMax: 1_000_000 })).message).toContain("larger than 1000000")
    await internet.close()
    expect(internet.bytesSent).toBeLessThan(20_000_000)
  })

  it.each([
    ["longer than what comes", say(head(200, "Content-Length: 20"), "short")],
    ["shorter than what comes", say(head(200, "Content-Length: 2"), "longer than that")],
    ["negative", say(head(200, "Content-Length: -1"), "x")],
    ["given twice", say(head(200, "Content-Length: 1", "Content-Length: 2"), "xx")],
    ["given beside chunks", say(head(200, "Content-Length: 3", "Transfer-Encoding: chunked"), chunk("abc"), chunk(""))],
    ["of chunks that break off", say(chunked, "20\r\nabc")],
    ["of chunks without an end", say(chunked, chunk("abc"))]
  ])("%s is an error", async (_, serve) => {
    await internet.serve(server, 80, serve)
    expect(await internet.fetch(url)).toMatchObject({
      kind: "DownloadFailed",
      message: expect.stringContaining("broke off")
    })
  })

  it("in very many small pieces is not taken", async () => {
    await internet.serve(server, 80, say(chunked, chunk("x").repeat(260_000), chunk("")))
    expect((await internet.fetch(url)).message).toContain("too many small pieces")
  })

  it("comes whole in pieces of all sizes", async () => {
    const pieces = Array.from({ length: 300 }, (_, at) => String(at % 10).repeat(at * at % 5_000 + 1))
    await internet.serve(server, 80, say(chunked, ...pieces.map(chunk), chunk("")))
    expect(textOf(await internet.fetch(url))).toBe(pieces.join(""))
  })
})

describe("an encoded document", () => {
  const text = "a document ".repeat(1_000)
  it.each([
    ["gzip", gzipSync(text)],
    ["X-GZip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", text],
    ["", text]
  ])("in %s is decoded", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    expect(textOf(await internet.fetch(url))).toBe(text)
  })

  const zeros = new Uint8Array(50_000_000)
  it.each([
    ["gzip", gzipSync(zeros)],
    ["gzip", Buffer.concat(Array.from({ length: 20 }, () => gzipSync(new Uint8Array(60_000))))],
    ["deflate", deflateSync(zeros)],
    ["deflate", deflateRawSync(zeros)],
    ["br", brotliCompressSync(zeros)]
  ])("in %s that is a bomb is cut off at the limit", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    const before = process.memoryUsage().rss
    expect((await internet.fetch(url, { bytesMax: 1_000_000 })).message).toContain("larger than 1000000")
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
  })

  it.each([
    ["zstd", zstdCompressSync("x")],
    ["compress", "x"],
    ["gzip, gzip", gzipSync(gzipSync("x"))],
    ["br, gzip", gzipSync(brotliCompressSync("x"))],
    ["__proto__", "x"]
  ])("in %s is not taken", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    expect((await internet.fetch(url)).message).toContain("other than gzip")
  })

  it("under two encodings in two headers is not taken", async () => {
    await internet.serve(server, 80, ok(gzipSync(gzipSync("x")), "Content-Encoding: gzip", "Content-Encoding: gzip"))
    expect((await internet.fetch(url)).kind).toBe("DownloadFailed")
  })

  it.each([
    ["gzip", gzipSync(text).subarray(0, 40)],
    ["gzip", "no gzip"],
    ["gzip", ""],
    ["deflate", "xxxx"],
    ["br", "xxxx"]
  ])("in damaged %s is an error", async (encoding, body) => {
    await internet.serve(server, 80, ok(body, `Content-Encoding: ${encoding}`))
    expect((await internet.fetch(url)).message).toContain("damaged")
  })
})

describe("the head of an answer", () => {
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
      ["with large trailers", say(chunked, chunk("x"), "0\r\n", `X: ${"a".repeat(20_000)}\r\n\r\n`)],
      ["after many interim ones", say("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(17), head(200), "x")],
      ["that switches protocols", say(head(101, "Connection: Upgrade", "Upgrade: websocket"), "x")],
      ["of another protocol", say("SSH-2.0-OpenSSH_9.6\r\n")],
      ["of no protocol", say("<html>")],
      ["that is empty", say()],
      ["with a bare line feed", say("HTTP/1.1 200 OK\nContent-Length: 1\n\nx")]
    ] satisfies ReadonlyArray<readonly [string, Parameters<FakeInternet["serve"]>[2]]>
  )("%s is an error", async (_, serve) => {
    await internet.serve(server, 80, serve)
    const began = performance.now()
    expect(await internet.fetch(url)).toMatchObject({
      kind: "DownloadFailed",
      message: expect.stringContaining("broke off")
    })
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it("may come after a few interim ones", async () => {
    await internet.serve(server, 80, say("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(3), head(200), "x"))
    expect(textOf(await internet.fetch(url))).toBe("x")
  })
})

describe("the time of a download", () => {
  const wallMillisMax = 400
  const drip = (first: string, piece: string): Parameters<FakeInternet["serve"]>[2] => (socket) => {
    socket.write(first)
    const timer = setInterval(() => socket.write(piece), 20)
    socket.on("close", () => clearInterval(timer))
  }

  it.each(
    [
      ["that never answers", () => {}],
      ["that drips its head", drip("HTTP/1.1 200 OK\r\n", "X: y\r\n")],
      ["that drips its document", drip(head(200, "Content-Length: 1000000"), "x")],
      ["that drips chunks", drip(chunked, chunk("x"))],
      ["that stops", (socket) => void socket.write(head(200, "Content-Length: 10") + "abc")],
      ["that drips interim answers", drip("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(0))]
    ] satisfies ReadonlyArray<readonly [string, Parameters<FakeInternet["serve"]>[2]]>
  )(
    "ends for a server %s, and so does the connection",
    async (_, serve) => {
      let isClosed = false
      await internet.serve(server, 80, (socket, text) => {
        socket.on("close", () => {
          isClosed = true
        })
        serve(socket, text)
      })
      const began = performance.now()
      expect((await internet.fetch(url, { wallMillisMax })).message).toContain("within 0.4 seconds")
      expect(performance.now() - began).toBeLessThan(3_000)
      await expect.poll(() => isClosed).toBe(true)
    }
  )

  it("holds for slow DNS, and for all redirects together", async () => {
    internet.world = { ...internet.world, resolve: () => Effect.never }
    expect((await internet.fetch("http://public.test/", { wallMillisMax })).message).toContain("within 0.4 seconds")
    await internet.serve(server, 80, (socket) => {
      setTimeout(() => socket.end(head(302, "Location: /again")), 150)
    })
    expect((await internet.fetch(url, { wallMillisMax })).message).toContain("within 0.4 seconds")
  })

  it("is not spent on an address that does not answer, when there is another", async () => {
    internet.names.set("public.test", [["1.1.1.1", "1.1.1.2", server]])
    await internet.serve(server, 80, ok("x"))
    const { connect } = internet.world
    internet.world = {
      ...internet.world,
      connect: (address, port) => address.startsWith("1.1.1.") ? new Socket() : connect(address, port)
    }
    expect(textOf(await internet.fetch("http://public.test/", { connectMillisMax: 100 }))).toBe("x")
  })
})

describe("downloads at once", () => {
  it("are no more than the limit, the others waiting for their turn", async () => {
    let [now, most] = [0, 0]
    await internet.serve(server, 80, (socket) => {
      most = Math.max(most, ++now)
      setTimeout(() => {
        now--
        socket.end(`${head(200)}x`)
      }, 50)
    })
    const outcomes = await internet.fetchAll([url, url, url, url, url], { downloadsMax: 2 }, 5)
    expect(outcomes.map(textOf)).toEqual(["x", "x", "x", "x", "x"])
    expect(most).toBe(2)
  })
})
