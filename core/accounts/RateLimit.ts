/** Any 60 seconds: the window slides, it is not a minute of the clock. */
export const rateWindowMillis = 60_000

export interface RateDecision {
  readonly allowed: boolean
  readonly limit: number
  /** How many more would be accepted at this moment. */
  readonly remaining: number
  /** Until one more than `remaining` would be accepted; 0 when nothing is counted. */
  readonly resetMillis: number
}

/**
 * The exact sliding window: the times of the last accepted requests, in a ring as long as the limit. A request is
 * accepted when the oldest of them has left the window, so that no window of this length, wherever it begins, holds more
 * than the limit. Fixed windows, two-cell sliding counters and GCRA let nearly twice as many through. Refused requests
 * are not counted: who waits as long as told is let in.
 */
export class SlidingWindow {
  readonly limit: number
  readonly windowMillis: number
  private readonly times: Float64Array
  private next = 0
  private count = 0

  constructor(limit: number, windowMillis: number) {
    this.limit = limit
    this.windowMillis = windowMillis
    this.times = new Float64Array(limit)
  }

  /** @param now milliseconds of a clock that does not go back; a time before the last one counts as the last one */
  take(now: number): RateDecision {
    const at = this.count === 0 ? now : Math.max(now, this.newest)
    this.forget(at)
    const allowed = this.count < this.limit
    if (allowed) {
      this.times[this.next] = at
      this.next = (this.next + 1) % this.limit
      this.count++
    }
    return {
      allowed,
      limit: this.limit,
      remaining: this.limit - this.count,
      resetMillis: this.count === 0 ? 0 : this.oldest + this.windowMillis - at
    }
  }

  /** Whether nothing is counted any more, so that the window may be dropped. */
  isIdle(now: number): boolean {
    return this.count === 0 || this.newest + this.windowMillis <= now
  }

  /** The same window under another limit; what was let in counts, as far as the new limit remembers. */
  resized(limit: number): SlidingWindow {
    const window = new SlidingWindow(limit, this.windowMillis)
    for (let back = Math.min(this.count, limit); back > 0; back--) {
      window.times[window.next] = this.times[(this.next - back + this.limit) % this.limit]!
      window.next = (window.next + 1) % limit
      window.count++
    }
    return window
  }

  private forget(now: number): void {
    while (this.count > 0 && this.oldest + this.windowMillis <= now) this.count--
  }

  private get oldest(): number {
    return this.times[(this.next - this.count + this.limit) % this.limit]!
  }

  private get newest(): number {
    return this.times[(this.next - 1 + this.limit) % this.limit]!
  }
}

/** Whole seconds until a request is accepted again, at least 1: the value of `Retry-After` (RFC 9110, 10.2.3). */
export const retrySeconds = (millis: number): number => Math.max(1, Math.ceil(millis / 1_000))
