import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { expressionsOf } from "../../../core/urls/Expressions.ts"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"
import { runs } from "../../support/TestRun.ts"
import { listedUrl, plainText } from "./spellings/ListedUrl.ts"
import { listingOf } from "./spellings/Listing.ts"
import { randomOf } from "./spellings/Random.ts"
import { isSamePlace } from "./spellings/SamePlace.ts"
import { spelling } from "./spellings/Spelling.ts"

describe("a listed URL", () => {
  it("is found in every spelling that a browser resolves to it", () => {
    const { numRuns } = runs(2_000)
    let taken = 0
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = randomOf(seed)
        const listed = listedUrl(random)
        const plain = URL.parse(plainText(listed))
        const text = spelling(listed, random)
        if (plain === null || !isSamePlace(plain.href, text)) return
        taken++
        const { domains, exact, folders } = listingOf(plain.href)
        const found = expressionsOf(Result.getOrThrow(parseWebUrl(text)), publicSuffixes)
        const missed = [exact, ...folders, ...domains].filter((expression) => !found.has(expression))
        if (missed.length > 0) expect({ text, missed }).toEqual({ text, missed: [] })
      }),
      { numRuns }
    )
    expect(taken).toBeGreaterThan(numRuns / 2)
  })

  it("has one canonical form in those spellings, unless servers may distinguish them", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = randomOf(seed)
        const listed = listedUrl(random)
        const plain = URL.parse(plainText(listed))
        const text = spelling(listed, random)
        if (plain === null || !isSamePlace(plain.href, text)) return
        const { canonical } = Result.getOrThrow(parseWebUrl(plain.href))
        if (Result.getOrThrow(parseWebUrl(text)).canonical !== canonical) expect(text).toBe(canonical)
      }),
      runs(400)
    )
  })
})
