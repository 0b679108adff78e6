import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bucketCount } from "../../../../core/messages/features/FeatureHash.ts"
import { messageFeatures } from "../../../../core/messages/features/MessageFeatures.ts"
import { hostileText } from "../HostileTexts.ts"
import { tinyHam, tinySpam } from "../TinyModel.ts"

/** Returns the number of buckets that both texts have, divided by the number that either text has. */
const likeness = (one: string, other: string): number => {
  const first = new Set(messageFeatures(one).all)
  const second = new Set(messageFeatures(other).all)
  const both = [...first].filter((bucket) => second.has(bucket)).length
  return both / (first.size + second.size - both)
}

const words = fc.array(
  fc.constantFrom("money", "casino", "bonus", "offer", "account", "services", "company", "website", "please", "today"),
  { minLength: 4, maxLength: 30 }
)

const lookalikes: Readonly<Record<string, string>> = { a: "а", c: "с", e: "е", o: "о", p: "р", s: "ѕ", y: "у", i: "і" }
const digits: Readonly<Record<string, string>> = { a: "4", e: "3", i: "1", o: "0" }
const swap = (table: Readonly<Record<string, string>>) => (word: string) =>
  word.replace(/[a-z]/g, (letter) => table[letter] ?? letter)

describe("disguised twins have the features of the plain message", () => {
  it.each<[string, number, (word: string) => string]>([
    ["homoglyphs", 1, swap(lookalikes)],
    ["invisible", 1, (word) => [...word].join("\u200b")],
    ["soft hyphens", 1, (word) => [...word].join("\u00ad")],
    [
      "styled",
      1,
      (word) => [...word].map((letter) => String.fromCodePoint(0x1d41a - 97 + letter.charCodeAt(0))).join("")
    ],
    ["struck", 1, (word) => [...word].map((letter) => `${letter}\u0336`).join("")],
    ["accents", 1, (word) => word.replaceAll("e", "é").replaceAll("o", "ö")],
    ["dots", 1, (word) => [...word].join(".")],
    ["hyphens", 1, (word) => [...word].join("-")],
    ["spaces", 1, (word) => `${[...word].join(" ")} `],
    ["leet", 0.9, swap(digits)]
  ])("%s", (_, least, disguise) =>
    fc.assert(fc.property(words, (list) => {
      expect(likeness(list.join(" "), list.map(disguise).join(" "))).toBeGreaterThanOrEqual(least)
    })))
})

describe("features", () => {
  it("are unique buckets, those of words first, and deterministic", () => {
    fc.assert(fc.property(hostileText(), (text) => {
      const { all, words } = messageFeatures(text)
      expect(new Set(all).size).toBe(all.length)
      expect(all.every((bucket) => bucket < bucketCount)).toBe(true)
      expect(all.subarray(0, words.length)).toEqual(words)
      expect(messageFeatures(text).all).toEqual(all)
    }))
  })

  it("are independent of the presence and value of web addresses", () => {
    const plain = messageFeatures("have a look at our new list, and answer")
    expect(messageFeatures("have a look at our new list, and answer https://bad.example/casino?win=1")).toEqual(plain)
    expect(messageFeatures("www.bad.example have a look at our new list, and answer")).toEqual(plain)
  })

  it("are the same for different amounts, numbers or email addresses of one kind", () => {
    expect(messageFeatures("pay 1,234.00 $ by 12:30 to a@b.example, call +49 30 1234567"))
      .toEqual(messageFeatures("pay 9876.50 $ by 23:59 to c.d@e.example, call +1 212 5551234"))
  })

  it("distinguish word order and uppercase messages", () => {
    expect(likeness("the dog bites the man", "the man bites the dog")).toBeLessThan(1)
    expect(likeness("buy our cheap watches", "BUY OUR CHEAP WATCHES")).toBeLessThan(1)
    expect(likeness("buy our cheap watches", "Buy our cheap watches")).toBe(1)
  })

  it("differ between different messages", () => {
    const texts = [...tinySpam, ...tinyHam]
    for (const one of texts) {
      for (const other of texts) if (one !== other) expect(likeness(one, other)).toBeLessThan(0.3)
    }
  })

  it("of a long message cover only the part that is read", () => {
    expect(messageFeatures("x".repeat(1_000_000)).all.length).toBeLessThan(200)
    const long = Array.from({ length: 100_000 }, (_, at) => `w${at.toString(36)}q`).join(" ")
    expect(messageFeatures(long).all.length).toBeLessThan(30_000)
  })
})
