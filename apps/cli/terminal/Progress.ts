const barChars = 30

export interface Progress {
  readonly show: (bytesRead: number, counted: string) => void
  readonly end: () => void
}

/** Returns a progress bar on standard error, which shows nothing if standard error is not a terminal. */
export const progress = (size: number | null): Progress => {
  if (!process.stderr.isTTY) return { show: () => {}, end: () => {} }
  return {
    show: (bytesRead, counted) => {
      const share = size === null || size === 0 ? null : Math.min(1, bytesRead / size)
      const bar = share === null
        ? ""
        : `[${"█".repeat(Math.round(share * barChars)).padEnd(barChars, "░")}] ${Math.floor(share * 100)} %  `
      process.stderr.write(`\r\u001B[2K${bar}${counted}`)
    },
    end: () => process.stderr.write("\r\u001B[2K")
  }
}
