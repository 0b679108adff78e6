import { Effect, Layer, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as BlocklistMemory from "../../../../adapters/storage/memory/BlocklistMemory.ts"
import { Blocklist } from "../../../../core/threats/blocklist/Blocklist.ts"
import { decideListing, decideUrl, sortByPrecedence } from "../../../../core/threats/blocklist/BlocklistDecision.ts"
import {
  type BlocklistEntry,
  isManual,
  type NewBlocklistEntry
} from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { blocklistTargetsOf } from "../../../../core/threats/blocklist/BlocklistTargets.ts"
import { screenUrl } from "../../../../core/threats/ScreenUrl.ts"
import { WebRisk } from "../../../../core/threats/WebRisk.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import { operatorEntry, withId } from "../../../contracts/kit/BlocklistEntries.ts"

const at = (millis: number) => new Date(1_000_000 + millis)
const block = (millis: number, source = "operator") =>
  operatorEntry("domain", "host.example", { createdAt: at(millis), source })
const allow = (millis: number, source = "operator"): NewBlocklistEntry => ({
  ...block(millis, source),
  action: "allow"
})

const decided = (...entries: ReadonlyArray<NewBlocklistEntry>) =>
  decideListing(entries.map((entry, id) => withId(id, entry)))?.action ?? null

const anyEntry: fc.Arbitrary<BlocklistEntry> = fc.record({
  id: fc.nat(),
  millis: fc.nat(3),
  isAllow: fc.boolean(),
  source: fc.constantFrom("operator", "submission:3", "import", "partner")
}).map(({ id, isAllow, millis, source }) => withId(id, isAllow ? allow(millis, source) : block(millis, source)))
const anyEntries = fc.uniqueArray(anyEntry, { selector: ({ id }) => id, maxLength: 8 })

describe("the deciding entry", () => {
  it("is null without entries", () => expect(decided()).toBe(null))

  it.each<readonly [string, string, ReadonlyArray<NewBlocklistEntry>]>([
    ["the newer of two by hand: the exception", "allow", [block(1), allow(2)]],
    ["the newer of two by hand: the block", "block", [block(2), allow(1)]],
    ["the one that blocks, of two of one instant", "block", [allow(1), block(1)]],
    ["an exception by hand before a block that was imported later", "allow", [allow(1), block(9, "partner")]],
    ["a block by hand before an exception that was imported later", "block", [block(1), allow(9, "partner")]],
    ["what was reviewed, as what was added by hand", "block", [allow(1), block(2, "submission:7")]],
    ["the newer of two imported ones", "allow", [block(1, "a"), allow(2, "b")]]
  ])("is %s", (_, action, entries) => {
    expect(decided(...entries)).toBe(action)
    expect(decided(...entries.toReversed())).toBe(action)
  })

  it("is independent of order, and is the first by precedence", () => {
    fc.assert(fc.property(anyEntries, fc.infiniteStream(fc.nat()), (entries, stream) => {
      const keys = new Map(entries.map((entry) => [entry.id, stream.next().value as number]))
      const shuffled = entries.toSorted((a, b) => keys.get(a.id)! - keys.get(b.id)!)
      expect(decideListing(shuffled)).toEqual(decideListing(entries))
      expect(sortByPrecedence(shuffled)[0] ?? null).toEqual(decideListing(entries))
      expect(sortByPrecedence(shuffled)).toEqual(sortByPrecedence(entries))
    }))
  })

  it("is manual if any entry is, and the newest of its kind", () => {
    fc.assert(fc.property(anyEntries, (entries) => {
      const decider = decideListing(entries)
      expect(decider === null).toBe(entries.length === 0)
      expect(decider !== null && isManual(decider)).toBe(entries.some(isManual))
      const alike = entries.filter((entry) => isManual(entry) === (decider !== null && isManual(decider)))
      expect(alike.filter(({ createdAt }) => createdAt > decider!.createdAt)).toEqual([])
    }))
  })
})

describe("a URL with several readings", () => {
  // A browser opens evil.example. By the rules of the lists, the host is good.example.
  const url = Result.getOrThrow(parseWebUrl("http://evil.example\\@good.example/"))
  const decide = (...entries: ReadonlyArray<NewBlocklistEntry>) =>
    decideUrl(url, entries.map((entry, id) => withId(id, entry)))?.action ?? null
  const good = operatorEntry("host", "good.example", { createdAt: at(9) })
  const evil = operatorEntry("host", "evil.example", { createdAt: at(1) })

  it("is read in several ways", () => {
    expect(new Set(url.readings.map(({ host }) => host))).toEqual(new Set(["evil.example", "good.example"]))
  })

  it("is blocked if any reading is, even by an older entry", () => {
    expect(decide(good)).toBe("block")
    expect(decide(evil)).toBe("block")
    expect(decide(evil, { ...good, action: "allow" })).toBe("block")
  })

  it("is not allowed by an exception for only one reading", () => {
    expect(decide({ ...good, action: "allow" })).toBe(null)
    expect(decide({ ...evil, action: "allow" })).toBe(null)
    expect(decide({ ...good, action: "allow" }, { ...evil, action: "allow" })).toBe("allow")
  })
})

describe("screening with exceptions", () => {
  let callCount = 0
  const sources = Layer.succeed(WebRisk, {
    check: () =>
      Effect.sync(() => {
        callCount++
        return { threat: { source: "feed", type: "phishing", expression: "host.example/" }, observed: [], stale: [] }
      }),
    status: Effect.succeed([])
  })
  const screen = (...entries: ReadonlyArray<NewBlocklistEntry>) => {
    callCount = 0
    return Effect.runPromise(
      Effect.gen(function*() {
        yield* (yield* Blocklist).putAll(entries)
        return yield* screenUrl("https://www.host.example/a")
      }).pipe(Effect.provide(Layer.merge(BlocklistMemory.layer, sources)))
    )
  }

  it("reports an allowed URL as safe without a lookup, and names the entry", async () => {
    expect(await screen(allow(1))).toEqual({
      ok: true,
      listed: null,
      allowed: { entry: 1, expression: "host.example" },
      observed: [],
      stale: []
    })
    expect(callCount).toBe(0)
  })

  it("blocks it if a newer entry does", async () => {
    expect(await screen(allow(1), block(2))).toMatchObject({
      ok: false,
      allowed: null,
      listed: { source: "blocklist" }
    })
    expect(await screen(allow(2), block(1))).toMatchObject({ ok: true })
  })

  it("looks it up again after the exception expires", async () => {
    expect(await screen({ ...allow(1), expiresAt: at(2) })).toMatchObject({ ok: false, listed: { source: "feed" } })
    expect(callCount).toBe(1)
  })

  it("finds entries by the targets of every reading", () => {
    const url = Result.getOrThrow(parseWebUrl("http://evil.example\\@good.example/"))
    const hosts = blocklistTargetsOf(url).filter(({ kind }) => kind === "host").map(({ expression }) => expression)
    expect(hosts.toSorted()).toEqual(["evil.example", "good.example"])
  })
})
