/**
 * How many there were lately, in two numbers: each counts one at first and fades away with time, so that a steady stream
 * comes to what a minute of it holds (an exponentially weighted moving sum).
 */
export class DecayingCount {
  private count = 0
  private at = -Infinity

  add(nowMillis: number, spanMillis: number): number {
    this.count = this.valueAt(nowMillis, spanMillis) + 1
    // One that was set back far would else let nothing fade until it has caught up.
    this.at = nowMillis > this.at - spanMillis ? Math.max(this.at, nowMillis) : nowMillis
    return this.count
  }

  valueAt(nowMillis: number, spanMillis: number): number {
    // A clock that was set back lets nothing fade, and nothing grow.
    const elapsed = Math.max(0, nowMillis - this.at)
    return this.count === 0 ? 0 : this.count * Math.exp(-elapsed / spanMillis)
  }
}
