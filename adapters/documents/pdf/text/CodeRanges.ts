/** Runs of codes, each with what its first code stands for: a range is as cheap as a single code, however long it claims to be. */
export class CodeRanges<Value> {
  private readonly runs: Array<{ readonly from: number; readonly to: number; readonly value: Value }> = []
  private isSorted = true

  add(from: number, to: number, value: Value): void {
    if (this.runs.length >= rangesMax || to < from) return
    if (from < (this.runs.at(-1)?.from ?? 0)) this.isSorted = false
    this.runs.push({ from, to, value })
  }

  get size(): number {
    return this.runs.length
  }

  /** What the run of a code begins with, and how far in it the code stands; of runs that overlap, that which begins last. */
  find(code: number): { readonly value: Value; readonly offset: number } | null {
    if (!this.isSorted) {
      this.runs.sort((one, other) => one.from - other.from)
      this.isSorted = true
    }
    let [low, high] = [0, this.runs.length]
    while (low < high) {
      const middle = low + high >> 1
      if (this.runs[middle]!.from <= code) low = middle + 1
      else high = middle
    }
    const run = this.runs[low - 1]
    return run === undefined || code > run.to ? null : { value: run.value, offset: code - run.from }
  }
}

/** Runs of one font. A font has at most 65,536 glyphs. */
export const rangesMax = 65_536
