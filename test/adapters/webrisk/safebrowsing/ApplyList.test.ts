import { Result } from "effect"
import { hash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { type HashListAnswer, readHashList } from "../../../../adapters/webrisk/safebrowsing/HashListAnswer.ts"
import { applyList, type CheckedList } from "../../../../adapters/webrisk/safebrowsing/ListJobs.ts"
import { globalCache, threatLists } from "../../../../adapters/webrisk/safebrowsing/Lists.ts"
import { encodeSafeBrowsing, encodeSafeBrowsingNumbers } from "../../../fakes/RiceEncode.ts"
import { encodeHashList, type SentHashList } from "../../../fakes/SafeBrowsingMessages.ts"
import { fromHex, hex } from "../../../support/Bytes.ts"

const kind = threatLists[0]!

const sum = (entries: string) => Uint8Array.from(hash("sha256", fromHex(entries), "buffer"))

/** As it comes over the wire. */
const answer = (sent: Omit<SentHashList, "name">): HashListAnswer =>
  Result.getOrThrow(readHashList(encodeHashList({ name: kind.name, waitSeconds: 60, ...sent })))

const rice = (entries: string, width = 4) => encodeSafeBrowsing(fromHex(entries), width)

const whole = (entries: string): CheckedList =>
  Result.getOrThrow(applyList(kind, null, answer({ additions: rice(entries), checksum: sum(entries) })))

/** The entries after an answer, or why there are none. */
const after = (before: CheckedList | null, sent: Omit<SentHashList, "name">, of = kind): string =>
  Result.match(applyList(of, before, answer(sent)), {
    onSuccess: ({ index }) => index.lists.map((list) => hex(list.toBytes())).join(),
    onFailure: (problem) => problem
  })

const abc = "0a0000000b0000000c000000"

describe("a list after an answer", () => {
  it("is the whole list, whatever was here", () => {
    expect(after(null, { additions: rice(abc), checksum: sum(abc) })).toBe(abc)
    expect(after(whole("01020304"), { additions: rice(abc), checksum: sum(abc) })).toBe(abc)
  })

  it("is what was here without what is removed and with what is added", () => {
    const additions = rice("0a0000010d000000")
    const checksum = sum("0a0000010c0000000d000000")
    const removals = encodeSafeBrowsingNumbers([0, 1])
    expect(after(whole(abc), { isPartial: true, removals, additions, checksum })).toBe("0a0000010c0000000d000000")
  })

  it("is the same one where the answer has no checksum, whether it calls itself partial or not", () => {
    const before = whole(abc)
    expect(Result.getOrThrow(applyList(kind, before, answer({ isPartial: true })))).toBe(before)
    expect(Result.getOrThrow(applyList(kind, before, answer({})))).toBe(before)
  })

  it("follows the worked example of the documentation", () => {
    // developers.google.com/safe-browsing/reference/Local.Database: 0x1d32c508, k 30, two entries.
    const encodedData = fromHex("7400d2971bed497400")
    const additions = { first: fromHex("1d32c508"), riceParameter: 30, entriesCount: 2, encodedData }
    const entries = "1d32c508291bc542f7a502e5"
    expect(after(null, { additions, checksum: sum(entries) })).toBe(entries)
  })

  it("has whole digests where it is the Global Cache", () => {
    const digests = "11".repeat(32) + "22".repeat(32)
    expect(after(null, { additions: rice(digests, 32), checksum: sum(digests) }, globalCache)).toBe(digests)
  })

  it.each<readonly [string, CheckedList | null, Omit<SentHashList, "name">]>([
    ["is confirmed, though it is not here", null, {}],
    ["is changed, though it is not here", null, { isPartial: true, additions: rice(abc), checksum: sum(abc) }],
    ["is changed without a checksum", whole(abc), { isPartial: true, additions: rice("0d000000") }],
    ["is changed without a checksum", whole(abc), { isPartial: true, removals: encodeSafeBrowsingNumbers([0]) }],
    ["has a checksum that is none", null, { additions: rice(abc), checksum: sum(abc).subarray(1) }],
    ["has another checksum than it should", null, { additions: rice(abc), checksum: sum("01") }],
    ["has prefixes of another size", null, { additions: rice("0102030405060708", 8), checksum: sum(abc) }],
    [
      "is changed in a way that does not fit (removals)",
      whole(abc),
      { isPartial: true, removals: encodeSafeBrowsingNumbers([3]), checksum: sum(abc) }
    ],
    [
      "is changed in a way that does not fit (repeated)",
      whole(abc),
      { isPartial: true, additions: rice("0b000000"), checksum: sum(abc) }
    ],
    [
      "cannot be decoded (removals of a whole list)",
      whole(abc),
      { removals: encodeSafeBrowsingNumbers([0]), additions: rice(abc), checksum: sum(abc) }
    ],
    [
      "cannot be decoded (truncated)",
      null,
      { additions: { ...rice(abc), encodedData: new Uint8Array(0) }, checksum: sum(abc) }
    ]
  ])("%s", (problem, before, sent) => {
    expect(after(before, sent)).toBe(problem)
  })
})
