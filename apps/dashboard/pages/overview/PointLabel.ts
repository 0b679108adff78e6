const days = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })
const hours = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" })

/** `Sun 22 Nov`, or `Sun 14:00` in the reader's zone. */
export const pointLabel = (key: string, step: "hour" | "day"): string =>
  (step === "day" ? days.format(Date.parse(`${key}T00:00:00Z`)) : hours.format(Number(key))).replaceAll(",", "")
