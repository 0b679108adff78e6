import { setImmediate as nextTurn } from "node:timers/promises"
import { expect, vi } from "vitest"

/**
 * Calls something that gives up after `millis`, lets that time pass as soon as `isUnderWay`, and returns what comes of it. Nobody
 * waits: the timers of the caller stand still meanwhile.
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
