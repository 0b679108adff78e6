import { Result } from "effect"
import * as fc from "fast-check"
import { hash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import {
  type HashListResponse,
  parseHashList,
  parseHashLists
} from "../../../../adapters/webrisk/safebrowsing/HashListResponse.ts"
import {
  applyList,
  applySafeBrowsingLists,
  type ListOutcome,
  type ListRequest,
  type ListState,
  type VerifiedList
} from "../../../../adapters/webrisk/safebrowsing/ListJobs.ts"
import { globalCache, threatLists } from "../../../../adapters/webrisk/safebrowsing/Lists.ts"
import { encodeSafeBrowsing, encodeSafeBrowsingNumbers } from "../../../fakes/RiceEncode.ts"
import { encodeHashList, type SentHashList } from "../../../fakes/SafeBrowsingMessages.ts"
import { SafeBrowsingVendor } from "../../../fakes/SafeBrowsingVendor.ts"
import { fromHex, hex } from "../../../support/Bytes.ts"
import { runs } from "../../../support/TestRun.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-safe-browsing-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const storage = { folder, vendor: "https://vendor.test" }
const kind = threatLists[0]!

const apply = (bytes: Uint8Array, before: ListState | null, more: Partial<ListRequest> = {}): ListOutcome | string => {
  const blocks = [Uint8Array.from(bytes.subarray(0, 20)).buffer, Uint8Array.from(bytes.subarray(20)).buffer]
  const requests = [{ kind, before, entriesInUse: null, acceptsSuspicious: false, ...more }]
  const { output } = applySafeBrowsingLists({ storage, requests, blocks, now: 5 })
  return output.kind === "unreadable" ? output.problem : output.lists[0]!
}

const vendor = new SafeBrowsingVendor()
for (let at = 0; at < 40; at++) vendor.put(kind.name, `${at}.test/`)
const whole = vendor.batch([kind.name], [])
const first = apply(whole, null) as ListOutcome & { readonly kind: "whole" }
for (let at = 30; at < 50; at++) {
  if (at < 40) vendor.remove(kind.name, `${at}.test/`)
  else vendor.put(kind.name, `${at}.test/`)
}
const change = vendor.batch([kind.name], [Buffer.from(first.state.version, "base64").toString("hex")])

describe("list jobs of the worker thread", () => {
  it("load full lists and changes", () => {
    expect(first).toMatchObject({ kind: "whole", waitMillis: 1_800_000, storageProblem: null })
    expect(apply(change, first.state)).toMatchObject({ kind: "whole", state: { confirmedAt: 5 } })
  })

  it("never mistake a damaged response for another list, and never throw", () => {
    const damage = fc.record({
      answer: fc.constantFrom(whole, change),
      at: fc.nat({ max: Math.min(whole.length, change.length) - 1 }),
      value: fc.nat({ max: 255 }),
      cut: fc.option(fc.nat({ max: whole.length }), { nil: null })
    })
    fc.assert(
      fc.property(damage, ({ answer, at, cut, value }) => {
        const bytes = Uint8Array.from(answer.subarray(0, cut ?? answer.length))
        if (at < bytes.length) bytes[at] = value
        const before = answer === change ? first.state : null
        const applied = apply(bytes, before)
        if (typeof applied === "string" || !("state" in applied)) return
        // Only the version or the wait time was damaged, because the entries match the checksum.
        const right = apply(answer, before) as typeof first
        expect([right.state.checksum, first.state.checksum]).toContain(applied.state.checksum)
      }),
      runs(150)
    )
  })

  it("never throw on arbitrary bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const applied = apply(bytes, first.state)
      expect(typeof applied === "string" ? applied : applied.kind).not.toBe("whole")
    }))
  })

  it("report a list that cannot be stored, and still use it", () => {
    const blocks = [Uint8Array.from(whole).buffer]
    const requests = [{ kind, before: null, entriesInUse: null, acceptsSuspicious: false }]
    const elsewhere = { ...storage, folder: "/dev/null/lists" }
    const { output } = applySafeBrowsingLists({ storage: elsewhere, requests, blocks, now: 5 })
    expect(output).toMatchObject({
      lists: [{ kind: "whole", storageProblem: expect.stringContaining("cannot be written") }]
    })
  })

  it("report a list that loses more than half of many entries as suspicious, unless it is trusted", () => {
    expect(apply(whole, null, { entriesInUse: 1_000 })).toMatchObject({ kind: "suspicious", entries: 41 })
    expect(apply(whole, null, { entriesInUse: 1_000, acceptsSuspicious: true })).toMatchObject({ kind: "whole" })
    expect(apply(whole, null, { entriesInUse: 80 })).toMatchObject({ kind: "whole" })
  })

  it("check the width that the kind of list requires", () => {
    const cache = vendor.batch([globalCache.name], [])
    expect(apply(cache, null, { kind: { ...globalCache, size: 4 } })).toMatchObject({ kind: "out of step" })
    expect(apply(cache, null, { kind: globalCache })).toMatchObject({ kind: "whole" })
    expect(parseHashLists(cache)).toMatchObject({ _tag: "Success" })
  })
})

const sum = (entries: string) => Uint8Array.from(hash("sha256", fromHex(entries), "buffer"))

/** Returns a response that was encoded and parsed. */
const answer = (sent: Omit<SentHashList, "name">): HashListResponse =>
  Result.getOrThrow(parseHashList(encodeHashList({ name: kind.name, waitSeconds: 60, ...sent })))

const rice = (entries: string, width = 4) => encodeSafeBrowsing(fromHex(entries), width)

const listOf = (entries: string): VerifiedList =>
  Result.getOrThrow(applyList(kind, null, answer({ additions: rice(entries), checksum: sum(entries) })))

/** Returns the entries after a response, or the reason for a rejection. */
const after = (before: VerifiedList | null, sent: Omit<SentHashList, "name">, of = kind): string =>
  Result.match(applyList(of, before, answer(sent)), {
    onSuccess: ({ index }) => index.lists.map((list) => hex(list.toBytes())).join(),
    onFailure: (problem) => problem
  })

const abc = "0a0000000b0000000c000000"

describe("a list after an update", () => {
  it("is replaced by a full list", () => {
    expect(after(null, { additions: rice(abc), checksum: sum(abc) })).toBe(abc)
    expect(after(listOf("01020304"), { additions: rice(abc), checksum: sum(abc) })).toBe(abc)
  })

  it("lacks the removed entries and has the added ones", () => {
    const additions = rice("0a0000010d000000")
    const checksum = sum("0a0000010c0000000d000000")
    const removals = encodeSafeBrowsingNumbers([0, 1])
    expect(after(listOf(abc), { isPartial: true, removals, additions, checksum })).toBe("0a0000010c0000000d000000")
  })

  it("is unchanged if the response has no checksum, partial or not", () => {
    const before = listOf(abc)
    expect(Result.getOrThrow(applyList(kind, before, answer({ isPartial: true })))).toBe(before)
    expect(Result.getOrThrow(applyList(kind, before, answer({})))).toBe(before)
  })

  it("matches the documented example", () => {
    // Example in developers.google.com/safe-browsing/reference/Local.Database: Rice parameter 30, two entries.
    const encodedData = fromHex("7400d2971bed497400")
    const additions = { first: fromHex("1d32c508"), riceParameter: 30, entriesCount: 2, encodedData }
    const entries = "1d32c508291bc542f7a502e5"
    expect(after(null, { additions, checksum: sum(entries) })).toBe(entries)
  })

  it("contains full digests for the Global Cache", () => {
    const digests = "11".repeat(32) + "22".repeat(32)
    expect(after(null, { additions: rice(digests, 32), checksum: sum(digests) }, globalCache)).toBe(digests)
  })

  it.each<readonly [string, VerifiedList | null, Omit<SentHashList, "name">]>([
    ["was confirmed although it is not stored", null, {}],
    ["changed although it is not stored", null, { isPartial: true, additions: rice(abc), checksum: sum(abc) }],
    ["changed without a checksum", listOf(abc), { isPartial: true, additions: rice("0d000000") }],
    ["changed without a checksum", listOf(abc), { isPartial: true, removals: encodeSafeBrowsingNumbers([0]) }],
    ["has an invalid checksum", null, { additions: rice(abc), checksum: sum(abc).subarray(1) }],
    ["does not match its checksum", null, { additions: rice(abc), checksum: sum("01") }],
    ["has prefixes of another size", null, { additions: rice("0102030405060708", 8), checksum: sum(abc) }],
    [
      "has a change that does not apply (removals)",
      listOf(abc),
      { isPartial: true, removals: encodeSafeBrowsingNumbers([3]), checksum: sum(abc) }
    ],
    [
      "has a change that does not apply (repeated)",
      listOf(abc),
      { isPartial: true, additions: rice("0b000000"), checksum: sum(abc) }
    ],
    [
      "cannot be decoded (removals of a whole list)",
      listOf(abc),
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
