/** Formats of numbers and times in British English. Times are in the browser's time zone. */
const counts = new Intl.NumberFormat("en-GB")
const shortCounts = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 })
const percents = new Intl.NumberFormat("en-GB", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1
})
const tenths = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const dateTimes = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" })
const shortTimes = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" })

/** Formats a count: `1,234,567`. */
export const countText = (value: number): string => counts.format(value)
/** Formats a count for axes and tiles: `1.2M`. */
export const shortCountText = (value: number): string => shortCounts.format(value)
/** Formats a number with its sign: `+1,234`, `−20`. The minus sign (U+2212) is as wide as the plus sign. */
export const signedText = (value: number): string =>
  value < 0 ? `−${counts.format(-value)}` : `+${counts.format(value)}`
/** Formats an amount of credits: `1,234 credits`. */
export const creditsText = (value: number): string => `${counts.format(value)} ${value === 1 ? "credit" : "credits"}`
/** Minimum share that rounds to 0.1%. Smaller nonzero shares are shown as `<0.1%`. */
const shareShownMin = 0.0005

/** Formats a share from 0 to 1 with one decimal: `12.5%`, `2.0%`, and `<0.1%` for small nonzero shares. */
export const shareText = (share: number): string =>
  share > 0 && share < shareShownMin ? "<0.1%" : percents.format(share)

const byteUnits = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const

/** Sizes that round to at least this number use the next unit, so that they have at most three digits. */
const byteUnitMax = 1_000

/**
 * Formats a size: `25 MiB`, `2.0 KiB`. Units are powers of 1,024, with IEC 80000-13 names. Values below ten, other than
 * bytes, have one decimal.
 */
export const bytesText = (value: number): string => {
  if (value === 1) return "1 byte"
  let rest = value
  let unit = 0
  // Compares rounded values here and below: 999.6 becomes 1,000, and 9.96 becomes 10.
  while (Math.round(rest) >= byteUnitMax && unit < byteUnits.length - 1) {
    rest /= 1_024
    unit += 1
  }
  const hasDecimal = unit > 0 && Math.round(rest * 10) < 100
  return `${hasDecimal ? tenths.format(rest) : counts.format(Math.round(rest))} ${byteUnits[unit]}`
}

/** Formats a duration: `0.4 ms`, `12 ms`, `1.3 s`. */
export const millisText = (millis: number): string =>
  millis >= 1_000
    ? `${tenths.format(millis / 1_000)} s`
    : `${millis >= 10 ? counts.format(Math.round(millis)) : tenths.format(millis)} ms`

/** Formats a date and time in the reader's time zone, to the second. */
export const instantText = (at: number): string => dateTimes.format(at)
export const shortInstantText = (at: number): string => shortTimes.format(at)

/**
 * Units of relative times: the name, the length in seconds, and the minimum seconds that use the unit. Days are used up
 * to 100.
 */
const steps = [
  ["year", 31_557_600, 11.5 * 2_629_800],
  ["month", 2_629_800, 100.5 * 86_400],
  ["day", 86_400, 23.5 * 3_600],
  ["hour", 3_600, 59.5 * 60],
  ["minute", 60, 60]
] as const

/** Formats a time relative to `now`, rounded to the nearest unit: `3 hours ago`, `in 90 days`. */
export const relativeText = (at: number, now: number): string => {
  const seconds = Math.round((at - now) / 1_000)
  const step = steps.find(([, , from]) => Math.abs(seconds) >= from)
  return step === undefined ? "just now" : relative.format(Math.round(seconds / step[1]), step[0])
}

/** Returns the reader's time zone: `Europe/Amsterdam`. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
