import { Clock, Effect } from "effect"

/** Clock that is set explicitly. Its `sleep` takes real time. */
export interface SeedClock extends Clock.Clock {
  now: number
}

export const makeSeedClock = Effect.map(Clock.Clock, (real) => {
  const clock: SeedClock = {
    now: real.currentTimeMillisUnsafe(),
    currentTimeMillisUnsafe: () => clock.now,
    currentTimeMillis: Effect.sync(() => clock.now),
    currentTimeNanosUnsafe: () => BigInt(clock.now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(clock.now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
  return clock
})
