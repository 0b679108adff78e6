import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FullHashCache, fullHashCacheMillisMax, type PrefixResponse } from "../../../adapters/webrisk/FullHashCache.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const now = 1_000_000_000_000
const minutes = 60_000

const listed = (hash: string, inMinutes: number, data = "bad") => ({
  hash: bytes(hash),
  data,
  expiresAt: now + inMinutes * minutes
})

const cacheOf = (prefix: string, answer: PrefixResponse<string>, at = now, entriesMax = 100) => {
  const cache = new FullHashCache<string>(entriesMax)
  cache.set("ALL", bytes(prefix), answer, at)
  return cache
}

const kindOf = (cache: FullHashCache<string>, hash: string, at = now, lists = "ALL") =>
  cache.get(lists, bytes(hash.slice(0, 4)), bytes(hash), at).kind

// Test cases from google/webrisk, cache_test.go.
const aaaaB = "AAAABBBBBBBBBBBBBBBBBBBBBBBBBBBB"
const aaaaC = "AAAACDCDCDCDCDCDCDCDCDCDCDCDCDCD"

describe("cached full-hash results", () => {
  it("apply to a listed hash and to the other hashes with its prefix", () => {
    const cache = cacheOf("AAAA", { listed: [listed(aaaaB, 30)], negativeExpiresAt: now + 30 * minutes })
    expect(kindOf(cache, aaaaB)).toBe("listed")
    expect(kindOf(cache, aaaaC)).toBe("not listed")
    expect(kindOf(cache, "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ")).toBe("miss")
    expect(cache.get("ALL", bytes("AAAA"), bytes(aaaaB), now)).toEqual({ kind: "listed", data: "bad" })
  })

  it("are a miss for an expired hash with an unexpired prefix", () => {
    const cache = cacheOf("AAAA", { listed: [listed(aaaaB, 30)], negativeExpiresAt: now + 60 * minutes })
    const later = now + 31 * minutes
    expect(kindOf(cache, aaaaB, later)).toBe("miss")
    expect(kindOf(cache, aaaaC, later)).toBe("not listed")
    const over = cacheOf("AAAA", { listed: [listed(aaaaB, -30)], negativeExpiresAt: now + 60 * minutes })
    expect([aaaaB, aaaaC].map((hash) => kindOf(over, hash))).toEqual(["miss", "not listed"])
  })

  it("expire at their expiration time", () => {
    const cache = cacheOf("AAAA", { listed: [listed(aaaaB, 30)], negativeExpiresAt: now + 30 * minutes })
    const at = (millis: number) => [aaaaB, aaaaC].map((hash) => kindOf(cache, hash, now + millis))
    expect(at(30 * minutes - 1)).toEqual(["listed", "not listed"])
    expect(at(30 * minutes)).toEqual(["miss", "miss"])
  })

  it("are not cached if they have expired or have no expiration time", () => {
    expect(cacheOf("BBBB", { listed: [], negativeExpiresAt: now - minutes }).size).toBe(0)
    expect(cacheOf("BBBB", { listed: [], negativeExpiresAt: null }).size).toBe(0)
    const cache = cacheOf("AAAA", { listed: [listed(aaaaB, 30)], negativeExpiresAt: null })
    expect([aaaaB, aaaaC].map((hash) => kindOf(cache, hash))).toEqual(["listed", "miss"])
  })

  it("apply to the requested lists", () => {
    const cache = cacheOf("AAAA", { listed: [], negativeExpiresAt: now + minutes })
    expect(kindOf(cache, aaaaC, now, "ALL")).toBe("not listed")
    expect(kindOf(cache, aaaaC, now, "MALWARE")).toBe("miss")
  })

  it("apply to the prefix, of any length", () => {
    const cache = cacheOf("AAAAC", { listed: [], negativeExpiresAt: now + minutes })
    expect(cache.get("ALL", bytes("AAAAC"), bytes(aaaaC), now).kind).toBe("not listed")
    expect(cache.get("ALL", bytes("AAAA"), bytes(aaaaC), now).kind).toBe("miss")
  })

  it("are replaced by later ones", () => {
    const cache = cacheOf("AAAA", { listed: [listed(aaaaB, 30)], negativeExpiresAt: null })
    cache.set("ALL", bytes("AAAA"), { listed: [], negativeExpiresAt: now + minutes }, now)
    expect(kindOf(cache, aaaaB)).toBe("not listed")
    cache.set("ALL", bytes("AAAA"), { listed: [], negativeExpiresAt: null }, now)
    expect(kindOf(cache, aaaaB)).toBe("miss")
    expect(cache.size).toBe(0)
  })

  it("expire after at most a day", () => {
    const cache = cacheOf("AAAA", { listed: [listed(aaaaB, 1e9)], negativeExpiresAt: Infinity })
    expect([aaaaB, aaaaC].map((hash) => kindOf(cache, hash, now + fullHashCacheMillisMax - 1)))
      .toEqual(["listed", "not listed"])
    expect([aaaaB, aaaaC].map((hash) => kindOf(cache, hash, now + fullHashCacheMillisMax))).toEqual(["miss", "miss"])
  })

  it("evict the least recently used entries", () => {
    const cache = new FullHashCache<string>(3)
    const put = (prefix: string) =>
      cache.set("ALL", bytes(prefix), { listed: [], negativeExpiresAt: now + minutes }, now)
    for (const prefix of ["AAAA", "BBBB", "CCCC"]) put(prefix)
    expect(kindOf(cache, "AAAA")).toBe("not listed")
    put("DDDD")
    expect(["AAAA", "BBBB", "CCCC", "DDDD"].map((hash) => kindOf(cache, hash)))
      .toEqual(["not listed", "miss", "not listed", "not listed"])
  })

  it("never exceed the maximum size", () => {
    const answers = fc.array(
      fc.record({
        prefix: fc.integer({ min: 0, max: 30 }),
        listed: fc.integer({ min: 0, max: 12 }),
        fresh: fc.boolean()
      }),
      { maxLength: 100 }
    )
    fc.assert(fc.property(answers, (all) => {
      const cache = new FullHashCache<number>(10)
      for (const { fresh, listed, prefix } of all) {
        const until = fresh ? now + minutes : now - minutes
        const hashes = Array.from(
          { length: listed },
          (_, at) => ({ hash: Uint8Array.of(prefix, at), data: at, expiresAt: until })
        )
        cache.set("ALL", Uint8Array.of(prefix), { listed: hashes, negativeExpiresAt: until }, now)
        expect(cache.size).toBeLessThanOrEqual(10)
        const isKept = fresh && listed < 10
        expect(cache.get("ALL", Uint8Array.of(prefix), Uint8Array.of(prefix, 99), now).kind)
          .toBe(isKept ? "not listed" : "miss")
      }
    }))
  })
})
