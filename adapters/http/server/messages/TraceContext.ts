import { Context, Tracer } from "effect"
import type { HttpExchange } from "./HttpExchange.ts"

/**
 * `tracestate` of the trace that a span belongs to, as an annotation of the span. Empty if the caller sent none.
 */
export const TraceState = Context.Reference<string>("gatehouse/adapters/http/server/messages/TraceState", {
  defaultValue: () => ""
})

/** Maximum characters and members of a `tracestate` header (W3C Trace Context, section 3.3). */
export const traceStateCharsMax = 512
export const traceStateMembersMax = 32

/**
 * Returns the caller's span that a request continues. Returns null if the request has no valid `traceparent` header
 * (W3C Trace Context, section 3.2). An invalid `tracestate` is dropped, as the standard requires.
 */
export const callerSpanOf = (exchange: Pick<HttpExchange, "header">): Tracer.ExternalSpan | null => {
  const header = exchange.header("traceparent")
  if (header === undefined) return null
  const [, version, traceId, spanId, flags, rest] = traceParent.exec(header) ?? []
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return null
  // Later versions may append fields.
  if (version === "ff" || (version === "00" && rest !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return Tracer.externalSpan({
    traceId,
    spanId,
    sampled: (Number.parseInt(flags, 16) & sampledFlag) !== 0,
    annotations: Context.make(TraceState, validTraceState(exchange.header("tracestate") ?? ""))
  })
}

const traceParent = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Bit of the trace flags by which the caller reports that it records the trace. */
const sampledFlag = 1

/** Returns the header with its empty members removed. Returns an empty text if the header is invalid. */
const validTraceState = (header: string): string => {
  if (header.length > traceStateCharsMax) return ""
  const members = header.split(",").map((member) => member.trim()).filter((member) => member !== "")
  const isValid = members.length <= traceStateMembersMax && members.every((member) => traceStateMember.test(member))
  return isValid ? members.join(",") : ""
}

const traceStateMember = /^[a-z\d][\w*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/
