import { Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { callerTracesPerSecondMax, TraceSampler } from "../../../../../adapters/http/server/endpoints/Tracing.ts"

const callerSpan = (sampled: boolean) =>
  Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16), sampled })

const countSampled = (sampler: TraceSampler, caller: Tracer.ExternalSpan | null, requests: number): number =>
  Array.from({ length: requests }, () => sampler.isSampled(caller)).filter(Boolean).length

describe("a request", () => {
  it("without a caller's trace is traced with the configured probability", () => {
    expect(countSampled(new TraceSampler(0), null, 1_000)).toBe(0)
    expect(countSampled(new TraceSampler(1), null, 1_000)).toBe(1_000)
    const some = countSampled(new TraceSampler(0.1), null, 10_000)
    expect(some).toBeGreaterThan(800)
    expect(some).toBeLessThan(1_200)
  })

  it("is traced at every ratio if its caller traces it, and only then", () => {
    expect(new TraceSampler(0).isSampled(callerSpan(true))).toBe(true)
    expect(countSampled(new TraceSampler(1), callerSpan(false), 1_000)).toBe(0)
  })

  it("is subject to the ratio if callers trace too many requests", () => {
    let millis = 5_000
    const sampler = new TraceSampler(0, () => millis)
    expect(countSampled(sampler, callerSpan(true), 10 * callerTracesPerSecondMax)).toBe(callerTracesPerSecondMax)
    millis += 999
    expect(countSampled(sampler, callerSpan(true), 10)).toBe(0)
    millis += 1
    expect(countSampled(sampler, callerSpan(true), 10)).toBe(10)
    const all = new TraceSampler(1, () => millis)
    expect(countSampled(all, callerSpan(true), 2 * callerTracesPerSecondMax)).toBe(2 * callerTracesPerSecondMax)
  })
})
