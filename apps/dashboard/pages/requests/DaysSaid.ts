import { addDays, type Day, readDay } from "../../shared/time/Days.ts"

/** Stretches that are asked for often, today the last of their days. */
export const dayPresets = [
  { days: 1, label: "Today" },
  { days: 7, label: "Last 7 days" },
  { days: 30, label: "Last 30 days" }
] as const

/** From the first to the last day of so many that end today. */
export const daysUntil = (today: Day, days: number): { readonly from: Day; readonly to: Day } => ({
  from: addDays(today, 1 - days),
  to: today
})

/** Which days are shown, in a few words: `Last 7 days`, `16–22 Nov`, `Since 16 Nov`. What is no day narrows nothing. */
export const daysSaid = (texts: { readonly from: string; readonly to: string }, today: Day): string => {
  const [from, to] = [readDay(texts.from), readDay(texts.to)]
  if (from === null && to === null) return "Any time"
  if (from === null || to === null) {
    return from === null
      ? `Until ${dayText(to!, today)}`
      : `Since ${dayText(from, today)}`
  }
  const preset = dayPresets.find(({ days }) => daysUntil(today, days).from === from && to === today)
  if (preset !== undefined) return preset.label
  if (from === to) return dayText(from, today)
  // The other way round no list has anything, and the format would turn it.
  if (to < from) return `${dayText(from, today)} – ${dayText(to, today)}`
  return formatOf([from, to], today).formatRange(instantOf(from), instantOf(to))
}

const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

const short = { day: "numeric", month: "short", timeZone: "UTC" } as const
const thisYear = new Intl.DateTimeFormat("en-GB", short)
const anyYear = new Intl.DateTimeFormat("en-GB", { ...short, year: "numeric" })

const formatOf = (days: ReadonlyArray<Day>, today: Day) =>
  days.every((day) => day.slice(0, 4) === today.slice(0, 4)) ? thisYear : anyYear

const dayText = (day: Day, today: Day): string => formatOf([day], today).format(instantOf(day))
