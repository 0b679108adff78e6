import { type Context, Metric } from "effect"
import { verdictLabelsOf } from "../../../../core/history/VerdictLabels.ts"

/** Maximum number of verdicts per operation that are counted by name. Further ones count as `other`. */
export const verdictsPerOperationMax = 30

/** Kind of a rate limit: per API key, or per visitor address. */
export type RateLimitKind = "key" | "address"

/** Upper bounds of the histogram's buckets, in seconds. */
const boundaries = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Builds a separate counter for each operation and status. Attributes added to a shared counter would be merged again
 * on every update.
 */
const requests = (operation: string, status: number) =>
  Metric.counter("gatehouse_requests_total", {
    description: "Responses, by operation and status.",
    attributes: { operation, status: String(status) },
    incremental: true
  })

const durations = (operation: string) =>
  Metric.histogram("gatehouse_request_duration_seconds", {
    description: "Time from the first byte of the request to the response, by operation.",
    attributes: { operation },
    boundaries
  })

const verdicts = (operation: string, verdict: string) =>
  Metric.counter("gatehouse_verdicts_total", {
    description: "Successful responses with a verdict, by operation and verdict.",
    attributes: { operation, verdict },
    incremental: true
  })

const credits = (operation: string) =>
  Metric.counter("gatehouse_credits_charged_total", {
    description:
      "Credits charged, by operation. Includes charges that are refunded when the response is not delivered.",
    attributes: { operation },
    incremental: true
  })

const rateLimited = (operation: string, limit: RateLimitKind) =>
  Metric.counter("gatehouse_rate_limit_refused_total", {
    description: "Requests refused because a key or an address exceeded its requests per minute.",
    attributes: { operation, limit },
    incremental: true
  })

/** Records the responses of one operation. */
export class RequestMetrics {
  private readonly operation: string
  /** Effect context in which the metrics are updated. */
  private readonly context: Context.Context<never>
  private readonly durations: Metric.Histogram<number>
  private readonly credits: Metric.Counter<number>
  private readonly statuses = new Map<number, Metric.Counter<number>>()
  private readonly verdicts = new Map<string, Metric.Counter<number>>()
  private readonly rateLimits = new Map<RateLimitKind, Metric.Counter<number>>()

  constructor(operation: string, context: Context.Context<never>) {
    this.operation = operation
    this.context = context
    this.durations = durations(operation)
    this.credits = credits(operation)
  }

  recordResponse(status: number, millis: number): void {
    let counter = this.statuses.get(status)
    if (counter === undefined) this.statuses.set(status, counter = requests(this.operation, status))
    counter.updateUnsafe(1, this.context)
    this.durations.updateUnsafe(millis / 1_000, this.context)
  }

  /** Counts a verdict by the first of its labels, which is the decision. */
  recordVerdict(verdict: string): void {
    const [label = "other"] = verdictLabelsOf(verdict)
    let counter = this.verdicts.get(label)
    if (counter === undefined) {
      const isFull = this.verdicts.size >= verdictsPerOperationMax
      counter = verdicts(this.operation, isFull ? "other" : label)
      if (!isFull) this.verdicts.set(label, counter)
    }
    counter.updateUnsafe(1, this.context)
  }

  recordCharge(amount: number): void {
    this.credits.updateUnsafe(amount, this.context)
  }

  recordRateLimit(limit: RateLimitKind): void {
    let counter = this.rateLimits.get(limit)
    if (counter === undefined) this.rateLimits.set(limit, counter = rateLimited(this.operation, limit))
    counter.updateUnsafe(1, this.context)
  }
}
