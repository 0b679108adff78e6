import type { BrowserContext, Page } from "playwright-core"
import { retryMillisMin } from "../../../apps/widget/Limits.ts"

declare global {
  /** Advances the page's clock by a number of milliseconds, and runs the due timers in order. */
  var advance: (millis: number) => Promise<void>
}

/**
 * Maximum delay in milliseconds of timers that run at once and advance the clock. It equals the pause before a retry,
 * which always has its minimum in these pages.
 */
export const shortMillisMax = retryMillisMin

/**
 * Stops the clocks of all pages of a context. Only `advance` moves `Date.now` and runs timers, so deadlines are exact
 * and tests do not wait. Short timers and idle callbacks are exceptions, and run at once. Frames, animations and
 * workers keep real time.
 */
export const stopClock = (context: BrowserContext) => context.addInitScript(replaceTimers, shortMillisMax)

/** Advances the page's clock. Ends early if the page navigates. */
export const advance = (page: Page, millis: number): Promise<void> =>
  page.evaluate((millis) => globalThis.advance(millis), millis).catch((cause: Error) => {
    if (!cause.message.includes("context was destroyed")) throw cause
  })

/** Runs in the page: replaces its timers, `Date.now` and `Math.random`. */
const replaceTimers = (shortMillisMax: number) => {
  interface Timer {
    readonly at: number
    readonly run: () => void
  }
  let now = Date.UTC(2026, 10, 22, 10)
  let count = 0
  const timers = new Map<number, Timer>()
  /** Resolves when pending promises and messages have run. */
  const turn = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener("message", () => {
        port1.close()
        resolve()
      })
      port1.start()
      port2.postMessage(0)
    })

  const set = (run: (...args: Array<unknown>) => void, millis = 0, ...args: Array<unknown>) => {
    timers.set(++count, { at: now + Math.max(0, millis), run: () => run(...args) })
    if (millis <= shortMillisMax) void turn().then(() => runDue(millis))
    return count
  }
  const takeNext = (until: number) => {
    let next: [number, Timer] | undefined
    for (const entry of timers) if (entry[1].at <= until && entry[1].at < (next?.[1].at ?? Infinity)) next = entry
    if (next !== undefined) timers.delete(next[0])
    return next?.[1]
  }
  const runDue = async (millis: number) => {
    const until = now + millis
    for (let next = takeNext(until); next !== undefined; next = takeNext(until)) {
      now = Math.max(now, next.at)
      try {
        next.run()
      } catch (cause) {
        reportError(cause)
      }
      await turn()
    }
  }

  Date.now = () => now
  // Fixes random numbers, so that random pauses have their minimum length.
  Math.random = () => 0
  Object.assign(globalThis, {
    setTimeout: set,
    clearTimeout: (id: number) => void timers.delete(id),
    requestIdleCallback: (run: () => void) => void turn().then(run),
    advance: async (millis: number) => {
      const until = now + millis
      await runDue(millis)
      now = Math.max(now, until)
    }
  })
}
