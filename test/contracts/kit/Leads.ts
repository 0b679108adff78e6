import { Effect } from "effect"
import type { LeadRecord } from "../../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../../core/leads/records/Leads.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { newAccountIds } from "./People.ts"

const at = new Date("2026-11-20T10:00:00.000Z")
let books = 0

/** Returns two accounts, and functions that build leads with ids that no other test uses. */
const makeBook = () => {
  const [mine, other] = newAccountIds()
  const prefix = String(++books).padStart(8, "0")
  const idOf = (n: number) => `${prefix}-0000-7000-8000-00000000000${n}`
  const lead = (n: number, changes: Partial<LeadRecord> = {}): LeadRecord => ({
    requestId: idOf(n),
    accountId: mine,
    at: new Date(at.getTime() + n),
    verdict: "clean",
    riskScore: 0,
    categories: [],
    language: null,
    source: null,
    spamProbability: null,
    message: null,
    mark: null,
    markedAt: null,
    ...changes
  })
  return { mine, other, idOf, lead }
}

/** Waits until an account has the given number of leads. */
const holds = (leads: Leads["Service"], accountId: string, count: number) =>
  Effect.gen(function*() {
    while ((yield* leads.count(accountId)) < count) yield* Effect.sleep(2)
  })

const numbers = (leads: ReadonlyArray<LeadRecord>) => leads.map(({ requestId }) => Number(requestId.at(-1)))

export const leadsContract = contract<Leads>("Leads", ({ test: shared, testIsolated: alone }) => {
  type Body = (leads: Leads["Service"]) => Effect.Effect<void, unknown>
  const test = (title: string, body: Body) => shared(title, Effect.flatMap(Leads, body))
  const testIsolated = (title: string, body: Body) => alone(title, Effect.flatMap(Leads, body))

  test("keeps every field unchanged, and the first of two with one id", (leads) =>
    Effect.gen(function*() {
      const { idOf, lead, mine } = makeBook()
      const full = lead(1, {
        verdict: "spam",
        riskScore: 87,
        categories: ["spam_content", "public_email"],
        language: "de",
        source: "Kontaktformular – “Über uns”",
        spamProbability: 0.1 + 0.2,
        message: "Zeile eins\nZeile zwei \u{1F600} 'quoted' \"twice\" $1 ? %s"
      })
      leads.record(full)
      leads.record({ ...full, riskScore: 1 })
      for (const spamProbability of [0, 1]) leads.record(lead(2 + spamProbability, { spamProbability }))
      yield* holds(leads, mine, 3)
      expect(yield* leads.get(full.requestId)).toEqual(full)
      expect(yield* leads.get(idOf(2))).toEqual(lead(2, { spamProbability: 0 }))
      expect(yield* leads.get(idOf(3))).toEqual(lead(3, { spamProbability: 1 }))
      expect(yield* Effect.flip(leads.get(idOf(9)))).toMatchObject({ _tag: "LeadNotFound", id: idOf(9) })
    }))

  testIsolated("lists the newest first, by each filter and by page", (leads) =>
    Effect.gen(function*() {
      const { idOf, lead, mine, other: foreign } = makeBook()
      const verdicts = ["spam", "clean", "review", "spam", "clean"] as const
      const leadsByVerdict = verdicts.map((verdict, at) =>
        lead(at + 1, { verdict, accountId: at < 3 ? mine : foreign })
      )
      for (const one of leadsByVerdict.toReversed()) leads.record(one)
      yield* holds(leads, mine, 3)
      yield* holds(leads, foreign, 2)
      const list = (filter: Omit<Parameters<typeof leads.list>[0], "limit">, limit = 9) =>
        Effect.map(leads.list({ ...filter, limit }), numbers)
      expect(yield* list({})).toEqual([5, 4, 3, 2, 1])
      expect(yield* list({}, 2)).toEqual([5, 4])
      expect(yield* list({ before: idOf(4) }, 2)).toEqual([3, 2])
      expect(yield* list({ verdict: "spam" })).toEqual([4, 1])
      expect(yield* list({ accountId: foreign })).toEqual([5, 4])
      expect(yield* list({ accountId: mine, verdict: "clean", before: idOf(9) })).toEqual([2])
      expect(yield* list({ mark: "any" })).toEqual([])
      yield* leads.mark(idOf(2), "ham", at)
      yield* leads.mark(idOf(4), "spam", at)
      expect(yield* list({ mark: "any" })).toEqual([4, 2])
      expect(yield* list({ mark: "spam" })).toEqual([4])
      expect(yield* list({ mark: "ham" })).toEqual([2])
      expect(yield* list({ mark: "none" })).toEqual([5, 3, 1])
      expect(yield* list({ mark: "any", before: idOf(4) })).toEqual([2])
      yield* leads.mark(idOf(5), "ham", at)
      const other = { accountId: foreign }
      expect(yield* list({ ...other, mark: "any" })).toEqual([5, 4])
      expect(yield* list({ ...other, mark: "any" }, 1)).toEqual([5])
      expect(yield* list({ ...other, mark: "any", before: idOf(5) })).toEqual([4])
      expect(yield* list({ ...other, mark: "ham" })).toEqual([5])
      expect(yield* list({ ...other, mark: "any", verdict: "spam" })).toEqual([4])
      expect(yield* list({ ...other, mark: "none" })).toEqual([])
      expect(yield* list({ accountId: mine, mark: "none" })).toEqual([3, 1])
      expect(yield* list({ accountId: mine, mark: "none", verdict: "spam" })).toEqual([1])
    }))

  test("marks, changes a mark, removes a mark, and fails for a missing lead", (leads) =>
    Effect.gen(function*() {
      const { idOf, lead, mine } = makeBook()
      leads.record(lead(1, { message: "Hello" }))
      leads.record(lead(2))
      yield* holds(leads, mine, 2)
      const [first, later] = [new Date(5), new Date(6)]
      const marked = { ...lead(1, { message: "Hello" }), mark: "spam" as const, markedAt: first }
      expect(yield* leads.mark(idOf(1), "spam", first)).toEqual(marked)
      expect(yield* leads.get(idOf(1))).toEqual(marked)
      expect(yield* leads.mark(idOf(1), "ham", later)).toEqual({ ...marked, mark: "ham", markedAt: later })
      expect(yield* leads.get(idOf(2))).toEqual(lead(2))
      expect(yield* leads.mark(idOf(1), null, later)).toEqual(lead(1, { message: "Hello" }))
      expect(yield* Effect.flip(leads.mark(idOf(9), "spam", first))).toMatchObject({
        _tag: "LeadNotFound",
        id: idOf(9)
      })
    }))

  test("deletes one with its message and mark", (leads) =>
    Effect.gen(function*() {
      const { idOf, lead, mine } = makeBook()
      for (const n of [1, 2]) leads.record(lead(n, { message: "Hello" }))
      yield* holds(leads, mine, 2)
      yield* leads.mark(idOf(1), "spam", at)
      yield* leads.forget(idOf(1))
      expect(numbers(yield* leads.list({ accountId: mine, limit: 9 }))).toEqual([2])
      expect((yield* Effect.flip(leads.get(idOf(1))))._tag).toBe("LeadNotFound")
      expect((yield* Effect.flip(leads.forget(idOf(1))))._tag).toBe("LeadNotFound")
      expect((yield* Effect.flip(leads.mark(idOf(1), "spam", at)))._tag).toBe("LeadNotFound")
    }))

  test("counts the leads of one account", (leads) =>
    Effect.gen(function*() {
      const { lead, mine, other } = makeBook()
      for (const n of [1, 2, 3]) leads.record(lead(n))
      leads.record(lead(4, { accountId: other }))
      yield* holds(leads, mine, 3)
      yield* holds(leads, other, 1)
      expect(yield* Effect.forEach([mine, other, "none"], leads.count)).toEqual([3, 1, 0])
    }))

  testIsolated("sweeps older leads, marked or not, of one account or of all", (leads) =>
    Effect.gen(function*() {
      const { idOf, lead, mine, other } = makeBook()
      for (const n of [1, 2, 3, 4]) leads.record(lead(n))
      for (const n of [5, 6]) leads.record(lead(n, { accountId: other, at: new Date(at.getTime() + n - 4) }))
      yield* holds(leads, mine, 4)
      yield* holds(leads, other, 2)
      for (const n of [1, 4, 5]) yield* leads.mark(idOf(n), "spam", at)
      const before = new Date(at.getTime() + 3)
      expect(yield* leads.sweep(before, "none")).toBe(0)
      expect(yield* leads.sweep(before, mine)).toBe(2)
      expect(numbers(yield* leads.list({ limit: 9 }))).toEqual([6, 5, 4, 3])
      expect(yield* leads.sweep(before, mine)).toBe(0)
      expect(yield* leads.sweep(before)).toBe(2)
      expect(numbers(yield* leads.list({ limit: 9 }))).toEqual([4, 3])
      expect(yield* leads.sweep(before)).toBe(0)
    }))
})
