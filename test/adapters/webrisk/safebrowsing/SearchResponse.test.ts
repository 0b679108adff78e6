import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseSearchResponse, type SearchResponse } from "../../../../adapters/webrisk/safebrowsing/SearchResponse.ts"
import { bytesField, encodeSearchHashes, type SentFullHash } from "../../../fakes/SafeBrowsingMessages.ts"
import { ascii, concat, fromHex, hex } from "../../../support/Bytes.ts"
import { runs } from "../../../support/TestRun.ts"
import vectors from "../vectors/v5-search.json" with { type: "json" }

const read = (bytes: Uint8Array, prefixes: ReadonlyArray<string>) => parseSearchResponse(bytes, prefixes.map(ascii))

const problemOf = (bytes: Uint8Array): string | null => {
  const answer = read(bytes, ["aaaa"])
  return Result.isFailure(answer) ? answer.failure.problem : null
}

const problems: Readonly<Record<string, string>> = {
  NO_CACHE_DURATION: "no cache duration",
  INCORRECT_FULL_HASH_LENGTH: "hash length",
  PARSE: "malformed"
}

const typeNames: Readonly<Record<string, string>> = { MALWARE: "malware", SOCIAL_ENGINEERING: "phishing" }

/** Returns the threat types in a response, for one digest or for all digests. */
const typesIn = (answer: SearchResponse, digest?: string): ReadonlyArray<string> =>
  answer.listed.flatMap((each) => digest === undefined || hex(each.digest) === hex(ascii(digest)) ? each.types : [])

const digestOf = (text: string): Uint8Array => ascii(text.padEnd(32, "1"))

const answerOf = (fullHashes: ReadonlyArray<SentFullHash>): SearchResponse =>
  Result.getOrThrow(read(encodeSearchHashes(fullHashes, 300), ["aaaa", "bbbb"]))

describe("a hash search response", () => {
  it.each(vectors.cases)("is decoded: $name", (vector) => {
    const { lookup, protoHex, requested } = vector
    const expected: {
      error?: string
      threats?: Array<string>
      details?: Array<string>
      cacheSeconds?: number
      kept?: number
    } = vector.expect
    const result = read(fromHex(protoHex), requested)
    if (expected.error !== undefined) {
      expect(Result.isFailure(result) && result.failure.problem).toBe(problems[expected.error])
      return
    }
    const answer = Result.getOrThrow(result)
    const types = expected.threats ?? expected.details
    if (types !== undefined) expect(typesIn(answer)).toEqual(types.map((name) => typeNames[name]))
    if ("enforced" in expected) expect([typesIn(answer), answer.listed.length]).toEqual([[], 1])
    if ("foundUnmatched" in expected) expect([answer.listed.length, answer.unmatched]).toEqual([expected.kept, 1])
    if ("verdict" in expected) expect(typesIn(answer, lookup)).toEqual([])
    expect(answer.cacheMillis).toBe((expected.cacheSeconds ?? 300) * 1000)
  })

  it("has every threat type, with unenforced ones separate", () => {
    const types = [1, 2, 3, 4].map((type) => ({ type }))
    const [listed] = answerOf([{ digest: digestOf("aaaa"), details: types }]).listed
    expect(listed!.types).toEqual(["malware", "phishing", "unwanted-software", "harmful-application"])
    const attributes = [[], [1], [2], [1, 2], [0], [3], [1, 3]]
    const [second] = answerOf([{
      digest: digestOf("bbbb"),
      details: attributes.map((some, at) => ({ type: at < 4 ? at + 1 : 1, attributes: some }))
    }]).listed
    expect([second!.types, second!.notEnforced])
      .toEqual([["malware"], ["phishing", "unwanted-software", "harmful-application"]])
  })

  it("ignores unknown threat types", () => {
    const details = [0, 5, -1, 999].map((type) => ({ type }))
    expect(answerOf([{ digest: digestOf("aaaa"), details }]).listed[0]!.types).toEqual([])
  })

  it("merges repeated entries for one digest", () => {
    const details = [{ type: 1 }, { type: 2 }, { type: 1 }, { type: 3, attributes: [1] }]
    const [one, ...more] = answerOf(details.map((detail) => ({ digest: digestOf("aaaa"), details: [detail] }))).listed
    expect([one!.types, one!.notEnforced, more]).toEqual([["malware", "phishing"], ["unwanted-software"], []])
  })

  it("does not retain the whole response for one digest", () => {
    const [listed] = answerOf([{ digest: digestOf("aaaa"), details: [] }]).listed
    expect(listed!.digest.buffer.byteLength).toBe(32)
  })

  it("rejects an invalid duration, digest or detail", () => {
    const duration = bytesField(2, fromHex("0805"))
    expect(problemOf(duration)).toBe(null)
    expect(problemOf(bytesField(2, fromHex("08ffffffffffffffffff01")))).toBe("duration")
    expect(problemOf(concat([bytesField(1, new Uint8Array(0)), duration]))).toBe("hash length")
    const withDetail = (detail: string) =>
      concat([bytesField(1, concat([bytesField(1, digestOf("aaaa")), bytesField(2, fromHex(detail))])), duration])
    expect([withDetail("0801"), withDetail("08"), withDetail("12018f")].map(problemOf)).toEqual([
      null,
      "malformed",
      "malformed"
    ])
  })

  it("never throws on damaged input", () => {
    const whole = encodeSearchHashes([{ digest: digestOf("aaaa"), details: [{ type: 1, attributes: [1] }] }], 1.5)
    fc.assert(
      fc.property(fc.nat(whole.length), fc.uint8Array({ maxLength: 9 }), fc.nat(40), (at, bytes, skipped) => {
        const answer = read(concat([whole.subarray(0, at), bytes, whole.subarray(at + skipped)]), ["aaaa"])
        if (Result.isSuccess(answer)) {
          expect(answer.success.listed.every(({ digest }) => digest.length === 32)).toBe(true)
        }
      }),
      runs(250)
    )
  })
})
