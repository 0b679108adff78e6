/** Measurements of one scan. */
export interface Scan {
  readonly name: string
  /** File extension of the document. */
  readonly format: string
  readonly bytes: number
  readonly millis: number
  /** Whether part of the document was not read. */
  readonly isPartial: boolean
}

export const sizes = [
  ["up to 10 KB", 10_000],
  ["up to 100 KB", 100_000],
  ["up to 1 MB", 1_000_000],
  ["up to 5 MB", 5_000_000],
  ["up to 25 MB", 25_000_000]
] as const

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

export const header =
  "                      files       MB   CPU ms: p50      p90      p99      max     mean     MB/s   partial"

/** Returns a table row with the measurements of the scans. */
export const formatLine = (title: string, scans: ReadonlyArray<Scan>): string => {
  const sorted = scans.map(({ millis }) => millis).toSorted((one, other) => one - other)
  const total = sorted.reduce((sum, millis) => sum + millis, 0)
  const megabytes = scans.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const cells = [
    String(scans.length).padStart(7),
    megabytes.toFixed(1).padStart(9),
    percentile(sorted, 0.5).toFixed(1).padStart(14),
    ...[0.9, 0.99, 1].map((share) => percentile(sorted, share).toFixed(1).padStart(9)),
    (total / Math.max(1, scans.length)).toFixed(1).padStart(9),
    (megabytes * 1_000 / Math.max(1e-9, total)).toFixed(1).padStart(9),
    String(scans.filter(({ isPartial }) => isPartial).length).padStart(10)
  ]
  return title.padEnd(20) + cells.join("")
}

/** Returns a report: tables by size and by format, and the slowest scans. */
export const formatReport = (scans: ReadonlyArray<Scan>): string => {
  const lines = [header, formatLine("all", scans)]
  lines.push(formatLine("all up to 1 MB", scans.filter(({ bytes }) => bytes <= 1_000_000)))
  let least = -1
  for (const [title, most] of sizes) {
    const from = least
    const sized = scans.filter(({ bytes }) => bytes > from && bytes <= most)
    if (sized.length > 0) lines.push(formatLine(title, sized))
    least = most
  }
  for (const format of [...new Set(scans.map((scan) => scan.format))].toSorted()) {
    lines.push(formatLine(format, scans.filter((scan) => scan.format === format)))
  }
  lines.push("", "the slowest:")
  for (const { bytes, millis, name } of scans.toSorted((one, other) => other.millis - one.millis).slice(0, 10)) {
    lines.push(`${millis.toFixed(0).padStart(7)} ms ${(bytes / 1_000).toFixed(0).padStart(7)} KB  ${name}`)
  }
  return lines.join("\n")
}
