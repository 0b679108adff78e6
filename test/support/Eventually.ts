import { setTimeout as delay } from "node:timers/promises"

const pollMillis = 5

/**
 * Reads a value every 5 ms until it is ready, and returns it.
 *
 * Hooks need it because `expect.poll` is not allowed there. It never times out: the timeout of the test or hook ends
 * it.
 */
export const eventually = async <A>(read: () => A | Promise<A>, isReady: (value: A) => boolean): Promise<A> => {
  for (;;) {
    const value = await read()
    if (isReady(value)) return value
    await delay(pollMillis)
  }
}
