/** Display of a step's progress. */
export interface Progress {
  readonly step: (done: number, of: number, note?: string) => void
  readonly end: () => void
}

const lineMillis = 30_000

/**
 * Creates a display of progress and remaining time. A terminal shows one line that is updated. Other outputs get a line
 * every 30 seconds.
 */
export const makeProgress = (name: string, output: NodeJS.WriteStream = process.stderr): Progress => {
  const startedAt = performance.now()
  let shownAt = -Infinity
  return {
    step: (done, of, note = "") => {
      const now = performance.now()
      if (!output.isTTY && now - shownAt < lineMillis && done < of) return
      shownAt = now
      const left = done === 0 ? "" : `, ${formatDuration((now - startedAt) / done * (of - done))} left`
      const line = `${name}: ${done} of ${of}${left}${note === "" ? "" : `, ${note}`}`
      output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
    },
    end: () => void (output.isTTY && output.write("\n"))
  }
}

const formatDuration = (millis: number): string => {
  const seconds = Math.round(millis / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
