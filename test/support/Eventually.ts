import { setTimeout as delay } from "node:timers/promises"

const pollMillis = 5

/** Reads until the value is as it should be, and returns it. Hooks use it, where `expect.poll` is not allowed; their timeout ends it. */
export const eventually = async <A>(read: () => A | Promise<A>, isReady: (value: A) => boolean): Promise<A> => {
  for (;;) {
    const value = await read()
    if (isReady(value)) return value
    await delay(pollMillis)
  }
}
