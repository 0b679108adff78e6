import { Effect, Layer, Stream } from "effect"
import { expect, it } from "vitest"
import * as SecretsNode from "../../../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../../../adapters/storage/memory/StorageMemory.ts"
import type { LeadRecord } from "../../../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../../../core/leads/records/Leads.ts"
import { markLead } from "../../../../core/leads/records/ManageLeads.ts"
import { leadsReadMax, markedLeads, trainingMessageOf } from "../../../../core/leads/records/TrainingMessages.ts"

const lead: LeadRecord = {
  requestId: "",
  accountId: "acc_1",
  at: new Date(5),
  verdict: "clean",
  riskScore: 0,
  categories: [],
  language: "de",
  source: "landing page",
  spamProbability: 0.5,
  message: "Guten Tag",
  mark: "ham",
  markedAt: new Date(6)
}

const run = <A>(effect: Effect.Effect<A, unknown, Leads>) =>
  Effect.runPromise(Effect.provide(effect, StorageMemory.layer.pipe(Layer.provide(SecretsNode.layer))))

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`

it("reads page after page to the end", () =>
  run(Effect.gen(function*() {
    const leads = yield* Leads
    expect(yield* Stream.runCollect(markedLeads)).toEqual([])
    for (const marked of [1, leadsReadMax - 1, leadsReadMax, leadsReadMax + 1, 2 * leadsReadMax + 7]) {
      for (let n = 0; n < marked; n++) leads.record({ ...lead, requestId: idOf(n), mark: "spam" })
      for (let n = 900; n < 990; n++) leads.record({ ...lead, requestId: idOf(n), mark: null })
      const found = yield* Stream.runCollect(markedLeads)
      expect(found.map(({ requestId }) => requestId)).toEqual(
        Array.from({ length: marked }, (_, n) => idOf(marked - 1 - n))
      )
    }
  })))

it("writes the trainer's input, and skips leads without mark or text", () => {
  expect(trainingMessageOf(lead)).toEqual({ t: "Guten Tag", y: 0, src: "marks", lang: "de", g: null })
  expect(trainingMessageOf({ ...lead, mark: "spam", language: null })).toMatchObject({ y: 1, lang: "und" })
  expect(trainingMessageOf({ ...lead, mark: null })).toBe(null)
  expect(trainingMessageOf({ ...lead, message: null })).toBe(null)
})

it("uses the clock's time for marks, and fails for an unknown lead", () =>
  run(Effect.gen(function*() {
    const leads = yield* Leads
    leads.record({ ...lead, requestId: idOf(1), mark: null, markedAt: null })
    const before = Date.now()
    const marked = yield* markLead(idOf(1), "spam")
    expect(marked.mark).toBe("spam")
    expect(marked.markedAt!.getTime()).toBeGreaterThanOrEqual(before)
    expect((yield* markLead(idOf(1), null)).markedAt).toBe(null)
    expect(yield* Effect.flip(markLead(idOf(2), "ham"))).toMatchObject({ _tag: "LeadNotFound", id: idOf(2) })
  })))
