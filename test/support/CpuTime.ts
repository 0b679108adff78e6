/**
 * Returns the CPU milliseconds that this thread spends on some work.
 *
 * Waiting, other threads and other processes do not count, so a bound with a wide margin holds on a busy machine.
 */
export const measureCpuMillis = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1_000
}

/** Some systems count CPU time in clock ticks of 4 or 10 ms. */
const measuredMillisMin = 40
const repetitionsMax = 1_024

/** Returns the CPU milliseconds of short work. Repeats it until the total exceeds several clock ticks. */
export const measureCpuMillisPerRun = (work: () => void): number => {
  for (let repetitions = 1;; repetitions *= 2) {
    const millis = measureCpuMillis(() => {
      for (let at = 0; at < repetitions; at++) work()
    })
    if (millis >= measuredMillisMin || repetitions >= repetitionsMax) return millis / repetitions
  }
}
