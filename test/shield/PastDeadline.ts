import { setImmediate as nextTurn } from "node:timers/promises"
import { expect, vi } from "vitest"

/**
 * Calls a function that gives up after `millis`, and returns its result.
 *
 * Advances fake timers to the deadline once `isUnderWay` returns true, so that the test does not wait.
 */
export const pastDeadline = async <A>(
  millis: number,
  isUnderWay: () => boolean,
  call: () => Promise<A>
): Promise<A> => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    let isOver = false
    const outcome = call().finally(() => isOver = true)
    while (!isUnderWay()) await nextTurn()
    vi.advanceTimersByTime(millis - 1)
    await nextTurn()
    expect(isOver, "it waits until then").toBe(false)
    vi.advanceTimersByTime(1)
    return await outcome
  } finally {
    vi.useRealTimers()
  }
}
