/** Length of the sliding window in milliseconds. A limit applies to any 60 seconds, not to a clock minute. */
export const rateWindowMillis = 60_000

export interface RateDecision {
  readonly allowed: boolean
  readonly limit: number
  /** Number of requests that would be accepted now. */
  readonly remaining: number
  /** Milliseconds until the limit would accept one request more than `remaining`. 0 if the window is empty. */
  readonly resetMillis: number
}

/**
 * Exact sliding window: a ring buffer with the times of accepted requests.
 *
 * A request is accepted if the window has fewer requests than the limit, so no interval of this length contains more
 * requests than the limit. Fixed windows, two-cell sliding counters and GCRA can accept nearly twice the limit. Refused
 * requests are not counted: a caller that waits for `resetMillis` is accepted.
 */
export class SlidingWindow {
  readonly limit: number
  readonly windowMillis: number
  private readonly times: Float64Array
  private next = 0
  private count = 0

  /** @param timesMax capacity of the ring buffer, which exceeds the limit if the limit was lowered */
  constructor(limit: number, windowMillis: number, timesMax = limit) {
    this.limit = limit
    this.windowMillis = windowMillis
    this.times = new Float64Array(timesMax)
  }

  /**
   * Counts one request if the limit accepts it.
   *
   * @param now milliseconds of a monotonic clock; a time before the newest request counts as the time of that request
   */
  take(now: number): RateDecision {
    const at = this.count === 0 ? now : Math.max(now, this.newest)
    this.forget(at)
    const allowed = this.count < this.limit
    if (allowed) this.add(at)
    return {
      allowed,
      limit: this.limit,
      remaining: Math.max(0, this.limit - this.count),
      // If the limit was lowered, several requests may have to leave the window first.
      resetMillis: this.count === 0 ? 0 : this.timeOf(Math.max(0, this.count - this.limit)) + this.windowMillis - at
    }
  }

  /** Reports whether the window is empty and can be dropped. */
  isIdle(now: number): boolean {
    return this.count === 0 || this.newest + this.windowMillis <= now
  }

  /** Returns a window with the same accepted requests and another limit. */
  resized(limit: number): SlidingWindow {
    const window = new SlidingWindow(limit, this.windowMillis, Math.max(limit, this.count))
    for (let index = 0; index < this.count; index++) window.add(this.timeOf(index))
    return window
  }

  private add(time: number): void {
    this.times[this.next] = time
    this.next = (this.next + 1) % this.times.length
    this.count++
  }

  /**
   * Removes requests that have left the window. Uses binary search, because all requests of a full window may leave at
   * once.
   */
  private forget(now: number): void {
    const edge = now - this.windowMillis
    if (this.count === 0 || this.timeOf(0) > edge) return
    let forgotten = 1
    let upper = this.count
    while (forgotten < upper) {
      const middle = (forgotten + upper) >>> 1
      if (this.timeOf(middle) <= edge) forgotten = middle + 1
      else upper = middle
    }
    this.count -= forgotten
  }

  /** @param index number of the request, counted from 0 for the oldest */
  private timeOf(index: number): number {
    const size = this.times.length
    return this.times[(this.next - this.count + index + size) % size]!
  }

  private get newest(): number {
    return this.timeOf(this.count - 1)
  }
}

/** Returns the `Retry-After` value (RFC 9110, 10.2.3): whole seconds until a request is accepted again, at least 1. */
export const retryAfterSecondsOf = (millis: number): number => Math.max(1, Math.ceil(millis / 1_000))
