/**
 * Generator of pseudorandom numbers: a Weyl sequence through the finalizer of MurmurHash3.
 *
 * The same seed and run give the same numbers.
 */
export class Random {
  private state: number

  constructor(seed: number, run: number) {
    this.state = mixed(seed ^ mixed(run + 0x9e3779b9))
  }

  /** Returns a number from 0 to `count` - 1, or 0 if `count` is 0. */
  below(count: number): number {
    this.state = this.state + 0x9e3779b9 >>> 0
    return count <= 1 ? 0 : Math.floor(mixed(this.state) / 2 ** 32 * count)
  }

  /** Returns true with the probability 1 / `times`. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  of<Value>(values: ReadonlyArray<Value>): Value {
    return values[this.below(values.length)]!
  }

  /** Returns a size from 1 to `max`. Small sizes are far more frequent than large ones. */
  size(max: number): number {
    return this.below(Math.min(max, 2 ** this.below(Math.max(1, Math.ceil(Math.log2(max + 1))) + 1))) + 1
  }
}

const mixed = (value: number): number => {
  let hash = value >>> 0
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b)
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35)
  return (hash ^ hash >>> 16) >>> 0
}
