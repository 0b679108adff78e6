/**
 * Returns the CPU milliseconds that this thread spends on `work`.
 *
 * Excludes waiting, other threads and other processes, so a generous limit also holds on a busy machine.
 */
export const measureCpuMillis = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1_000
}

/** Minimum CPU time to measure. It is several clock ticks, which take 4 or 10 ms on some systems. */
const measuredMillisMin = 40
const repetitionsMax = 1_024

/**
 * Returns the CPU milliseconds of one run of `work`. Repeats short work until it takes several clock ticks in total.
 */
export const measureCpuMillisPerRun = (work: () => void): number => {
  for (let repetitions = 1;; repetitions *= 2) {
    const millis = measureCpuMillis(() => {
      for (let at = 0; at < repetitions; at++) work()
    })
    if (millis >= measuredMillisMin || repetitions >= repetitionsMax) return millis / repetitions
  }
}
