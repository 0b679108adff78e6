import { Context } from "effect"
import { describe, expect, it } from "vitest"
import {
  callerSpanOf,
  TraceState,
  traceStateCharsMax,
  traceStateMembersMax
} from "../../../../../adapters/http/server/messages/TraceContext.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"
const valid = `00-${traceId}-${spanId}-01`

const read = (traceparent: string | undefined, tracestate?: string) =>
  callerSpanOf({ header: (name) => name === "traceparent" ? traceparent : tracestate })

const stateOf = (tracestate: string): string => Context.get(read(valid, tracestate)!.annotations, TraceState)

describe("traceparent", () => {
  it.each([
    [valid, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-03`, true],
    // A later version may have more flags and fields.
    [`01-${traceId}-${spanId}-09-anything`, true],
    [`cc-${traceId}-${spanId}-00`, false]
  ])("%s continues a trace", (header, sampled) => {
    expect(read(header)).toMatchObject({ _tag: "ExternalSpan", traceId, spanId, sampled })
  })

  it.each([
    undefined,
    "",
    "00",
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `01-${traceId}-${spanId}-01more`,
    ` ${valid}`,
    // Two headers, as Node joins them.
    `${valid}, ${valid}`
  ])("%s is ignored", (header) => {
    expect(read(header)).toBeNull()
  })
})

describe("tracestate", () => {
  it("is kept without empty members", () => {
    expect(stateOf("rojo=00f067aa0ba902b7, congo=t61rcWkgMzE")).toBe("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE")
    expect(stateOf("a=1,, b@c=2 ,")).toBe("a=1,b@c=2")
    expect(stateOf("")).toBe("")
    expect(Context.get(read(valid)!.annotations, TraceState)).toBe("")
  })

  it.each(["A=1", "a", "=1", "a=", "a=1=2", "a=\u00e9"])("%s is dropped, and the trace continues", (header) => {
    expect(stateOf(header)).toBe("")
  })

  it("is dropped above its limits", () => {
    const members = Array.from({ length: traceStateMembersMax }, (_, at) => `m${at}=1`)
    expect(stateOf(members.join(","))).toBe(members.join(","))
    expect(stateOf([...members, "more=1"].join(","))).toBe("")
    const long = (chars: number) => `a=${"x".repeat(200)},b=${"x".repeat(200)},c=${"x".repeat(chars - 408)}`
    expect(stateOf(long(traceStateCharsMax))).not.toBe("")
    expect(stateOf(long(traceStateCharsMax + 1))).toBe("")
  })
})
