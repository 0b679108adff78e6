/** Waits that may each take as long, ended with one timer for all: one for each, with a fiber, cost a tenth of a request. */
export interface Deadlines {
  /**
   * @param end called when the time is over, and at most once
   * @returns to be called when there is nothing to wait for any more
   */
  readonly begin: (end: () => void) => () => void
}

interface Wait {
  readonly since: number
  readonly end: () => void
}

/** @param millisMax of each wait */
export const makeDeadlines = (millisMax: number): Deadlines => {
  // In the order in which they began, which is that in which they end.
  const waits = new Set<Wait>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    const now = performance.now()
    for (const wait of waits) {
      const rest = wait.since + millisMax - now
      if (rest > 0) {
        timer = setTimeout(look, Math.ceil(rest))
        return
      }
      waits.delete(wait)
      wait.end()
    }
  }
  return {
    begin: (end) => {
      const wait: Wait = { since: performance.now(), end }
      waits.add(wait)
      timer ??= setTimeout(look, millisMax)
      return () => void waits.delete(wait)
    }
  }
}
