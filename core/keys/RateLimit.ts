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
 * The exact sliding window: the times of the accepted requests, in a ring.
 *
 * A request is accepted if fewer than the limit are in the window, so that no window of this length, wherever it begins, holds more
 * than the limit. Fixed windows, two-cell sliding counters and GCRA accept nearly twice as many. Refused requests are not counted: a
 * caller that waits for `resetMillis` is accepted.
 */
export class SlidingWindow {
  readonly limit: number
  readonly windowMillis: number
  private readonly times: Float64Array
  private next = 0
  private count = 0

  /** @param timesMax how many requests it remembers: the limit, or more after a higher limit */
  constructor(limit: number, windowMillis: number, timesMax = limit) {
    this.limit = limit
    this.windowMillis = windowMillis
    this.times = new Float64Array(timesMax)
  }

  /** @param now milliseconds of a clock that does not go back; a time before the last one counts as the last one */
  take(now: number): RateDecision {
    const at = this.count === 0 ? now : Math.max(now, this.newest)
    this.forget(at)
    const allowed = this.count < this.limit
    if (allowed) this.add(at)
    return {
      allowed,
      limit: this.limit,
      remaining: Math.max(0, this.limit - this.count),
      // After a limit was lowered, more requests than one have to leave the window.
      resetMillis: this.count === 0 ? 0 : this.timeOf(Math.max(0, this.count - this.limit)) + this.windowMillis - at
    }
  }

  /** Whether nothing is counted any more, so that the window may be dropped. */
  isIdle(now: number): boolean {
    return this.count === 0 || this.newest + this.windowMillis <= now
  }

  /** Returns the same window under another limit. All accepted requests count. */
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

  /** Forgets what has left the window: by bisection, since all of a full window may leave at once. */
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

  /** @param index from the oldest */
  private timeOf(index: number): number {
    const size = this.times.length
    return this.times[(this.next - this.count + index + size) % size]!
  }

  private get newest(): number {
    return this.timeOf(this.count - 1)
  }
}

/** Whole seconds until a request is accepted again, at least 1: the value of `Retry-After` (RFC 9110, 10.2.3). */
export const retrySeconds = (millis: number): number => Math.max(1, Math.ceil(millis / 1_000))
