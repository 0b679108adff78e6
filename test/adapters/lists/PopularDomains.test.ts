import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { popularDomains, readPopularNames } from "../../../adapters/lists/PopularDomainsEmbedded.ts"
import { popularDomainsOf } from "../../../adapters/lists/PopularDomainsMemory.ts"
import type { PopularDomains } from "../../../core/urls/PopularDomains.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Tests for every adapter. Each list contains `google.com`. */
const keepsTo = (name: string, { rankOf }: PopularDomains["Service"]) =>
  describe(`every list: ${name}`, () => {
    it("returns a rank for a listed domain", () => {
      expect(rankOf("google.com")).toBeGreaterThanOrEqual(1)
    })

    it.each([
      "www.google.com",
      "google.c",
      "google.com.",
      "google.coma",
      "oogle.com",
      ".google.com",
      "google.com a",
      "google.com\n",
      "com",
      "google",
      "",
      " ",
      "\n",
      "127.0.0.1",
      "[::1]",
      "0".repeat(100_000)
    ])("returns no rank for %j", (host) => expect(rankOf(host)).toBeNull())

    it("accepts any text", () => {
      fc.assert(fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.domain()), (host) => {
        const rank = rankOf(host)
        expect(rank === null || (Number.isSafeInteger(rank) && rank >= 1)).toBe(true)
      }))
    })
  })

keepsTo("the embedded one", popularDomains)
keepsTo("names in memory", popularDomainsOf(["example.com", "google.com"]))

describe("the embedded list", () => {
  it("has the last rank of each name's tier", () => {
    expect(["google.com", "paypal.com", "tvtropes.org"].map(popularDomains.rankOf)).toEqual([200, 1_000, 10_000])
  })

  it("finds each of its names", () => {
    const packed = readFileSync(new URL("../../../adapters/lists/data/PopularDomains.br", import.meta.url))
    const [, ...lines] = brotliDecompressSync(packed).toString("latin1").trimEnd().split("\n")
    expect(lines.length).toBeGreaterThan(25_000)
    const names = lines.map((line) => line.split(" ")[0]!)
    expect(names.filter((name) => popularDomains.rankOf(name) === null)).toEqual([])
    expect(names.filter((name) => !/^[a-z0-9_-]+(?:\.[a-z0-9-]+)+$/.test(name))).toEqual([])
  })
})

describe("names in memory", () => {
  it("have ranks", () => {
    const { rankOf } = popularDomainsOf(["a.example", "b.example", "a.example"])
    expect([rankOf("a.example"), rankOf("b.example"), rankOf("c.example")]).toEqual([1, 2, null])
  })
})

describe("sorted names", () => {
  const label = fc.stringMatching(/^[a-c-]{1,4}$/)
  const name = fc.tuple(label, label).map((labels) => labels.join("."))

  it("are found, and no others", () => {
    fc.assert(fc.property(fc.uniqueArray(name), fc.array(name), (listed, others) => {
      const lines = listed.map((one, at) => `${one} ${"ab"[at % 2]}\n`).toSorted()
      const { rankOf } = readPopularNames(encode(`10 200\n${lines.join("")}`))
      for (const [at, one] of listed.entries()) expect(rankOf(one)).toBe([10, 200][at % 2])
      for (const other of others) expect(rankOf(other) !== null).toBe(listed.includes(other))
    }))
  })

  it("may contain any bytes", () => {
    fc.assert(fc.property(fc.uint8Array(), fc.string(), (bytes, name) => {
      readPopularNames(bytes).rankOf(name)
    }))
  })
})
