import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { RequestRecord } from "../../../core/history/RequestHistory.ts"
import { verdictLabelsOf } from "../../../core/history/VerdictLabels.ts"
import { durationBucket, quantileMillis } from "../../../core/requests/DurationBucket.ts"
import { keySums, sumByOperation } from "../../../core/requests/OperationSums.ts"
import { RequestTally, sumCounts } from "../../../core/requests/RequestTally.ts"

const record = fc.record({
  requestId: fc.uuid(),
  accountId: fc.constant("acc_1"),
  keyId: fc.constantFrom("key_1", "key_2", "dashboard:mem_1"),
  operation: fc.constantFrom("scan", "scan/email", "scan/email/bulk"),
  status: fc.constantFrom(200, 201, 403, 422, 500),
  credits: fc.integer({ min: 0, max: 500 }),
  at: fc.integer({ min: 0, max: 40 * 3_600_000 }).map((millis) => new Date(millis)),
  durationMicros: fc.integer({ min: 0, max: 2 ** 30 }),
  verdict: fc.option(
    fc.constantFrom("ok (85)", "bad: a, stale: b", "safe", "spam 87, public_email", "3 checked, 0 invalid")
  ),
  subject: fc.constant(null)
})

const tallyOf = (records: ReadonlyArray<RequestRecord>) => {
  const tally = new RequestTally()
  for (const one of records) tally.add(one)
  return tally.drain()
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((one, other) => one + other, 0)

describe("request counts", () => {
  it("have parts that add up to the total, for each kind and hour", () => {
    fc.assert(fc.property(fc.array(record, { maxLength: 60 }), (records) => {
      const { counts, hours } = sumCounts(tallyOf(records))
      const operations = sumByOperation(counts)
      const credits = sum(records.map((one) => one.credits))
      const refused = records.filter(({ status }) => status >= 400).length
      expect(sum(hours.map(({ requests }) => requests))).toBe(records.length)
      expect(sum(hours.map((hour) => hour.refused))).toBe(refused)
      expect(sum(hours.map((hour) => hour.credits))).toBe(credits)
      expect(sum(operations.map(({ requests }) => requests))).toBe(records.length)
      expect(sum(operations.map((one) => one.refused))).toBe(refused)
      expect(sum(operations.map((one) => one.credits))).toBe(credits)
      expect(sum(keySums(counts).map(({ requests }) => requests))).toBe(records.length)
      const words = sum(operations.flatMap(({ verdicts }) => Object.values(verdicts)))
      expect(words).toBe(sum(records.map(({ verdict }) => verdict === null ? 0 : verdictLabelsOf(verdict).length)))
      const timed = sum([...counts].filter(([name]) => name.startsWith("micros:")).map(([, count]) => count))
      expect(timed).toBe(records.length)
    }))
  })

  it("are independent of order and batch size", () => {
    fc.assert(fc.property(fc.array(record, { maxLength: 30 }), fc.nat(), (records, cut) => {
      const at = cut % (records.length + 1)
      const whole = tallyOf(records)
      expect(tallyOf(records.toReversed())).toEqual(whole)
      const parts = [...tallyOf(records.slice(0, at)), ...tallyOf(records.slice(at))]
      expect(sumCounts(parts).hours).toEqual(sumCounts(whole).hours)
      expect(new Map([...sumCounts(parts).counts].toSorted())).toEqual(new Map([...sumCounts(whole).counts].toSorted()))
    }))
  })

  it("are returned once, in one order", () => {
    const tally = new RequestTally()
    const records = fc.sample(record, 50)
    for (const one of records) tally.add(one)
    const keys = tally.drain().map(({ hour, name }) => `${String(hour).padStart(12, "0")} ${name}`)
    expect(keys).toEqual(keys.toSorted())
    expect(tally.isEmpty).toBe(true)
    expect(tally.drain()).toEqual([])
    for (const one of records) tally.add(one)
    tally.clear()
    expect(tally.drain()).toEqual([])
  })
})

describe("durations from histogram buckets", () => {
  it("are accurate to a fifth at the median and the 95th percentile", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 29 }), { minLength: 1, maxLength: 200 }), (micros) => {
        const classes = new Map<number, number>()
        for (const one of micros) classes.set(durationBucket(one), (classes.get(durationBucket(one)) ?? 0) + 1)
        const inOrder = micros.toSorted((one, other) => one - other)
        for (const share of [0.5, 0.95]) {
          const exact = inOrder[Math.max(0, Math.ceil(share * inOrder.length) - 1)]! / 1_000
          const estimated = quantileMillis(classes, share)!
          expect(estimated / exact).toBeGreaterThan(1 / 1.19)
          expect(estimated / exact).toBeLessThan(1.19)
        }
      })
    )
  })

  it("have a bucket for every value, and no value without requests", () => {
    expect([0, 1, 2, 3, 16].map(durationBucket)).toEqual([0, 0, 4, 7, 16])
    expect(durationBucket(Number.MAX_SAFE_INTEGER)).toBe(120)
    expect(quantileMillis(new Map(), 0.5)).toBe(null)
    expect(quantileMillis(new Map([[5, 0]]), 0.5)).toBe(null)
  })
})

describe("stored verdicts", () => {
  it.each([
    ["nothing found", ["nothing found"]],
    ["disposable, role_account", ["disposable", "role_account"]],
    ["spam 87, spam_content, public_email", ["spam", "spam_content", "public_email"]],
    ["ok (85)", ["ok"]],
    ["bad: openphish, observed: a, observed: b, stale: c", ["bad", "observed", "stale"]],
    ["allowed: entry 5", ["allowed"]],
    ["12 checked, 0 invalid", ["checked"]],
    ["0 checked, 3 invalid", ["invalid"]],
    ["submission 17", ["submission"]],
    ["<script>, ☃", ["other"]],
    ["", ["other"]],
    ["1 2 3 4", ["other"]]
  ])("of %j are %j", (verdict, words) => {
    expect(verdictLabelsOf(verdict)).toEqual(words)
  })

  it("are bounded for any text", () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (verdict) => {
      for (const word of verdictLabelsOf(verdict)) expect(word).toMatch(/^[A-Za-z][A-Za-z0-9 _-]{0,39}$/)
    }))
  })
})
