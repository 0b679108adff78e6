import { Effect } from "effect"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import type { BlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { operatorEntry } from "./BlocklistEntries.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

const at = new Date("2026-11-20T10:00:00.000Z")
const afterMillis = (millis: number) => new Date(at.getTime() + millis)
const host = operatorEntry("host", "bad.example", { createdAt: at })
const ids = (entries: ReadonlyArray<BlocklistEntry>) => entries.map(({ id }) => id)

export const blocklistContract = contract<Blocklist>("Blocklist", ({ testIsolated }) => {
  const test = (title: string, body: (blocklist: Blocklist["Service"]) => Effect.Effect<void, unknown>) =>
    testIsolated(title, Effect.flatMap(Blocklist, body))

  test("keeps an entry unchanged and finds it by kind and expression", (blocklist) =>
    Effect.gen(function*() {
      const entry = operatorEntry("url", "bad.example/a?b=%20", {
        action: "allow",
        reason: "O'Brien said “no”, \\ so",
        source: "partner",
        author: "Ünï",
        forced: true,
        expiresAt: afterMillis(1)
      })
      const put = yield* blocklist.put(entry)
      expect(put).toEqual({ ...entry, id: put.id })
      expect(yield* blocklist.find([host, entry], at)).toEqual([put])
      expect(yield* blocklist.find([{ kind: "prefix", expression: entry.expression }], at)).toEqual([])
      expect(yield* blocklist.find([], at)).toEqual([])
    }))

  test("finds all entries that cover a URL until they expire", (blocklist) =>
    Effect.gen(function*() {
      const short = yield* blocklist.put({ ...host, expiresAt: afterMillis(5) })
      const allow = yield* blocklist.put({ ...host, action: "allow" })
      const partner = yield* blocklist.put({ ...host, source: "partner" })
      const domain = yield* blocklist.put(operatorEntry("domain", "example"))
      const find = (now: Date) => Effect.map(blocklist.find([domain, host], now), (found) => ids(found).toSorted())
      expect(yield* find(afterMillis(4))).toEqual(ids([short, allow, partner, domain]))
      expect(yield* find(afterMillis(5))).toEqual(ids([allow, partner, domain]))
    }))

  test("updates a source's statement about a target: the latest applies", (blocklist) =>
    Effect.gen(function*() {
      const first = yield* blocklist.put(host)
      const renewal = {
        ...host,
        reason: "again",
        author: "bob",
        forced: true,
        createdAt: afterMillis(2),
        expiresAt: afterMillis(9)
      }
      const renewed = yield* blocklist.put(renewal)
      expect(renewed).toEqual({ ...renewal, id: first.id })
      expect(yield* blocklist.put({ ...host, reason: "from a backup", createdAt: afterMillis(1) })).toEqual(renewed)
      expect(yield* blocklist.putAll([{ ...host, reason: "from a backup", createdAt: afterMillis(1) }])).toBe(0)
      expect(yield* blocklist.find([host], at)).toEqual([renewed])
      expect(yield* blocklist.putAll([{ ...host, createdAt: afterMillis(2) }])).toBe(0)
      expect(yield* blocklist.find([host], at)).toEqual([{ ...host, id: first.id, createdAt: afterMillis(2) }])
      expect(yield* blocklist.count).toBe(1)
    }))

  test("accepts many at once and keeps the last one for each target, at any position", (blocklist) =>
    Effect.gen(function*() {
      const many = Array.from(
        { length: 2_500 },
        (_, n) =>
          operatorEntry("url", `many.example/${n % 2_400}`, {
            reason: String(n),
            createdAt: afterMillis(n === 7 ? 9_999 : n)
          })
      )
      expect(yield* blocklist.putAll(many)).toBe(2_400)
      expect(yield* blocklist.count).toBe(2_400)
      const reasonOf = (n: number) =>
        Effect.map(blocklist.find([many[n]!], at), (found) => found.map(({ reason }) => reason))
      expect(yield* reasonOf(7)).toEqual(["7"])
      expect(yield* reasonOf(8)).toEqual(["2408"])
      expect(yield* blocklist.putAll([])).toBe(0)
    }))

  test("lists the newest first, by page, action and source", (blocklist) =>
    Effect.gen(function*() {
      const entries = yield* Effect.forEach([1, 2, 3, 4, 5], (n) =>
        blocklist.put(
          operatorEntry("host", `h${n}.example`, { action: n % 2 === 0 ? "allow" : "block", source: n > 3 ? "b" : "a" })
        ))
      const [one, two, three, four, five] = ids(entries)
      const list = (page: Parameters<typeof blocklist.list>[0]) => Effect.map(blocklist.list(page), ids)
      expect(yield* list({ limit: 2 })).toEqual([five, four])
      expect(yield* list({ limit: 9, before: three! })).toEqual([two, one])
      expect(yield* list({ limit: 9, action: "allow" })).toEqual([four, two])
      expect(yield* list({ limit: 9, source: "b" })).toEqual([five, four])
      expect(yield* list({ limit: 9, source: "a", action: "allow", before: five! })).toEqual([two])
      expect(yield* list({ limit: 9, source: "nobody" })).toEqual([])
    }))

  test("searches for part of an expression or target, by page, with wildcards as plain text", (blocklist) =>
    Effect.gen(function*() {
      const [one, two, three, four, five] = ids(
        yield* Effect.forEach([
          operatorEntry("url", "login.bad.example/A?id=100%25"),
          operatorEntry("domain", "bad.example", { action: "allow" }),
          operatorEntry("host", "good.example", { source: "partner" }),
          operatorEntry("url", "good.example/a_b", { expiresAt: at }),
          operatorEntry("url", "good.example/a-b")
        ], (entry) => blocklist.put(entry))
      )
      const found = (query: object) => blocklist.search({ limit: 9, text: "", targets: [], ...query })
      const search = (query: object) => Effect.map(found(query), ({ items }) => ids(items))
      expect(yield* search({ text: "bad.EXAMPLE" })).toEqual([two, one])
      expect(yield* search({ text: "/a?id=100%25" })).toEqual([one])
      expect(yield* search({ text: "a_b" })).toEqual([four])
      expect(yield* search({ text: "good%b" })).toEqual([])
      expect(yield* search({ text: "\\" })).toEqual([])
      expect(yield* search({ text: "o'brien\0" })).toEqual([])
      const targets = [{ kind: "domain", expression: "bad.example" }, { kind: "host", expression: "bad.example" }]
      expect(yield* search({ text: "www.bad.example", targets })).toEqual([two])
      expect(yield* search({ text: "login", targets })).toEqual([two, one])
      expect(yield* search({ text: "example", action: "allow" })).toEqual([two])
      expect(yield* search({ text: "example", source: "partner", action: "block" })).toEqual([three])
      expect(yield* search({ text: "good", before: five! })).toEqual([four, three])
      const first = yield* found({ text: "good", limit: 2 })
      expect([ids(first.items), first.next]).toEqual([[five, four], four])
      expect(yield* found({ text: "good", limit: 3 })).toMatchObject({ next: null })
      const last = yield* found({ text: "good", limit: 2, before: four! })
      expect([ids(last.items), last.next]).toEqual([[three], null])
    }))

  test("finds an old entry on one of the pages of a search", (blocklist) =>
    Effect.gen(function*() {
      const needle = yield* blocklist.put(operatorEntry("host", "needle.example"))
      const hay = Array.from({ length: 12_000 }, (_, n) => operatorEntry("url", `hay.example/${n}`))
      yield* blocklist.putAll(hay)
      let before = Number.MAX_SAFE_INTEGER
      for (;;) {
        const { items, next } = yield* blocklist.search({ limit: 2, text: "needle", targets: [], before })
        if (items.length > 0) return expect(items).toEqual([needle])
        expect(next).toBeLessThan(before)
        before = next!
      }
    }))

  test("renames an author and counts an author's entries", (blocklist) =>
    Effect.gen(function*() {
      const of = (n: number, author: string) => blocklist.put(operatorEntry("host", `h${n}.example`, { author }))
      const entries = [yield* of(1, "Ann"), yield* of(2, "Annabel"), yield* of(3, "Ben"), yield* of(4, "Ann")]
      expect(yield* blocklist.countBy(["Ann", "Ben"])).toBe(3)
      expect(yield* blocklist.countBy([])).toBe(0)
      yield* blocklist.renameAuthors(["Ann", "Ben"], "somebody")
      const authors = ["somebody", "Annabel", "somebody", "somebody"]
      const renamed = entries.map((entry, at) => ({ ...entry, author: authors[at]! }))
      expect(yield* blocklist.list({ limit: 9 })).toEqual(renamed.toReversed())
      expect(yield* blocklist.find([entries[0]!], at)).toEqual([renamed[0]])
      expect(yield* blocklist.countBy(["Ann", "Ben"])).toBe(0)
      yield* blocklist.renameAuthors([], "nobody")
      expect(yield* blocklist.countBy(["nobody"])).toBe(0)
    }))

  test("removes one entry, one source's entries, and expired ones; ids are not reused", (blocklist) =>
    Effect.gen(function*() {
      const first = yield* blocklist.put(host)
      const partners = [1, 2, 3].map((n) => operatorEntry("host", `p${n}.example`, { source: "partner" }))
      yield* blocklist.putAll([...partners, { ...host, source: "other", expiresAt: afterMillis(3) }])
      expect(yield* blocklist.removeSource("partner")).toBe(3)
      expect(yield* blocklist.removeSource("partner")).toBe(0)
      expect(yield* blocklist.sweep(afterMillis(2))).toBe(0)
      expect(yield* blocklist.sweep(afterMillis(3))).toBe(1)
      yield* blocklist.remove(first.id)
      expect((yield* Effect.flip(blocklist.remove(first.id)))._tag).toBe("BlocklistEntryNotFound")
      expect(yield* blocklist.count).toBe(0)
      expect((yield* blocklist.put(host)).id).toBeGreaterThan(first.id + 4)
    }))
})
