import { Effect } from "effect"
import { expect } from "vitest"
import type { LeadRecord } from "../../core/leads/LeadRecord.ts"
import { Leads } from "../../core/ports/Leads.ts"
import { onEveryStorage } from "../support/Storages.ts"

const at = new Date("2026-11-20T10:00:00.000Z")
const idOf = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
const lead = (n: number, changes: Partial<LeadRecord> = {}): LeadRecord => ({
  requestId: idOf(n),
  accountId: "acc_1",
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

/** Waits until so many leads are there, however slow the machine: nobody is told when one is written. */
const holds = (leads: Leads["Service"], count: number) =>
  Effect.gen(function*() {
    while ((yield* leads.list({ limit: 99 })).length < count) yield* Effect.sleep(20)
  })

const numbers = (leads: ReadonlyArray<LeadRecord>) => leads.map(({ requestId }) => Number(requestId.at(-1)))

onEveryStorage("Leads", ({ testAlone }) => {
  const test = (says: string, body: (leads: Leads["Service"]) => Effect.Effect<void, unknown>) =>
    testAlone(says, Effect.flatMap(Leads, body))

  test("keeps every field as it was, and the first of two with one id", (leads) =>
    Effect.gen(function*() {
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
      yield* holds(leads, 3)
      expect(yield* leads.get(full.requestId)).toEqual(full)
      expect(yield* leads.get(idOf(2))).toEqual(lead(2, { spamProbability: 0 }))
      expect(yield* leads.get(idOf(3))).toEqual(lead(3, { spamProbability: 1 }))
      expect(yield* Effect.flip(leads.get(idOf(9)))).toMatchObject({ _tag: "LeadNotFound", id: idOf(9) })
    }))

  test("lists the newest first, by each filter and by pages", (leads) =>
    Effect.gen(function*() {
      const verdicts = ["spam", "clean", "review", "spam", "clean"] as const
      const made = verdicts.map((verdict, at) => lead(at + 1, { verdict, accountId: at < 3 ? "acc_1" : "acc_2" }))
      for (const one of made.toReversed()) leads.record(one)
      yield* holds(leads, 5)
      const list = (filter: Omit<Parameters<typeof leads.list>[0], "limit">, limit = 9) =>
        Effect.map(leads.list({ ...filter, limit }), numbers)
      expect(yield* list({})).toEqual([5, 4, 3, 2, 1])
      expect(yield* list({}, 2)).toEqual([5, 4])
      expect(yield* list({ before: idOf(4) }, 2)).toEqual([3, 2])
      expect(yield* list({ verdict: "spam" })).toEqual([4, 1])
      expect(yield* list({ accountId: "acc_2" })).toEqual([5, 4])
      expect(yield* list({ accountId: "acc_1", verdict: "clean", before: idOf(9) })).toEqual([2])
      expect(yield* list({ mark: "any" })).toEqual([])
      yield* leads.mark(idOf(2), "ham", at)
      yield* leads.mark(idOf(4), "spam", at)
      expect(yield* list({ mark: "any" })).toEqual([4, 2])
      expect(yield* list({ mark: "spam" })).toEqual([4])
      expect(yield* list({ mark: "ham" })).toEqual([2])
      expect(yield* list({ mark: "none" })).toEqual([5, 3, 1])
      expect(yield* list({ mark: "any", before: idOf(4) })).toEqual([2])
      yield* leads.mark(idOf(5), "ham", at)
      const other = { accountId: "acc_2" }
      expect(yield* list({ ...other, mark: "any" })).toEqual([5, 4])
      expect(yield* list({ ...other, mark: "any" }, 1)).toEqual([5])
      expect(yield* list({ ...other, mark: "any", before: idOf(5) })).toEqual([4])
      expect(yield* list({ ...other, mark: "ham" })).toEqual([5])
      expect(yield* list({ ...other, mark: "any", verdict: "spam" })).toEqual([4])
      expect(yield* list({ ...other, mark: "none" })).toEqual([])
      expect(yield* list({ accountId: "acc_1", mark: "none" })).toEqual([3, 1])
      expect(yield* list({ accountId: "acc_1", mark: "none", verdict: "spam" })).toEqual([1])
    }))

  test("marks, marks anew, takes a mark back, and fails for what it does not have", (leads) =>
    Effect.gen(function*() {
      leads.record(lead(1, { message: "Hello" }))
      leads.record(lead(2))
      yield* holds(leads, 2)
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

  test("forgets one, with its message and its mark", (leads) =>
    Effect.gen(function*() {
      for (const n of [1, 2]) leads.record(lead(n, { message: "Hello" }))
      yield* holds(leads, 2)
      yield* leads.mark(idOf(1), "spam", at)
      yield* leads.forget(idOf(1))
      expect(numbers(yield* leads.list({ limit: 9 }))).toEqual([2])
      expect((yield* Effect.flip(leads.get(idOf(1))))._tag).toBe("LeadNotFound")
      expect((yield* Effect.flip(leads.forget(idOf(1))))._tag).toBe("LeadNotFound")
      expect((yield* Effect.flip(leads.mark(idOf(1), "spam", at)))._tag).toBe("LeadNotFound")
    }))

  test("sweeps what is older, whether marked or not", (leads) =>
    Effect.gen(function*() {
      for (const n of [1, 2, 3, 4]) leads.record(lead(n))
      yield* holds(leads, 4)
      for (const n of [1, 4]) yield* leads.mark(idOf(n), "spam", at)
      expect(yield* leads.sweep(new Date(at.getTime() + 3))).toBe(2)
      expect(numbers(yield* leads.list({ limit: 9 }))).toEqual([4, 3])
      expect(yield* leads.sweep(new Date(at.getTime() + 3))).toBe(0)
    }))
})
