/**
 * A timer that fires later than this means that the process itself stood still (a slow disk, SIGSTOP). The waits then go on for as
 * long again, so that answers that have arrived meanwhile are read.
 */
export const stallMillisMin = 100

/** Waits of equal length, ended by one timer: a timer and a fiber for each cost a tenth of a request. */
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
  let dueAt = 0
  let wasLate = false
  const lookIn = (millis: number) => {
    dueAt = performance.now() + millis
    timer = setTimeout(look, millis)
  }
  const look = () => {
    timer = undefined
    const now = performance.now()
    wasLate = !wasLate && now - dueAt > stallMillisMin
    if (wasLate) return lookIn(stallMillisMin)
    for (const wait of waits) {
      const rest = wait.since + millisMax - now
      if (rest > 0) return lookIn(Math.ceil(rest))
      waits.delete(wait)
      wait.end()
    }
  }
  return {
    begin: (end) => {
      const wait: Wait = { since: performance.now(), end }
      waits.add(wait)
      if (timer === undefined) lookIn(millisMax)
      return () => void waits.delete(wait)
    }
  }
}
