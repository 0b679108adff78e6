/**
 * Map with two generations. Entries that were not accessed during a whole generation are evicted. Each access takes
 * constant time, and a flood of new keys evicts idle entries first.
 */
export class BoundedMap<Value> {
  private readonly generationMax: number
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()

  /** @param entriesMax maximum number of entries in both generations together */
  constructor(entriesMax: number) {
    this.generationMax = Math.max(1, Math.floor(entriesMax / 2))
  }

  get size(): number {
    return this.young.size + this.old.size
  }

  get(key: string): Value | undefined {
    const known = this.young.get(key)
    if (known !== undefined) return known
    const old = this.old.get(key)
    if (old === undefined) return undefined
    this.old.delete(key)
    this.putYoung(key, old)
    return old
  }

  /** Returns a value without marking it as accessed. */
  peek(key: string): Value | undefined {
    return this.young.get(key) ?? this.old.get(key)
  }

  set(key: string, value: Value): void {
    this.old.delete(key)
    this.putYoung(key, value)
  }

  private putYoung(key: string, value: Value): void {
    if (this.young.size >= this.generationMax && !this.young.has(key)) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }
}
