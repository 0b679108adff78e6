/** Generator of deterministic pseudorandom numbers (Mulberry32, T. Ettinger, public domain). */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** Returns a number from 0 to 1, excluding 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer from `first` to `last`, inclusive. */
  integer(first: number, last: number): number {
    return first + Math.floor(this.next() * (last - first + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** Returns one of the items with equal probability. */
  one<A>(items: ReadonlyArray<A>): A {
    return items[Math.floor(this.next() * items.length)]!
  }

  /** Returns one of the items by weight. */
  weighted<A>(items: ReadonlyArray<readonly [A, number]>): A {
    let left = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) if ((left -= weight) < 0) return item
    return items.at(-1)![0]
  }

  /** Returns at most `countMax` distinct items. */
  some<A>(items: ReadonlyArray<A>, countMax: number): ReadonlyArray<A> {
    return [...new Set(Array.from({ length: countMax }, () => this.one(items)))]
  }

  /** Draws from a log-normal distribution, which fits durations and sizes. */
  around(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(spread * normal)
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => Math.floor(this.next() * 256))
  }
}

/** Generator without rare results. It ignores weights, and maps probabilities to the range 0.1 to 0.9. */
export class EvenRandom extends Random {
  override chance(share: number): boolean {
    return super.chance(0.1 + 0.8 * share)
  }

  override weighted<A>(items: ReadonlyArray<readonly [A, number]>): A {
    return this.one(items)[0]
  }
}
