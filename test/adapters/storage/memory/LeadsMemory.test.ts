import { Effect } from "effect"
import { expect, it } from "vitest"
import * as LeadsMemory from "../../../../adapters/storage/memory/LeadsMemory.ts"
import type { LeadRecord } from "../../../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../../../core/leads/records/Leads.ts"

const lead = (n: number): LeadRecord => ({
  requestId: `lead ${String(n).padStart(5, "0")}`,
  accountId: "acc_1",
  at: new Date(n),
  verdict: "clean",
  riskScore: 0,
  categories: [],
  language: null,
  source: null,
  spamProbability: null,
  message: null,
  mark: null,
  markedAt: null
})

it("memory keeps 1,000 leads and then evicts the oldest", () =>
  Effect.gen(function*() {
    const leads = yield* Leads
    for (let n = 1; n <= 1_000; n++) leads.record(lead(n))
    expect(yield* leads.get(lead(1).requestId)).toEqual(lead(1))
    leads.record(lead(1_001))
    expect(yield* Effect.flip(leads.get(lead(1).requestId))).toMatchObject({ _tag: "LeadNotFound" })
    expect(yield* leads.get(lead(2).requestId)).toEqual(lead(2))
  }).pipe(Effect.provide(LeadsMemory.layer), Effect.runPromise))
