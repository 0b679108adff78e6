import fc from "fast-check"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { jsonItemCharsMax } from "../../../../../adapters/webrisk/feeds/reading/JsonText.ts"
import { feedExamplesMax, feedLineCharsMax, FeedRefused } from "../../../../../adapters/webrisk/feeds/reading/Limits.ts"
import { readFeed } from "../../../../../adapters/webrisk/feeds/reading/ReadFeed.ts"
import { gzipBomb } from "../../../../fakes/FeedServer.ts"
import { runs } from "../../../../support/TestRun.ts"

const encoder = new TextEncoder()

/** Size limit in these tests. At the server's higher limit, they would take seconds. */
const bytesMax = 8 * 1024 * 1024

const read = (chunks: Iterable<Uint8Array> | string, format: string | null = null) =>
  readFeed(
    typeof chunks === "string" ? [encoder.encode(chunks)] : chunks,
    { format, type: "malware", bytesMax },
    hostKnowledge
  )

/** Yields the bytes in chunks of `length` bytes. */
function* pieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length)
}

const refusal = async (chunks: Iterable<Uint8Array> | string, format: string | null = null) => {
  const cause = await read(chunks, format).then(() => null, (error: unknown) => error)
  expect(cause).toBeInstanceOf(FeedRefused)
  return (cause as FeedRefused).message
}

describe("a feed list", () => {
  const text =
    "# b\u00FCcher\na.example\r\nhttp://b.example/x\n\n||c.example^\nnonsense here\n0.0.0.0 d\u00E9.example\n"

  it("is the same for any chunk size, compressed or not", async () => {
    const bytes = encoder.encode(text)
    const whole = await read([bytes])
    expect(whole.counts).toMatchObject({ entries: 4, malformed: 1, malformedExamples: ["nonsense here"] })
    for (const length of [1, 3, 7]) {
      const { counts, list, sha256 } = await read(pieces(bytes, length))
      expect([counts, list.toBytes(), sha256]).toEqual([whole.counts, whole.list.toBytes(), whole.sha256])
      const packed = await read(pieces(gzipSync(bytes), length))
      expect(packed.list.toBytes()).toEqual(whole.list.toBytes())
    }
  })

  it("can have several compressed members, and exceed the sample used to detect its format", async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `host${at}.example`).join("\n")
    const parts = [gzipSync(`${lines}\n`), gzipSync("last.example\n")]
    expect((await read([Buffer.concat(parts)])).counts.entries).toBe(5_001)
    expect((await read(lines)).counts.entries).toBe(5_000)
  })

  it("counts malformed lines, keeps the first as examples, and skips overlong ones", async () => {
    const long = `http://a.example/${"x".repeat(feedLineCharsMax * 3)}`
    const { counts } = await read([...pieces(encoder.encode(`${long}\n${"??\n".repeat(20)}b.example`), 1_000)])
    expect(counts).toMatchObject({ entries: 1, malformed: 21 })
    expect(counts.malformedExamples).toHaveLength(feedExamplesMax)
    expect(Math.max(...counts.malformedExamples.map((example) => example.length))).toBeLessThan(200)
  })

  it("counts a duplicate entry once, with the wider coverage", async () => {
    const { counts, list } = await read("0.0.0.0 a.example\na.example\nhttp://A.example/")
    expect(counts.entries).toBe(1)
    expect(list.tagAt(0)).toBeLessThan(0x10)
  })

  it("applies its own exceptions, whether they precede or follow its entries", async () => {
    for (const [first, last] of [["allow", "deny"], ["deny", "allow"]] as const) {
      const lists = {
        allow: ["b.example", "*.c.example"],
        deny: ["a.example", "b.example", "c.example", "d.b.example"]
      }
      const { counts, format } = await read(JSON.stringify({ [first]: lists[first], [last]: lists[last] }))
      expect([counts.entries, format]).toEqual([2, "polkadot-json"])
    }
  })

  it("can be JSON of any size, read item by item", async () => {
    const parts = [..."x".repeat(50)].map(() => "{},".repeat(40_000))
    const { counts } = await read(
      [`[{"phish_id":1,"url":"http://a.example/x"},`, ...parts, "{}]"].map((part) => encoder.encode(part))
    )
    expect(counts).toMatchObject({ entries: 1, malformed: 2_000_001 })
    const long = JSON.stringify(["a.example", "x".repeat(jsonItemCharsMax), "b.example"])
    expect((await read(pieces(encoder.encode(long), 1_000))).counts).toMatchObject({ entries: 2, malformed: 1 })
  })

  it("is read in the requested format", async () => {
    expect((await read("a.example\nhttp://b.example/x", "urls")).counts).toMatchObject({ entries: 1, malformed: 1 })
    expect((await read("[\"a.example\", \"b.example\"]", "json")).format).toBe("json")
  })
})

describe("an invalid list", () => {
  it.each([
    ["<!DOCTYPE html>\n<title>Not found</title>", /web page/],
    ["\uFEFF  <html><body>Sign in</body></html>", /web page/],
    ["<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", /web page/],
    [
      "{\"error\":{\"code\":429}}",
      /none of the known formats: URLhaus JSON, .*objects with url or domain\.$/
    ],
    ["[{\"phish_id\":1,\"url\":\"http://a.exam", /JSON is truncated or damaged/],
    ["PK\u0003\u0004 and so on", /ZIP/]
  ])("%s", async (text, message) => expect(await refusal(text)).toMatch(message))

  it("has no entries if JSON is read as lines, and is not JSON if lines are read as JSON", async () => {
    expect((await read("[\"a.example\"]", "domains")).counts.entries).toBe(0)
    expect(await refusal("a.example", "json")).toMatch(/JSON is truncated or damaged/)
  })

  it("can be truncated, damaged or too large after decompression", async () => {
    const packed = gzipSync(Array.from({ length: 999 }, (_, at) => `${at}.example`).join("\n"))
    expect(await refusal([packed.subarray(0, -20)])).toMatch(/cannot be decompressed/)
    const damaged = Uint8Array.from(packed)
    damaged.fill(0, 20, 40)
    expect(await refusal([damaged])).toMatch(/cannot be decompressed/)
    const bomb = gzipBomb(bytesMax / 1024 / 1024 + 1)
    expect(bomb.length).toBeLessThan(bytesMax / 200)
    expect(await refusal(pieces(bomb, 65_536))).toMatch(/larger than/)
  })
})

it("reads or rejects a list of arbitrary bytes", () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(
          fc.constantFrom(
            "{",
            "[",
            "\"",
            ",",
            "||",
            "^",
            ".",
            "a",
            "#",
            " ",
            "\n",
            "*",
            "/",
            ":",
            "0.0.0.0 ",
            "CNAME .",
            "url",
            "http://"
          ),
          { maxLength: 60 }
        )
          .map((parts) => encoder.encode(parts.join("")))
      ),
      async (bytes) => {
        const read_ = await read([bytes]).catch((cause: unknown) => cause)
        if (read_ instanceof Error) expect(read_).toBeInstanceOf(FeedRefused)
      }
    ),
    runs(100)
  ))
