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
