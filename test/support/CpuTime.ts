/**
 * Returns the CPU milliseconds that this thread spends on some work.
 *
 * Waiting, other threads and other processes do not count, so a bound with a wide margin holds on a busy machine.
 */
export const cpuMillisOf = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1_000
}

/** Systems that count CPU time by the ticks of a clock count 4 or 10 ms at once. */
const measuredMillisMin = 40
const repetitionsMax = 1_024

/** Returns the CPU milliseconds of work that takes less than a tick: it is repeated until it takes several. */
export const cpuMillisOfOne = (work: () => void): number => {
  for (let repetitions = 1;; repetitions *= 2) {
    const millis = cpuMillisOf(() => {
      for (let at = 0; at < repetitions; at++) work()
    })
    if (millis >= measuredMillisMin || repetitions >= repetitionsMax) return millis / repetitions
  }
}
